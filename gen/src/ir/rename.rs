//! Other names for loop variables.

use super::{Expr, Kind, Place, Stmt};

impl Place {
    /// The place with a loop variable renamed.
    fn rename(&self, from: &str, to: &str) -> Place {
        Place {
            signal: self.signal,
            lane: self.lane.as_ref().map(|lane| lane.rename(from, to)),
            bits: self.bits.as_ref().map(|(low, width)| (low.rename(from, to), *width)),
        }
    }
}

impl Expr {
    /// The expression with a loop variable renamed.
    fn rename(&self, from: &str, to: &str) -> Expr {
        let place = |place: &Place| place.rename(from, to);
        let inner = |expr: &Expr| Box::new(expr.rename(from, to));
        let kind = match &self.kind {
            Kind::Constant(value) => Kind::Constant(value.clone()),
            Kind::Integer(name) if name == from => Kind::Integer(to.into()),
            Kind::Integer(name) => Kind::Integer(name.clone()),
            Kind::Read(read) => Kind::Read(place(read)),
            Kind::Lane(signal, a) => Kind::Lane(*signal, inner(a)),
            Kind::Bit(read, a) => Kind::Bit(place(read), inner(a)),
            Kind::Part(read, a) => Kind::Part(place(read), inner(a)),
            Kind::Not(a) => Kind::Not(inner(a)),
            Kind::LogicalNot(a) => Kind::LogicalNot(inner(a)),
            Kind::Negate(a) => Kind::Negate(inner(a)),
            Kind::Reduce(op, a) => Kind::Reduce(*op, inner(a)),
            Kind::Binary(op, a, b) => Kind::Binary(*op, inner(a), inner(b)),
            Kind::Compare(op, signed, a, b) => Kind::Compare(*op, *signed, inner(a), inner(b)),
            Kind::CompareInt(op, a, b) => {
                Kind::CompareInt(*op, a.rename(from, to), b.rename(from, to))
            }
            Kind::Shift(op, a, b) => Kind::Shift(*op, inner(a), inner(b)),
            Kind::ZeroExtend(a) => Kind::ZeroExtend(inner(a)),
            Kind::SignExtend(a) => Kind::SignExtend(inner(a)),
            Kind::Select(a, b, c) => Kind::Select(inner(a), inner(b), inner(c)),
        };
        Expr { kind, width: self.width }
    }
}

/// The statements with the variables of their own loops renamed, where `other` has a name for them.
pub fn rename_loops(statements: &[Stmt], other: &impl Fn(&str) -> Option<String>) -> Vec<Stmt> {
    let all = |body: &[Stmt]| rename_loops(body, other);
    let renamed = |statement: &Stmt| match statement {
        Stmt::Comment(_) | Stmt::Assign { .. } => statement.clone(),
        Stmt::If { condition, then, otherwise } => {
            Stmt::If { condition: condition.clone(), then: all(then), otherwise: all(otherwise) }
        }
        Stmt::Case { subject, arms, default } => Stmt::Case {
            subject: subject.clone(),
            arms: arms.iter().map(|(value, body)| (value.clone(), all(body))).collect(),
            default: all(default),
        },
        Stmt::For { variable, from, to, body } => {
            let body = all(body);
            let (variable, body) = match other(variable) {
                Some(name) => (name.clone(), replace(&body, variable, &name)),
                None => (variable.clone(), body),
            };
            Stmt::For { variable, from: *from, to: *to, body }
        }
    };
    statements.iter().map(renamed).collect()
}

/// The statements with a loop variable renamed.
fn replace(statements: &[Stmt], from: &str, to: &str) -> Vec<Stmt> {
    let all = |body: &[Stmt]| replace(body, from, to);
    let replaced = |statement: &Stmt| match statement {
        Stmt::Comment(text) => Stmt::Comment(text.clone()),
        Stmt::Assign { target, value } => {
            Stmt::Assign { target: target.rename(from, to), value: value.rename(from, to) }
        }
        Stmt::If { condition, then, otherwise } => Stmt::If {
            condition: condition.rename(from, to),
            then: all(then),
            otherwise: all(otherwise),
        },
        Stmt::Case { subject, arms, default } => Stmt::Case {
            subject: subject.rename(from, to),
            arms: arms.iter().map(|(value, body)| (value.clone(), all(body))).collect(),
            default: all(default),
        },
        Stmt::For { variable, from: first, to: last, body } => {
            Stmt::For { variable: variable.clone(), from: *first, to: *last, body: all(body) }
        }
    };
    statements.iter().map(replaced).collect()
}
