//! From a rust-hdl block to Verilog-2001 that a hardware engineer would sign.

pub mod ir;
pub mod passes;
mod refusal;

pub use refusal::{Reason, Refusal};

use passes::collect::Collected;
use serde::Serialize;
use tailback_hdl::{Hardware, Role};
use tailback_spec::{Direction, Port, PortTable};

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

/// The Verilog of a block. `origin` is the first line of each module: what it was made from.
///
/// # Errors
///
/// Whatever cannot be translated exactly is refused, with the name of the field that is the cause.
pub fn verilog(hardware: &dyn Hardware, origin: &str) -> Result<Design, Refusal> {
    let (collected, problem) = passes::collect::collect(hardware);
    match problem {
        Some(reason) => Err(Refusal { block: collected.module, reason }),
        None => translate(collected, origin),
    }
}

/// The Verilog of a block that was taken down, by the passes after that.
///
/// # Errors
///
/// As [`verilog`].
pub fn translate(collected: Collected, origin: &str) -> Result<Design, Refusal> {
    let module = collected.module.clone();
    let refuse = |reason| Refusal { block: module.clone(), reason };
    let block = passes::lower::lower(collected).map_err(refuse)?;
    let uses = passes::check::check(&block).map_err(refuse)?;
    let parts = passes::partition::partition(&block, &uses).map_err(refuse)?;
    let text = passes::print::print(&block, &parts, origin).map_err(refuse)?;
    let name = block.module.clone();
    Ok(Design { top: port_table(&block), modules: vec![Module { name, text }] })
}

fn port_table(block: &ir::Block) -> PortTable {
    let port = |signal: &ir::Signal| {
        let direction = match signal.role {
            Role::Input => Direction::Input,
            Role::Output => Direction::Output,
            _ => return None,
        };
        Some(Port {
            name: signal.name.clone(),
            direction,
            lanes: signal.lanes.unwrap_or(1),
            width: signal.width,
            doc: signal.doc.trim().replace('\n', " "),
        })
    };
    PortTable {
        module: block.module.clone(),
        clocked: block.signals.iter().any(|signal| signal.role == Role::Register),
        ports: block.signals.iter().filter_map(port).collect(),
    }
}
