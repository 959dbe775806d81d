//! Hardware descriptions: ordinary rust-hdl kernels over signals of a run-time width.
//!
//! A module is declared by one list ([`block!`]) and computed by one `#[hdl_gen]` kernel, which
//! runs in Rust and from whose syntax tree `tailback-gen` generates Verilog.

pub mod interface;
mod language;
pub mod link;
pub mod nic;
pub mod switch;

pub use language::*;

/// The items of rust-hdl that kernels need.
pub mod rust_hdl {
    pub use rust_hdl_core::prelude::{Block, In, Local, Logic, Out, Probe};
}

/// Everything that a file with a kernel imports.
pub mod prelude {
    pub use crate::{block, wired};
    pub use crate::{clock, settle, signed_cast, unsigned_cast, CombinationalLoop, Hardware, Port};
    pub use rust_hdl_core::prelude::{ast, hdl_gen, logic, Logic};
}

/// A comment in a kernel, copied into the Verilog.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
