//! Kernels as rust-hdl syntax trees, equal to the output of `#[hdl_gen]`.

use crate::generator::tree::{Binary, Expr, Field, Int, Kernel, Lane, Operand, Stmt, Unary, Value};
use rust_hdl_core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression,
    VerilogLoop, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};

/// Returns the statements of a kernel.
pub fn block(kernel: &Kernel) -> VerilogBlock {
    statements(&kernel.fields, &kernel.body)
}

/// Returns statements over these signals.
pub fn statements(fields: &[Field], body: &[Stmt]) -> VerilogBlock {
    let tree = Tree { fields };
    body.iter().map(|statement| tree.statement(statement)).collect()
}

struct Tree<'a> {
    fields: &'a [Field],
}

fn literal(value: u64) -> VerilogExpression {
    VerilogExpression::Literal(value.into())
}

fn binary(a: VerilogExpression, op: VerilogOp, b: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Binary(a.into(), op, b.into())
}

fn operator(op: Binary) -> VerilogOp {
    match op {
        Binary::Add => VerilogOp::Add,
        Binary::Sub => VerilogOp::Sub,
        Binary::Mul => VerilogOp::Mul,
        Binary::And => VerilogOp::BitAnd,
        Binary::Or => VerilogOp::BitOr,
        Binary::Xor => VerilogOp::BitXor,
        Binary::Shl => VerilogOp::Shl,
        Binary::Shr => VerilogOp::Shr,
        Binary::Eq => VerilogOp::Eq,
        Binary::Ne => VerilogOp::Ne,
        Binary::Lt => VerilogOp::Lt,
        Binary::Le => VerilogOp::Le,
        Binary::Gt => VerilogOp::Gt,
        Binary::Ge => VerilogOp::Ge,
        Binary::LogicalAnd => VerilogOp::LogicalAnd,
        Binary::LogicalOr => VerilogOp::LogicalOr,
    }
}

