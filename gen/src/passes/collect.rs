//! Collects the signals, the submodules and the kernel of a module.

use crate::ir::{Interface, Memory, Signal};
use crate::refusal::Reason;
use rust_hdl_core::ast::{Verilog, VerilogBlock};
use rust_hdl_core::prelude::{Atom, Block, Probe};
use tailback_hdl::{Connection, Declaration, Role, OWN_CLOCK};

/// A module as rust-hdl describes it.
#[derive(Debug, Default)]
pub struct Collected {
    /// Name of the Verilog module.
    pub module: String,
    /// Doc comment.
    pub doc: String,
    /// Signals, in the order of the declaration.
    pub signals: Vec<Signal>,
    /// Submodules with their names; the elements of an array are adjacent.
    pub children: Vec<(ChildName, Collected)>,
    /// Kernel.
    pub kernel: VerilogBlock,
    /// Connections of the submodules.
    pub connections: Vec<Connection>,
    /// The memory, if this is a memory instead of a module.
    pub memory: Option<Memory>,
    /// Reason for a refusal, if already known.
    pub problem: Option<Reason>,
}

/// Name of a submodule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildName {
    /// Field name.
    pub field: String,
    /// Whether the field is an array.
    pub array: bool,
    /// Whether the submodule has a clock of its own.
    pub clocked: bool,
}

#[derive(Default)]
struct Walk {
    open: Vec<(ChildName, Collected)>,
    interface: Option<Interface>,
    done: Collected,
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let (name, clocked) = match name.strip_suffix(OWN_CLOCK) {
            Some(name) => (name, true),
            None => (name, false),
        };
        let (field, array) = name.split_once('$').map_or((name, false), |(field, _)| (field, true));
        let name = ChildName { field: field.into(), array, clocked };
        let mut collected = Collected::default();
        if let Verilog::Combinatorial(kernel) = node.hdl() {
            collected.kernel = kernel;
        }
        self.open.push((name, collected));
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.interface = Some(Interface { name: name.into(), doc: String::new() });
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interface = None;
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let Some((_, collected)) = self.open.last_mut() else { return };
        match Declaration::of(atom) {
            Some(about) if about.role == Role::Block => {
                let (module, doc) = about.doc.split_once('\n').unwrap_or((&about.doc, ""));
                collected.module = module.into();
                collected.doc = doc.into();
            }
            Some(Declaration {
                role: Role::Memory { words, kind, in_block_ram },
                width,
                doc,
                ..
            }) => {
                collected.memory = Some(Memory { words, width, kind, in_block_ram, doc });
            }
            Some(Declaration { role: Role::Interface, doc, .. }) => {
                self.interface.iter_mut().for_each(|interface| interface.doc.clone_from(&doc));
            }
            Some(Declaration { role: Role::Connections, doc, .. }) => {
                collected.connections = serde_json::from_str(&doc).unwrap_or_default();
            }
            Some(declaration) => {
                let mut signal = Signal::new(name, declaration);
                if let Some(interface) = &self.interface {
                    signal.name = format!("{}_{name}", interface.name);
                    signal.interface = Some(interface.clone());
                }
                if signal.role == Role::Input && signal.output {
                    collected.problem = Some(Reason::RegisteredInput(signal.name.clone()));
                }
                collected.signals.push(signal);
            }
            None => collected.problem = Some(Reason::ForeignSignal(name.into())),
        }
    }

    fn visit_end_scope(&mut self, _: &str, node: &dyn Block) {
        let Some(mut child) = self.open.pop() else { return };
        let has_kernel = matches!(node.hdl(), Verilog::Combinatorial(_));
        if !has_kernel && child.1.memory.is_none() {
            child.1.problem = Some(Reason::NoKernel);
        }
        match self.open.last_mut() {
            Some((_, parent)) => parent.children.push(child),
            None => self.done = child.1,
        }
    }
}

/// Collects the signals, submodules and kernel of `block`.
pub fn collect(block: &dyn Block) -> Collected {
    let mut walk = Walk::default();
    block.accept("top", &mut walk);
    walk.done
}
