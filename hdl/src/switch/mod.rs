//! Switch side.

pub mod detector;
pub mod input_buffer;
pub mod marking;

pub use detector::CongestionDetector;
pub use input_buffer::InputBuffer;
