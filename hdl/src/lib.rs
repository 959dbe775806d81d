//! Hardware descriptions: rust-hdl kernels over signals of a run-time width.
//!
//! A list ([`block!`]) declares the signals and submodules of a module, and the connections of the
//! submodules. An `#[hdl_gen]` kernel contains the logic: it is executed in Rust, and
//! `tailback-gen` generates Verilog from its syntax tree. Ports that belong together are an
//! [`interface!`].

pub mod crc;
pub mod efl;
pub mod interface;
mod language;
pub mod link;
pub mod nic;
pub mod switch;

pub use language::*;

/// The items of rust-hdl that the macros of this crate use.
pub mod rust_hdl {
    pub use rust_hdl_core::prelude::{Block, In, Local, Logic, Out, Probe};
}

/// The items that every file with a kernel imports.
pub mod prelude {
    pub use crate::{block, comment, wired};
    pub use crate::{clock, settle, signed_cast, unsigned_cast, CombinationalLoop, Hardware, Port};
    pub use rust_hdl_core::prelude::{ast, hdl_gen, logic, Logic};
}

/// A comment in a kernel, copied into the Verilog.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
