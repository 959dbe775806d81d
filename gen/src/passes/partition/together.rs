//! Decides which statements can stand alone and which share an `always`.

use super::Partition;
use crate::ir::{Expr, Int, Place, SignalId, Stmt};
use std::collections::BTreeSet;
use tailback_hdl::Role;

impl Partition<'_> {
    pub(super) fn register(&self, place: &Place) -> bool {
        self.block.signal(place).role == Role::Register
    }

    /// Signals that a statement assigns in an `always`.
    pub(super) fn assigned_by_always(&self) -> BTreeSet<SignalId> {
        let mut found = BTreeSet::new();
        for statement in &self.block.kernel {
            let single = std::slice::from_ref(statement);
            let alone = match statement {
                Stmt::For { body, .. } if self.parallel(statement) => body.as_slice(),
                _ => single,
            };
            for statement in alone {
                if !self.alone(statement) {
                    statement.assignments(&mut |target, _| {
                        found.insert(target.signal);
                    });
                }
            }
        }
        found
    }

    /// Returns the statements that belong in an `always`, with all others that assign the same
    /// signals.
    pub(super) fn settle(&mut self) -> BTreeSet<usize> {
        loop {
            let entangled = self.entangled(&self.block.kernel, |statement| match statement {
                Stmt::Assign { target, value } => self.simple(target, value),
                _ => self.parallel(statement),
            });
            let before = self.procedural.len();
            for index in &entangled {
                self.block.kernel[*index].assignments(&mut |target, _| {
                    self.procedural.insert(target.signal);
                });
            }
            self.procedural.append(&mut self.assigned_by_always());
            if self.procedural.len() == before {
                return entangled;
            }
        }
    }

    /// Returns statements that could stand alone, but read a signal that an `always @*` assigns and
    /// assign a signal that it reads: separated, they would look like a combinational loop.
    pub(super) fn entangled(
        &self,
        statements: &[Stmt],
        alone: impl Fn(&Stmt) -> bool,
    ) -> BTreeSet<usize> {
        let mut forced = BTreeSet::new();
        loop {
            // Signals that the `always` assigns, and signals derived from them outside of it.
            let (mut inside, mut derived) = (BTreeSet::new(), BTreeSet::new());
            let together = |index: usize, forced: &BTreeSet<usize>| {
                forced.contains(&index) || !alone(&statements[index])
            };
            let mut wanted = BTreeSet::new();
            for (index, statement) in statements.iter().enumerate() {
                let together = together(index, &forced);
                let mut depends = false;
                statement.reads(&mut |signal| {
                    depends |= inside.contains(&signal) || derived.contains(&signal);
                    if together && derived.contains(&signal) {
                        wanted.insert(signal);
                    }
                });
                statement.assignments(&mut |target, _| {
                    let register = self.register(target);
                    if together && !register {
                        inside.insert(target.signal);
                    } else if depends && !register {
                        derived.insert(target.signal);
                    }
                });
            }
            let before = forced.len();
            for (index, statement) in statements.iter().enumerate() {
                statement.assignments(&mut |target, _| {
                    if wanted.contains(&target.signal) && !self.register(target) {
                        forced.insert(index);
                    }
                });
            }
            if forced.len() == before {
                return forced;
            }
        }
    }

    /// Whether an assignment stands alone: no other statement assigns its target, and it reads
    /// final values.
    pub(super) fn simple(&self, target: &Place, value: &Expr) -> bool {
        let mut settled = true;
        value.reads(&mut |signal, _| settled &= !self.uses[signal].unsettled);
        let used = &self.uses[target.signal];
        !self.register(target)
            && !self.procedural.contains(&target.signal)
            && used.assigned_once
            && !used.unsettled
            && settled
    }

    /// Whether the iterations of a loop are independent.
    pub(super) fn parallel(&self, statement: &Stmt) -> bool {
        let Stmt::For { variable, body, .. } = statement else { return false };
        let turn = Some(Int::Variable(variable.clone()));
        let mut parallel = true;
        statement.assignments(&mut |target, value| {
            let used = &self.uses[target.signal];
            parallel &= used.one_owner && !used.unsettled;
            // A register that another statement assigns too needs one `always` for all of its
            // elements.
            parallel &= !self.register(target)
                || (used.one_statement && target.lane == turn && target.bits.is_none());
            value.reads(&mut |signal, _| parallel &= !self.uses[signal].unsettled);
        });
        let mut others = false;
        body.iter()
            .filter(|inner| !self.wiring(inner))
            .for_each(|inner| inner.loops(&mut |_| others = true));
        parallel && !others && !self.entangled_loop(body) && self.wakes(body)
    }

    /// Whether an `always` in a loop's iteration would contain a loop. One `always` with both loops
    /// then takes the place of an `always` for each iteration.
    fn entangled_loop(&self, body: &[Stmt]) -> bool {
        let entangled = self.entangled(body, |statement| self.alone(statement));
        entangled.iter().any(|index| matches!(body[*index], Stmt::For { .. }))
    }

    /// Whether a statement of an iteration stands alone: an assignment, or a loop of assignments.
    pub(super) fn alone(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Assign { target, value } => self.simple(target, value),
            _ => self.wiring(statement),
        }
    }

    /// Whether a loop consists only of assignments that stand alone, and of loops of them.
    pub(super) fn wiring(&self, statement: &Stmt) -> bool {
        let Stmt::For { body, .. } = statement else { return false };
        body.iter().any(Stmt::acts)
            && body.iter().all(|inner| match inner {
                Stmt::Comment(_) => true,
                _ => self.alone(inner),
            })
    }

    /// Whether a signal triggers the logic of each iteration: if all choices of an iteration are
    /// known, its `always @*` may contain only constants and would never run.
    fn wakes(&self, body: &[Stmt]) -> bool {
        let logic: Vec<Stmt> = body
            .iter()
            .filter(|statement| !self.alone(statement))
            .filter_map(|statement| statement.filter(&|place| !self.register(place)))
            .filter(Stmt::acts)
            .collect();
        let mut assigned = BTreeSet::new();
        for statement in &logic {
            statement.assignments(&mut |place, _| _ = assigned.insert(place.signal));
        }
        logic.is_empty() || any_wakes(&logic, &assigned)
    }
}

fn any_wakes(statements: &[Stmt], assigned: &BTreeSet<SignalId>) -> bool {
    statements.iter().any(|statement| one_wakes(statement, assigned))
}

fn one_wakes(statement: &Stmt, assigned: &BTreeSet<SignalId>) -> bool {
    let reads = |expr: &Expr| {
        let mut reads = false;
        expr.reads(&mut |signal, _| reads |= !assigned.contains(&signal));
        reads
    };
    match statement {
        Stmt::Comment(_) => false,
        Stmt::Assign { value, .. } => reads(value),
        Stmt::If { condition, then, otherwise } => {
            reads(condition) || (any_wakes(then, assigned) && any_wakes(otherwise, assigned))
        }
        Stmt::Case { subject, arms, default } => {
            reads(subject)
                || (any_wakes(default, assigned)
                    && arms.iter().all(|(_, body)| any_wakes(body, assigned)))
        }
        Stmt::For { body, .. } => any_wakes(body, assigned),
    }
}
