//! The intermediate representation: every width and every extension is explicit.

mod child;
mod expression;
mod fold;
mod integer;
mod slice;
mod substitute;

pub use child::{Child, ChildKind, ChildPort, Memory};
pub use expression::{BinaryOp, CompareOp, Expr, Kind, ReduceOp, ShiftOp};
pub use integer::Int;

use std::collections::BTreeSet;
use tailback_hdl::{Bits, Declaration, Role};

/// Prefix of wire names that nothing reads; Verilator treats such wires as intentional.
pub const UNUSED: &str = "unused_";

/// Index of a signal in [`Block::signals`].
pub type SignalId = usize;

/// An interface of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interface {
    /// Field name.
    pub name: String,
    /// Doc comment.
    pub doc: String,
}

/// A signal of a module.
#[derive(Debug, Clone)]
pub struct Signal {
    /// Name in Rust and in Verilog.
    pub name: String,
    /// Role of the signal.
    pub role: Role,
    /// Whether a register is also an output.
    pub output: bool,
    /// The interface to which the signal belongs.
    pub interface: Option<Interface>,
    /// Number of elements, if the signal is an array.
    pub lanes: Option<usize>,
    /// Bits of one element.
    pub width: usize,
    /// Whether the signal is two's complement.
    pub signed: bool,
    /// Whether the signal is a truth value.
    pub bool: bool,
    /// Value after reset, or value of a parameter.
    pub value: Bits,
    /// Whether an input is a clock.
    pub clock: bool,
    /// Whether a register samples a signal of another clock.
    pub synchronizer: bool,
    /// Name of the clock to which a port is synchronous, if not that of the module.
    pub domain: Option<String>,
    /// Doc comment.
    pub doc: String,
    /// The connected port of a submodule: an input of the submodule is a local of this module,
    /// and an output of the submodule is an input of this module.
    pub child: Option<ChildPort>,
}

impl Signal {
    /// Makes the signal `name` with this declaration.
    pub fn new(name: &str, declaration: Declaration) -> Signal {
        Signal {
            name: name.into(),
            role: declaration.role,
            output: declaration.output,
            interface: None,
            lanes: declaration.lanes,
            width: declaration.width,
            signed: declaration.signed,
            bool: declaration.bool,
            value: Bits::from_words(declaration.width.max(64), &declaration.value),
            clock: declaration.clock,
            synchronizer: declaration.synchronizer,
            domain: None,
            doc: declaration.doc,
            child: None,
        }
    }

    /// Makes the parent's signal that is connected to the port `self` of a submodule.
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
            output: false,
            lanes,
            clock: false,
            child: Some(port),
            doc: String::new(),
            ..self.clone()
        }
    }

    /// Whether the signal is a port of the module itself.
    pub fn is_port(&self) -> bool {
        let role = matches!(self.role, Role::Input | Role::Output) || self.output;
        role && self.child.is_none()
    }

    /// Total bits of all elements.
    pub fn bits(&self) -> usize {
        self.lanes.unwrap_or(1) * self.width
    }

    /// Whether the kernel computes the signal in the cycle in which it is used.
    pub fn combinational(&self) -> bool {
        matches!(self.role, Role::Output | Role::Local)
    }

    /// Name in the kernel.
    pub fn path(&self) -> &str {
        self.child.as_ref().map_or(&self.name, |port| &port.path)
    }

    /// Role in the words of an error message.
    pub fn role_name(&self) -> &'static str {
        if self.child.is_some() {
            return "port";
        }
        match self.role {
            Role::Register if self.output => "output",
            Role::Input => "input",
            Role::Output => "output",
            Role::Local => "local",
            Role::Register => "register",
            _ => "constant",
        }
    }
}

/// A signal, or a part of one that a constant or a loop variable selects.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The signal.
    pub signal: SignalId,
    /// Index of the element, if the signal is an array.
    pub lane: Option<Int>,
    /// Lowest bit and number of bits, if not the whole element.
    pub bits: Option<(Int, usize)>,
}

