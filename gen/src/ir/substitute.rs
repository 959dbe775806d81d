//! Substitution of loop variables.

use super::{Expr, Int, Kind, Place, Stmt};
use tailback_hdl::Bits;

impl Int {
    /// Replaces the loop variable `variable` by `value`.
    pub fn substitute(&mut self, variable: &str, value: &Int) {
        match self {
            Int::Constant(_) | Int::Named(..) => {}
            Int::Variable(name) => {
                if name == variable {
                    *self = value.clone();
                }
            }
            Int::Add(a, b) | Int::Sub(a, b) | Int::Mul(a, b) => {
                a.substitute(variable, value);
                b.substitute(variable, value);
                let whole = std::mem::replace(self, Int::Constant(0));
                *self = match whole {
                    Int::Add(a, b) => *a + *b,
                    Int::Sub(a, b) => *a - *b,
                    Int::Mul(a, b) => *a * *b,
                    other => other,
                };
            }
        }
    }
}

impl Place {
    /// Replaces the loop variable `variable` by `value`.
    pub fn substitute(&mut self, variable: &str, value: &Int) {
        if let Some(lane) = &mut self.lane {
            lane.substitute(variable, value);
        }
        if let Some((low, _)) = &mut self.bits {
            low.substitute(variable, value);
        }
    }
}

impl Expr {
    /// Replaces the loop variable `variable` by `value`, a loop variable or a number.
    pub fn substitute(&mut self, variable: &str, value: &Int) {
        match &mut self.kind {
            Kind::Constant(_) | Kind::Named(..) => {}
            Kind::Integer(name) => {
                if name == variable {
                    self.kind = match value {
                        Int::Variable(other) => Kind::Integer(other.clone()),
                        number => {
                            let number = number.constant().unwrap_or_default();
                            Kind::Constant(Bits::new(self.width, number as u128))
                        }
                    };
                }
            }
            Kind::Read(place) => place.substitute(variable, value),
            Kind::Lane(_, a)
            | Kind::Not(a)
            | Kind::LogicalNot(a)
            | Kind::Negate(a)
            | Kind::Reduce(_, a)
            | Kind::ZeroExtend(a)
            | Kind::SignExtend(a) => a.substitute(variable, value),
            Kind::Bit(place, a) | Kind::Part(place, a) => {
                place.substitute(variable, value);
                a.substitute(variable, value);
            }
            Kind::Binary(_, a, b) | Kind::Compare(_, _, a, b) | Kind::Shift(_, a, b) => {
                a.substitute(variable, value);
                b.substitute(variable, value);
            }
            Kind::CompareInt(_, a, b) => {
                a.substitute(variable, value);
                b.substitute(variable, value);
            }
            Kind::Select(a, b, c) => {
                a.substitute(variable, value);
                b.substitute(variable, value);
                c.substitute(variable, value);
            }
        }
    }

    /// Whether the loop variable is an operand, and not only part of an index.
    pub fn computes_with(&self, variable: &str) -> bool {
        let here = match &self.kind {
            Kind::Integer(name) => name == variable,
            Kind::CompareInt(_, a, b) => a.mentions(variable) || b.mentions(variable),
            _ => false,
        };
        here || self.operands().iter().any(|operand| operand.computes_with(variable))
    }
}

impl Stmt {
    /// Replaces the loop variable `variable` by `value`, also where a loop declares it.
    pub fn substitute(&mut self, variable: &str, value: &Int) {
        let all = |body: &mut Vec<Stmt>| {
            body.iter_mut().for_each(|inner| inner.substitute(variable, value));
        };
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign { target, value: assigned } => {
                target.substitute(variable, value);
                assigned.substitute(variable, value);
            }
            Stmt::If { condition, then, otherwise } => {
                condition.substitute(variable, value);
                all(then);
                all(otherwise);
            }
            Stmt::Case { subject, arms, default } => {
                subject.substitute(variable, value);
                arms.iter_mut().for_each(|(_, body)| all(body));
                all(default);
            }
            Stmt::For { variable: own, body, .. } => {
                match value {
                    Int::Variable(name) if own == variable => own.clone_from(name),
                    // The inner loop hides the variable.
                    _ if own == variable => return,
                    _ => {}
                }
                all(body);
            }
        }
    }

    /// Whether an expression has the loop variable as an operand, and not only in an index.
    pub fn computes_with(&self, variable: &str) -> bool {
        let any = |body: &[Stmt]| body.iter().any(|inner| inner.computes_with(variable));
        match self {
            Stmt::Comment(_) => false,
            Stmt::Assign { value, .. } => value.computes_with(variable),
            Stmt::If { condition, then, otherwise } => {
                condition.computes_with(variable) || any(then) || any(otherwise)
            }
            Stmt::Case { subject, arms, default } => {
                subject.computes_with(variable)
                    || arms.iter().any(|(_, body)| any(body))
                    || any(default)
            }
            Stmt::For { body, .. } => any(body),
        }
    }
}
