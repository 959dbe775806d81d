//! Switch side.

pub mod detector;
pub mod marking;

pub use detector::CongestionDetector;
