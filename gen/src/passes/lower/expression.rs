//! Lowering of expressions: names, literals, and dispatch to the operators.

use super::operators::keeps_names;
use super::path::{parse, Index, Path};
use super::{Class, Lowering, Typed};
use crate::ir::{CompareOp, Expr, Int, Kind, Place, Signal};
use crate::refusal::Reason;
use rust_hdl_core::ast::{VerilogExpression as Ast, VerilogLiteral};
use tailback_hdl::{address_bits, Role};

/// Index of an array element: a constant or a signal.
enum Lane {
    Known(Option<Int>),
    Selected(Expr),
}

impl Lowering<'_> {
    pub(super) fn expression(&self, ast: &Ast) -> Result<Typed, Reason> {
        match ast {
            Ast::Literal(literal) => self.literal(literal),
            Ast::Paren(inner) => self.expression(inner),
            Ast::Signal(name) => self.name(&parse(name)?),
            Ast::Unary(op, operand) => self.unary(op, self.expression(operand)?),
            Ast::Binary(left, op, right) if keeps_names(op) => {
                self.operator(op, self.named(left)?, self.named(right)?)
            }
            Ast::Binary(left, op, right) => {
                self.operator(op, self.expression(left)?, self.expression(right)?)
            }
            Ast::Signed(operand) => self.reinterpret(operand, Class::Signed),
            Ast::Unsigned(operand) => self.reinterpret(operand, Class::Unsigned),
            Ast::Index(base, index) => self.get_bit(base, index),
            Ast::Slice(base, width, offset) => self.get_bits(base, *width, offset),
            Ast::IndexReplace(base, index, bit) => self.replace_bit(base, index, bit),
            Ast::Cast(..) => self.refuse("a cast"),
        }
    }

    /// Lowers an operand or a value in which a constant keeps its name.
    pub(super) fn named(&self, ast: &Ast) -> Result<Typed, Reason> {
        let mut inner = ast;
        while let Ast::Paren(within) = inner {
            inner = within;
        }
        let typed = self.expression(inner)?;
        let Ast::Signal(text) = inner else { return Ok(typed) };
        let name = parse(text)?.name;
        let is_constant = |signal: &&Signal| signal.role == Role::Parameter && signal.name == name;
        if self.is_loop_variable(&name) || !self.signals.iter().any(|signal| is_constant(&signal)) {
            return Ok(typed);
        }
        Ok(match typed {
            Typed::Int(Int::Constant(value)) => Typed::Int(Int::Named(name, value)),
            Typed::Value { expr, class: Class::Unsigned } => match expr.kind {
                Kind::Constant(value) => {
                    let expr = Expr::new(expr.width, Kind::Named(name, value));
                    Typed::Value { expr, class: Class::Unsigned }
                }
                kind => {
                    let expr = Expr::new(expr.width, kind);
                    Typed::Value { expr, class: Class::Unsigned }
                }
            },
            typed => typed,
        })
    }

    fn reinterpret(&self, operand: &Ast, class: Class) -> Result<Typed, Reason> {
        match self.expression(operand)? {
            Typed::Value { expr, .. } => self.value(expr, class),
            Typed::Int(_) => self.refuse("a cast of a constant"),
        }
    }

    fn literal(&self, literal: &VerilogLiteral) -> Result<Typed, Reason> {
        // The value is private; its text is `bits'hdigits`, or `bits'bdigits` for few bits.
        let text = format!("{literal:x}");
        let (bits, digits) = text.split_once("'h").unwrap_or(("", ""));
        let Ok(value) = i128::from_str_radix(digits, 16) else {
            return self.refuse("a literal of more than 127 bits");
        };
        if bits == "1" {
            return self.value(Expr::constant(1, value as u128), Class::Bool);
        }
        Ok(Typed::Int(Int::Constant(value)))
    }

    pub(super) fn is_loop_variable(&self, name: &str) -> bool {
        self.loops.iter().any(|(variable, ..)| variable == name)
    }

    fn name(&self, path: &Path) -> Result<Typed, Reason> {
        if path.index.is_none() && path.port.is_none() && self.is_loop_variable(&path.name) {
            return Ok(Typed::Int(Int::Variable(path.name.clone())));
        }
        let (id, signal) = self.find(path)?;
        let class = match signal {
            Signal { bool: true, .. } => Class::Bool,
            Signal { signed: true, .. } => Class::Signed,
            _ => Class::Unsigned,
        };
        if signal.role == Role::Parameter {
            if path.index.is_some() {
                return Err(Reason::WrongIndex(path.name.clone(), "not an array"));
            }
            // A `count` has no width of its own.
            return match signal.width {
                0 => Ok(Typed::Int(Int::from(signal.value.index()))),
                width => {
                    let value = signal.value.clone().resize(width);
                    self.value(Expr::new(width, Kind::Constant(value)), class)
                }
            };
        }
        let expr = match self.lane(path, signal)? {
            Lane::Known(lane) => {
                Expr::new(signal.width, Kind::Read(Place { signal: id, lane, bits: None }))
            }
            Lane::Selected(index) => self.selected_lane(id, signal, index)?,
        };
        self.value(expr, class)
    }

    /// Finds the signal, or the port of a submodule, that a path names.
    fn find(&self, path: &Path) -> Result<(usize, &Signal), Reason> {
        let own = path.flat().0;
        let port = path.port.as_ref().map(|port| port.flat().0);
        let is_child = self.children.iter().any(|child| child.name == path.name);
        let named = |signal: &Signal| match (&port, &signal.child) {
            (Some(port), Some(child)) if is_child => {
                child.port == *port && self.children[child.child].name == path.name
            }
            (Some(_), None) => !is_child && signal.name == own,
            (None, None) => signal.name == own,
            _ => false,
        };
        let name = || match &port {
            Some(port) => format!("{}.{port}", path.name),
            None => path.name.clone(),
        };
        self.signals
            .iter()
            .enumerate()
            .find(|(_, signal)| named(signal))
            .ok_or_else(|| Reason::UnknownName(name()))
    }

    /// Returns the target of an assignment.
    pub(super) fn place(&self, name: &str) -> Result<Place, Reason> {
        let path = parse(name)?;
        let (signal, found) = self.find(&path)?;
        match self.lane(&path, found)? {
            Lane::Known(lane) => Ok(Place { signal, lane, bits: None }),
            Lane::Selected(_) => {
                Err(Reason::WrongIndex(path.name, "assigned at an index that a signal selects"))
            }
        }
    }

    fn lane(&self, path: &Path, signal: &Signal) -> Result<Lane, Reason> {
        let (Some(child), Some(port)) = (&signal.child, &path.port) else {
            return self.own_lane(path.flat().1, signal.lanes);
        };
        let outer = self.own_lane(path, self.children[child.child].count)?;
        let inner = self.own_lane(port.flat().1, child.lanes)?;
        match (outer, inner) {
            (lane, Lane::Known(None)) => Ok(lane),
            (Lane::Known(None), lane) => Ok(lane),
            (Lane::Known(Some(outer)), Lane::Known(Some(inner))) => {
                let lanes = Int::from(child.lanes.unwrap_or(1));
                Ok(Lane::Known(Some(outer * lanes + inner)))
            }
            _ => self.refuse("an index that a signal selects, of a port of an array of submodules"),
        }
    }

    fn own_lane(&self, path: &Path, lanes: Option<usize>) -> Result<Lane, Reason> {
        let wrong = |what| Err(Reason::WrongIndex(path.name.clone(), what));
        match (&path.index, lanes) {
            (None, None) => Ok(Lane::Known(None)),
            (None, Some(_)) => wrong("an array, and needs an index"),
            (Some(_), None) => wrong("not an array"),
            (Some(index), Some(lanes)) => match self.index(index)? {
                Typed::Int(index) => {
                    self.within(&index, lanes, "element", &path.name)?;
                    Ok(Lane::Known(Some(index)))
                }
                Typed::Value { expr, .. } => Ok(match expr.value() {
                    Some(value) => Lane::Known(Some(Int::from(value.index().min(lanes - 1)))),
                    None => Lane::Selected(expr),
                }),
            },
        }
    }

    /// Checks that `index` is below `size` for all values of the loop variables in it.
    pub(super) fn within(
        &self,
        index: &Int,
        size: usize,
        what: &'static str,
        name: &str,
    ) -> Result<(), Reason> {
        let (low, high) = index.range(&self.loops);
        let worst = if low < 0 { low } else { high };
        if low < 0 || high >= size as i128 {
            return Err(Reason::OutOfRange { signal: name.into(), what, index: worst, size });
        }
        Ok(())
    }

    fn index(&self, index: &Index) -> Result<Typed, Reason> {
        let integer = |index: &Index| match self.index(index)? {
            Typed::Int(value) => Ok(value),
            Typed::Value { .. } => self.refuse("arithmetic with signals in an index"),
        };
        Ok(match index {
            Index::Number(value) => Typed::Int(Int::Constant(*value)),
            Index::Path(path) => return self.name(path),
            Index::Add(a, b) => Typed::Int(integer(a)? + integer(b)?),
            Index::Sub(a, b) => Typed::Int(integer(a)? - integer(b)?),
            Index::Mul(a, b) => Typed::Int(integer(a)? * integer(b)?),
        })
    }

    /// Reads an array element that a signal selects; an index beyond the end reads the last
    /// element.
    fn selected_lane(&self, id: usize, signal: &Signal, index: Expr) -> Result<Expr, Reason> {
        let lanes = signal.lanes.unwrap_or(1);
        let element = |lane: usize| {
            let place = Place { signal: id, lane: Some(Int::from(lane)), bits: None };
            Expr::new(signal.width, Kind::Read(place))
        };
        let needed = address_bits(lanes);
        if lanes == 1 {
            return Ok(element(0));
        }
        let beyond = index.width > needed || lanes < 1 << index.width;
        let address = match index.width.cmp(&needed) {
            std::cmp::Ordering::Greater => index.slice(0, needed),
            _ => Some(index.clone().extend(needed, false)),
        };
        let Some(address) = address else {
            return Err(Reason::SliceOfExpression(self.target.clone()));
        };
        let selected = Expr::new(signal.width, Kind::Lane(id, address.into()));
        if !beyond {
            return Ok(selected);
        }
        let last = Expr::constant(index.width, lanes as u128 - 1);
        let inside = Kind::Compare(CompareOp::Lt, false, index.into(), last.into());
        let inside = Expr::new(1, inside);
        let last = element(lanes - 1);
        Ok(Expr::new(signal.width, Kind::Select(inside.into(), selected.into(), last.into())))
    }
}
