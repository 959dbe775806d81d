//! Values of loop variables.
//!
//! Verilog-2001 selects no bits of a `genvar`. Where an expression needs the value of a loop
//! variable in a certain width, a `generate` loop declares a `localparam` of that width; for a loop
//! in an `always`, a wire holds the values of all iterations, and the variable selects one. A
//! comparison with the variable of a loop in an `always`, and a shift by one, are computed in the
//! 32 bits that the variable has.

use super::expression::bits;
use super::number::decimal;
use crate::ir::{BinaryOp, CompareOp, Expr, Int, Kind, Stmt};
use crate::passes::partition::Part;
use std::collections::{BTreeMap, BTreeSet};
use tailback_hdl::Bits;

/// Bits of a loop variable in Verilog.
const VARIABLE_BITS: usize = 32;

/// The loop variables of a module.
#[derive(Debug, Default)]
pub(super) struct Loops {
    /// Variables of `generate` loops.
    genvars: BTreeSet<String>,
    /// Variables with their first and last value over all loops.
    ranges: Vec<(String, i128, i128)>,
    /// Names of the values, by variable and width.
    names: BTreeMap<(String, usize), String>,
}

impl Loops {
    /// Collects the loop variables of a module in which the names `taken` exist.
    pub fn new(parts: &[Part], mut taken: BTreeSet<String>) -> Loops {
        let mut loops = Loops::default();
        parts.iter().for_each(|part| loops.note_part(part));
        let mut found = BTreeSet::new();
        parts.iter().for_each(|part| loops.values(part, &mut found));
        for (variable, width) in &found {
            let widths = found.iter().filter(|(other, _)| other == variable).count();
            let mut name = match loops.is_local(variable, *width) {
                true => variable.to_uppercase(),
                false => format!("{variable}_number"),
            };
            if widths > 1 {
                name += &format!("_{width}");
            }
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            loops.names.insert((variable.clone(), *width), name);
        }
        loops
    }

    fn note_part(&mut self, part: &Part) {
        match part {
            Part::Generate { variable, from, to, parts, .. } => {
                self.genvars.insert(variable.clone());
                self.note(variable, *from, *to);
                parts.iter().for_each(|part| self.note_part(part));
            }
            Part::Assign(body) | Part::Combine(body) | Part::Clock { body, .. } => {
                body.iter().for_each(|statement| self.note_statement(statement));
            }
        }
    }

    fn note_statement(&mut self, statement: &Stmt) {
        if let Stmt::For { variable, from, to, .. } = statement {
            self.note(variable, *from, *to);
        }
        statement.bodies().into_iter().flatten().for_each(|inner| self.note_statement(inner));
    }

    fn note(&mut self, variable: &str, from: usize, to: usize) {
        let (first, last) = (from as i128, to as i128 - 1);
        match self.ranges.iter_mut().find(|(other, ..)| other == variable) {
            Some((_, least, largest)) => {
                *least = first.min(*least);
                *largest = last.max(*largest);
            }
            None => self.ranges.push((variable.into(), first, last)),
        }
    }

    fn range(&self, variable: &str) -> (i128, i128) {
        Int::Variable(variable.into()).range(&self.ranges)
    }

    /// Whether a `localparam` of this width holds every value of the variable.
    fn is_local(&self, variable: &str, width: usize) -> bool {
        self.genvars.contains(variable) && self.range(variable).1 < 1 << width
    }

    /// Collects the variables whose values a part of the module needs, with their widths.
    fn values(&self, part: &Part, found: &mut BTreeSet<(String, usize)>) {
        match part {
            Part::Generate { parts, .. } => parts.iter().for_each(|part| self.values(part, found)),
            Part::Assign(body) | Part::Combine(body) | Part::Clock { body, .. } => {
                body.iter().for_each(|statement| self.values_of_statement(statement, found));
            }
        }
    }

    fn values_of_statement(&self, statement: &Stmt, found: &mut BTreeSet<(String, usize)>) {
        if let Some(expr) = statement.expression() {
            self.values_of(expr, found);
        }
        let inner = statement.bodies().into_iter().flatten();
        inner.for_each(|inner| self.values_of_statement(inner, found));
    }

    fn values_of(&self, expr: &Expr, found: &mut BTreeSet<(String, usize)>) {
        match &expr.kind {
            Kind::Integer(variable) => _ = found.insert((variable.clone(), expr.width)),
            Kind::Compare(op, signed, a, b) => match self.compared(*op, *signed, a, b) {
                Some((_, other, _)) => self.values_of(other, found),
                None => [a, b].into_iter().for_each(|operand| self.values_of(operand, found)),
            },
            Kind::Shift(_, a, by) if self.integer(by).is_some() => self.values_of(a, found),
            _ => expr.operands().into_iter().for_each(|operand| self.values_of(operand, found)),
        }
    }

