//! Computation of what is constant in an expression.

use super::{Expr, Int, Kind, ReduceOp, Stmt};

impl Expr {
    /// Returns the expression with a constant in place of each operation on constants.
    pub fn folded(self) -> Expr {
        let width = self.width;
        let fold = |operand: Box<Expr>| operand.folded();
        match self.kind {
            Kind::Lane(signal, a) => Expr::new(width, Kind::Lane(signal, fold(a).into())),
            Kind::Bit(place, a) => Expr::new(width, Kind::Bit(place, fold(a).into())),
            Kind::Part(place, a) => Expr::new(width, Kind::Part(place, fold(a).into())),
            Kind::Not(a) => fold(a).inverted(),
            Kind::LogicalNot(a) => fold(a).logical_not(),
            Kind::Negate(a) => fold(a).negated(),
            Kind::Reduce(op, a) => reduced(op, fold(a)),
            Kind::Binary(op, a, b) => Expr::binary(op, fold(a), fold(b)),
            Kind::Compare(op, signed, a, b) => Expr::compare(op, signed, fold(a), fold(b)),
            Kind::CompareInt(op, Int::Constant(a), Int::Constant(b)) => {
                Expr::constant(1, u128::from(op.holds(a, b)))
            }
            Kind::Shift(op, a, by) => Expr::shift(op, fold(a), fold(by)),
            Kind::ZeroExtend(a) => fold(a).extend(width, false),
            Kind::SignExtend(a) => fold(a).extend(width, true),
            Kind::Select(condition, a, b) => {
                let (condition, a, b) = (fold(condition), fold(a), fold(b));
                // A side that is not constant stays, even if the condition is known: the signals in
                // it must count as read.
                match (condition.truth(), a.value().is_some() && b.value().is_some()) {
                    (Some(true), true) => a,
                    (Some(false), true) => b,
                    _ => Expr::new(width, Kind::Select(condition.into(), a.into(), b.into())),
                }
            }
            kind => Expr::new(width, kind),
        }
    }
}

fn reduced(op: ReduceOp, a: Expr) -> Expr {
    let known = a.value().map(|value| match op {
        ReduceOp::And => value.all(),
        ReduceOp::Or => value.any(),
        ReduceOp::Xor => value.xor(),
    });
    match known {
        Some(known) => Expr::constant(1, u128::from(known)),
        None => Expr::new(1, Kind::Reduce(op, a.into())),
    }
}

impl Stmt {
    /// Computes what is constant in the expressions of the statement.
    pub fn fold(&mut self) {
        let fold = |expr: &mut Expr| {
            let whole = std::mem::replace(expr, Expr::constant(1, 0));
            *expr = whole.folded();
        };
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign { value, .. } => fold(value),
            Stmt::If { condition, then, otherwise } => {
                fold(condition);
                then.iter_mut().chain(otherwise).for_each(Stmt::fold);
            }
            Stmt::Case { subject, arms, default } => {
                fold(subject);
                let bodies = arms.iter_mut().map(|(_, body)| body).chain([default]);
                bodies.flatten().for_each(Stmt::fold);
            }
            Stmt::For { body, .. } => body.iter_mut().for_each(Stmt::fold),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{BinaryOp, CompareOp, Expr, Int, Kind, ReduceOp, ShiftOp};

    fn number(width: usize, value: u128) -> Box<Expr> {
        Expr::constant(width, value).into()
    }

    fn folded(width: usize, kind: Kind) -> Expr {
        Expr::new(width, kind).folded()
    }

    #[test]
    fn operations_on_constants_become_constants() {
        let sum = Kind::Binary(BinaryOp::Add, number(4, 3), number(4, 1));
        assert_eq!(folded(4, sum), Expr::constant(4, 4));
        let wide = Kind::ZeroExtend(number(1, 1));
        let wide = Expr::new(32, wide).into();
        let shifted = Kind::Shift(ShiftOp::Left, wide, number(5, 31));
        assert_eq!(folded(32, shifted), Expr::constant(32, 1 << 31));
        let inverted = Expr::new(3, Kind::Not(number(3, 5))).into();
        let reduced = Kind::Reduce(ReduceOp::Or, inverted);
        assert_eq!(folded(1, reduced), Expr::constant(1, 1));
        let less = Kind::CompareInt(CompareOp::Lt, Int::from(2), Int::from(2));
        assert_eq!(folded(1, less), Expr::constant(1, 0));
    }

    #[test]
    fn a_constant_inside_another_expression_is_computed() {
        let turn = || Expr::new(4, Kind::Integer("i".into())).into();
        let sum = Expr::new(4, Kind::Binary(BinaryOp::Sub, number(4, 3), number(4, 1))).into();
        let product = Kind::Binary(BinaryOp::Mul, turn(), sum);
        let expected = Kind::Binary(BinaryOp::Mul, turn(), number(4, 2));
        assert_eq!(folded(4, product), Expr::new(4, expected));
    }
}
