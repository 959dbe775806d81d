//! Splits a kernel into the parts of a Verilog module.
//!
//! What is assigned once becomes an `assign`; a loop whose turns have nothing to do with each
//! other becomes a `generate`; the rest of the combinational logic keeps its order in one
//! `always @*`, and the registers go to one `always @(posedge clock)`.

use crate::ir::{filter, rename_loops, Block, Expr, Int, Place, Stmt};
use crate::passes::check::Use;
use crate::refusal::Reason;
use tailback_hdl::Role;

/// A part of a module.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// An `assign` for each, with the comments on it.
    Assign(Vec<Stmt>),
    /// A `generate` loop.
    Generate {
        /// The loop variable.
        variable: String,
        /// How many `generate` loops with this variable came before.
        earlier: usize,
        /// First turn.
        from: usize,
        /// First turn that is no longer taken.
        to: usize,
        /// What each turn has.
        parts: Vec<Part>,
    },
    /// An `always @*`.
    Combine(Vec<Stmt>),
    /// An `always @(posedge clock)`, which resets these registers, the lanes of the turn or all.
    Clock {
        /// What happens at the edge.
        body: Vec<Stmt>,
        /// Registers that reset clears.
        resets: Vec<Reset>,
    },
}

/// A register in a reset.
#[derive(Debug, Clone, PartialEq)]
pub struct Reset {
    /// The register.
    pub signal: usize,
    /// The lane, as a loop variable; `None` stands for the whole register.
    pub lane: Option<String>,
}

struct Partition<'a> {
    block: &'a Block,
    uses: &'a [Use],
}

/// The parts of the module.
pub fn partition(block: &Block, uses: &[Use]) -> Result<Vec<Part>, Reason> {
    let partition = Partition { block, uses };
    let (mut parts, mut combine, mut clock) = (Vec::new(), Vec::new(), Vec::new());
    let mut comments = Vec::new();
    for statement in &block.kernel {
        match statement {
            Stmt::Comment(_) => comments.push(statement.clone()),
            Stmt::For { variable, from, to, body } if partition.parallel(statement) => {
                parts.extend(comments.drain(..).map(|comment| Part::Assign(vec![comment])));
                let inner = partition.turn(variable, body)?;
                let earlier = generated(&parts).filter(|name| *name == variable).count();
                parts.push(Part::Generate {
                    variable: variable.clone(),
                    earlier,
                    from: *from,
                    to: *to,
                    parts: inner,
                });
            }
            Stmt::Assign { target, value } if partition.simple(target, value) => {
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
    // A name cannot be both a `genvar` and an `integer`.
    let other_name = |variable: &str| {
        generated(&parts).any(|name| name == variable).then(|| format!("{variable}_i"))
    };
    let (combine, clock) = (rename_loops(&combine, &other_name), rename_loops(&clock, &other_name));
    if !combine.is_empty() {
        parts.push(Part::Combine(combine));
    }
    if !clock.is_empty() {
        let resets = partition.resets(&clock, None);
        parts.push(Part::Clock { body: clock, resets });
    }
    Ok(parts)
}

/// The variables of the `generate` loops.
fn generated(parts: &[Part]) -> impl Iterator<Item = &String> {
    parts.iter().filter_map(|part| match part {
        Part::Generate { variable, .. } => Some(variable),
        _ => None,
    })
}

impl Partition<'_> {
    fn register(&self, place: &Place) -> bool {
        self.block.signal(place).role == Role::Register
    }

    /// Whether an assignment stands alone: its target has no other, and it reads final values.
    fn simple(&self, target: &Place, value: &Expr) -> bool {
        let mut settled = true;
        value.reads(&mut |signal, _| settled &= !self.uses[signal].unsettled);
        let used = &self.uses[target.signal];
        !self.register(target) && used.assigned_once && !used.unsettled && settled
    }

    /// Whether the turns of a loop can stand side by side.
    fn parallel(&self, statement: &Stmt) -> bool {
        let Stmt::For { variable, body, .. } = statement else { return false };
        let turn = Some(Int::Variable(variable.clone()));
        let mut parallel = true;
        statement.assignments(&mut |target, value| {
            let used = &self.uses[target.signal];
            parallel &= used.one_owner && !used.unsettled;
            parallel &= !self.register(target) || (target.lane == turn && target.bits.is_none());
            value.reads(&mut |signal, _| parallel &= !self.uses[signal].unsettled);
        });
        let mut nested = false;
        for statement in body {
            nested |= matches!(statement, Stmt::For { .. });
        }
        parallel && !nested
    }

    /// The parts of one turn of a `generate` loop.
    fn turn(&self, variable: &str, body: &[Stmt]) -> Result<Vec<Part>, Reason> {
        let (mut parts, mut combine) = (Vec::new(), Vec::new());
        let simple = |statement: &Stmt| match statement {
            Stmt::Assign { target, value } => self.simple(target, value),
            _ => false,
        };
        let mut comments: Vec<Stmt> = Vec::new();
        for statement in body {
            if !statement.acts() {
                comments.push(statement.clone());
                continue;
            }
            comments.push(statement.clone());
            let here = std::mem::take(&mut comments);
            if simple(statement) {
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

    /// An `always @*` that reads nothing is never run.
    fn reads_something(&self, combine: &[Stmt]) -> Result<(), Reason> {
        let mut reads = combine.is_empty();
        let mut target = None;
        for statement in combine {
            statement.assignments(&mut |place, value| {
                target = Some(place.signal);
                value.reads(&mut |_, _| reads = true);
            });
            let conditional = filter(std::slice::from_ref(statement), &|_| true);
            reads |= conditional.iter().any(has_condition);
        }
        match target {
            Some(signal) if !reads => {
                Err(Reason::ConstantLogic(self.block.signals[signal].name.clone()))
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
        let lane = lane.map(String::from);
        signals.into_iter().map(|signal| Reset { signal, lane: lane.clone() }).collect()
    }
}

fn has_condition(statement: &Stmt) -> bool {
    match statement {
        Stmt::If { .. } | Stmt::Case { .. } => true,
        Stmt::For { body, .. } => body.iter().any(has_condition),
        Stmt::Comment(_) | Stmt::Assign { .. } => false,
    }
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
