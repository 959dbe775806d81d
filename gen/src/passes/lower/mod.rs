//! Makes every width and extension of a kernel explicit, and folds what is known.

mod bits;
mod excluded;
mod expression;
mod operators;
mod path;
mod statement;

use crate::ir::{Block, Child, Expr, Int, Signal};
use crate::passes::collect::Collected;
use crate::refusal::Reason;
use excluded::Excluded;

/// The value of an expression of a kernel, with what rust-hdl's types say of it.
#[derive(Debug, Clone)]
enum Typed {
    /// Known when the block is built, but for loop variables; it takes the width of its context.
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
    /// What is read where a choice excludes it.
    excluded: Excluded,
    /// The signal that is being assigned, for messages.
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

/// The block in the intermediate form. `children` are its sub-blocks, each with its ports.
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
    let kernel = lowering.statements(&collected.kernel)?;
    let excluded = lowering.excluded.0;
    let spared = (0..signals.len())
        .filter(|id| signals[*id].is_port() && excluded.contains(&signals[*id].name))
        .collect();
    let (module, doc) = (collected.module, collected.doc);
    Ok(Block { module, doc, signals, children, kernel, spared })
}
