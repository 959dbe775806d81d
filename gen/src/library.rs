//! The modules of a design: submodules before their parents, equal modules once.

use crate::ir::{Block, Child, ChildKind, Signal, UNUSED};
use crate::passes::collect::{ChildName, Collected};
use crate::passes::partition::{self, Part};
use crate::passes::{check, domain, join, lower, needless, print, simplify};
use crate::{Module, Reason, Refusal};
use tailback_hdl::Role;

pub(crate) struct Library<'a> {
    pub modules: Vec<Module>,
    origin: &'a str,
}

/// A submodule with its ports.
type Instance = (Child, Vec<Signal>);

impl<'a> Library<'a> {
    pub fn new(origin: &'a str) -> Self {
        Library { modules: Vec::new(), origin }
    }

    /// Translates a module and its submodules.
    ///
    /// # Errors
    ///
    /// As [`crate::verilog`].
    pub fn add(&mut self, mut collected: Collected) -> Result<Block, Refusal> {
        let name = collected.module.clone();
        let refuse = |reason| Refusal { block: name.clone(), reason };
        if let Some(reason) = collected.problem.take() {
            return Err(refuse(reason));
        }
        let mut instances: Vec<Instance> = Vec::new();
        for (child, inner) in std::mem::take(&mut collected.children) {
            let (kind, signals) = match &inner.memory {
                Some(memory) => (ChildKind::Memory(memory.clone()), inner.signals),
                None => {
                    let block = self.add(inner)?;
                    if child.clocked && !block.clocked() {
                        return Err(refuse(Reason::WithoutClock(child.field)));
                    }
                    let clocked = block.clocked() && !child.clocked;
                    let kind = ChildKind::Module { name: block.module.clone(), clocked };
                    match child.clocked {
                        true => (kind, domain::own_clock(block)),
                        false => (kind, block.signals),
                    }
                }
            };
            instance(&mut instances, child, kind, signals).map_err(refuse)?;
        }
        let block = lower::lower(collected, instances).map_err(refuse)?;
        let uses = check::check(&block).map_err(refuse)?;
        // Without the needless assignments, logic may read nothing that triggers it.
        let simple = needless::remove(&block).and_then(|simple| {
            let uses = check::check(&simple).ok()?;
            split(simple, &uses).ok()
        });
        let (mut block, mut parts) = match simple {
            Some(simple) => simple,
            None => split(block, &uses).map_err(refuse)?,
        };
        join::join(&mut block, &mut parts);
        domain::assign(&mut block).map_err(refuse)?;
        let mut parts = simplify::simplify(&block, parts);
        partition::name_loops(&block, &mut parts);
        for copy in 1.. {
            if copy > 1 {
                block.module = format!("{name}_{copy}");
            }
            let text = print::print(&block, &parts, self.origin).map_err(refuse)?;
            match self.modules.iter().find(|module| module.name == block.module) {
                Some(module) if module.text == text => break,
                Some(_) => {}
                None => {
                    self.modules.push(Module { name: block.module.clone(), text });
                    break;
                }
            }
        }
        Ok(block)
    }
}

/// Splits a module into parts, after naming what nothing reads.
fn split(mut block: Block, uses: &[check::Use]) -> Result<(Block, Vec<Part>), Reason> {
    name_unread(&mut block, uses);
    let parts = partition::partition(&block, uses)?;
    Ok((block, parts))
}

/// Gives the wires of unread outputs a name that marks them as unused.
fn name_unread(block: &mut Block, uses: &[check::Use]) {
    for (signal, used) in block.signals.iter_mut().zip(uses) {
        if signal.child.is_some() && signal.role == Role::Input && !used.read {
            signal.name = format!("{UNUSED}{}", signal.name);
        }
    }
}

/// Adds a submodule, or one more element of an array of submodules.
fn instance(
    instances: &mut Vec<Instance>,
    name: ChildName,
    kind: ChildKind,
    signals: Vec<Signal>,
) -> Result<(), Reason> {
    match instances.last_mut() {
        Some((child, _)) if name.array && child.name == name.field => {
            if child.kind != kind {
                return Err(Reason::UnequalElements(name.field));
            }
            child.count = child.count.map(|count| count + 1);
        }
        _ => {
            let count = name.array.then_some(1);
            let ports = signals.into_iter().filter(Signal::is_port).collect();
            instances.push((Child { name: name.field, count, kind }, ports));
        }
    }
    Ok(())
}
