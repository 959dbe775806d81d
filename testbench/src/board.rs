//! A fabric on a chip: its registers by name, its twin, and its simulation behind a serial line; and the
//! stimulus of its modules.

pub mod bridge;
pub mod host;
pub mod names;
pub mod simulation;
pub mod twin;
