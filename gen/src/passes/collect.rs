//! Takes down the signals and the kernel of a block.

use crate::ir::Signal;
use crate::refusal::Reason;
use rust_hdl_core::ast::{Verilog, VerilogBlock};
use rust_hdl_core::prelude::{Atom, Block, Probe};
use tailback_hdl::{Declaration, Role};

/// A block as rust-hdl sees it.
#[derive(Debug, Default)]
pub struct Collected {
    /// The Verilog module.
    pub module: String,
    /// What it does.
    pub doc: String,
    /// Its signals, in the order of the declaration.
    pub signals: Vec<Signal>,
    /// Its kernel.
    pub kernel: VerilogBlock,
}

#[derive(Default)]
struct Walk {
    collected: Collected,
    problem: Option<Reason>,
    depth: usize,
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.depth += 1;
        if self.depth > 1 {
            self.problem = Some(Reason::ForeignSignal(name.into()));
            return;
        }
        match node.hdl() {
            Verilog::Combinatorial(kernel) => self.collected.kernel = kernel,
            _ => self.problem = Some(Reason::NoKernel),
        }
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        match Declaration::of(atom) {
            Some(about) if about.role == Role::Block => {
                let (module, doc) = about.doc.split_once('\n').unwrap_or((&about.doc, ""));
                self.collected.module = module.into();
                self.collected.doc = doc.into();
            }
            Some(declaration) => self.collected.signals.push(Signal::new(name, declaration)),
            None => self.problem = Some(Reason::ForeignSignal(name.into())),
        }
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }
}

/// The signals and the kernel of `block`, with its module name even where it is refused.
pub fn collect(block: &dyn Block) -> (Collected, Option<Reason>) {
    let mut walk = Walk::default();
    block.accept("top", &mut walk);
    (walk.collected, walk.problem)
}
