//! The intermediate form: every width and every extension is explicit.

mod child;
mod expression;
mod integer;
mod rename;
mod slice;

pub use child::{Child, ChildKind, ChildPort, Memory};
pub use expression::{BinaryOp, CompareOp, Expr, Kind, ReduceOp, ShiftOp};
pub use integer::Int;

use std::collections::BTreeSet;
use tailback_hdl::{Bits, Declaration, Role};

/// What the names of wires begin with that nothing reads: Verilator takes it for intended.
pub const UNUSED: &str = "unused_";

/// A signal, by its place in [`Block::signals`].
pub type SignalId = usize;

/// One signal of a block.
#[derive(Debug, Clone)]
pub struct Signal {
    /// Its name in Rust and in Verilog.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Elements, if it is an array.
    pub lanes: Option<usize>,
    /// Bits of one element.
    pub width: usize,
    /// Whether it is two's complement.
    pub signed: bool,
    /// Whether it is a truth value.
    pub bool: bool,
    /// The value after reset, or of a parameter.
    pub value: Bits,
    /// What it carries.
    pub doc: String,
    /// The port of a sub-block that it is connected to: an input of the sub-block is a local of
    /// this block, and an output an input.
    pub child: Option<ChildPort>,
}

impl Signal {
    /// The signal with the name `name` and this declaration.
    pub fn new(name: &str, declaration: Declaration) -> Signal {
        Signal {
            name: name.into(),
            role: declaration.role,
            lanes: declaration.lanes,
            width: declaration.width,
            signed: declaration.signed,
            bool: declaration.bool,
            value: Bits::from_words(declaration.width.max(64), &declaration.value),
            doc: declaration.doc,
            child: None,
        }
    }

    /// The signal of a block that is connected to the port `self` of its sub-block.
    pub fn of_child(&self, id: usize, child: &Child) -> Signal {
        let lanes = match (child.count, self.lanes) {
            (None, lanes) => lanes,
            (Some(count), lanes) => Some(count * lanes.unwrap_or(1)),
        };
        let role = if self.role == Role::Input { Role::Local } else { Role::Input };
        let path = format!("{}.{}", child.name, self.name);
        let port = ChildPort { child: id, port: self.name.clone(), path, lanes: self.lanes };
        Signal {
            name: format!("{}_{}", child.name, self.name),
            role,
            lanes,
            child: Some(port),
            doc: String::new(),
            ..self.clone()
        }
    }

    /// Whether it is a port of the block itself.
    pub fn is_port(&self) -> bool {
        matches!(self.role, Role::Input | Role::Output) && self.child.is_none()
    }

    /// Bits of all lanes together.
    pub fn bits(&self) -> usize {
        self.lanes.unwrap_or(1) * self.width
    }

    /// Whether the kernel computes it in the cycle in which it is used.
    pub fn combinational(&self) -> bool {
        matches!(self.role, Role::Output | Role::Local)
    }

    /// Its name in the kernel.
    pub fn path(&self) -> &str {
        self.child.as_ref().map_or(&self.name, |port| &port.path)
    }

    /// Its role in the words of a message.
    pub fn role_name(&self) -> &'static str {
        if self.child.is_some() {
            return "port";
        }
        match self.role {
            Role::Input => "input",
            Role::Output => "output",
            Role::Local => "local",
            Role::Register => "register",
            Role::Parameter | Role::Block | Role::Memory { .. } => "constant",
        }
    }
}

/// A signal, or a part of one, that a constant or loop variable selects.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The signal.
    pub signal: SignalId,
    /// Which lane of an array.
    pub lane: Option<Int>,
    /// Lowest bit and number of bits, if not the whole element.
    pub bits: Option<(Int, usize)>,
}

/// A statement of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// A comment on the statement that follows.
    Comment(String),
    /// `target` takes the value of `value`, which has the same width.
    Assign {
        /// What is assigned.
        target: Place,
        /// The value.
        value: Expr,
    },
    /// A choice.
    If {
        /// One bit.
        condition: Expr,
        /// If it is one.
        then: Vec<Stmt>,
        /// If it is zero.
        otherwise: Vec<Stmt>,
    },
    /// A choice by value.
    Case {
        /// What is compared.
        subject: Expr,
        /// Values, each with what follows it.
        arms: Vec<(Bits, Vec<Stmt>)>,
        /// What follows any other value.
        default: Vec<Stmt>,
    },
    /// `body` for each value of `variable` from `from` to before `to`.
    For {
        /// The variable.
        variable: String,
        /// First value.
        from: usize,
        /// First value that is no longer taken.
        to: usize,
        /// What is repeated.
        body: Vec<Stmt>,
    },
}

