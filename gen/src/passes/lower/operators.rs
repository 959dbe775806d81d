//! Lowering of operators: operands are extended to a common width, and constants take the width of
//! the other operand.

use super::{Class, Lowering, Typed};
use crate::ir::{BinaryOp, CompareOp, Expr, Int, Kind, ReduceOp, ShiftOp};
use crate::refusal::Reason;
use rust_hdl_core::ast::{VerilogOp, VerilogOpUnary};
use tailback_hdl::Bits;

/// Returns the bitwise or arithmetic operator for rust-hdl's name.
fn arithmetic(op: &VerilogOp) -> Option<BinaryOp> {
    Some(match op {
        VerilogOp::Add => BinaryOp::Add,
        VerilogOp::Sub => BinaryOp::Sub,
        VerilogOp::BitAnd => BinaryOp::And,
        VerilogOp::BitOr => BinaryOp::Or,
        VerilogOp::BitXor => BinaryOp::Xor,
        _ => return None,
    })
}

/// Whether the operator extends its operands to one width, so that a constant may keep its name.
pub(super) fn keeps_names(op: &VerilogOp) -> bool {
    arithmetic(op).is_some() || comparison(op).is_some()
}

fn comparison(op: &VerilogOp) -> Option<CompareOp> {
    Some(match op {
        VerilogOp::Eq => CompareOp::Eq,
        VerilogOp::Ne => CompareOp::Ne,
        VerilogOp::Lt => CompareOp::Lt,
        VerilogOp::Le => CompareOp::Le,
        VerilogOp::Gt => CompareOp::Gt,
        VerilogOp::Ge => CompareOp::Ge,
        _ => return None,
    })
}

/// Returns the low `width` bits of `value`; the low bits of sums and products depend on the low
/// bits of the operands alone.
fn modular(value: &Int, width: usize) -> Expr {
    let both = |op, a, b| Expr::binary(op, modular(a, width), modular(b, width));
    match value {
        Int::Constant(value) => {
            let magnitude = Bits::new(width, value.unsigned_abs());
            Expr::new(width, Kind::Constant(if *value < 0 { -magnitude } else { magnitude }))
        }
        Int::Named(name, value) if *value >= 0 => {
            let bits = Bits::new(width, value.unsigned_abs());
            Expr::new(width, Kind::Named(name.clone(), bits))
        }
        Int::Named(_, value) => modular(&Int::Constant(*value), width),
        Int::Variable(name) if width > VARIABLE_BITS => {
            Expr::new(VARIABLE_BITS, Kind::Integer(name.clone())).extend(width, false)
        }
        Int::Variable(name) => Expr::new(width, Kind::Integer(name.clone())),
        Int::Add(a, b) => both(BinaryOp::Add, a, b),
        Int::Sub(a, b) => both(BinaryOp::Sub, a, b),
        Int::Mul(a, b) => both(BinaryOp::Mul, a, b),
    }
}

/// Bits of the widest shift amount. For wider amounts Verilator 5.006 evaluates the lowest word
/// alone and leaves the rest to the processor: `x << 65'd32` of one bit gives `x`, where Verilog
/// gives zero.
const WIDEST_SHIFT: usize = 64;

/// Bits of a loop variable in Verilog.
const VARIABLE_BITS: usize = 32;

/// Returns the largest number of `width` bits, limited to the largest constant.
fn largest(width: usize) -> i128 {
    match width {
        0..127 => (1 << width) - 1,
        _ => i128::MAX,
    }
}

impl Typed {
    /// Turns a known value into a constant of at most `limit`.
    pub(super) fn known_index(self, limit: usize) -> Typed {
        match &self {
            Typed::Value { expr, class: Class::Unsigned } => match expr.value() {
                Some(value) => Typed::Int(Int::from(value.index().min(limit))),
                None => self,
            },
            _ => self,
        }
    }
}

