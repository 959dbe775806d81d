//! A fabric on a chip: its registers by name, its twin, and its simulation behind a serial line.

pub mod names;
pub mod simulation;
pub mod twin;
