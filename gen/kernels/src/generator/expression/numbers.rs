//! Random numbers.

use super::{Scope, WIDEST};
use crate::generator::tree::{Binary, Expr, Int, Operand, Role, Type, Unary};

impl Scope<'_> {
    /// Draws a bit selection of a signal: the leaf available for every width.
    fn slice_of_read(&mut self, width: usize) -> Expr {
        let fields = self.candidates(|ty| matches!(ty, Type::Bits(_)));
        let field = *self.random.pick(&fields);
        let whole = self.fields[field].ty.width();
        let at = self.random.below(whole.saturating_sub(width) + 2) as u64;
        let base = self.read_for_bits(field);
        Expr::Slice(base.into(), width, Operand::Int(Int::Number(at)))
    }

    /// Draws the operand of a bit selection: a signal, or rarely a computed value.
    pub(super) fn sliceable(&mut self, depth: usize) -> (Expr, usize) {
        if depth > 1 && self.random.percent(1) {
            let width = self.width(WIDEST);
            return (self.bits(width, depth - 1), width);
        }
        let fields = self.candidates(|ty| matches!(ty, Type::Bits(_)));
        let field = *self.random.pick(&fields);
        (self.read_for_bits(field), self.fields[field].ty.width())
    }

    /// Draws a `Bits` of exactly `width` bits.
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

    /// Draws the index of a bit in a value of `width` bits.
    pub(super) fn bit_index(&mut self, width: usize, depth: usize) -> Operand {
        if self.random.percent(50) {
            return Operand::Int(self.int_below(width as u64));
        }
        let exact = (usize::BITS - (width.max(2) - 1).leading_zeros()) as usize;
        let bits = if self.random.percent(60) { exact } else { self.width(9) };
        Operand::Value(self.bits(bits, depth.min(1)).into())
    }

    /// Draws a `Signed` of exactly `width` bits.
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
}
