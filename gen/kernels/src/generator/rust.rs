//! Kernels as Rust source, with parentheses only where Rust's precedence needs them.

use super::tree::{
    Binary, Expr, Field, Int, Kernel, Lane, Operand, Role, Stmt, Type, Unary, Value,
};
use std::fmt::Write;

const CALL: u8 = 20;
const PREFIX: u8 = 19;

/// Returns the operator and its binding strength (Rust reference, "Expression precedence").
fn operator(op: Binary) -> (&'static str, u8) {
    match op {
        Binary::Mul => ("*", 18),
        Binary::Add => ("+", 17),
        Binary::Sub => ("-", 17),
        Binary::Shl => ("<<", 16),
        Binary::Shr => (">>", 16),
        Binary::And => ("&", 15),
        Binary::Xor => ("^", 14),
        Binary::Or => ("|", 13),
        Binary::Eq => ("==", 12),
        Binary::Ne => ("!=", 12),
        Binary::Lt => ("<", 12),
        Binary::Le => ("<=", 12),
        Binary::Gt => (">", 12),
        Binary::Ge => (">=", 12),
        Binary::LogicalAnd => ("&&", 11),
        Binary::LogicalOr => ("||", 10),
    }
}

struct Writer<'a> {
    fields: &'a [Field],
}

fn wrapped((text, strength): (String, u8), needed: u8) -> String {
    if strength < needed {
        format!("({text})")
    } else {
        text
    }
}

impl Writer<'_> {
    fn int(&self, int: &Int) -> (String, u8) {
        match int {
            Int::Number(value) if *value > i32::MAX as u64 => (format!("{value}usize"), CALL),
            Int::Number(value) => (value.to_string(), CALL),
            Int::Variable(name) => (name.clone(), CALL),
            Int::Count(field) => (format!("self.{}.val()", self.fields[*field].name), CALL),
            Int::Binary(op, a, b) => {
                let strength = if *op == '*' { 18 } else { 17 };
                let a = wrapped(self.int(a), strength);
                (format!("{a} {op} {}", wrapped(self.int(b), strength + 1)), strength)
            }
        }
    }

    fn operand(&self, operand: &Operand, needed: u8) -> String {
        match operand {
            Operand::Int(int) => wrapped(self.int(int), needed),
            Operand::Value(value) => wrapped(self.expr(value), needed),
        }
    }

    fn index(&self, operand: &Operand) -> String {
        match operand {
            Operand::Int(int) => self.int(int).0,
            Operand::Value(value) => format!("{}.index()", wrapped(self.expr(value), CALL)),
        }
    }

    fn place(&self, field: usize, lane: Option<String>) -> String {
        let name = &self.fields[field].name;
        lane.map_or(format!("self.{name}"), |lane| format!("self.{name}[{lane}]"))
    }

    fn expr(&self, expr: &Expr) -> (String, u8) {
        match expr {
            Expr::Bool(value) => (value.to_string(), CALL),
            Expr::Read(field, lane) => {
                let lane = lane.as_ref().map(|lane| match lane {
                    Lane::Int(int) => self.int(int).0,
                    Lane::Signal(selector) => format!("{}.index()", self.expr(selector).0),
                });
                (format!("{}.val()", self.place(*field, lane)), CALL)
            }
            Expr::Unary(op, a) => self.unary(*op, a),
            Expr::Binary(op, a, b) => {
                let (name, strength) = operator(*op);
                // Comparisons do not chain.
                let left = if strength == 12 { 13 } else { strength };
                let a = wrapped(self.expr(a), left);
                (format!("{a} {name} {}", self.operand(b, strength + 1)), strength)
            }
            Expr::Compare(op, a, b) => {
                let (name, strength) = operator(*op);
                let (a, b) = (self.int(a).0, self.int(b).0);
                (format!("{a} {name} {b}"), strength)
            }
            Expr::Bit(a, index) => {
                let a = wrapped(self.expr(a), CALL);
                (format!("{a}.get_bit({})", self.index(index)), CALL)
            }
            Expr::Slice(a, width, offset) => {
                let a = wrapped(self.expr(a), CALL);
                (format!("{a}.get_bits::<{width}>({})", self.index(offset)), CALL)
            }
            Expr::Replace(a, index, bit) => {
                let a = wrapped(self.expr(a), CALL);
                let (index, bit) = (self.index(index), self.expr(bit).0);
                (format!("{a}.replace_bit({index}, {bit})"), CALL)
            }
        }
    }

    fn unary(&self, op: Unary, a: &Expr) -> (String, u8) {
        let method = |name: &str| (format!("{}.{name}()", wrapped(self.expr(a), CALL)), CALL);
        match op {
            Unary::Not => (format!("!{}", wrapped(self.expr(a), PREFIX)), PREFIX),
            Unary::Neg => (format!("-{}", wrapped(self.expr(a), PREFIX)), PREFIX),
            Unary::All => method("all"),
            Unary::Any => method("any"),
            Unary::Xor => method("xor"),
            Unary::ToSignedBits => method("to_signed_bits"),
            Unary::SignedCast => (format!("signed_cast({})", self.expr(a).0), CALL),
            Unary::UnsignedCast => (format!("unsigned_cast({})", self.expr(a).0), CALL),
            Unary::Paren => (format!("({})", self.expr(a).0), CALL),
        }
    }

    fn statements(&self, body: &[Stmt], text: &mut String) {
        for statement in body {
            self.statement(statement, text);
        }
    }

    fn statement(&self, statement: &Stmt, text: &mut String) {
        match statement {
            Stmt::Assign(field, lane, value) => {
                let lane = lane.as_ref().map(|lane| self.int(lane).0);
                let value = match value {
                    Value::Expr(expr) => self.expr(expr).0,
                    Value::Int(int) => format!("{}.into()", wrapped(self.int(int), CALL)),
                    Value::Negative(value) => format!("(-{value}).into()"),
                };
                let _ = writeln!(text, "{}.next = {value};", self.place(*field, lane));
            }
            Stmt::If(condition, then, otherwise) => {
                let _ = writeln!(text, "if {} {{", self.expr(condition).0);
                self.statements(then, text);
                match otherwise.as_slice() {
                    [] => {}
                    [next @ Stmt::If(..)] => {
                        text.push_str("} else ");
                        return self.statement(next, text);
                    }
                    body => {
                        text.push_str("} else {\n");
                        self.statements(body, text);
                    }
                }
                text.push_str("}\n");
            }
            Stmt::Match(subject, arms, default) => {
                let subject = wrapped(self.expr(subject), CALL);
                let _ = writeln!(text, "match {subject}.index() {{");
                for (value, body) in arms {
                    let _ = writeln!(text, "{value} => {{");
                    self.statements(body, text);
                    text.push_str("}\n");
                }
                text.push_str("_ => {\n");
                self.statements(default, text);
                text.push_str("}\n}\n");
            }
            Stmt::For(variable, from, to, body) => {
                let (from, to) = (self.int(from).0, self.int(to).0);
                let _ = writeln!(text, "for {variable} in {from}..{to} {{");
                self.statements(body, text);
                text.push_str("}\n");
            }
        }
    }
}