/// A statement of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// A comment on the statement that follows.
    Comment(String),
    /// Assigns `value` to `target`, which has the same width.
    Assign {
        /// Target of the assignment.
        target: Place,
        /// Assigned value.
        value: Expr,
    },
    /// An `if` statement.
    If {
        /// Condition of one bit.
        condition: Expr,
        /// Statements if the condition is one.
        then: Vec<Stmt>,
        /// Statements if the condition is zero.
        otherwise: Vec<Stmt>,
    },
    /// A `case` statement.
    Case {
        /// Compared expression.
        subject: Expr,
        /// Case values, each with its statements.
        arms: Vec<(Bits, Vec<Stmt>)>,
        /// Statements for any other value.
        default: Vec<Stmt>,
    },
    /// Repeats `body` for each value of `variable` from `from` to `to - 1`.
    For {
        /// Loop variable.
        variable: String,
        /// First value.
        from: usize,
        /// Value after the last one.
        to: usize,
        /// Repeated statements.
        body: Vec<Stmt>,
    },
}

impl Stmt {
    /// Returns the lists of statements inside the statement.
    pub fn bodies(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::Comment(_) | Stmt::Assign { .. } => vec![],
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Case { arms, default, .. } => {
                arms.iter().map(|(_, body)| body).chain([default]).collect()
            }
            Stmt::For { body, .. } => vec![body],
        }
    }

    /// Returns the expression of the statement itself: an assigned value, or a condition.
    pub fn expression(&self) -> Option<&Expr> {
        match self {
            Stmt::Assign { value, .. } => Some(value),
            Stmt::If { condition, .. } => Some(condition),
            Stmt::Case { subject, .. } => Some(subject),
            Stmt::Comment(_) | Stmt::For { .. } => None,
        }
    }

    /// Calls `visit` for the variable of every loop in the statement.
    pub fn loops<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        if let Stmt::For { variable, .. } = self {
            visit(variable);
        }
        self.bodies().into_iter().flatten().for_each(|inner| inner.loops(visit));
    }

    /// Calls `visit` for every named constant in the statement.
    pub fn names<'a>(&'a self, visit: &mut impl FnMut(&'a str, &'a Bits)) {
        if let Some(expr) = self.expression() {
            expr.names(visit);
        }
        self.bodies().into_iter().flatten().for_each(|inner| inner.names(visit));
    }

    /// Calls `visit` for every signal that the statement reads, also in a condition or an index.
    pub fn reads(&self, visit: &mut impl FnMut(SignalId)) {
        if let Some(expr) = self.expression() {
            expr.reads(&mut |signal, _| visit(signal));
        }
        self.bodies().into_iter().flatten().for_each(|inner| inner.reads(visit));
    }

    /// Whether the statement is more than a comment.
    pub fn acts(&self) -> bool {
        !matches!(self, Stmt::Comment(_))
    }

    /// Calls `visit` for every assignment in the statement.
    pub fn assignments<'a>(&'a self, visit: &mut impl FnMut(&'a Place, &'a Expr)) {
        if let Stmt::Assign { target, value } = self {
            visit(target, value);
        }
        self.bodies().into_iter().flatten().for_each(|inner| inner.assignments(visit));
    }

    /// Returns the statement with only the assignments whose target `keep` accepts.
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

/// Returns the parts of `statements` whose assignments `keep` accepts; a comment stays with the
/// statement that follows it.
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

/// A module: its signals and its kernel.
#[derive(Debug, Clone)]
pub struct Block {
    /// Name of the Verilog module.
    pub module: String,
    /// Doc comment.
    pub doc: String,
    /// All signals, in the order of the declaration.
    pub signals: Vec<Signal>,
    /// Submodules and memories.
    pub children: Vec<Child>,
    /// The kernel.
    pub kernel: Vec<Stmt>,
    /// Ports that need no reader: those of interfaces, and those that only excluded branches of a
    /// `choice`, connections of submodules that do not exist, or needless assignments read.
    pub spared: BTreeSet<SignalId>,
    /// Ports of submodules that are connected with another signal directly, without a wire of
    /// their own.
    pub joined: BTreeSet<SignalId>,
    /// Ports of [`Self::joined`] through which each submodule of an array is connected with the
    /// same signal.
    pub shared: BTreeSet<SignalId>,
}

impl Block {
    /// Inputs that nothing reads: signals of an interface, readers excluded by a `choice`, or
    /// readers without an effect.
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

    /// Whether the module contains registers or memories, also in its submodules.
    pub fn clocked(&self) -> bool {
        self.resets() || self.children.iter().any(|child| child.memory().is_some())
    }

    /// Whether the module contains state that a reset changes, also in its submodules.
    pub fn resets(&self) -> bool {
        self.signals.iter().any(|signal| signal.role == Role::Register)
            || self.children.iter().any(|child| child.clocked() || child.cleared())
    }

    /// Returns the signal of a place.
    pub fn signal(&self, place: &Place) -> &Signal {
        &self.signals[place.signal]
    }
}
