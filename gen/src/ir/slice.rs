//! Bits of an expression.
//!
//! Verilog-2001 selects bits of a name only. For any other expression, the selection moves to its
//! operands, if that is exact.

use super::{BinaryOp, Expr, Int, Kind, Place, ShiftOp};
use tailback_hdl::Bits;

impl Expr {
    /// Selects `width` bits from bit `low` on, all within the expression; `None` if they cannot be
    /// selected exactly.
    pub fn slice(&self, low: usize, width: usize) -> Option<Expr> {
        if low == 0 && width == self.width {
            return Some(self.clone());
        }
        let constant = |value: Bits| Expr::new(width, Kind::Constant(value));
        let zero = || constant(Bits::new(width, 0));
        Some(match &self.kind {
            Kind::Constant(value) | Kind::Named(_, value) => {
                constant((value.clone() >> low).resize(width))
            }
            Kind::Read(place) => {
                let base = place.bits.clone().map_or(Int::Constant(0), |(base, _)| base);
                let bits = Some((base + Int::from(low), width));
                Expr::new(width, Kind::Read(Place { bits, ..place.clone() }))
            }
            Kind::Not(a) => Expr::new(width, Kind::Not(a.slice(low, width)?.into())),
            Kind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
                Expr::binary(*op, a.slice(low, width)?, b.slice(low, width)?)
            }
            // The low bits of these results depend only on the low bits of the operands.
            Kind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b)
                if low == 0 =>
            {
                Expr::binary(*op, a.slice(0, width)?, b.slice(0, width)?)
            }
            Kind::Negate(a) if low == 0 => {
                Expr::new(width, Kind::Negate(a.slice(0, width)?.into()))
            }
            Kind::Select(condition, a, b) => Expr::new(
                width,
                Kind::Select(
                    condition.clone(),
                    a.slice(low, width)?.into(),
                    b.slice(low, width)?.into(),
                ),
            ),
            Kind::ZeroExtend(a) if low >= a.width => zero(),
            Kind::ZeroExtend(a) | Kind::SignExtend(a) if low + width <= a.width => {
                a.slice(low, width)?
            }
            Kind::ZeroExtend(a) => a.slice(low, a.width - low)?.extend(width, false),
            Kind::SignExtend(a) if low < a.width => {
                a.slice(low, a.width - low)?.extend(width, true)
            }
            Kind::SignExtend(a) => a.slice(a.width - 1, 1)?.extend(width, true),
            Kind::Shift(op, a, by) => match (op, by.value().map(Bits::index)) {
                (ShiftOp::Right, Some(by)) if low + by >= self.width => zero(),
                (ShiftOp::Right, Some(by)) => {
                    let there = width.min(self.width - low - by);
                    a.slice(low + by, there)?.extend(width, false)
                }
                (ShiftOp::Left, Some(by)) if low + width <= by => zero(),
                (ShiftOp::Left, Some(by)) if low >= by => a.slice(low - by, width)?,
                (ShiftOp::Left, _) if low == 0 => {
                    Expr::new(width, Kind::Shift(*op, a.slice(0, width)?.into(), by.clone()))
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}
