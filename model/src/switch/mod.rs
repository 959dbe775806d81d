//! Switch side.

pub mod marking;
