//! Printing of statements.

use super::expression::Printer;
use super::lines::{loop_head, Lines};
use super::number::constant;
use crate::ir::Stmt;

impl Printer<'_> {
    /// Prints statements with the assignment operator `=` or `<=`.
    pub fn statements(&self, lines: &mut Lines, statements: &[Stmt], operator: &str) {
        for statement in statements {
            self.statement(lines, statement, operator);
        }
    }

    fn statement(&self, lines: &mut Lines, statement: &Stmt, operator: &str) {
        match statement {
            Stmt::Comment(text) => lines.line(&format!("// {}", self.constants.rename(text))),
            Stmt::Assign { target, value } => {
                let (target, value) = (self.place(target), self.expression(value));
                lines.line(&format!("{target} {operator} {value};"));
            }
            Stmt::If { condition, then, otherwise } => {
                self.choice(lines, condition, then, otherwise, operator);
            }
            Stmt::Case { subject, arms, default } => {
                let opening = format!("case ({})", self.expression(subject));
                lines.nest(
                    &opening,
                    |lines| {
                        let labels = arms.iter().map(|(value, body)| (constant(value), body));
                        for (label, body) in labels.chain([("default".into(), default)]) {
                            let opening = format!("{label}: begin");
                            lines.nest(&opening, |l| self.statements(l, body, operator), "end");
                        }
                    },
                    "endcase",
                );
            }
            Stmt::For { variable, from, to, body } => lines.nest(
                &loop_head(variable, *from, *to),
                |lines| self.statements(lines, body, operator),
                "end",
            ),
        }
    }

    fn choice(
        &self,
        lines: &mut Lines,
        condition: &crate::ir::Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
        operator: &str,
    ) {
        if then.is_empty() {
            let inverted = condition.clone().logical_not();
            return self.choice(lines, &inverted, otherwise, &[], operator);
        }
        lines.line(&format!("if ({}) begin", self.expression(condition)));
        lines.indent(|lines| self.statements(lines, then, operator));
        let mut rest = otherwise;
        while let [Stmt::If { condition, then, otherwise }] = rest {
            if then.is_empty() {
                break;
            }
            lines.line(&format!("end else if ({}) begin", self.expression(condition)));
            lines.indent(|lines| self.statements(lines, then, operator));
            rest = otherwise;
        }
        if !rest.is_empty() {
            lines.line("end else begin");
            lines.indent(|lines| self.statements(lines, rest, operator));
        }
        lines.line("end");
    }
}
