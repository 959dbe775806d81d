//! Switch side.