impl Lowering<'_> {
    pub(super) fn unary(&self, op: &VerilogOpUnary, operand: Typed) -> Result<Typed, Reason> {
        let (expr, class) = match operand {
            Typed::Value { expr, class } => (expr, class),
            Typed::Int(value) => {
                return match op {
                    VerilogOpUnary::Neg => Ok(Typed::Int(Int::Constant(0) - value)),
                    _ => self.refuse("this operator on a number without a width"),
                }
            }
        };
        let width = expr.width;
        let reduce = |op| match (width, expr.value()) {
            (1, _) => expr.clone(),
            (_, Some(value)) => Expr::constant(
                1,
                u128::from(match op {
                    ReduceOp::And => value.all(),
                    ReduceOp::Or => value.any(),
                    ReduceOp::Xor => value.xor(),
                }),
            ),
            _ => Expr::new(1, Kind::Reduce(op, expr.clone().into())),
        };
        match (op, class) {
            (VerilogOpUnary::Not, Class::Bool) => self.value(expr.logical_not(), Class::Bool),
            (VerilogOpUnary::Not, Class::Unsigned) => self.value(expr.inverted(), class),
            (VerilogOpUnary::Neg, Class::Unsigned | Class::Signed) => {
                self.value(expr.negated(), class)
            }
            (VerilogOpUnary::All, Class::Unsigned) => {
                self.value(reduce(ReduceOp::And), Class::Bool)
            }
            (VerilogOpUnary::Any, Class::Unsigned) => self.value(reduce(ReduceOp::Or), Class::Bool),
            (VerilogOpUnary::Xor, Class::Unsigned) => {
                self.value(reduce(ReduceOp::Xor), Class::Bool)
            }
            _ => self.refuse("this operator on this type"),
        }
    }

    pub(super) fn operator(
        &self,
        op: &VerilogOp,
        left: Typed,
        right: Typed,
    ) -> Result<Typed, Reason> {
        if let (Typed::Int(a), Typed::Int(b)) = (&left, &right) {
            return self.integers(op, a.clone(), b.clone());
        }
        match op {
            VerilogOp::LogicalAnd => {
                self.value(Expr::and(self.bool(left)?, self.bool(right)?), Class::Bool)
            }
            VerilogOp::LogicalOr => {
                self.value(Expr::or(self.bool(left)?, self.bool(right)?), Class::Bool)
            }
            VerilogOp::Shl => self.shift(ShiftOp::Left, left, right),
            VerilogOp::Shr => self.shift(ShiftOp::Right, left, right),
            VerilogOp::Mul => self.product(left, right),
            _ => {
                if let Some(op) = comparison(op) {
                    return self.compare(op, left, right);
                }
                let Some(op) = arithmetic(op) else { return self.refuse("this operator") };
                let (a, b, class) = self.align(left, right)?;
                self.value(Expr::binary(op, a, b), class)
            }
        }
    }

    fn integers(&self, op: &VerilogOp, a: Int, b: Int) -> Result<Typed, Reason> {
        if let Some(op) = comparison(op) {
            let expr = match (a.constant(), b.constant()) {
                (Some(a), Some(b)) => Expr::constant(1, u128::from(op.holds(a, b))),
                _ => Expr::new(1, Kind::CompareInt(op, a, b)),
            };
            return self.value(expr, Class::Bool);
        }
        Ok(Typed::Int(match op {
            VerilogOp::Add => a + b,
            VerilogOp::Sub => a - b,
            VerilogOp::Mul => a * b,
            _ => return self.refuse("this operator on numbers without a width"),
        }))
    }

    pub(super) fn bool(&self, value: Typed) -> Result<Expr, Reason> {
        match value {
            Typed::Value { expr, class: Class::Bool } => Ok(expr),
            _ => self.refuse("a number instead of a boolean"),
        }
    }

    /// Returns `value` as a constant of `width` bits.
    pub(super) fn sized(&self, value: &Int, width: usize, what: &str) -> Result<Expr, Reason> {
        let (low, high) = value.range(&self.loops);
        let fits = if low < 0 {
            low >= -1 - largest(width - 1) && high <= largest(width - 1)
        } else {
            high <= largest(width)
        };
        if !fits {
            let value = if low < 0 { low } else { high };
            return Err(Reason::ConstantTooLarge { value, width, what: what.into() });
        }
        Ok(modular(value, width))
    }

    /// Extends both operands to the width of the wider one.
    fn align(&self, left: Typed, right: Typed) -> Result<(Expr, Expr, Class), Reason> {
        let operand = "the other operand";
        match (left, right) {
            (Typed::Value { expr: a, class }, Typed::Int(b)) => {
                let b = self.sized(&b, a.width, operand)?;
                Ok((a, b, class))
            }
            (Typed::Int(a), Typed::Value { expr: b, class }) => {
                Ok((self.sized(&a, b.width, operand)?, b, class))
            }
            (Typed::Value { expr: a, class }, Typed::Value { expr: b, class: other })
                if class == other =>
            {
                let width = a.width.max(b.width);
                let signed = class == Class::Signed;
                Ok((a.extend(width, signed), b.extend(width, signed), class))
            }
            _ => self.refuse("an operator on two types"),
        }
    }

    fn compare(&self, op: CompareOp, left: Typed, right: Typed) -> Result<Typed, Reason> {
        let (left, right, op) = match (left, right) {
            (left @ Typed::Int(_), right) => (right, left, op.mirrored()),
            (left, right) => (left, right, op),
        };
        // The result is known for a constant beyond the range of the other operand.
        let bound = match &right {
            Typed::Int(right) => right.constant(),
            Typed::Value { .. } => None,
        };
        if let (Typed::Value { expr, class: Class::Unsigned }, Some(value)) = (&left, &bound) {
            let (largest, whole) = (largest(expr.width), expr.width < 128);
            let known = if *value > largest {
                Some(op.holds(0, 1))
            } else {
                match op {
                    CompareOp::Ge if *value == 0 => Some(true),
                    CompareOp::Lt if *value == 0 => Some(false),
                    CompareOp::Le if whole && *value == largest => Some(true),
                    CompareOp::Gt if whole && *value == largest => Some(false),
                    _ => None,
                }
            };
            if let Some(known) = known {
                return self.value(Expr::constant(1, u128::from(known)), Class::Bool);
            }
        }
        let (a, b, class) = self.align(left, right)?;
        self.value(Expr::compare(op, class == Class::Signed, a, b), Class::Bool)
    }

    fn product(&self, left: Typed, right: Typed) -> Result<Typed, Reason> {
        match (left, right) {
            (Typed::Value { expr: a, class }, Typed::Value { expr: b, class: other })
                if class == other && class != Class::Bool =>
            {
                let width = a.width + b.width;
                let signed = class == Class::Signed;
                let (a, b) = (a.extend(width, signed), b.extend(width, signed));
                self.value(Expr::binary(BinaryOp::Mul, a, b), class)
            }
            _ => self.refuse("a product of these types"),
        }
    }

    fn shift(&self, op: ShiftOp, left: Typed, right: Typed) -> Result<Typed, Reason> {
        let Typed::Value { expr, class: class @ Class::Unsigned } = left else {
            return self.refuse("a shift of this type");
        };
        let width = expr.width;
        let by = match right.known_index(width) {
            Typed::Int(Int::Constant(0)) => return self.value(expr, class),
            Typed::Int(Int::Constant(by)) if by >= width as i128 => {
                return self.value(Expr::constant(width, 0), class)
            }
            Typed::Int(by) => {
                let (low, high) = by.range(&self.loops);
                if low < 0 {
                    return self.refuse("a shift by a negative number");
                }
                let bits = (i128::BITS - high.leading_zeros()).max(1) as usize;
                self.sized(&by, bits, "the shift")?
            }
            Typed::Value { expr: by, class: Class::Unsigned } => by,
            Typed::Value { .. } => return self.refuse("a shift by this type"),
        };
        self.value(self.shifted_by(op, expr, by)?, class)
    }

    /// Lowers a shift whose amount tools evaluate in few bits: larger amounts are tested
    /// separately.
    fn shifted_by(&self, op: ShiftOp, expr: Expr, by: Expr) -> Result<Expr, Reason> {
        let by = match by.kind {
            Kind::ZeroExtend(narrow) => *narrow,
            _ => by,
        };
        if by.width <= WIDEST_SHIFT {
            return Ok(Expr::shift(op, expr, by));
        }
        let parts = (by.slice(WIDEST_SHIFT, by.width - WIDEST_SHIFT), by.slice(0, WIDEST_SHIFT));
        let (Some(high), Some(low)) = parts else {
            return Err(Reason::SliceOfExpression(self.target.clone()));
        };
        let width = expr.width;
        let beyond = match high.width {
            1 => high,
            _ => Expr::new(1, Kind::Reduce(ReduceOp::Or, high.into())),
        };
        let shifted = Expr::shift(op, expr, low);
        let nothing = Expr::constant(width, 0);
        Ok(Expr::new(width, Kind::Select(beyond.into(), nothing.into(), shifted.into())))
    }
}
