//! Printing of expressions, with parentheses only where precedence needs them.

use super::constants::Constants;
use super::loops::Loops;
use super::number::{constant, decimal};
use crate::ir::{BinaryOp, CompareOp, Expr, Int, Kind, Place, ReduceOp, ShiftOp, SignalId};
use tailback_hdl::Bits;

/// Declaration of a signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub name: String,
    /// Number of elements of an array, packed or unpacked.
    pub lanes: Option<usize>,
    pub width: usize,
    /// True if an array is declared as one vector.
    pub packed: bool,
}

/// Binding strengths of Verilog's operators (IEEE 1364-2001 table 9).
mod strength {
    pub const SELECT: u8 = 1;
    pub const LOGICAL_OR: u8 = 2;
    pub const LOGICAL_AND: u8 = 3;
    pub const OR: u8 = 4;
    pub const XOR: u8 = 5;
    pub const AND: u8 = 6;
    pub const EQUALITY: u8 = 7;
    pub const RELATION: u8 = 8;
    pub const SHIFT: u8 = 9;
    pub const SUM: u8 = 10;
    pub const PRODUCT: u8 = 11;
    pub const UNARY: u8 = 12;
    pub const PRIMARY: u8 = 13;
}

/// Width of an unsized number.
const INTEGER: usize = 32;

/// Verilog text, and the binding strength of its outermost operator.
struct Text(String, u8);

impl Text {
    fn at_least(self, needed: u8) -> String {
        if self.1 < needed {
            format!("({})", self.0)
        } else {
            self.0
        }
    }
}

pub(super) struct Printer<'a> {
    pub shapes: &'a [Shape],
    pub constants: &'a Constants,
    pub loops: &'a Loops,
}

