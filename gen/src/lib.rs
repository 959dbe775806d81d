//! Translates rust-hdl modules to Verilog-2001 that a hardware engineer would sign.

mod axi_wrapper;
pub mod boards;
mod bus;
mod fabric;
pub mod flow;
pub mod header;
pub mod ir;
mod library;
pub mod markdown;
pub mod package;
pub mod passes;
mod ports;
mod prefix;
mod refusal;
pub mod registers;
mod several;

pub use fabric::{board, ethernet_fabric, fabric};
pub use passes::print::is_reserved_in_cpp;
pub use ports::Interface;
pub use prefix::{NoPrefix, Prefix};
pub use refusal::{Reason, Refusal};

use passes::collect::Collected;
use serde::Serialize;
use tailback_hdl::Hardware;
use tailback_spec::PortTable;

/// One Verilog module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Module {
    /// Module name, which is also the name of its file.
    pub name: String,
    /// Verilog text, with a header comment that describes the module.
    pub text: String,
}

/// A design as Verilog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Design {
    /// The ports of the topmost module.
    pub top: PortTable,
    /// The interfaces of the topmost module, in the order of their ports.
    pub interfaces: Vec<Interface>,
    /// All modules, each after its submodules; the topmost one is the last.
    pub modules: Vec<Module>,
}

/// Returns the Verilog of a module. `origin`, in the first lines of each module, names its source,
/// as [`header::configuration`] or [`header::parameters`] do.
///
/// # Errors
///
/// If the module or a submodule has a construct without an exact translation, a latch, a signal
/// without a driver or a reader, or a reserved name. [`Reason`] lists all causes, with the field if
/// there is one.
pub fn verilog(hardware: &dyn Hardware, origin: &str) -> Result<Design, Refusal> {
    translate(passes::collect::collect(hardware), origin)
}

/// Returns the Verilog of a collected module, by the passes that follow.
///
/// # Errors
///
/// As [`verilog`].
pub fn translate(collected: Collected, origin: &str) -> Result<Design, Refusal> {
    let mut library = library::Library::new(origin);
    let top = library.add(collected)?;
    let (interfaces, top) = (ports::interfaces(&top), ports::table(&top));
    Ok(Design { top, interfaces, modules: library.modules })
}
