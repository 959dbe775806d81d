//! The back end as a sequence of passes:
//!
//! 1. [`collect`] walks a rust-hdl module and collects its signals and its kernel;
//! 2. [`lower`] makes every width and extension of the kernel explicit, and folds constants;
//! 3. [`check`] runs the kernel on the sets of bits that are assigned, and refuses latches,
//!    missing or double drivers, and values that are read too early;
//! 4. [`partition`] splits the kernel into `assign`s, `generate` loops, one `always @*` and one
//!    `always @(posedge clock)`;
//! 5. [`join`] connects sub-modules to signals directly where an `assign` only copies a signal;
//! 6. [`mod@print`] writes Verilog-2001.

pub mod check;
pub mod collect;
pub mod join;
pub mod lower;
pub mod partition;
pub mod print;