    /// Returns an expression of constants and loop variables as an integer, if the integer has its
    /// value in all iterations, and a loop in an `always` has one of the variables.
    pub fn integer(&self, expr: &Expr) -> Option<Int> {
        let integer = self.exact(expr)?;
        let mut variables = self.ranges.iter().map(|(variable, ..)| variable);
        let is_procedural = variables.any(|v| !self.genvars.contains(v) && integer.mentions(v));
        is_procedural.then_some(integer)
    }

    /// Returns an expression of constants and loop variables as an integer, if the expression is
    /// wide enough for the integer in all iterations.
    fn exact(&self, expr: &Expr) -> Option<Int> {
        let integer = self.wrapping(expr)?;
        let (least, largest) = integer.range(&self.ranges);
        let fits = least >= 0 && expr.width <= VARIABLE_BITS && largest < 1 << expr.width;
        fits.then_some(integer)
    }

    /// Returns an integer whose low bits are an expression of constants and loop variables.
    fn wrapping(&self, expr: &Expr) -> Option<Int> {
        /// Largest number without a width in Verilog.
        const LARGEST: usize = i32::MAX as usize;
        match &expr.kind {
            Kind::Constant(value) => {
                let value = value.index();
                (value <= LARGEST).then(|| Int::from(value))
            }
            Kind::Integer(variable) => Some(Int::Variable(variable.clone())),
            Kind::ZeroExtend(a) => self.exact(a),
            Kind::Binary(BinaryOp::Add, a, b) => Some(self.wrapping(a)? + self.wrapping(b)?),
            Kind::Binary(BinaryOp::Sub, a, b) => Some(self.wrapping(a)? - self.wrapping(b)?),
            Kind::Binary(BinaryOp::Mul, a, b) => Some(self.wrapping(a)? * self.wrapping(b)?),
            _ => None,
        }
    }

    /// Splits a comparison into the operator, the operand on its left, and an integer on its right,
    /// if one operand is an integer as [`Self::integer`] returns it.
    pub fn compared<'a>(
        &self,
        op: CompareOp,
        signed: bool,
        a: &'a Expr,
        b: &'a Expr,
    ) -> Option<(CompareOp, &'a Expr, Int)> {
        if signed && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return None;
        }
        match (self.integer(a), self.integer(b)) {
            (_, Some(b)) => Some((op, a, b)),
            (Some(a), None) => Some((op.mirrored(), b, a)),
            (None, None) => None,
        }
    }

    /// Prints the value of a variable in `width` bits.
    pub fn value(&self, variable: &str, width: usize) -> String {
        let key = (variable.to_string(), width);
        let name = self.names.get(&key).cloned().unwrap_or_default();
        if self.is_local(variable, width) {
            return name;
        }
        let (first, last) = self.range(variable);
        let turn = Int::Variable(variable.into()) - Int::Constant(first);
        let whole = usize::try_from(last - first + 1).unwrap_or(1) * width;
        format!("{name}{}", bits(&Some((Int::from(width) * turn, width)), whole))
    }

    /// Returns the declarations in a `generate` loop over `variable` with these parts.
    pub fn locals(&self, variable: &str, parts: &[Part]) -> Vec<String> {
        let mut found = BTreeSet::new();
        parts.iter().for_each(|part| self.values(part, &mut found));
        found.retain(|(other, width)| other == variable && self.is_local(variable, *width));
        let declaration = |key: &(String, usize)| {
            let name = self.names.get(key).cloned().unwrap_or_default();
            format!("localparam [{}:0] {name} = {variable};", key.1 - 1)
        };
        found.iter().map(declaration).collect()
    }

    /// Returns the declarations of wires, each with its comment.
    pub fn wires(&self) -> Vec<(String, String)> {
        let wires = self.names.iter().filter(|((variable, width), _)| {
            // Others are declared in their loops.
            !self.is_local(variable, *width)
        });
        let declaration = |((variable, width), name): (&(String, usize), &String)| {
            let (first, last) = self.range(variable);
            let value = |turn: i128| decimal(&Bits::new(*width, turn.unsigned_abs()));
            let values: Vec<String> = (first..=last).rev().map(value).collect();
            let range = match values.len() * width {
                1 => String::new(),
                bits => format!("[{}:0] ", bits - 1),
            };
            let comment = format!("Values of `{variable}` in its loops.");
            (comment, format!("wire {range}{name} = {{{}}};", values.join(", ")))
        };
        wires.map(declaration).collect()
    }
}
