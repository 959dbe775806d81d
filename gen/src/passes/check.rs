//! Checks a kernel symbolically: runs it on the sets of bits that it assigns and reads.
//!
//! Loops are unrolled, so that an array whose elements are assigned one by one counts as fully
//! assigned.

use crate::ir::{Block, Expr, Int, Place, SignalId, Stmt};
use crate::refusal::Reason;
use bitvec::vec::BitVec;
use std::collections::HashMap;
use std::ops::Range;
use tailback_hdl::Role;

/// Use of a signal, found by the check.
#[derive(Debug, Clone, Default)]
pub struct Use {
    /// True if something reads the signal.
    pub read: bool,
    /// True if a statement reads the signal before its value of this cycle is final.
    pub unsettled: bool,
    /// True if one statement alone assigns each bit, outside of any choice.
    pub assigned_once: bool,
    /// True if one iteration of one outermost loop alone assigns each bit.
    pub one_owner: bool,
    /// True if a single outermost statement makes all assignments to the signal.
    pub one_statement: bool,
}

/// Position of an assignment: the outermost statement, and its iteration if that is a loop.
type Owner = (usize, usize);

#[derive(Debug, Clone)]
struct Bit {
    owner: Option<Owner>,
    writes: usize,
    /// The register, if any, that uses the value.
    reader: Option<Option<SignalId>>,
}

struct Check<'a> {
    block: &'a Block,
    variables: HashMap<String, i128>,
    owner: Owner,
    /// Bits assigned on every path to the current statement.
    assigned: Vec<BitVec>,
    read: Vec<bool>,
    bits: Vec<Vec<Bit>>,
    uses: Vec<Use>,
    /// The first outermost statement that assigns each signal.
    statements: Vec<Option<usize>>,
    /// Conditions around the current statement.
    conditions: Vec<&'a Expr>,
}

/// Refuses constructs that Verilog accepts and hardware does not implement; returns the use of each
/// signal.
///
/// # Errors
///
/// If a signal has no driver or no reader, is not assigned in every case, or is read before it is
/// assigned, or if a register uses a value that is assigned again later.
pub fn check(block: &Block) -> Result<Vec<Use>, Reason> {
    let mut check = Check {
        block,
        variables: HashMap::new(),
        owner: (0, 0),
        assigned: block.signals.iter().map(|signal| BitVec::repeat(false, signal.bits())).collect(),
        read: vec![false; block.signals.len()],
        statements: vec![None; block.signals.len()],
        bits: block
            .signals
            .iter()
            .map(|signal| vec![Bit { owner: None, writes: 0, reader: None }; signal.bits()])
            .collect(),
        uses: vec![
            Use {
                read: false,
                unsettled: false,
                assigned_once: true,
                one_owner: true,
                one_statement: true,
            };
            block.signals.len()
        ],
        conditions: Vec::new(),
    };
    for (index, statement) in block.kernel.iter().enumerate() {
        check.owner = (index, 0);
        check.outermost(statement)?;
    }
    check.verdict()?;
    for (used, read) in check.uses.iter_mut().zip(&check.read) {
        used.read = *read;
    }
    Ok(check.uses)
}

/// Returns the bits of a place, counted over all elements of its signal, for these values of the
/// loop variables.
pub(super) fn range(
    block: &Block,
    place: &Place,
    variables: &HashMap<String, i128>,
) -> Range<usize> {
    let signal = block.signal(place);
    let value = |int: &Int| usize::try_from(int.value(variables)).unwrap_or(0);
    let lane = place.lane.as_ref().map_or(0, value);
    let (low, width) =
        place.bits.as_ref().map_or((0, signal.width), |(low, width)| (value(low), *width));
    let first = lane * signal.width + low;
    first..first + width
}

/// Whether the signal needs a reader: outputs of a submodule may stay unused, but the read data of
/// a memory must be used.
pub(super) fn needs_reader(block: &Block, id: SignalId) -> bool {
    let signal = &block.signals[id];
    let is_wanted = signal.child.as_ref().is_none_or(|port| {
        signal.role == Role::Input && block.children[port.child].memory().is_some()
    });
    matches!(signal.role, Role::Input | Role::Local | Role::Register)
        && !signal.output
        && is_wanted
        && !block.spared.contains(&id)
}

impl<'a> Check<'a> {
    fn outermost(&mut self, statement: &'a Stmt) -> Result<(), Reason> {
        let Stmt::For { variable, from, to, body } = statement else {
            return self.statement(statement, false);
        };
        for turn in *from..*to {
            self.owner.1 = turn;
            self.variables.insert(variable.clone(), turn as i128);
            self.statements(body, false)?;
        }
        self.variables.remove(variable);
        Ok(())
    }

