//! Inputs that only branches excluded by a `choice` read: they need no reader.

use super::path::{parse, Index, Path};
use rust_hdl_core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Ast, VerilogStatement,
};

/// Names that excluded statements read.
#[derive(Debug, Default)]
pub(super) struct Excluded(pub Vec<String>);

impl Excluded {
    pub(super) fn statements(&mut self, statements: &[VerilogStatement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    pub(super) fn otherwise(&mut self, otherwise: &VerilogBlockOrConditional) {
        match otherwise {
            VerilogBlockOrConditional::None => {}
            VerilogBlockOrConditional::Block(block) => self.statements(block),
            VerilogBlockOrConditional::Conditional(next) => self.statement(next),
        }
    }

    fn statement(&mut self, statement: &VerilogStatement) {
        match statement {
            VerilogStatement::Assignment(_, value) => self.expression(value),
            VerilogStatement::If(VerilogConditional { test, then, otherwise }) => {
                self.expression(test);
                self.statements(then);
                self.otherwise(otherwise);
            }
            VerilogStatement::Match(choice) => {
                self.expression(&choice.test);
                choice.cases.iter().for_each(|case| self.statements(&case.block));
            }
            VerilogStatement::Loop(repeat) => self.statements(&repeat.block),
            VerilogStatement::Macro(block) => self.statements(block),
            _ => {}
        }
    }

    fn expression(&mut self, ast: &Ast) {
        match ast {
            Ast::Signal(name) => parse(name).into_iter().for_each(|path| self.path(path)),
            Ast::Literal(_) => {}
            Ast::Cast(inner, _) | Ast::Signed(inner) | Ast::Unsigned(inner) => {
                self.expression(inner);
            }
            Ast::Paren(inner) | Ast::Unary(_, inner) => self.expression(inner),
            Ast::Binary(left, _, right) => self.expressions([left, right]),
            Ast::Index(base, index) => self.expressions([base, index]),
            Ast::Slice(base, _, low) => self.expressions([base, low]),
            Ast::IndexReplace(base, index, bit) => self.expressions([base, index, bit]),
        }
    }

    fn expressions<const N: usize>(&mut self, all: [&Ast; N]) {
        all.into_iter().for_each(|ast| self.expression(ast));
    }

    fn path(&mut self, path: Path) {
        self.0.push(path.flat().0);
        path.index.into_iter().for_each(|index| self.index(*index));
    }

    fn index(&mut self, index: Index) {
        match index {
            Index::Number(_) => {}
            Index::Path(path) => self.path(path),
            Index::Add(a, b) | Index::Sub(a, b) | Index::Mul(a, b) => {
                self.index(*a);
                self.index(*b);
            }
        }
    }
}
