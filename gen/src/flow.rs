//! Runs third-party tools on a design: lint, area, timing and bitstream.

pub mod bitstream;
pub mod comparables;
pub mod lint;
pub mod report;
pub mod timing;
pub mod tool;

mod area;
mod breakdown;
mod kept;
mod levels;
mod paths;
mod wrapper;

pub use comparables::Candidate;
pub use kept::Kept;
pub use lint::{lint, Lint};
pub use paths::PathGroup;
pub use timing::{measure, Measurement, Placement, Placer, Timing};
pub use tool::{Limited, Tool, ToolError};
