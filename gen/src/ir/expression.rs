//! Expressions of the intermediate form.

use super::{Int, Place, SignalId};
use tailback_hdl::{signed_cast, unsigned_cast, Bits};

/// An operator on two operands of the same width, which is also that of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// Sum, without the carry.
    Add,
    /// Difference, without the borrow.
    Sub,
    /// Low half of the product.
    Mul,
    /// And.
    And,
    /// Or.
    Or,
    /// Exclusive or.
    Xor,
    /// And of two truth values.
    LogicalAnd,
    /// Or of two truth values.
    LogicalOr,
}

/// A comparison of two operands of the same width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl CompareOp {
    /// Whether it holds between two numbers.
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            CompareOp::Eq => a == b,
            CompareOp::Ne => a != b,
            CompareOp::Lt => a < b,
            CompareOp::Le => a <= b,
            CompareOp::Gt => a > b,
            CompareOp::Ge => a >= b,
        }
    }

    /// The same comparison with the operands exchanged.
    pub fn mirrored(self) -> CompareOp {
        match self {
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Ge => CompareOp::Le,
            same => same,
        }
    }
}

/// One bit from all bits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReduceOp {
    /// All ones.
    And,
    /// Any one.
    Or,
    /// An odd number of ones.
    Xor,
}

/// A shift; zeros come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShiftOp {
    /// Towards the most significant bit.
    Left,
    /// Towards the least significant bit.
    Right,
}

