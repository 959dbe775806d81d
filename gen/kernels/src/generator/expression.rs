//! Random expressions of a given type.

mod numbers;
mod truth;

use super::random::Random;
use super::tree::{Expr, Field, Int, Lane, Operand, Role, Type};

/// Widths with corner cases in Rust, in C++ or in Verilog.
const WIDTHS: [usize; 15] = [1, 2, 3, 4, 8, 9, 16, 31, 32, 33, 63, 64, 65, 127, 128];

/// Maximum width of a value inside an expression.
pub const WIDEST: usize = 128;

/// An enclosing loop: variable, first and last value.
pub type Loop = (String, u64, u64);

/// Context of a random expression.
pub struct Scope<'a> {
    /// Source of choices.
    pub random: &'a mut Random,
    /// All signals so far.
    pub fields: &'a [Field],
    /// Signals that may be read here.
    pub readable: &'a [usize],
    /// Enclosing loops.
    pub loops: &'a [Loop],
}

/// Returns the largest value of a `usize` expression.
pub fn largest(int: &Int, fields: &[Field], loops: &[Loop]) -> u64 {
    let of = |int: &Int| largest(int, fields, loops);
    match int {
        Int::Number(value) => *value,
        Int::Count(field) => fields[*field].value as u64,
        Int::Variable(name) => {
            loops.iter().rev().find(|(variable, ..)| variable == name).map_or(0, |(.., last)| *last)
        }
        Int::Binary('+', a, b) => of(a).saturating_add(of(b)),
        Int::Binary('*', a, b) => of(a).saturating_mul(of(b)),
        Int::Binary(_, a, _) => of(a),
    }
}

impl Scope<'_> {
    /// Draws a width from 1 to `limit`.
    pub fn width(&mut self, limit: usize) -> usize {
        let width = match self.random.below(10) {
            0..=4 => {
                let field = *self.random.pick(self.readable);
                self.fields[field].ty.width()
            }
            5..=7 => *self.random.pick(&WIDTHS),
            _ => self.random.between(1, WIDEST),
        };
        if width > limit || width == 0 {
            self.random.between(1, limit)
        } else {
            width
        }
    }

    fn candidates(&self, fits: impl Fn(Type) -> bool) -> Vec<usize> {
        let fields = self.readable.iter().copied();
        fields
            .filter(|&id| self.fields[id].role != Role::Count && fits(self.fields[id].ty))
            .collect()
    }

    /// Draws a read of a field, with an element index if the field is an array.
    pub fn read(&mut self, field: usize) -> Expr {
        let lane = self.fields[field].lanes.map(|lanes| self.lane(lanes));
        Expr::Read(field, lane)
    }

    /// Draws a read of a field for a bit selection: rarely an element that a signal selects, since
    /// the back end refuses to select bits of it.
    pub fn read_for_bits(&mut self, field: usize) -> Expr {
        match self.fields[field].lanes {
            Some(lanes) if self.random.below(1000) > 0 => {
                Expr::Read(field, Some(Lane::Int(self.int_below(lanes as u64))))
            }
            _ => self.read(field),
        }
    }

    fn lane(&mut self, lanes: usize) -> Lane {
        let selectors = self.candidates(|ty| matches!(ty, Type::Bits(1..=16)));
        if self.random.percent(35) && !selectors.is_empty() {
            let selector = *self.random.pick(&selectors);
            let lane = match self.fields[selector].lanes {
                // Rarely, a selector that another signal selects.
                Some(lanes) if self.random.percent(1) => Some(self.lane(lanes)),
                Some(lanes) => Some(Lane::Int(self.int_below(lanes as u64))),
                None => None,
            };
            return Lane::Signal(Expr::Read(selector, lane).into());
        }
        Lane::Int(self.int_below(lanes as u64))
    }

    /// Draws a `usize` expression with values below `limit`, which is at least 1.
    pub fn int_below(&mut self, limit: u64) -> Int {
        for _ in 0..4 {
            let int = self.int();
            if largest(&int, self.fields, self.loops) < limit {
                return int;
            }
        }
        let value = match self.random.below(4) {
            0 => 0,
            1 => limit - 1,
            _ => self.random.number(63) as u64 % limit,
        };
        Int::Number(value)
    }

    fn int(&mut self) -> Int {
        let counts: Vec<usize> = self
            .readable
            .iter()
            .copied()
            .filter(|&id| self.fields[id].role == Role::Count)
            .collect();
        let base = if !self.loops.is_empty() && self.random.percent(75) {
            Int::Variable(self.random.pick(self.loops).0.clone())
        } else if !counts.is_empty() && self.random.percent(50) {
            Int::Count(*self.random.pick(&counts))
        } else {
            Int::Number(self.random.below(6) as u64)
        };
        let other = Int::Number(self.random.between(1, 3) as u64);
        match self.random.below(7) {
            3 if !self.loops.is_empty() => {
                let (variable, _, last) = self.random.pick(self.loops).clone();
                let mirror = Int::Number(last + self.random.below(2) as u64);
                Int::Binary('-', mirror.into(), Int::Variable(variable).into())
            }
            0 => Int::Binary('+', base.into(), other.into()),
            1 => Int::Binary('*', base.into(), other.into()),
            2 => {
                let scaled = Int::Binary('*', base.into(), other.into());
                Int::Binary('+', scaled.into(), Int::Number(self.random.below(3) as u64).into())
            }
            _ => base,
        }
    }

    /// Draws a `usize` that fits `width` bits.
    fn fitting(&mut self, width: usize) -> Int {
        self.int_below(if width >= 63 { i64::MAX as u64 } else { 1 << width })
    }

    fn shift_amount(&mut self, width: usize, depth: usize) -> Operand {
        if self.random.percent(40) {
            return Operand::Int(self.int_below(width as u64 + 3));
        }
        let limit = if self.random.percent(85) { 8 } else { WIDEST };
        let bits = self.width(limit);
        Operand::Value(self.bits(bits, depth.min(1)).into())
    }

    /// Draws a value of a type.
    pub fn value(&mut self, ty: Type, depth: usize) -> Expr {
        match ty {
            Type::Bool => self.bool(depth),
            Type::Bits(width) => self.bits(width, depth),
            Type::Signed(width) => self.signed(width, depth),
        }
    }
}
