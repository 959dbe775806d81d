//! Splits a kernel into the parts of a Verilog module.
//!
//! A signal that is assigned once becomes an `assign`; a loop with independent iterations becomes a
//! `generate` loop, with an `always` of its own where one is needed. The rest of the combinational
//! logic keeps its order in one `always @*`, and all other registers are in one
//! `always @(posedge clock)`.

mod loops;
mod together;

use crate::ir::{filter, Block, Int, Place, SignalId, Stmt};
use crate::passes::check::Use;
use crate::refusal::Reason;
use std::collections::{BTreeSet, HashMap};

/// A part of a Verilog module.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Assignments, each printed as an `assign`, with their comments.
    Assign(Vec<Stmt>),
    /// A `generate` loop.
    Generate {
        /// Loop variable; several loops may share one name.
        variable: String,
        /// Label of the `generate` block, unique in a module.
        label: String,
        /// First iteration.
        from: usize,
        /// Iteration after the last one.
        to: usize,
        /// Parts of each iteration.
        parts: Vec<Part>,
    },
    /// An `always @*`.
    Combine(Vec<Stmt>),
    /// An `always @(posedge clock)` with its reset.
    Clock {
        /// Statements at the clock edge.
        body: Vec<Stmt>,
        /// Registers that the reset initialises.
        resets: Vec<Reset>,
    },
}

/// A register initialised by the reset.
#[derive(Debug, Clone, PartialEq)]
pub struct Reset {
    /// The register.
    pub signal: usize,
    /// Element index; `None` for the whole register.
    pub lane: Option<Int>,
}

struct Partition<'a> {
    block: &'a Block,
    uses: &'a [Use],
    /// Signals that an `always` assigns in part, and so must assign completely.
    procedural: BTreeSet<SignalId>,
}

/// Splits a module into parts.
///
/// # Errors
///
/// If an `always @*` would read no signal but those that it assigns, and so would never run
/// ([`Reason::ConstantLogic`]).
pub fn partition(block: &Block, uses: &[Use]) -> Result<Vec<Part>, Reason> {
    let mut partition = Partition { block, uses, procedural: BTreeSet::new() };
    let (mut parts, mut combine, mut clock) = (Vec::new(), Vec::new(), Vec::new());
    let mut comments = Vec::new();
    let entangled = partition.settle();
    for (index, statement) in block.kernel.iter().enumerate() {
        let free = !entangled.contains(&index);
        match statement {
            Stmt::Comment(_) => comments.push(statement.clone()),
            Stmt::For { variable, from, to, body } if free && partition.parallel(statement) => {
                parts.extend(comments.drain(..).map(|comment| Part::Assign(vec![comment])));
                parts.push(generate(variable, *from, *to, partition.turn(variable, body)?));
            }
            Stmt::Assign { target, value } if free && partition.simple(target, value) => {
                comments.push(statement.clone());
                parts.push(Part::Assign(std::mem::take(&mut comments)));
            }
            _ => {
                let mut here = std::mem::take(&mut comments);
                here.push(statement.clone());
                combine.extend(filter(&here, &|place| !partition.register(place)));
                clock.extend(filter(&here, &|place| partition.register(place)));
            }
        }
    }
    partition.reads_something(&combine)?;
    if !combine.is_empty() {
        parts.push(Part::Combine(combine));
    }
    if !clock.is_empty() {
        let resets = partition.resets(&clock, None);
        parts.push(Part::Clock { body: clock, resets });
    }
    Ok(parts)
}

/// Names the loops in `parts`.
pub fn name_loops(block: &Block, parts: &mut [Part]) {
    loops::separate(block, parts);
    loops::label(parts, &mut HashMap::new());
}

/// Makes a `generate` loop without a label.
fn generate(variable: &str, from: usize, to: usize, parts: Vec<Part>) -> Part {
    Part::Generate { variable: variable.into(), label: String::new(), from, to, parts }
}

impl Partition<'_> {
    /// Returns the parts of one iteration of a `generate` loop.
    fn turn(&self, variable: &str, body: &[Stmt]) -> Result<Vec<Part>, Reason> {
        let (mut parts, mut combine) = (Vec::new(), Vec::new());
        let mut comments: Vec<Stmt> = Vec::new();
        let entangled = self.entangled(body, |statement| self.alone(statement));
        for (index, statement) in body.iter().enumerate() {
            if !statement.acts() {
                comments.push(statement.clone());
                continue;
            }
            let alone = self.alone(statement) && !entangled.contains(&index);
            if let (true, Stmt::For { variable, from, to, body }) = (alone, statement) {
                parts.extend(comments.drain(..).map(|comment| Part::Assign(vec![comment])));
                parts.push(generate(variable, *from, *to, self.turn(variable, body)?));
                continue;
            }
            comments.push(statement.clone());
            let here = std::mem::take(&mut comments);
            if alone {
                parts.push(Part::Assign(here));
            } else {
                combine.extend(filter(&here, &|place| !self.register(place)));
            }
        }
        self.reads_something(&combine)?;
        if !combine.is_empty() {
            parts.push(Part::Combine(combine));
        }
        // A comment on logic stays with the logic.
        let clock =
            without_shared_comments(filter(body, &|place| self.register(place)), body, &|place| {
                !self.register(place)
            });
        if !clock.is_empty() {
            let resets = self.resets(&clock, Some(variable));
            parts.push(Part::Clock { body: clock, resets });
        }
        Ok(parts)
    }

    /// Refuses an `always @*` that reads nothing: it would never run.
    fn reads_something(&self, combine: &[Stmt]) -> Result<(), Reason> {
        match assigned(combine).first() {
            Some(signal) if !is_triggered(combine) => {
                Err(Reason::ConstantLogic(self.block.signals[*signal].path().into()))
            }
            _ => Ok(()),
        }
    }

    fn resets(&self, clock: &[Stmt], lane: Option<&str>) -> Vec<Reset> {
        let mut signals = Vec::new();
        for statement in clock {
            statement.assignments(&mut |place, _| {
                if !signals.contains(&place.signal) {
                    signals.push(place.signal);
                }
            });
        }
        signals.sort_unstable();
        let lane = lane.map(|variable| Int::Variable(variable.into()));
        signals.into_iter().map(|signal| Reset { signal, lane: lane.clone() }).collect()
    }
}

/// Signals that these statements assign.
fn assigned(body: &[Stmt]) -> BTreeSet<SignalId> {
    let mut assigned = BTreeSet::new();
    for statement in body {
        statement.assignments(&mut |place, _| _ = assigned.insert(place.signal));
    }
    assigned
}

/// Whether an `always @*` with this body ever runs: it reads a signal that it does not assign.
pub fn is_triggered(body: &[Stmt]) -> bool {
    let assigned = assigned(body);
    let mut reads = false;
    for statement in body {
        statement.reads(&mut |signal| reads |= !assigned.contains(&signal));
    }
    reads
}

/// Drops the comments on statements that `other` keeps as well.
fn without_shared_comments(
    kept: Vec<Stmt>,
    all: &[Stmt],
    other: &impl Fn(&Place) -> bool,
) -> Vec<Stmt> {
    let elsewhere = filter(all, other);
    kept.into_iter()
        .filter(|statement| statement.acts() || !elsewhere.contains(statement))
        .collect()
}
