//! Random truth values.

use super::{Scope, WIDEST};
use crate::generator::tree::{Binary, Expr, Int, Operand, Type, Unary};

impl Scope<'_> {
    /// Draws a `bool`.
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