/// An expression of a known width.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Bits, at least 1.
    pub width: usize,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A number of this width.
    Constant(Bits),
    /// The low bits of a loop variable, at most 32.
    Integer(String),
    /// A signal or a part of one.
    Read(Place),
    /// A lane of an array that a signal selects; every value of the index is a lane.
    Lane(SignalId, Box<Expr>),
    /// A bit of a place that a signal selects; every value of the index is a bit.
    Bit(Place, Box<Expr>),
    /// Bits of a place from one on that a signal selects; they are always within it.
    Part(Place, Box<Expr>),
    /// All bits inverted.
    Not(Box<Expr>),
    /// A truth value inverted.
    LogicalNot(Box<Expr>),
    /// Two's complement.
    Negate(Box<Expr>),
    /// One bit from many.
    Reduce(ReduceOp, Box<Expr>),
    /// Two operands of the same width.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison, signed or not.
    Compare(CompareOp, bool, Box<Expr>, Box<Expr>),
    /// A comparison of loop variables and constants.
    CompareInt(CompareOp, Int, Int),
    /// A shift by any amount.
    Shift(ShiftOp, Box<Expr>, Box<Expr>),
    /// Zeros in front.
    ZeroExtend(Box<Expr>),
    /// Copies of the sign in front.
    SignExtend(Box<Expr>),
    /// The second or the third, by the first.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// An expression of `width` bits.
    pub fn new(width: usize, kind: Kind) -> Expr {
        Expr { kind, width }
    }

    /// A number of `width` bits.
    pub fn constant(width: usize, value: u128) -> Expr {
        Expr::new(width, Kind::Constant(Bits::new(width, value)))
    }

    /// The number, if it is one.
    pub fn value(&self) -> Option<&Bits> {
        match &self.kind {
            Kind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The truth value, if it is known.
    pub fn truth(&self) -> Option<bool> {
        self.value().map(Bits::any)
    }

    /// Operands that are expressions.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Constant(_) | Kind::Integer(_) | Kind::Read(_) | Kind::CompareInt(..) => vec![],
            Kind::Lane(_, a) | Kind::Bit(_, a) | Kind::Part(_, a) => vec![a],
            Kind::Not(a) | Kind::LogicalNot(a) | Kind::Negate(a) | Kind::Reduce(_, a) => vec![a],
            Kind::ZeroExtend(a) | Kind::SignExtend(a) => vec![a],
            Kind::Binary(_, a, b) | Kind::Compare(_, _, a, b) | Kind::Shift(_, a, b) => vec![a, b],
            Kind::Select(a, b, c) => vec![a, b, c],
        }
    }

    /// Calls `visit` for every place that it reads; a `None` stands for all of the signal.
    pub fn reads<'a>(&'a self, visit: &mut impl FnMut(SignalId, Option<&'a Place>)) {
        match &self.kind {
            Kind::Read(place) => visit(place.signal, Some(place)),
            Kind::Lane(signal, _) => visit(*signal, None),
            Kind::Bit(place, _) | Kind::Part(place, _) => visit(place.signal, Some(place)),
            _ => {}
        }
        for operand in self.operands() {
            operand.reads(visit);
        }
    }

    /// `self` in `width` bits, zero- or sign-extended.
    pub fn extend(self, width: usize, signed: bool) -> Expr {
        if width <= self.width {
            return self;
        }
        match self.kind {
            Kind::Constant(value) if signed => {
                let value = unsigned_cast(signed_cast(value).resize(width));
                Expr::new(width, Kind::Constant(value))
            }
            Kind::Constant(value) => Expr::new(width, Kind::Constant(value.resize(width))),
            Kind::ZeroExtend(inner) if !signed => Expr::new(width, Kind::ZeroExtend(inner)),
            _ if signed => Expr::new(width, Kind::SignExtend(self.into())),
            _ => Expr::new(width, Kind::ZeroExtend(self.into())),
        }
    }

    /// Two operands of the same width, under `op`.
    pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let width = a.width;
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            let (x, y) = (x.clone(), y.clone());
            let known = match op {
                BinaryOp::Add => x + y,
                BinaryOp::Sub => x - y,
                BinaryOp::Mul => (x * y).resize(width),
                BinaryOp::And | BinaryOp::LogicalAnd => x & y,
                BinaryOp::Or | BinaryOp::LogicalOr => x | y,
                BinaryOp::Xor => x ^ y,
            };
            return Expr::new(width, Kind::Constant(known));
        }
        Expr::new(width, Kind::Binary(op, a.into(), b.into()))
    }

    /// A comparison of two operands of the same width.
    pub fn compare(op: CompareOp, signed: bool, a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            let holds = if signed {
                op.holds(signed_cast(x.clone()), signed_cast(y.clone()))
            } else {
                op.holds(x, y)
            };
            return Expr::constant(1, u128::from(holds));
        }
        Expr::new(1, Kind::Compare(op, signed, a.into(), b.into()))
    }

    /// The two's complement.
    pub fn negated(self) -> Expr {
        match self.kind {
            Kind::Constant(value) => Expr::new(self.width, Kind::Constant(-value)),
            _ => Expr::new(self.width, Kind::Negate(self.into())),
        }
    }

    /// All bits inverted.
    pub fn inverted(self) -> Expr {
        match self.kind {
            Kind::Constant(value) => Expr::new(self.width, Kind::Constant(!value)),
            _ => Expr::new(self.width, Kind::Not(self.into())),
        }
    }

    /// A shift by any amount.
    pub fn shift(op: ShiftOp, a: Expr, by: Expr) -> Expr {
        let width = a.width;
        if let (Some(x), Some(y)) = (a.value(), by.value()) {
            let (x, by) = (x.clone(), y.index());
            let known = match op {
                ShiftOp::Left => x << by,
                ShiftOp::Right => x >> by,
            };
            return Expr::new(width, Kind::Constant(known));
        }
        Expr::new(width, Kind::Shift(op, a.into(), by.into()))
    }

    /// A truth value inverted.
    pub fn logical_not(self) -> Expr {
        match self.kind {
            Kind::Constant(value) => Expr::constant(1, u128::from(!value.any())),
            Kind::LogicalNot(inner) => *inner,
            _ => Expr::new(1, Kind::LogicalNot(self.into())),
        }
    }

    /// `a && b`, or what is left of it where one is known.
    pub fn and(a: Expr, b: Expr) -> Expr {
        match (a.truth(), b.truth()) {
            (Some(false), _) | (_, Some(true)) => a,
            (Some(true), _) | (_, Some(false)) => b,
            _ => Expr::binary(BinaryOp::LogicalAnd, a, b),
        }
    }

    /// `a || b`, or what is left of it where one is known.
    pub fn or(a: Expr, b: Expr) -> Expr {
        match (a.truth(), b.truth()) {
            (Some(true), _) | (_, Some(false)) => a,
            (Some(false), _) | (_, Some(true)) => b,
            _ => Expr::binary(BinaryOp::LogicalOr, a, b),
        }
    }
}
