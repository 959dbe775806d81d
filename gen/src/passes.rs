//! The back end as a sequence of passes:
//!
//! 1. [`collect`] walks a rust-hdl module and collects its signals, its interfaces, the connections
//!    of its submodules, and its kernel;
//! 2. [`lower`] turns connections into assignments before and after the kernel, makes every width
//!    and extension explicit, and folds constant expressions;
//! 3. [`check`] runs the kernel on the sets of bits that are assigned, and refuses latches,
//!    missing drivers, signals without a reader, and values that are read too early;
//! 4. [`needless`] removes assignments without effect;
//! 5. [`partition`] splits the kernel into `assign`s, `generate` loops, one `always @*` and one
//!    `always @(posedge clock)`;
//! 6. [`join`] replaces an `assign` that only copies a signal to or from a port of a submodule by
//!    a direct connection;
//! 7. [`domain`] finds the clock of each port of a module with several clocks;
//! 8. [`simplify`] replaces loops by part selects where they only copy, and
//!    [`partition::name_loops`] names the loops that are left;
//! 9. [`mod@print`] writes Verilog-2001.

pub mod check;
pub mod collect;
pub mod domain;
pub mod join;
pub mod lower;
pub mod needless;
pub mod partition;
pub mod print;
pub mod simplify;
