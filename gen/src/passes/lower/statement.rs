//! Lowering of statements: assignments, choices and loops; branches that are never taken are
//! dropped.

use super::path::parse;
use super::{Class, Lowering, Typed};
use crate::ir::{Expr, Int, Kind, Place, Signal, Stmt};
use crate::refusal::Reason;
use rust_hdl_core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Ast, VerilogLoop,
    VerilogMatch, VerilogOp, VerilogStatement,
};
use tailback_hdl::{Bits, Role};

impl Lowering<'_> {
    pub(super) fn statements(&mut self, block: &[VerilogStatement]) -> Result<Vec<Stmt>, Reason> {
        let mut all = Vec::new();
        for statement in block {
            self.statement(statement, &mut all)?;
        }
        Ok(all)
    }

    fn statement(&mut self, ast: &VerilogStatement, all: &mut Vec<Stmt>) -> Result<(), Reason> {
        match ast {
            VerilogStatement::Assignment(Ast::Signal(target), value) => {
                all.push(self.assignment(target, value)?);
            }
            VerilogStatement::If(conditional) => self.conditional(conditional, all)?,
            VerilogStatement::Match(choice) => all.push(self.case(choice)?),
            VerilogStatement::Loop(repeat) => all.extend(self.repeat(repeat)?),
            VerilogStatement::Comment(text) => {
                all.push(Stmt::Comment(comment(text).into()));
            }
            VerilogStatement::Macro(block) => all.extend(self.statements(block)?),
            VerilogStatement::Assignment(..) => {
                return Err(Reason::Statement("an assignment to this"))
            }
            VerilogStatement::SliceAssignment { .. } => {
                return Err(Reason::Statement("an assignment to a field of a value"))
            }
            VerilogStatement::Link(_) => return Err(Reason::Statement("`link` or `join`")),
        }
        Ok(())
    }

    fn assignment(&mut self, target: &str, value: &Ast) -> Result<Stmt, Reason> {
        self.target = target.trim_end_matches("$next").into();
        let place = self.place(target)?;
        let signal = &self.signals[place.signal];
        self.target = signal.path().into();
        if !matches!(signal.role, Role::Output | Role::Local | Role::Register) {
            let role = match (signal.role, &signal.child) {
                (Role::Input, None) => "an input",
                (Role::Input, Some(port)) if self.children[port.child].memory().is_some() => {
                    "an output of a memory"
                }
                (Role::Input, Some(_)) => "an output of a submodule",
                _ => "a constant",
            };
            return Err(Reason::Driven { role, name: self.target.clone() });
        }
        if let Some(statement) = self.bit_assignment(&place, signal, value)? {
            return Ok(statement);
        }
        let value = self.fitted(signal, value)?;
        let mut of_itself = false;
        value.reads(&mut |read, _| of_itself |= read == place.signal);
        if of_itself && signal.child.is_some() {
            return Err(Reason::InputOfItself(self.target.clone()));
        }
        self.address(signal, &value)?;
        Ok(Stmt::Assign { target: place, value })
    }

    /// Checks that a constant address is within the memory.
    fn address(&self, signal: &Signal, value: &Expr) -> Result<(), Reason> {
        let Some(port) = signal.child.as_ref().filter(|port| port.port.ends_with("_address"))
        else {
            return Ok(());
        };
        let child = &self.children[port.child];
        match (child.memory(), value.value()) {
            (Some(memory), Some(at)) if at.index() >= memory.words => Err(Reason::OutOfRange {
                signal: child.name.clone(),
                what: "entry",
                index: at.index() as i128,
                size: memory.words,
            }),
            _ => Ok(()),
        }
    }

    /// Lowers `x.next = x.val().replace_bit(i, b)`, which assigns one bit of an output or local.
    fn bit_assignment(
        &self,
        place: &Place,
        signal: &Signal,
        value: &Ast,
    ) -> Result<Option<Stmt>, Reason> {
        let Ast::IndexReplace(base, index, bit) = value else { return Ok(None) };
        let of_itself = match self.expression(base)? {
            Typed::Value { expr: Expr { kind: Kind::Read(base), .. }, .. } => base == *place,
            _ => false,
        };
        if !of_itself {
            return Ok(None);
        }
        if signal.child.is_some() {
            return Err(Reason::InputOfItself(signal.path().into()));
        }
        if signal.role == Role::Register {
            return Err(Reason::PartialRegister(signal.name.clone()));
        }
        let Typed::Int(at) = self.expression(index)? else { return Ok(None) };
        self.within(&at, signal.width, "bit", signal.path())?;
        let value = self.bool(self.expression(bit)?)?;
        let bits = if signal.width == 1 { None } else { Some((at, 1)) };
        Ok(Some(Stmt::Assign { target: Place { bits, ..place.clone() }, value }))
    }

    /// Lowers a value in the width of the signal.
    fn fitted(&self, signal: &Signal, ast: &Ast) -> Result<Expr, Reason> {
        let width = signal.width;
        match self.named(ast)? {
            Typed::Int(value) => self.sized(&value, width, &format!("`{}`", signal.path())),
            Typed::Value { expr, class } if expr.width <= width => {
                if (class == Class::Bool) != signal.bool {
                    return self.refuse("a value of another type");
                }
                Ok(expr.extend(width, class == Class::Signed))
            }
            // A shift to the right selects as many bits as the target has.
            Typed::Value { expr, .. } if is_shift_right(ast) => {
                expr.slice(0, width).ok_or_else(|| Reason::SliceOfExpression(signal.path().into()))
            }
            Typed::Value { expr, .. } => Err(Reason::Truncated {
                target: signal.path().into(),
                width,
                value_width: expr.width,
            }),
        }
    }

    fn conditional(&mut self, ast: &VerilogConditional, all: &mut Vec<Stmt>) -> Result<(), Reason> {
        self.target = first_target(&ast.then).unwrap_or_else(|| self.target.clone());
        let condition = self.expression(&ast.test)?;
        let condition = self.bool(condition)?;
        let mut otherwise = Vec::new();
        if condition.truth() != Some(true) {
            match &ast.otherwise {
                VerilogBlockOrConditional::None => {}
                VerilogBlockOrConditional::Block(block) => otherwise = self.statements(block)?,
                VerilogBlockOrConditional::Conditional(next) => {
                    self.statement(next, &mut otherwise)?;
                }
            }
        }
        match condition.truth() {
            Some(false) => {
                self.excluded.statements(&ast.then);
                all.extend(otherwise);
            }
            Some(true) => {
                self.excluded.otherwise(&ast.otherwise);
                all.extend(self.statements(&ast.then)?);
            }
            None => {
                let then = self.statements(&ast.then)?;
                all.push(Stmt::If { condition, then, otherwise });
            }
        }
        Ok(())
    }

    fn case(&mut self, ast: &VerilogMatch) -> Result<Stmt, Reason> {
        let target = ast.cases.iter().find_map(|case| first_target(&case.block));
        self.target = target.unwrap_or_else(|| self.target.clone());
        let Typed::Value { expr: subject, class: Class::Unsigned } = self.expression(&ast.test)?
        else {
            return self.refuse("a match on this type");
        };
        let (mut arms, mut default) = (Vec::new(), Vec::new());
        for case in &ast.cases {
            let body = self.statements(&case.block)?;
            if case.condition == "default" {
                default = body;
                continue;
            }
            let digits = case.condition.trim_end_matches("usize").replace('_', "");
            let Ok(value) = digits.parse::<u128>() else {
                return Err(Reason::UnknownName(case.condition.clone()));
            };
            self.sized(&Int::Constant(value as i128), subject.width, "the matched value")?;
            arms.push((Bits::new(subject.width, value), body));
        }
        Ok(Stmt::Case { subject, arms, default })
    }

    fn repeat(&mut self, ast: &VerilogLoop) -> Result<Option<Stmt>, Reason> {
        let variable = ast.index.clone();
        let submodules = self.children.iter().map(|child| &child.name);
        if self.signals.iter().map(|signal| &signal.name).chain(submodules).any(|n| *n == variable)
        {
            return Err(Reason::LoopVariableHidesField(variable));
        }
        if self.is_loop_variable(&variable) {
            return Err(Reason::NameTaken(variable, "the variable of a loop around this one"));
        }
        let (from, to) = (ast.from.as_usize(), ast.to.as_usize());
        if from >= to {
            return Ok(None);
        }
        self.loops.push((variable.clone(), from as i128, to as i128 - 1));
        let body = self.statements(&ast.block);
        self.loops.pop();
        Ok(Some(Stmt::For { variable, from, to, body: body? }))
    }
}