impl Tree<'_> {
    fn int(&self, int: &Int) -> VerilogExpression {
        match int {
            Int::Number(value) => literal(*value),
            Int::Variable(name) => VerilogExpression::Signal(name.clone()),
            Int::Count(field) => VerilogExpression::Signal(self.fields[*field].name.clone()),
            Int::Binary(op, a, b) => {
                let op = match op {
                    '+' => VerilogOp::Add,
                    '-' => VerilogOp::Sub,
                    _ => VerilogOp::Mul,
                };
                binary(self.int(a), op, self.int(b))
            }
        }
    }

    fn operand(&self, operand: &Operand) -> VerilogExpression {
        match operand {
            Operand::Int(int) => self.int(int),
            Operand::Value(value) => self.expr(value),
        }
    }

    /// Returns the text that the macro makes of an index.
    fn index(&self, int: &Int) -> String {
        match int {
            Int::Number(value) => value.to_string(),
            Int::Variable(name) => name.clone(),
            Int::Count(field) => format!("{}$val()", self.fields[*field].name),
            Int::Binary(op, a, b) => {
                let factor = |int: &Int| match int {
                    Int::Binary('+' | '-', ..) => format!("({})", self.index(int)),
                    _ => self.index(int),
                };
                match op {
                    '*' => format!("{}*{}", factor(a), factor(b)),
                    _ => format!("{}{op}{}", self.index(a), factor(b)),
                }
            }
        }
    }

    fn name(&self, field: usize, lane: &Option<Lane>) -> String {
        let name = &self.fields[field].name;
        match lane {
            None => name.clone(),
            Some(Lane::Int(int)) => format!("{name}[{}]", self.index(int)),
            Some(Lane::Signal(selector)) => match &**selector {
                Expr::Read(field, lane) => {
                    format!("{name}[{}$val()$index()]", self.name(*field, lane))
                }
                _ => format!("{name}[?]"),
            },
        }
    }

    fn expr(&self, expr: &Expr) -> VerilogExpression {
        match expr {
            Expr::Bool(value) => VerilogExpression::Literal((*value).into()),
            Expr::Read(field, lane) => VerilogExpression::Signal(self.name(*field, lane)),
            Expr::Unary(op, a) => self.unary(*op, self.expr(a).into()),
            Expr::Binary(op, a, b) => binary(self.expr(a), operator(*op), self.operand(b)),
            Expr::Compare(op, a, b) => binary(self.int(a), operator(*op), self.int(b)),
            Expr::Bit(a, index) => {
                VerilogExpression::Index(self.expr(a).into(), self.operand(index).into())
            }
            Expr::Slice(a, width, offset) => {
                let offset = self.operand(offset);
                VerilogExpression::Slice(self.expr(a).into(), *width, offset.into())
            }
            Expr::Replace(a, index, bit) => VerilogExpression::IndexReplace(
                self.expr(a).into(),
                self.operand(index).into(),
                self.expr(bit).into(),
            ),
        }
    }

    fn unary(&self, op: Unary, a: Box<VerilogExpression>) -> VerilogExpression {
        match op {
            Unary::Not => VerilogExpression::Unary(VerilogOpUnary::Not, a),
            Unary::Neg => VerilogExpression::Unary(VerilogOpUnary::Neg, a),
            Unary::All => VerilogExpression::Unary(VerilogOpUnary::All, a),
            Unary::Any => VerilogExpression::Unary(VerilogOpUnary::Any, a),
            Unary::Xor => VerilogExpression::Unary(VerilogOpUnary::Xor, a),
            Unary::SignedCast | Unary::ToSignedBits => VerilogExpression::Signed(a),
            Unary::UnsignedCast => VerilogExpression::Unsigned(a),
            Unary::Paren => VerilogExpression::Paren(a),
        }
    }

    fn block(&self, body: &[Stmt]) -> VerilogBlock {
        body.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&self, statement: &Stmt) -> VerilogStatement {
        match statement {
            Stmt::Assign(field, lane, value) => {
                let lane = lane.clone().map(Lane::Int);
                let target =
                    VerilogExpression::Signal(format!("{}$next", self.name(*field, &lane)));
                let value = match value {
                    Value::Expr(expr) => self.expr(expr),
                    Value::Int(int) => self.int(int),
                    Value::Negative(value) => VerilogExpression::Unary(
                        VerilogOpUnary::Neg,
                        literal(u64::from(*value)).into(),
                    ),
                };
                VerilogStatement::Assignment(target, value)
            }
            Stmt::If(condition, then, otherwise) => VerilogStatement::If(VerilogConditional {
                test: self.expr(condition),
                then: self.block(then),
                otherwise: match otherwise.as_slice() {
                    [] => VerilogBlockOrConditional::None,
                    [next @ Stmt::If(..)] => {
                        VerilogBlockOrConditional::Conditional(self.statement(next).into())
                    }
                    body => VerilogBlockOrConditional::Block(self.block(body)),
                },
            }),
            Stmt::Match(subject, arms, default) => {
                let case = |condition: String, body: &[Stmt]| VerilogCase {
                    condition,
                    block: self.block(body),
                };
                let mut cases: Vec<VerilogCase> =
                    arms.iter().map(|(value, body)| case(value.to_string(), body)).collect();
                cases.push(case("default".into(), default));
                VerilogStatement::Match(VerilogMatch { test: self.expr(subject), cases })
            }
            Stmt::For(variable, from, to, body) => {
                let bound = |int: &Int| match int {
                    Int::Number(value) => *value,
                    Int::Count(field) => self.fields[*field].value as u64,
                    _ => 0,
                };
                VerilogStatement::Loop(VerilogLoop {
                    index: variable.clone(),
                    from: bound(from).into(),
                    to: bound(to).into(),
                    block: self.block(body),
                })
            }
        }
    }
}
