//! Expressions of the intermediate representation.

use super::{Int, Place, SignalId};
use tailback_hdl::{signed_cast, unsigned_cast, Bits};

/// An operator on two operands of equal width, which is also the width of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// Sum, without carry.
    Add,
    /// Difference, without borrow.
    Sub,
    /// Low half of the product.
    Mul,
    /// Bitwise AND.
    And,
    /// Or.
    Or,
    /// Exclusive or.
    Xor,
    /// AND of two truth values.
    LogicalAnd,
    /// Or of two truth values.
    LogicalOr,
}

/// A comparison of two operands of equal width.
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
    /// Whether the comparison holds for two numbers.
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

    /// Returns the equivalent comparison with the operands exchanged.
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

/// A reduction of all bits of a number to one bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReduceOp {
    /// One if all bits are ones.
    And,
    /// One if any bit is one.
    Or,
    /// One if the number of ones is odd.
    Xor,
}

/// A shift that fills with zeros.
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
    /// Kind of the expression.
    pub kind: Kind,
    /// Width in bits, at least 1.
    pub width: usize,
}

/// Kind of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A constant of the expression's width.
    Constant(Bits),
    /// A constant of the expression's width that has a name in the source.
    Named(String, Bits),
    /// The low bits of a loop variable, at most 32.
    Integer(String),
    /// A signal or a part of one.
    Read(Place),
    /// An array element that a signal selects; every index value is an element.
    Lane(SignalId, Box<Expr>),
    /// One bit of a place that a signal selects; every index value is a bit.
    Bit(Place, Box<Expr>),
    /// Consecutive bits of a place from a bit that a signal selects; all are within the place.
    Part(Place, Box<Expr>),
    /// All bits inverted.
    Not(Box<Expr>),
    /// A truth value inverted.
    LogicalNot(Box<Expr>),
    /// Two's complement.
    Negate(Box<Expr>),
    /// Reduction to one bit.
    Reduce(ReduceOp, Box<Expr>),
    /// An operator on two operands of equal width.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison, signed if the flag is set.
    Compare(CompareOp, bool, Box<Expr>, Box<Expr>),
    /// A comparison of loop variables and constants, computed by Verilog.
    CompareInt(CompareOp, Int, Int),
    /// A shift by a variable amount.
    Shift(ShiftOp, Box<Expr>, Box<Expr>),
    /// Zero extension.
    ZeroExtend(Box<Expr>),
    /// Sign extension.
    SignExtend(Box<Expr>),
    /// The second operand if the first is one, else the third.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Makes an expression of `width` bits.
    pub fn new(width: usize, kind: Kind) -> Expr {
        Expr { kind, width }
    }

    /// Makes a constant of `width` bits.
    pub fn constant(width: usize, value: u128) -> Expr {
        Expr::new(width, Kind::Constant(Bits::new(width, value)))
    }

    /// Returns the constant, if the expression is one.
    pub fn value(&self) -> Option<&Bits> {
        match &self.kind {
            Kind::Constant(value) | Kind::Named(_, value) => Some(value),
            _ => None,
        }
    }

    /// Returns the truth value, if it is known.
    pub fn truth(&self) -> Option<bool> {
        self.value().map(Bits::any)
    }

    /// Returns the operands that are expressions.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Constant(_) | Kind::Named(..) | Kind::Integer(_) | Kind::Read(_) => vec![],
            Kind::CompareInt(..) => vec![],
            Kind::Lane(_, a) | Kind::Bit(_, a) | Kind::Part(_, a) => vec![a],
            Kind::Not(a) | Kind::LogicalNot(a) | Kind::Negate(a) | Kind::Reduce(_, a) => vec![a],
            Kind::ZeroExtend(a) | Kind::SignExtend(a) => vec![a],
            Kind::Binary(_, a, b) | Kind::Compare(_, _, a, b) | Kind::Shift(_, a, b) => vec![a, b],
            Kind::Select(a, b, c) => vec![a, b, c],
        }
    }

    /// Calls `visit` for every named constant in the expression, with its width.
    pub fn names<'a>(&'a self, visit: &mut impl FnMut(&'a str, &'a Bits)) {
        if let Kind::Named(name, value) = &self.kind {
            visit(name, value);
        }
        self.operands().into_iter().for_each(|operand| operand.names(visit));
    }

    /// Calls `visit` for every place that the expression reads; `None` stands for the whole signal.
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

    /// Extends the expression to `width` bits with zeros or the sign.
    pub fn extend(self, width: usize, signed: bool) -> Expr {
        if width <= self.width {
            return self;
        }
        match self.kind {
            Kind::Constant(value) | Kind::Named(_, value) if signed => {
                let value = unsigned_cast(signed_cast(value).resize(width));
                Expr::new(width, Kind::Constant(value))
            }
            Kind::Constant(value) => Expr::new(width, Kind::Constant(value.resize(width))),
            Kind::Named(name, value) if !signed => {
                Expr::new(width, Kind::Named(name, value.resize(width)))
            }
            Kind::ZeroExtend(inner) if !signed => Expr::new(width, Kind::ZeroExtend(inner)),
            _ if signed => Expr::new(width, Kind::SignExtend(self.into())),
            _ => Expr::new(width, Kind::ZeroExtend(self.into())),
        }
    }

    /// Applies `op` to two operands of equal width.
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

    /// Compares two operands of equal width.
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

    /// Returns the two's complement.
    pub fn negated(self) -> Expr {
        match self.kind {
            Kind::Constant(value) | Kind::Named(_, value) => {
                Expr::new(self.width, Kind::Constant(-value))
            }
            _ => Expr::new(self.width, Kind::Negate(self.into())),
        }
    }

    /// Inverts all bits.
    pub fn inverted(self) -> Expr {
        match self.kind {
            Kind::Constant(value) | Kind::Named(_, value) => {
                Expr::new(self.width, Kind::Constant(!value))
            }
            _ => Expr::new(self.width, Kind::Not(self.into())),
        }
    }

    /// Shifts `a` by a variable amount.
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

    /// Inverts a truth value.
    pub fn logical_not(self) -> Expr {
        match self.kind {
            Kind::Constant(value) | Kind::Named(_, value) => {
                Expr::constant(1, u128::from(!value.any()))
            }
            Kind::LogicalNot(inner) => *inner,
            _ => Expr::new(1, Kind::LogicalNot(self.into())),
        }
    }

    /// Returns `a && b`, simplified if one operand is known.
    pub fn and(a: Expr, b: Expr) -> Expr {
        match (a.truth(), b.truth()) {
            (Some(false), _) | (_, Some(true)) => a,
            (Some(true), _) | (_, Some(false)) => b,
            _ => Expr::binary(BinaryOp::LogicalAnd, a, b),
        }
    }

    /// Returns `a || b`, simplified if one operand is known.
    pub fn or(a: Expr, b: Expr) -> Expr {
        match (a.truth(), b.truth()) {
            (Some(true), _) | (_, Some(false)) => a,
            (Some(false), _) | (_, Some(true)) => b,
            _ => Expr::binary(BinaryOp::LogicalOr, a, b),
        }
    }
}