/// Returns the first assigned signal, which stands for the choice's condition in messages.
fn first_target(block: &[VerilogStatement]) -> Option<String> {
    block.iter().find_map(|statement| match statement {
        VerilogStatement::Assignment(Ast::Signal(target), _) => {
            parse(target).ok().map(|path| path.name)
        }
        VerilogStatement::If(conditional) => {
            first_target(&conditional.then).or_else(|| match &conditional.otherwise {
                VerilogBlockOrConditional::Block(block) => first_target(block),
                VerilogBlockOrConditional::Conditional(next) => {
                    first_target(std::slice::from_ref(next))
                }
                VerilogBlockOrConditional::None => None,
            })
        }
        VerilogStatement::Match(choice) => {
            choice.cases.iter().find_map(|case| first_target(&case.block))
        }
        VerilogStatement::Loop(repeat) => first_target(&repeat.block),
        VerilogStatement::Macro(block) => first_target(block),
        _ => None,
    })
}

/// Returns the text of `comment!("text")` from the macro's whole invocation.
fn comment(invocation: &str) -> &str {
    let inside = invocation.split_once('"').map_or(invocation, |(_, inside)| inside);
    inside.rsplit_once('"').map_or(inside, |(text, _)| text)
}

fn is_shift_right(ast: &Ast) -> bool {
    match ast {
        Ast::Paren(inner) => is_shift_right(inner),
        Ast::Binary(_, VerilogOp::Shr, _) => true,
        _ => false,
    }
}
