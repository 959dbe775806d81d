//! Switch side.

pub mod detector;
pub mod marking;
