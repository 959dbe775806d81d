//! Random expressions of a given type.

use super::random::Random;
use super::tree::{Binary, Expr, Field, Int, Lane, Operand, Role, Type, Unary};

/// Widths at which something changes: in Rust, in C++ or in Verilog.
const WIDTHS: [usize; 15] = [1, 2, 3, 4, 8, 9, 16, 31, 32, 33, 63, 64, 65, 127, 128];

/// Widest value inside an expression.
pub const WIDEST: usize = 128;

/// A loop around the current statement: variable, first and last value.
pub type Loop = (String, u64, u64);

/// What an expression may use.
pub struct Scope<'a> {
    /// Where choices come from.
    pub random: &'a mut Random,
    /// All signals so far.
    pub fields: &'a [Field],
    /// Those that may be read here.
    pub readable: &'a [usize],
    /// Loops around.
    pub loops: &'a [Loop],
}

/// The largest value of a `usize` expression.
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
    /// A width from 1 to `limit`.
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

    /// A read of a field, at some lane if it is an array.
    pub fn read(&mut self, field: usize) -> Expr {
        let lane = self.fields[field].lanes.map(|lanes| self.lane(lanes));
        Expr::Read(field, lane)
    }

    /// A read of a field whose bits can be taken: few at a lane that a signal selects, of which
    /// the back end takes no bits.
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
                // Now and then a selector that is selected itself.
                Some(lanes) if self.random.percent(1) => Some(self.lane(lanes)),
                Some(lanes) => Some(Lane::Int(self.int_below(lanes as u64))),
                None => None,
            };
            return Lane::Signal(Expr::Read(selector, lane).into());
        }
        Lane::Int(self.int_below(lanes as u64))
    }

    /// A `usize` expression whose values are below `limit`, which is at least 1.
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

    /// A `usize` that fits `width` bits.
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

    /// A value of a type.
    pub fn value(&mut self, ty: Type, depth: usize) -> Expr {
        match ty {
            Type::Bool => self.bool(depth),
            Type::Bits(width) => self.bits(width, depth),
            Type::Signed(width) => self.signed(width, depth),
        }
    }

    /// Some bits of a signal: the leaf that exists for every width.
    fn slice_of_read(&mut self, width: usize) -> Expr {
        let fields = self.candidates(|ty| matches!(ty, Type::Bits(_)));
        let field = *self.random.pick(&fields);
        let whole = self.fields[field].ty.width();
        let at = self.random.below(whole.saturating_sub(width) + 2) as u64;
        let base = self.read_for_bits(field);
        Expr::Slice(base.into(), width, Operand::Int(Int::Number(at)))
    }

    /// A signal, or now and then something computed, of which bits are to be taken.
    fn sliceable(&mut self, depth: usize) -> (Expr, usize) {
        if depth > 1 && self.random.percent(1) {
            let width = self.width(WIDEST);
            return (self.bits(width, depth - 1), width);
        }
        let fields = self.candidates(|ty| matches!(ty, Type::Bits(_)));
        let field = *self.random.pick(&fields);
        (self.read_for_bits(field), self.fields[field].ty.width())
    }

    /// A `Bits` of exactly `width` bits.
    pub fn bits(&mut self, width: usize, depth: usize) -> Expr {
        let exact = self.candidates(|ty| ty == Type::Bits(width));
        if depth == 0 || self.random.percent(10) {
            if exact.is_empty() || self.random.percent(10) {
                return self.slice_of_read(width);
            }
            let field = *self.random.pick(&exact);
            return self.read(field);
        }
        let depth = depth - 1;
        match self.random.below(15) {
            0..=5 => {
                let ops = [Binary::Add, Binary::Sub, Binary::And, Binary::Or, Binary::Xor];
                let op = *self.random.pick(&ops);
                if self.random.percent(20) {
                    let literal = self.fitting(width);
                    return Expr::Binary(op, self.bits(width, depth).into(), Operand::Int(literal));
                }
                let narrow = if self.random.percent(60) { width } else { self.width(width) };
                let (mut a, mut b) = (self.bits(width, depth), self.bits(narrow, depth));
                if self.random.percent(30) {
                    std::mem::swap(&mut a, &mut b);
                }
                Expr::Binary(op, a.into(), Operand::Value(b.into()))
            }
            6 if width > 1 => {
                let left = self.width(width - 1);
                let b = self.bits(width - left, depth);
                Expr::Binary(Binary::Mul, self.bits(left, depth).into(), Operand::Value(b.into()))
            }
            7 | 8 => {
                let op = *self.random.pick(&[Binary::Shl, Binary::Shr]);
                let a = self.bits(width, depth);
                let by = self.shift_amount(width, depth);
                Expr::Binary(op, a.into(), by)
            }
            9 => Expr::Unary(Unary::Not, self.bits(width, depth).into()),
            10 => Expr::Unary(Unary::Neg, self.bits(width, depth).into()),
            11 => {
                let (base, whole) = self.sliceable(depth);
                let constant = match &base {
                    Expr::Read(field, _) => self.fields[*field].role == Role::Param,
                    _ => true,
                };
                Expr::Slice(base.into(), width, self.slice_offset(whole, width, constant))
            }
            12 => {
                let index = self.bit_index(width, depth);
                let (a, bit) = (self.bits(width, depth), self.bool(depth));
                Expr::Replace(a.into(), index, bit.into())
            }
            13 => Expr::Unary(Unary::UnsignedCast, self.signed(width, depth).into()),
            _ => Expr::Unary(Unary::Paren, self.bits(width, depth).into()),
        }
    }

    fn slice_offset(&mut self, whole: usize, width: usize, constant: bool) -> Operand {
        if self.random.percent(30) && width >= whole {
            let bits = self.width(8);
            return Operand::Value(self.bits(bits, 0).into());
        }
        if !self.loops.is_empty() && whole > width && !constant {
            return Operand::Int(self.int_below((whole - width + 1) as u64));
        }
        Operand::Int(Int::Number(self.random.below(whole.saturating_sub(width) + 3) as u64))
    }

    /// The index of a bit of a value of `width` bits.
    fn bit_index(&mut self, width: usize, depth: usize) -> Operand {
        if self.random.percent(50) {
            return Operand::Int(self.int_below(width as u64));
        }
        let exact = (usize::BITS - (width.max(2) - 1).leading_zeros()) as usize;
        let bits = if self.random.percent(60) { exact } else { self.width(9) };
        Operand::Value(self.bits(bits, depth.min(1)).into())
    }

    /// A `Signed` of exactly `width` bits.
    pub fn signed(&mut self, width: usize, depth: usize) -> Expr {
        let exact = self.candidates(|ty| ty == Type::Signed(width));
        if !exact.is_empty() && (depth == 0 || self.random.percent(20)) {
            let field = *self.random.pick(&exact);
            return self.read(field);
        }
        let cast = *self.random.pick(&[Unary::SignedCast, Unary::ToSignedBits]);
        if depth == 0 {
            return Expr::Unary(cast, self.bits(width, 0).into());
        }
        let depth = depth - 1;
        match self.random.below(8) {
            0..=3 => {
                let op = *self.random.pick(&[Binary::Add, Binary::Sub]);
                let narrow = if self.random.percent(40) { width } else { self.width(width) };
                let (mut a, mut b) = (self.signed(width, depth), self.signed(narrow, depth));
                if self.random.percent(30) {
                    std::mem::swap(&mut a, &mut b);
                }
                Expr::Binary(op, a.into(), Operand::Value(b.into()))
            }
            4 if width > 1 => {
                let left = self.width(width - 1);
                let b = self.signed(width - left, depth);
                Expr::Binary(Binary::Mul, self.signed(left, depth).into(), Operand::Value(b.into()))
            }
            5 => Expr::Unary(Unary::Neg, self.signed(width, depth).into()),
            6 => Expr::Unary(Unary::Paren, self.signed(width, depth).into()),
            _ => Expr::Unary(cast, self.bits(width, depth).into()),
        }
    }

    /// A `bool`.
    pub fn bool(&mut self, depth: usize) -> Expr {
        let exact = self.candidates(|ty| ty == Type::Bool);
        if depth == 0 {
            if self.random.percent(3) {
                return Expr::Bool(self.random.percent(50));
            }
            if exact.is_empty() || self.random.percent(20) {
                let (base, width) = self.sliceable(0);
                let index = Operand::Int(self.int_below(width as u64));
                return Expr::Bit(base.into(), index);
            }
            let field = *self.random.pick(&exact);
            return self.read(field);
        }
        let depth = depth - 1;
        let relations = [Binary::Eq, Binary::Ne, Binary::Lt, Binary::Le, Binary::Gt, Binary::Ge];
        let relation = *self.random.pick(&relations);
        match self.random.below(16) {
            0..=3 => {
                let width = self.width(WIDEST);
                if self.random.percent(30) {
                    let beyond = self.random.percent(10);
                    let literal = if beyond {
                        Int::Number(self.random.number(63) as u64)
                    } else {
                        self.fitting(width)
                    };
                    let a = self.bits(width, depth);
                    return Expr::Binary(relation, a.into(), Operand::Int(literal));
                }
                let other = if self.random.percent(50) { width } else { self.width(WIDEST) };
                let (a, b) = (self.bits(width, depth), self.bits(other, depth));
                Expr::Binary(relation, a.into(), Operand::Value(b.into()))
            }
            4..=6 => {
                let width = self.width(WIDEST);
                let other = if self.random.percent(50) { width } else { self.width(WIDEST) };
                let (a, b) = (self.signed(width, depth), self.signed(other, depth));
                Expr::Binary(relation, a.into(), Operand::Value(b.into()))
            }
            7..=9 => {
                let ops = [
                    Binary::LogicalAnd,
                    Binary::LogicalOr,
                    Binary::And,
                    Binary::Or,
                    Binary::Xor,
                    Binary::Eq,
                    Binary::Ne,
                    Binary::Lt,
                ];
                let op = *self.random.pick(&ops);
                let (a, b) = (self.bool(depth), self.bool(depth));
                Expr::Binary(op, a.into(), Operand::Value(b.into()))
            }
            10 => Expr::Unary(Unary::Not, self.bool(depth).into()),
            11 | 12 => {
                let op = *self.random.pick(&[Unary::All, Unary::Any, Unary::Xor]);
                let width = self.width(WIDEST);
                Expr::Unary(op, self.bits(width, depth).into())
            }
            13 => {
                let (base, width) = self.sliceable(depth);
                let index = self.bit_index(width, depth);
                Expr::Bit(base.into(), index)
            }
            14 if !self.loops.is_empty() => {
                let (a, b) = (self.int(), self.int());
                Expr::Compare(relation, a, b)
            }
            _ => Expr::Unary(Unary::Paren, self.bool(depth).into()),
        }
    }
}
