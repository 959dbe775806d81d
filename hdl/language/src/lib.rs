//! The language in which modules are described, over rust-hdl: signals of a run-time width,
//! memories, interfaces, submodules and their connections, and the list that declares a module.
//!
//! A list ([`block!`]) declares the signals and submodules of a module, and the connections of the
//! submodules. An `#[hdl_gen]` kernel contains the logic: it is executed in Rust, and
//! `tailback-gen` generates Verilog from its syntax tree. Ports that belong together are an
//! [`interface!`].

mod about;
mod array;
mod block;
mod clocked;
mod connect;
mod declaration;
mod instances;
mod interface;
mod lines;
mod memory;
mod optional;
mod parameter;
mod signal;
mod simulate;
mod unknown;
mod value;

pub use about::About;
pub use array::{Array, Blocks};
pub use block::Hardware;
pub use clocked::{Clocked, OWN_CLOCK};
pub use connect::{each, pair, Connection, Connections, Instances, Join, Net, Pairing, Pins, Slot};
pub use declaration::{Declaration, MemoryKind, Role};
#[doc(hidden)]
pub use instances::instances;
pub use interface::{End, Many, Master, One, Shape, Slave};
pub use memory::{address_bits, LutMemory, Memory};
pub use optional::Optional;
pub use parameter::Parameter;
pub use signal::{Element, Port, Register, Wire};
pub use simulate::{clock, settle, Activity, CombinationalLoop, Inputs};
pub use unknown::seed_unknown;
pub use value::{signed_cast, unsigned_cast, Bits, Signed, Value};

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
