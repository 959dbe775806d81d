//! Renaming of loop variables.

use super::{Expr, Int, Kind, Place, Stmt};

impl Int {
    /// Renames the loop variable `from` to `to`.
    pub fn rename(&mut self, from: &str, to: &str) {
        match self {
            Int::Constant(_) | Int::Named(..) => {}
            Int::Variable(name) => rename(name, from, to),
            Int::Add(a, b) | Int::Sub(a, b) | Int::Mul(a, b) => {
                a.rename(from, to);
                b.rename(from, to);
            }
        }
    }
}

impl Place {
    /// Renames the loop variable `from` to `to`.
    pub fn rename(&mut self, from: &str, to: &str) {
        if let Some(lane) = &mut self.lane {
            lane.rename(from, to);
        }
        if let Some((low, _)) = &mut self.bits {
            low.rename(from, to);
        }
    }
}

impl Expr {
    /// Renames the loop variable `from` to `to`.
    pub fn rename(&mut self, from: &str, to: &str) {
        match &mut self.kind {
            Kind::Constant(_) | Kind::Named(..) => {}
            Kind::Integer(name) => rename(name, from, to),
            Kind::Read(place) => place.rename(from, to),
            Kind::Lane(_, a)
            | Kind::Not(a)
            | Kind::LogicalNot(a)
            | Kind::Negate(a)
            | Kind::Reduce(_, a)
            | Kind::ZeroExtend(a)
            | Kind::SignExtend(a) => a.rename(from, to),
            Kind::Bit(place, a) | Kind::Part(place, a) => {
                place.rename(from, to);
                a.rename(from, to);
            }
            Kind::Binary(_, a, b) | Kind::Compare(_, _, a, b) | Kind::Shift(_, a, b) => {
                a.rename(from, to);
                b.rename(from, to);
            }
            Kind::CompareInt(_, a, b) => {
                a.rename(from, to);
                b.rename(from, to);
            }
            Kind::Select(a, b, c) => {
                a.rename(from, to);
                b.rename(from, to);
                c.rename(from, to);
            }
        }
    }
}

impl Stmt {
    /// Renames the loop variable `from` to `to`.
    pub fn rename(&mut self, from: &str, to: &str) {
        let all = |body: &mut Vec<Stmt>| body.iter_mut().for_each(|inner| inner.rename(from, to));
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign { target, value } => {
                target.rename(from, to);
                value.rename(from, to);
            }
            Stmt::If { condition, then, otherwise } => {
                condition.rename(from, to);
                all(then);
                all(otherwise);
            }
            Stmt::Case { subject, arms, default } => {
                subject.rename(from, to);
                arms.iter_mut().for_each(|(_, body)| all(body));
                all(default);
            }
            Stmt::For { variable, body, .. } => {
                rename(variable, from, to);
                all(body);
            }
        }
    }
}

fn rename(name: &mut String, from: &str, to: &str) {
    if name == from {
        *name = to.into();
    }
}