impl Stmt {
    /// Calls `visit` for the variable of every loop in it.
    pub fn loops<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        let mut all = |body: &'a [Stmt]| body.iter().for_each(|inner| inner.loops(visit));
        match self {
            Stmt::Comment(_) | Stmt::Assign { .. } => {}
            Stmt::If { then, otherwise, .. } => {
                all(then);
                all(otherwise);
            }
            Stmt::Case { arms, default, .. } => {
                arms.iter().for_each(|(_, body)| all(body));
                all(default);
            }
            Stmt::For { variable, body, .. } => {
                visit(variable);
                body.iter().for_each(|inner| inner.loops(visit));
            }
        }
    }

    /// Calls `visit` for every signal that it reads, be it for a choice or an index.
    pub fn reads(&self, visit: &mut impl FnMut(SignalId)) {
        let mut condition = None;
        let mut bodies: Vec<&Vec<Stmt>> = Vec::new();
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign { value, .. } => condition = Some(value),
            Stmt::If { condition: test, then, otherwise } => {
                condition = Some(test);
                bodies.extend([then, otherwise]);
            }
            Stmt::Case { subject, arms, default } => {
                condition = Some(subject);
                bodies.extend(arms.iter().map(|(_, body)| body).chain([default]));
            }
            Stmt::For { body, .. } => bodies.push(body),
        }
        if let Some(expr) = condition {
            expr.reads(&mut |signal, _| visit(signal));
        }
        bodies.into_iter().flatten().for_each(|inner| inner.reads(visit));
    }

    /// Whether it does something.
    pub fn acts(&self) -> bool {
        !matches!(self, Stmt::Comment(_))
    }

    /// Calls `visit` for every assignment in it.
    pub fn assignments<'a>(&'a self, visit: &mut impl FnMut(&'a Place, &'a Expr)) {
        let mut all = |statements: &'a [Stmt]| {
            statements.iter().for_each(|statement| statement.assignments(visit));
        };
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign { target, value } => visit(target, value),
            Stmt::If { then, otherwise, .. } => {
                all(then);
                all(otherwise);
            }
            Stmt::Case { arms, default, .. } => {
                arms.iter().for_each(|(_, body)| all(body));
                all(default);
            }
            Stmt::For { body, .. } => all(body),
        }
    }

    /// The statement with only those assignments whose target `keep` accepts.
    pub fn filter(&self, keep: &impl Fn(&Place) -> bool) -> Option<Stmt> {
        let part = match self {
            Stmt::Comment(_) => return Some(self.clone()),
            Stmt::Assign { target, .. } => return keep(target).then(|| self.clone()),
            Stmt::If { condition, then, otherwise } => Stmt::If {
                condition: condition.clone(),
                then: filter(then, keep),
                otherwise: filter(otherwise, keep),
            },
            Stmt::Case { subject, arms, default } => Stmt::Case {
                subject: subject.clone(),
                arms: arms
                    .iter()
                    .map(|(value, body)| (value.clone(), filter(body, keep)))
                    .collect(),
                default: filter(default, keep),
            },
            Stmt::For { variable, from, to, body } => Stmt::For {
                variable: variable.clone(),
                from: *from,
                to: *to,
                body: filter(body, keep),
            },
        };
        let mut acts = false;
        part.assignments(&mut |_, _| acts = true);
        acts.then_some(part)
    }
}

/// The part of `statements` that assigns what `keep` accepts; a comment stays with the statement
/// that follows it.
pub fn filter(statements: &[Stmt], keep: &impl Fn(&Place) -> bool) -> Vec<Stmt> {
    let mut kept = Vec::new();
    let mut comments = Vec::new();
    for statement in statements {
        match statement {
            Stmt::Comment(_) => comments.push(statement.clone()),
            _ => {
                let part = statement.filter(keep);
                if part.is_some() {
                    kept.append(&mut comments);
                }
                comments.clear();
                kept.extend(part);
            }
        }
    }
    kept
}

/// A block: its signals and its kernel.
#[derive(Debug, Clone)]
pub struct Block {
    /// The Verilog module.
    pub module: String,
    /// What it does.
    pub doc: String,
    /// All signals, in the order of the declaration.
    pub signals: Vec<Signal>,
    /// Sub-blocks.
    pub children: Vec<Child>,
    /// The kernel.
    pub kernel: Vec<Stmt>,
    /// Ports that other choices read.
    pub spared: BTreeSet<SignalId>,
}

impl Block {
    /// Inputs that nothing reads, since a choice excludes what would.
    pub fn unused_inputs(&self) -> impl Iterator<Item = &Signal> {
        let mut read = vec![false; self.signals.len()];
        for statement in &self.kernel {
            statement.reads(&mut |signal| read[signal] = true);
        }
        let inputs = self.spared.iter().map(|id| (*id, &self.signals[*id]));
        inputs
            .filter(move |(id, signal)| signal.role == Role::Input && !read[*id])
            .map(|(_, signal)| signal)
    }

    /// Whether it has, or contains, registers or memories.
    pub fn clocked(&self) -> bool {
        self.resets() || self.children.iter().any(|child| child.memory().is_some())
    }

    /// Whether it has, or contains, what a reset changes.
    pub fn resets(&self) -> bool {
        self.signals.iter().any(|signal| signal.role == Role::Register)
            || self.children.iter().any(|child| child.clocked() || child.cleared())
    }

    /// The signal that a place is in.
    pub fn signal(&self, place: &Place) -> &Signal {
        &self.signals[place.signal]
    }
}
