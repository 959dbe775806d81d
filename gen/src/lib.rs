//! From a rust-hdl block to Verilog-2001 that a hardware engineer would sign.

pub mod flow;
pub mod package;

use serde::Serialize;
use tailback_spec::PortTable;

/// One Verilog module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Module {
    /// Its name, which is also the name of its file.
    pub name: String,
    /// Its text, with a header comment that says what it is.
    pub text: String,
}

/// A block as Verilog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Design {
    /// The ports of the topmost module.
    pub top: PortTable,
    /// All modules, each after those that it instantiates; the topmost is the last.
    pub modules: Vec<Module>,
}
