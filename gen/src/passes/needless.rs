//! Removes assignments without effect.
//!
//! An assignment has no effect if each of its bits is assigned again before anything reads it, on
//! every path and in every iteration, or if it assigns a signal to itself. A choice or a loop
//! disappears with its last assignment.
//!
//! The [`check`](super::check) precedes this pass, so that it judges the kernel as it was written.

use super::check::{needs_reader, range};
use crate::ir::{Block, Expr, Kind, Place, SignalId, Stmt};
use bitvec::vec::BitVec;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::take;
use tailback_hdl::Role;

/// Returns the module without needless assignments; `None` if it has none. An input that only such
/// assignments read becomes one that needs no reader; what reads another signal alone remains.
pub fn remove(block: &Block) -> Option<Block> {
    let mut wanted = BTreeSet::new();
    loop {
        let mut simple = block.clone();
        // A removed assignment may have been the only one that read the value of another.
        while let Some(kernel) = pass(&simple, &wanted) {
            simple.kernel = kernel;
        }
        let unread = unread(block, &simple);
        let is_input = |id: &SignalId| block.signals[*id].is_port();
        let (inputs, others): (Vec<_>, Vec<_>) = unread.into_iter().partition(is_input);
        if others.is_empty() {
            simple.spared.extend(inputs);
            return (simple.kernel != block.kernel).then_some(simple);
        }
        let before = wanted.len();
        wanted.extend(others);
        if wanted.len() == before {
            return None;
        }
    }
}

/// Signals that need a reader, and lose their last one.
fn unread(before: &Block, after: &Block) -> BTreeSet<SignalId> {
    let [mut lost, kept] = [before, after].map(|block| {
        let mut read = BTreeSet::new();
        let mut note = |signal| _ = read.insert(signal);
        block.kernel.iter().for_each(|statement| statement.reads(&mut note));
        read
    });
    lost.retain(|id| !kept.contains(id) && needs_reader(before, *id));
    lost
}

/// Returns the kernel without the assignments that are needless now; `None` if there are none.
/// Statements that read the signals `wanted` remain.
fn pass(block: &Block, wanted: &BTreeSet<SignalId>) -> Option<Vec<Stmt>> {
    let mut copies = HashSet::new();
    repeated(block, &block.kernel, &mut BTreeSet::new(), &mut copies);
    let mut search = Search {
        block,
        wanted,
        copies,
        variables: HashMap::new(),
        over: block.signals.iter().map(|signal| BitVec::repeat(false, signal.bits())).collect(),
        needed: HashSet::new(),
    };
    search.statements(&block.kernel, false);
    let kernel = without(&block.kernel, &search.needed);
    (kernel != block.kernel).then_some(kernel)
}

fn is_register(block: &Block, place: &Place) -> bool {
    block.signal(place).role == Role::Register
}

/// Collects the assignments of a signal to itself: all that are combinational, and those of
/// registers that no statement in `earlier` has assigned.
fn repeated(
    block: &Block,
    statements: &[Stmt],
    earlier: &mut BTreeSet<SignalId>,
    found: &mut HashSet<*const Stmt>,
) {
    for statement in statements {
        match statement {
            Stmt::Comment(_) => {}
            Stmt::Assign { target, value } => {
                let is_first = !is_register(block, target) || !earlier.contains(&target.signal);
                if is_first && value.kind == Kind::Read(target.clone()) {
                    found.insert(statement);
                } else {
                    earlier.insert(target.signal);
                }
            }
            Stmt::If { .. } | Stmt::Case { .. } => {
                let before = earlier.clone();
                for body in statement.bodies() {
                    let mut here = before.clone();
                    repeated(block, body, &mut here, found);
                    earlier.append(&mut here);
                }
            }
            Stmt::For { body, .. } => {
                // Other iterations precede the statement.
                statement.assignments(&mut |target, _| _ = earlier.insert(target.signal));
                repeated(block, body, earlier, found);
            }
        }
    }
}

/// A search from the last statement to the first one.
struct Search<'a> {
    block: &'a Block,
    /// Signals whose readers remain.
    wanted: &'a BTreeSet<SignalId>,
    /// Assignments of a signal to itself.
    copies: HashSet<*const Stmt>,
    variables: HashMap<String, i128>,
    /// Bits that the statements after this one assign before anything reads them.
    over: Vec<BitVec>,
    /// Assignments with an effect.
    needed: HashSet<*const Stmt>,
}

