//! Makes every width and extension of a kernel explicit, and folds constants.
//!
//! Connections of submodules become assignments: those that submodules drive precede the kernel,
//! those that drive submodules follow it. A named constant keeps its name where it is an operand
//! of arithmetic or of a comparison, or an assigned value.

mod bits;
mod connections;
mod excluded;
mod expression;
mod operators;
mod path;
mod statement;

use crate::ir::{Block, Child, Expr, Int, Signal, Stmt};
use crate::passes::collect::Collected;
use crate::refusal::Reason;
use connections::Order;
use excluded::Excluded;
use std::collections::BTreeSet;

/// Value of a kernel expression, with its rust-hdl type.
#[derive(Debug, Clone)]
enum Typed {
    /// A value known at elaboration, except for loop variables; the context sets its width.
    Int(Int),
    /// Bits.
    Value { expr: Expr, class: Class },
}

/// The Rust type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// `bool`.
    Bool,
    /// `Bits`.
    Unsigned,
    /// `Signed`.
    Signed,
}

/// A loop around the current statement: its variable, with its first and last value.
type Loop = (String, i128, i128);

struct Lowering<'a> {
    signals: &'a [Signal],
    children: &'a [Child],
    loops: Vec<Loop>,
    /// Names read in branches that a choice excludes.
    excluded: Excluded,
    /// Signal being assigned, for error messages.
    target: String,
}

impl Lowering<'_> {
    fn refuse<T>(&self, what: &'static str) -> Result<T, Reason> {
        Err(Reason::Expression { what, target: self.target.clone() })
    }

    fn value(&self, expr: Expr, class: Class) -> Result<Typed, Reason> {
        Ok(Typed::Value { expr, class })
    }
}

/// Lowers a module to the intermediate representation. `children` are its submodules with their
/// ports.
///
/// # Errors
///
/// If the kernel or a connection has an unknown name, an index out of range, a value wider than its
/// target, a second driver of a signal, or a construct without an exact translation.
pub fn lower(collected: Collected, children: Vec<(Child, Vec<Signal>)>) -> Result<Block, Reason> {
    let mut signals = collected.signals;
    for (id, (child, ports)) in children.iter().enumerate() {
        signals.extend(ports.iter().map(|port| port.of_child(id, child)));
    }
    let children: Vec<Child> = children.into_iter().map(|(child, _)| child).collect();
    let mut lowering = Lowering {
        signals: &signals,
        children: &children,
        loops: Vec::new(),
        excluded: Excluded::default(),
        target: String::new(),
    };
    let outputs = lowering.connections(&collected.connections, Order::BeforeKernel)?;
    let kernel = lowering.statements(&collected.kernel)?;
    let inputs = lowering.connections(&collected.connections, Order::AfterKernel)?;
    connections::check(&signals, [&outputs, &inputs], &kernel)?;
    let mut kernel = [outputs, kernel, inputs].concat();
    kernel.iter_mut().for_each(Stmt::fold);
    let excluded = lowering.excluded.0;
    let spared = (0..signals.len())
        .filter(|id| signals[*id].is_port())
        .filter(|id| signals[*id].interface.is_some() || excluded.contains(&signals[*id].name))
        .collect();
    let (module, doc) = (collected.module, collected.doc);
    Ok(Block {
        module,
        doc,
        signals,
        children,
        kernel,
        spared,
        joined: BTreeSet::new(),
        shared: BTreeSet::new(),
    })
}
