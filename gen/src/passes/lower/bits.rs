//! Single bits and slices of a number.

use super::{Class, Lowering, Typed};
use crate::ir::{BinaryOp, Expr, Int, Kind, Place, ReduceOp, ShiftOp};
use crate::refusal::Reason;
use rust_hdl_core::ast::VerilogExpression as Ast;
use tailback_hdl::address_bits;

impl Lowering<'_> {
    /// Lowers a number for bit selection.
    fn number(&self, base: &Ast) -> Result<(Expr, Class), Reason> {
        match self.expression(base)? {
            Typed::Value { expr, class: class @ (Class::Unsigned | Class::Signed) } => {
                Ok((expr, class))
            }
            _ => self.refuse("a bit of this type"),
        }
    }

    /// Lowers the index of a bit; none if the index is a known value beyond the width.
    fn selected(&self, index: &Ast, width: usize) -> Result<Option<Typed>, Reason> {
        Ok(match self.expression(index)? {
            Typed::Int(at) => Some(Typed::Int(at)),
            value => Some(value.known_index(width)).filter(
                |index| !matches!(index, Typed::Int(Int::Constant(at)) if *at == width as i128),
            ),
        })
    }

    fn slice_or_refuse(&self, expr: &Expr, low: usize, width: usize) -> Result<Expr, Reason> {
        expr.slice(low, width).ok_or_else(|| Reason::SliceOfExpression(self.target.clone()))
    }

    /// Returns a number of `width` bits with a one at the bit `index`.
    fn one_hot(&self, index: &Typed, width: usize) -> Result<Expr, Reason> {
        let one = Typed::Value { expr: Expr::constant(width, 1), class: Class::Unsigned };
        match self.operator(&rust_hdl_core::ast::VerilogOp::Shl, one, index.clone())? {
            Typed::Value { expr, .. } => Ok(expr),
            Typed::Int(_) => self.refuse("a bit at this index"),
        }
    }

    /// Lowers `x.get_bit(i)`. A bit beyond the width is zero, in Rust as here.
    pub(super) fn get_bit(&self, base: &Ast, index: &Ast) -> Result<Typed, Reason> {
        let (expr, _) = self.number(base)?;
        let index = match self.selected(index, expr.width)? {
            Some(index) => index,
            None => return self.value(Expr::constant(1, 0), Class::Bool),
        };
        let bit = match (&index, &expr.kind) {
            (Typed::Int(at), _) => {
                self.within(at, expr.width, "bit", &self.describe(&expr))?;
                match (at, &expr.kind) {
                    (Int::Constant(at), _) => {
                        self.slice_or_refuse(&expr, usize::try_from(*at).unwrap_or(0), 1)?
                    }
                    (at, Kind::Read(Place { bits: None, signal, lane })) => {
                        let bits = Some((at.clone(), 1));
                        let place = Place { bits, signal: *signal, lane: lane.clone() };
                        Expr::new(1, Kind::Read(place))
                    }
                    _ => self.masked_bit(&expr, &index)?,
                }
            }
            // Every index value is a bit, so Verilog's own selection is exact.
            (Typed::Value { expr: at, class: Class::Unsigned }, Kind::Read(place))
                if place.bits.is_none()
                    && at.width == address_bits(expr.width)
                    && expr.width == 1 << at.width =>
            {
                Expr::new(1, Kind::Bit(place.clone(), at.clone().into()))
            }
            (Typed::Value { class: Class::Unsigned, .. }, _) => self.masked_bit(&expr, &index)?,
            _ => return self.refuse("a bit at this index"),
        };
        self.value(bit, Class::Bool)
    }

    fn masked_bit(&self, expr: &Expr, index: &Typed) -> Result<Expr, Reason> {
        let mask = self.one_hot(index, expr.width)?;
        let masked = Expr::binary(BinaryOp::And, expr.clone(), mask);
        Ok(match masked.width {
            1 => masked,
            _ => Expr::new(1, Kind::Reduce(ReduceOp::Or, masked.into())),
        })
    }

    pub(super) fn get_bits(&self, base: &Ast, width: usize, low: &Ast) -> Result<Typed, Reason> {
        let (expr, _) = self.number(base)?;
        match self.expression(low)?.known_index(expr.width) {
            Typed::Int(Int::Constant(low)) => {
                let shifted = self.shifted(&expr, usize::try_from(low).unwrap_or(usize::MAX))?;
                let slice = self.slice_or_refuse(&shifted, 0, width.min(shifted.width))?;
                self.value(slice.extend(width, false), Class::Unsigned)
            }
            Typed::Int(low) => {
                let (first, last) = low.range(&self.loops);
                let inside = first >= 0 && last + width as i128 <= expr.width as i128;
                match expr.kind {
                    Kind::Read(place) if place.bits.is_none() && inside => {
                        let place = Place { bits: Some((low, width)), ..place };
                        self.value(Expr::new(width, Kind::Read(place)), Class::Unsigned)
                    }
                    _ => Err(Reason::SliceOfExpression(self.target.clone())),
                }
            }
            Typed::Value { expr: low, class: Class::Unsigned } => {
                let slice = self.selected_bits(&expr, width, &low)?;
                self.value(slice, Class::Unsigned)
            }
            Typed::Value { .. } => self.refuse("bits at this index"),
        }
    }

    fn shifted(&self, expr: &Expr, by: usize) -> Result<Expr, Reason> {
        if by >= expr.width {
            return Ok(Expr::constant(expr.width, 0));
        }
        let rest = self.slice_or_refuse(expr, by, expr.width - by)?;
        Ok(rest.extend(expr.width, false))
    }

    /// Selects `width` bits from bit `low` on; all of them must exist for every value of `low`.
    fn selected_bits(&self, expr: &Expr, width: usize, low: &Expr) -> Result<Expr, Reason> {
        let always_inside = low.width < 32 && (1 << low.width) - 1 + width <= expr.width;
        match &expr.kind {
            Kind::Read(place)
                if place.bits.is_none()
                    && always_inside
                    && low.width == address_bits(expr.width) =>
            {
                Ok(Expr::new(width, Kind::Part(place.clone(), low.clone().into())))
            }
            _ if width >= expr.width => {
                let shift = Kind::Shift(ShiftOp::Right, expr.clone().into(), low.clone().into());
                Ok(Expr::new(expr.width, shift).extend(width, false))
            }
            _ => Err(Reason::SliceOfExpression(self.target.clone())),
        }
    }

    /// Lowers `x.replace_bit(i, b)` inside an expression: an index beyond the width changes
    /// nothing.
    pub(super) fn replace_bit(&self, base: &Ast, index: &Ast, bit: &Ast) -> Result<Typed, Reason> {
        let (expr, class) = self.number(base)?;
        let bit = self.bool(self.expression(bit)?)?;
        let Some(index) = self.selected(index, expr.width)? else {
            return self.value(expr, class);
        };
        if let Typed::Int(at) = &index {
            self.within(at, expr.width, "bit", &self.describe(&expr))?;
        }
        let width = expr.width;
        let mask = self.one_hot(&index, width)?;
        let others = mask.inverted();
        let cleared = Expr::binary(BinaryOp::And, expr, others);
        let bit = Typed::Value { expr: bit.extend(width, false), class: Class::Unsigned };
        let Typed::Value { expr: placed, .. } =
            self.operator(&rust_hdl_core::ast::VerilogOp::Shl, bit, index)?
        else {
            return self.refuse("a bit at this index");
        };
        self.value(Expr::binary(BinaryOp::Or, cleared, placed), class)
    }

    fn describe(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Read(place) => self.signals[place.signal].path().into(),
            _ => format!("a value for {}", self.target),
        }
    }
}