impl Search<'_> {
    /// Visits statements; `stays` if a condition around them reads a wanted signal.
    fn statements(&mut self, statements: &[Stmt], stays: bool) {
        statements.iter().rev().for_each(|statement| self.statement(statement, stays));
    }

    fn statement(&mut self, statement: &Stmt, stays: bool) {
        match statement {
            Stmt::Comment(_) => {}
            Stmt::Assign { target, value } => {
                let stays = stays || self.reads_wanted(value);
                if !stays && self.copies.contains(&std::ptr::from_ref(statement)) {
                    return;
                }
                let range = range(self.block, target, &self.variables);
                let over = &mut self.over[target.signal][range];
                if stays || !over.all() {
                    self.needed.insert(statement);
                }
                over.fill(true);
                self.reads(value);
            }
            Stmt::If { condition, .. } => self.choice(condition, &statement.bodies(), stays),
            Stmt::Case { subject, .. } => self.choice(subject, &statement.bodies(), stays),
            Stmt::For { variable, from, to, body } => {
                for turn in (*from..*to).rev() {
                    self.variables.insert(variable.clone(), turn as i128);
                    self.statements(body, stays);
                }
                self.variables.remove(variable);
            }
        }
    }

    fn choice(&mut self, condition: &Expr, bodies: &[&Vec<Stmt>], stays: bool) {
        let stays = stays || self.reads_wanted(condition);
        let after = self.over.clone();
        let mut before: Option<Vec<BitVec>> = None;
        for body in bodies {
            self.over.clone_from(&after);
            self.statements(body, stays);
            match &mut before {
                None => before = Some(self.over.clone()),
                Some(all) => {
                    for (all, one) in all.iter_mut().zip(&self.over) {
                        *all &= one;
                    }
                }
            }
        }
        self.over = before.unwrap_or(after);
        self.reads(condition);
    }

    fn reads_wanted(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.reads(&mut |signal, _| found |= self.wanted.contains(&signal));
        found
    }

    /// Records what `expr` reads. What a register reads is its value before the clock edge.
    fn reads(&mut self, expr: &Expr) {
        expr.reads(&mut |id, place| {
            let signal = &self.block.signals[id];
            if signal.combinational() {
                let range = match place {
                    Some(place) => range(self.block, place, &self.variables),
                    None => 0..signal.bits(),
                };
                self.over[id][range].fill(false);
            }
        });
    }
}

/// Returns the statements with only the assignments in `needed`; a comment stays with the statement
/// that follows it.
fn without(statements: &[Stmt], needed: &HashSet<*const Stmt>) -> Vec<Stmt> {
    let (mut kept, mut comments) = (Vec::new(), Vec::new());
    for statement in statements {
        let rest = match statement {
            Stmt::Comment(_) => {
                comments.push(statement.clone());
                continue;
            }
            Stmt::Assign { .. } => {
                needed.contains(&std::ptr::from_ref(statement)).then(|| statement.clone())
            }
            Stmt::If { condition, then, otherwise } => {
                let (then, otherwise) = (without(then, needed), without(otherwise, needed));
                let acts = then.iter().chain(&otherwise).any(Stmt::acts);
                acts.then(|| Stmt::If { condition: condition.clone(), then, otherwise })
            }
            Stmt::Case { subject, arms, default } => {
                let arms: Vec<_> = arms
                    .iter()
                    .map(|(value, body)| (value.clone(), without(body, needed)))
                    .collect();
                let default = without(default, needed);
                let acts = default.iter().any(Stmt::acts)
                    || arms.iter().any(|(_, body)| body.iter().any(Stmt::acts));
                acts.then(|| Stmt::Case { subject: subject.clone(), arms, default })
            }
            Stmt::For { variable, from, to, body } => {
                let body = without(body, needed);
                let acts = body.iter().any(Stmt::acts);
                let (variable, from, to) = (variable.clone(), *from, *to);
                acts.then_some(Stmt::For { variable, from, to, body })
            }
        };
        let comments = take(&mut comments);
        if let Some(rest) = rest {
            kept.extend(comments);
            kept.push(rest);
        }
    }
    kept
}
