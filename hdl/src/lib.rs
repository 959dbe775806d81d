//! Hardware descriptions: ordinary rust-hdl kernels over signals of a run-time width.
//!
//! A module is declared by one list ([`block!`]) and computed by one `#[hdl_gen]` kernel, which
//! runs in Rust and from whose syntax tree `tailback-gen` generates Verilog.

mod array;
mod declaration;
mod declare;
pub mod link;
mod memory;
pub mod nic;
mod optional;
mod signal;
mod simulate;
pub mod switch;
mod unknown;
mod value;

pub use array::{Array, Blocks};
pub use declaration::{Declaration, MemoryKind, Role};
pub use declare::Hardware;
pub use memory::{address_bits, LutMemory, Memory};
pub use optional::Optional;
pub use signal::{About, Element, Parameter, Port, Register, Wire};
pub use simulate::{clock, settle, CombinationalLoop};
pub use unknown::seed_unknown;
pub use value::{signed_cast, unsigned_cast, Bits, Signed, Value};

/// The items of rust-hdl that kernels need.
pub mod rust_hdl {
    pub use rust_hdl_core::prelude::{In, Local, LogicBlock, Out};
}

/// Everything that a file with a kernel imports.
pub mod prelude {
    pub use crate::block;
    pub use crate::{clock, settle, signed_cast, unsigned_cast, CombinationalLoop, Hardware, Port};
    pub use rust_hdl_core::prelude::{ast, hdl_gen, logic, probe, Logic};
    // `#[derive(LogicBlock)]` names the trait as `block::Block`.
    pub use rust_hdl_core::block;
}

/// A comment in a kernel, copied into the Verilog.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