    fn statements(&mut self, statements: &'a [Stmt], choice: bool) -> Result<(), Reason> {
        statements.iter().try_for_each(|statement| self.statement(statement, choice))
    }

    fn statement(&mut self, statement: &'a Stmt, choice: bool) -> Result<(), Reason> {
        match statement {
            Stmt::Comment(_) => Ok(()),
            Stmt::Assign { target, value } => self.assign(target, value, choice),
            Stmt::If { condition, then, otherwise } => self.choose(condition, &[then, otherwise]),
            Stmt::Case { subject, arms, default } => {
                let mut bodies: Vec<&'a Vec<Stmt>> = arms.iter().map(|(_, body)| body).collect();
                bodies.push(default);
                self.choose(subject, &bodies)
            }
            Stmt::For { variable, from, to, body } => {
                for turn in *from..*to {
                    self.variables.insert(variable.clone(), turn as i128);
                    self.statements(body, choice)?;
                }
                self.variables.remove(variable);
                Ok(())
            }
        }
    }

    fn choose(&mut self, condition: &'a Expr, bodies: &[&'a Vec<Stmt>]) -> Result<(), Reason> {
        self.reads(condition, None)?;
        self.conditions.push(condition);
        let before = self.assigned.clone();
        let mut after: Option<Vec<BitVec>> = None;
        for body in bodies {
            self.assigned.clone_from(&before);
            self.statements(body, true)?;
            match &mut after {
                None => after = Some(self.assigned.clone()),
                Some(all) => {
                    for (all, one) in all.iter_mut().zip(&self.assigned) {
                        *all &= one;
                    }
                }
            }
        }
        self.conditions.pop();
        self.assigned = after.unwrap_or(before);
        Ok(())
    }

    /// Records the reads of `expr`, for the register `reader` or for the logic of this cycle.
    fn reads(&mut self, expr: &Expr, reader: Option<SignalId>) -> Result<(), Reason> {
        let mut places = Vec::new();
        expr.reads(&mut |signal, place| {
            let range = match place {
                Some(place) => range(self.block, place, &self.variables),
                None => 0..self.block.signals[signal].bits(),
            };
            places.push((signal, range));
        });
        for (id, range) in places {
            let signal = &self.block.signals[id];
            self.read[id] = true;
            if !signal.combinational() {
                continue;
            }
            if !self.assigned[id][range.clone()].all() {
                return Err(Reason::ReadBeforeAssigned(signal.path().into()));
            }
            for bit in &mut self.bits[id][range] {
                bit.reader = Some(bit.reader.flatten().or(reader));
            }
        }
        Ok(())
    }

    fn assign(&mut self, target: &'a Place, value: &Expr, choice: bool) -> Result<(), Reason> {
        let id = target.signal;
        let signal = &self.block.signals[id];
        let register = (signal.role == Role::Register).then_some(id);
        self.reads(value, register)?;
        if register.is_some() {
            for condition in self.conditions.clone() {
                self.reads(condition, register)?;
            }
        }
        let range = range(self.block, target, &self.variables);
        if *self.statements[id].get_or_insert(self.owner.0) != self.owner.0 {
            self.uses[id].one_statement = false;
        }
        for bit in &mut self.bits[id][range.clone()] {
            if bit.owner.is_some_and(|owner| owner != self.owner) {
                self.uses[id].one_owner = false;
            }
            bit.owner = Some(self.owner);
            bit.writes += 1;
            if bit.writes > 1 || choice {
                self.uses[id].assigned_once = false;
            }
            match bit.reader {
                Some(Some(reader)) if signal.combinational() => {
                    return Err(Reason::IntermediateValue {
                        reader: self.block.signals[reader].path().into(),
                        signal: signal.path().into(),
                    })
                }
                Some(None) if signal.combinational() => self.uses[id].unsettled = true,
                _ => {}
            }
        }
        self.assigned[id][range].fill(true);
        Ok(())
    }

    fn verdict(&self) -> Result<(), Reason> {
        for (id, signal) in self.block.signals.iter().enumerate() {
            let (role, name) = (signal.role_name(), signal.path().to_string());
            let written = |bit: &Bit| bit.writes > 0;
            match signal.role {
                Role::Output | Role::Local if !self.bits[id].iter().any(written) => {
                    return Err(Reason::Undriven { role, name });
                }
                Role::Register if !self.bits[id].iter().all(written) => {
                    return Err(Reason::Undriven { role, name });
                }
                Role::Output | Role::Local if !self.assigned[id].all() => {
                    return Err(Reason::Latch { role, name });
                }
                _ if !self.read[id] && needs_reader(self.block, id) => {
                    return Err(Reason::Unread { role, name });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