fn declaration(field: &Field) -> String {
    let Field { name, role, lanes, ty, value } = field;
    let lanes = lanes.map_or(String::new(), |lanes| format!("({lanes})"));
    let ty = match ty {
        Type::Bool => String::new(),
        Type::Bits(width) => format!("[{width}]"),
        Type::Signed(width) => format!(": signed[{width}]"),
    };
    match role {
        Role::Input => format!("input{lanes} {name}{ty};"),
        Role::Output => format!("output{lanes} {name}{ty};"),
        Role::Local => format!("local{lanes} {name}{ty};"),
        Role::Register if ty.is_empty() => format!("reg{lanes} {name} = {};", *value != 0),
        Role::Register => format!("reg{lanes} {name}{ty} = {value};"),
        Role::Count => format!("count {name} = {value};"),
        Role::Choice => format!("choice {name} = {};", *value != 0),
        Role::Param => format!("param {name}{ty} = {value};"),
    }
}

/// Returns the source of a kernel, as a struct `Kernel<number>`.
pub fn source(kernel: &Kernel, number: usize) -> String {
    let mut text = format!("block! {{ pub struct Kernel{number}() as \"kernel_{number}\" {{\n");
    for field in &kernel.fields {
        let _ = writeln!(text, "#[doc = \"{}\"]\n{}", field.name, declaration(field));
    }
    let _ = writeln!(
        text,
        "}} }}\nimpl Logic for Kernel{number} {{\n#[hdl_gen]\nfn update(&mut self) {{"
    );
    Writer { fields: &kernel.fields }.statements(&kernel.body, &mut text);
    text.push_str("}\n}\n");
    text
}