impl Printer<'_> {
    /// Prints an expression in a context of its own width.
    pub fn expression(&self, expr: &Expr) -> String {
        self.text(expr).0
    }

    /// Prints an operand of an integer, extended to the width of integers.
    fn isolated(&self, expr: &Expr) -> String {
        if let Kind::Constant(value) = &expr.kind {
            return constant(&value.clone().resize(expr.width.max(INTEGER)));
        }
        let expr = match &expr.kind {
            Kind::ZeroExtend(inner) if expr.width <= INTEGER => inner.as_ref(),
            _ => expr,
        };
        match INTEGER.checked_sub(expr.width) {
            Some(missing @ 1..) => format!("{{{missing}'d0, {}}}", self.expression(expr)),
            _ => format!("{{{}}}", self.expression(expr)),
        }
    }

    /// Prints a place.
    pub fn place(&self, place: &Place) -> String {
        let shape = &self.shapes[place.signal];
        let name = &shape.name;
        let whole_lane = match &place.bits {
            None => true,
            Some((_, width)) => *width == shape.width,
        };
        match (&place.lane, shape.packed) {
            (Some(lane), false) => format!("{name}[{lane}]{}", bits(&place.bits, shape.width)),
            // Bits of a vector of all elements.
            (None, _) => {
                let all = shape.lanes.unwrap_or(1) * shape.width;
                format!("{name}{}", bits(&place.bits, all))
            }
            (Some(_), true) if shape.lanes == Some(1) => {
                format!("{name}{}", bits(&place.bits, shape.width))
            }
            (Some(lane), true) => {
                let first = Int::from(shape.width) * lane.clone();
                if whole_lane {
                    return format!("{name}{}", bits(&Some((first, shape.width)), usize::MAX));
                }
                let (low, width) = place.bits.clone().unwrap_or((Int::from(0), shape.width));
                format!("{name}{}", bits(&Some((first + low, width)), usize::MAX))
            }
        }
    }

    /// Prints element `index` of a vector that consists of elements of `width` bits.
    pub fn stripe(&self, signal: SignalId, index: Int, width: usize) -> String {
        let shape = &self.shapes[signal];
        if shape.lanes.unwrap_or(1) * shape.width == width {
            return shape.name.clone();
        }
        let part = Some((Int::from(width) * index, width));
        format!("{}{}", shape.name, bits(&part, usize::MAX))
    }

    fn lane(&self, signal: SignalId, index: &Expr) -> String {
        let shape = &self.shapes[signal];
        match (shape.packed, shape.width) {
            (true, width) if width > 1 => {
                format!("{}[{width}*{} +: {width}]", shape.name, self.isolated(index))
            }
            _ => format!("{}[{}]", shape.name, self.expression(index)),
        }
    }

    fn part(&self, place: &Place, low: &Expr, width: usize) -> String {
        let shape = &self.shapes[place.signal];
        let count = if width == 1 { String::new() } else { format!(" +: {width}") };
        match &place.lane {
            Some(lane) if shape.packed && shape.lanes != Some(1) => {
                let first = Int::from(shape.width) * lane.clone();
                format!("{}[{first} + {}{count}]", shape.name, self.isolated(low))
            }
            _ => format!("{}[{}{count}]", self.place(place), self.expression(low)),
        }
    }

    fn text(&self, expr: &Expr) -> Text {
        let primary = |text| Text(text, strength::PRIMARY);
        let unary = |op: &str, a: &Expr| {
            Text(format!("{op}{}", self.text(a).at_least(strength::PRIMARY)), strength::UNARY)
        };
        match &expr.kind {
            Kind::Constant(value) => primary(constant(value)),
            Kind::Named(name, value) => {
                let name = self.constants.name(name, expr.width);
                primary(name.unwrap_or_else(|| constant(value)))
            }
            Kind::Integer(variable) => primary(self.loops.value(variable, expr.width)),
            Kind::Read(place) => primary(self.place(place)),
            Kind::Lane(signal, index) => primary(self.lane(*signal, index)),
            Kind::Bit(place, low) | Kind::Part(place, low) => {
                primary(self.part(place, low, expr.width))
            }
            Kind::Not(a) => unary("~", a),
            Kind::LogicalNot(a) => unary("!", a),
            // Parentheses keep a preceding operator from merging with this one.
            Kind::Negate(a) => primary(format!("({})", unary("-", a).0)),
            Kind::Reduce(op, a) => {
                let op = match op {
                    ReduceOp::And => "&",
                    ReduceOp::Or => "|",
                    ReduceOp::Xor => "^",
                };
                primary(format!("({})", unary(op, a).0))
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b),
            Kind::Compare(op, signed, a, b) => self.compare(*op, *signed, a, b),
            Kind::CompareInt(op, a, b) => {
                let (op, strength) = comparison(*op);
                Text(format!("{a} {op} {b}"), strength)
            }
            Kind::Shift(op, a, by) => {
                let op = match op {
                    ShiftOp::Left => "<<",
                    ShiftOp::Right => ">>",
                };
                let a = self.text(a).at_least(strength::SHIFT);
                let by = match (&by.kind, self.loops.integer(by)) {
                    (_, Some(integer)) => integer.to_string(),
                    (Kind::Constant(value), None) => decimal(value),
                    _ => self.text(by).at_least(strength::SHIFT + 1),
                };
                Text(format!("{a} {op} {by}"), strength::SHIFT)
            }
            Kind::ZeroExtend(a) => {
                primary(format!("{{{}'d0, {}}}", expr.width - a.width, self.expression(a)))
            }
            Kind::SignExtend(a) => primary(self.sign_extend(a, expr.width)),
            Kind::Select(condition, a, b) => Text(
                format!(
                    "{} ? {} : {}",
                    self.text(condition).at_least(strength::LOGICAL_OR),
                    self.text(a).at_least(strength::LOGICAL_OR),
                    self.text(b).at_least(strength::SELECT)
                ),
                strength::SELECT,
            ),
        }
    }

    fn infix(&self, op: &str, strength: u8, a: &Expr, b: &Expr) -> Text {
        let (a, b) = (self.text(a).at_least(strength), self.text(b).at_least(strength + 1));
        Text(format!("{a} {op} {b}"), strength)
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        let (op, strength) = match op {
            BinaryOp::Add => ("+", strength::SUM),
            BinaryOp::Sub => ("-", strength::SUM),
            BinaryOp::Mul => ("*", strength::PRODUCT),
            BinaryOp::And => ("&", strength::AND),
            BinaryOp::Or => ("|", strength::OR),
            BinaryOp::Xor => ("^", strength::XOR),
            BinaryOp::LogicalAnd => ("&&", strength::LOGICAL_AND),
            BinaryOp::LogicalOr => ("||", strength::LOGICAL_OR),
        };
        self.infix(op, strength, a, b)
    }

    fn compare(&self, op: CompareOp, signed: bool, a: &Expr, b: &Expr) -> Text {
        if let Some((op, operand, integer)) = self.loops.compared(op, signed, a, b) {
            let (name, strength) = comparison(op);
            return Text(format!("{} {name} {integer}", self.isolated(operand)), strength);
        }
        let (name, strength) = comparison(op);
        if !signed || matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return self.infix(name, strength, a, b);
        }
        let (a, b) = (self.expression(a), self.expression(b));
        Text(format!("$signed({a}) {name} $signed({b})"), strength)
    }

    /// Prints a sign extension: copies of the sign bit of a name; for any other operand
    /// `(x ^ s) - s`, with the sign bit `s`.
    fn sign_extend(&self, a: &Expr, width: usize) -> String {
        let text = self.expression(a);
        if a.width == 1 {
            return format!("{{{width}{{{text}}}}}");
        }
        match a.slice(a.width - 1, 1).map(|sign| self.text(&sign)) {
            Some(Text(sign, strength::PRIMARY)) => {
                format!("{{{{{}{{{sign}}}}}, {text}}}", width - a.width)
            }
            _ => {
                let sign = constant(&(Bits::new(1, 1).resize(width) << (a.width - 1)));
                format!("(({{{}'d0, {text}}} ^ {sign}) - {sign})", width - a.width)
            }
        }
    }
}

fn comparison(op: CompareOp) -> (&'static str, u8) {
    match op {
        CompareOp::Eq => ("==", strength::EQUALITY),
        CompareOp::Ne => ("!=", strength::EQUALITY),
        CompareOp::Lt => ("<", strength::RELATION),
        CompareOp::Le => ("<=", strength::RELATION),
        CompareOp::Gt => (">", strength::RELATION),
        CompareOp::Ge => (">=", strength::RELATION),
    }
}

/// Prints a bit selection from a name of `whole` bits.
pub(super) fn bits(bits: &Option<(Int, usize)>, whole: usize) -> String {
    match bits {
        None => String::new(),
        Some((_, width)) if *width == whole => String::new(),
        Some((low, 1)) => format!("[{low}]"),
        Some((Int::Constant(low), width)) => format!("[{}:{low}]", low + *width as i128 - 1),
        Some((low, width)) => format!("[{low} +: {width}]"),
    }
}
