//! Reference evaluator of rust-hdl's syntax tree on big integers.
//!
//! Written from the documentation of the kernels' number types; shares no code with them or with
//! the back end.

use num_bigint::{BigInt, BigUint};
use rust_hdl_core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Ast, VerilogOp,
    VerilogOpUnary, VerilogStatement,
};
use std::collections::HashMap;
use tailback_kernels::generator::tree::{Kernel, Role, Type};

/// A typed value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A `usize`, or a negative literal.
    Int(BigInt),
    /// A `bool`.
    Bool(bool),
    /// A `Bits`: width and number.
    Bits(usize, BigUint),
    /// A `Signed`: width and number.
    Signed(usize, BigInt),
}

fn power(width: usize) -> BigInt {
    BigInt::from(1) << width
}

/// Wraps `number` to a two's complement of `width` bits.
fn wrap_signed(width: usize, number: BigInt) -> BigInt {
    let low = wrap(width, number);
    if low.bit(width as u64 - 1) {
        BigInt::from(low) - power(width)
    } else {
        low.into()
    }
}

/// Returns `number` modulo `2^width`.
fn wrap(width: usize, number: BigInt) -> BigUint {
    let modulus = power(width);
    let rest = ((number % &modulus) + &modulus) % &modulus;
    rest.magnitude().clone()
}

fn bits(width: usize, number: BigInt) -> Value {
    Value::Bits(width, wrap(width, number))
}

fn signed(width: usize, number: BigInt) -> Value {
    Value::Signed(width, wrap_signed(width, number))
}

/// Values of a kernel's signals and loop variables.
pub struct Evaluator {
    signals: HashMap<String, (Type, Vec<Value>)>,
    counts: HashMap<String, BigInt>,
}

impl Evaluator {
    /// Makes an evaluator of `kernel` with all signals zero, except for the constants.
    pub fn new(kernel: &Kernel) -> Self {
        let mut evaluator = Evaluator { signals: HashMap::new(), counts: HashMap::new() };
        for field in &kernel.fields {
            if field.role == Role::Count {
                evaluator.counts.insert(field.name.clone(), field.value.into());
                continue;
            }
            let one = typed(field.ty, &field.value.into());
            let lanes = vec![one; field.lanes.unwrap_or(1)];
            evaluator.signals.insert(field.name.clone(), (field.ty, lanes));
        }
        evaluator
    }

    /// Sets the bits of a signal's element.
    pub fn set(&mut self, name: &str, lane: usize, number: &BigUint) {
        if let Some((ty, lanes)) = self.signals.get_mut(name) {
            lanes[lane] = typed(*ty, number);
        }
    }

    /// Returns the bits of a signal's element.
    pub fn get(&self, name: &str, lane: usize) -> BigUint {
        match &self.signals[name].1[lane] {
            Value::Bool(bit) => u8::from(*bit).into(),
            Value::Bits(_, number) => number.clone(),
            Value::Signed(width, number) => wrap(*width, number.clone()),
            Value::Int(_) => unreachable!("signals have widths"),
        }
    }

    /// Runs statements in order.
    pub fn run(&mut self, block: &[VerilogStatement]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &VerilogStatement) {
        match statement {
            VerilogStatement::Assignment(Ast::Signal(target), value) => {
                let value = self.value(value);
                let (name, lane) = self.place(target.strip_suffix("$next").expect("a target"));
                let (ty, lanes) = self.signals.get_mut(&name).expect("a signal");
                lanes[lane] = fit(*ty, value);
            }
            VerilogStatement::If(conditional) => self.conditional(conditional),
            VerilogStatement::Match(choice) => {
                let Value::Bits(_, subject) = self.value(&choice.test) else { panic!("a match") };
                let subject = subject.to_string();
                let arm = choice.cases.iter().find(|case| case.condition == subject);
                let default = || choice.cases.iter().find(|case| case.condition == "default");
                self.run(&arm.or_else(default).expect("an arm").block);
            }
            VerilogStatement::Loop(repeat) => {
                for turn in repeat.from.as_usize()..repeat.to.as_usize() {
                    self.counts.insert(repeat.index.clone(), turn.into());
                    self.run(&repeat.block);
                }
                self.counts.remove(&repeat.index);
            }
            other => panic!("{other:?}"),
        }
    }

    fn conditional(&mut self, conditional: &VerilogConditional) {
        if self.bool(&conditional.test) {
            return self.run(&conditional.then);
        }
        match &conditional.otherwise {
            VerilogBlockOrConditional::Block(block) => self.run(block),
            VerilogBlockOrConditional::Conditional(next) => self.statement(next),
            VerilogBlockOrConditional::None => {}
        }
    }

    /// Returns the signal and the element that a text names; an index beyond the end selects the
    /// last element.
    fn place(&self, text: &str) -> (String, usize) {
        let Some((name, rest)) = text.split_once('[') else { return (text.into(), 0) };
        let index = rest.strip_suffix(']').expect("a bracket");
        let last = self.signals[name].1.len() - 1;
        let index = usize::try_from(self.index(index)).unwrap_or(usize::MAX);
        (name.into(), index.min(last))
    }

    /// Evaluates arithmetic on literals, loop variables, counts and signals.
    fn index(&self, text: &str) -> BigInt {
        let mut depth = 0;
        for operators in ["+-", "*"] {
            for (at, letter) in text.char_indices().rev() {
                match letter {
                    ')' | ']' => depth += 1,
                    '(' | '[' => depth -= 1,
                    _ if depth == 0 && operators.contains(letter) => {
                        let (a, b) = (self.index(&text[..at]), self.index(&text[at + 1..]));
                        return match letter {
                            '+' => a + b,
                            '-' => a - b,
                            _ => a * b,
                        };
                    }
                    _ => {}
                }
            }
        }
        if let Some(inner) = text.strip_prefix('(') {
            return self.index(inner.strip_suffix(')').expect("a parenthesis"));
        }
        if let Some(signal) = text.strip_suffix("$val()$index()") {
            let Value::Bits(_, number) = self.read(signal) else { panic!("an index") };
            return number.into();
        }
        let name = text.strip_suffix("$val()").unwrap_or(text);
        self.counts.get(name).cloned().unwrap_or_else(|| text.parse().expect("a number"))
    }

    fn read(&self, text: &str) -> Value {
        if let Some(number) = self.counts.get(text) {
            return Value::Int(number.clone());
        }
        let (name, lane) = self.place(text);
        self.signals[&name].1[lane].clone()
    }

    fn bool(&self, ast: &Ast) -> bool {
        match self.value(ast) {
            Value::Bool(bit) => bit,
            other => panic!("{other:?} for a truth value"),
        }
    }

    /// Evaluates an index: a `usize` or a `Bits`.
    fn number(&self, ast: &Ast) -> BigUint {
        match self.value(ast) {
            Value::Int(number) => number.to_biguint().expect("no negative index"),
            Value::Bits(_, number) => number,
            other => panic!("{other:?} for an index"),
        }
    }

    fn bits(&self, ast: &Ast) -> (usize, BigUint) {
        match self.value(ast) {
            Value::Bits(width, number) => (width, number),
            other => panic!("{other:?} for bits"),
        }
    }

    /// Evaluates an expression.
    pub fn value(&self, ast: &Ast) -> Value {
        match ast {
            Ast::Paren(inner) => self.value(inner),
            Ast::Signal(text) => self.read(text),
            Ast::Literal(literal) => {
                let text = format!("{literal:x}");
                let (width, digits) = text.split_once("'h").expect("a literal");
                match width {
                    "1" => Value::Bool(digits == "1"),
                    _ => Value::Int(BigInt::parse_bytes(digits.as_bytes(), 16).expect("digits")),
                }
            }
            Ast::Unary(op, operand) => unary(op, self.value(operand)),
            Ast::Binary(a, op, b) => binary(op, self.value(a), self.value(b)),
            Ast::Signed(operand) => {
                let (width, number) = self.bits(operand);
                signed(width, number.into())
            }
            Ast::Unsigned(operand) => match self.value(operand) {
                Value::Signed(width, number) => bits(width, number),
                other => panic!("{other:?} for a signed number"),
            },
            Ast::Index(base, index) => {
                let (width, number) = self.bits(base);
                let index = self.number(index);
                let at = u64::try_from(index).ok().filter(|at| *at < width as u64);
                Value::Bool(at.is_some_and(|at| number.bit(at)))
            }
            Ast::Slice(base, width, offset) => {
                let (whole, number) = self.bits(base);
                bits(*width, shift_right(number, whole, &self.number(offset)).into())
            }
            Ast::IndexReplace(base, index, bit) => {
                let (width, mut number) = self.bits(base);
                let index = self.number(index);
                if let Some(at) = u64::try_from(index).ok().filter(|at| *at < width as u64) {
                    number.set_bit(at, self.bool(bit));
                }
                Value::Bits(width, number)
            }
            Ast::Cast(..) => panic!("no cast"),
        }
    }
}

fn shift_right(number: BigUint, width: usize, by: &BigUint) -> BigUint {
    match u64::try_from(by) {
        Ok(by) if by < width as u64 => number >> by,
        _ => BigUint::ZERO,
    }
}

fn typed(ty: Type, number: &BigUint) -> Value {
    match ty {
        Type::Bool => Value::Bool(*number != BigUint::ZERO),
        Type::Bits(width) => bits(width, number.clone().into()),
        Type::Signed(width) => signed(width, number.clone().into()),
    }
}

/// Fits a value to a signal: takes its low bits, or extends it.
fn fit(ty: Type, value: Value) -> Value {
    match (ty, value) {
        (Type::Bool, Value::Bool(bit)) => Value::Bool(bit),
        (Type::Bits(width), Value::Int(number)) => bits(width, number),
        (Type::Bits(width), Value::Bits(_, number)) => bits(width, number.into()),
        (Type::Signed(width), Value::Signed(_, number)) => signed(width, number),
        (ty, value) => panic!("{value:?} for {ty:?}"),
    }
}

fn unary(op: &VerilogOpUnary, value: Value) -> Value {
    match (op, value) {
        (VerilogOpUnary::Not, Value::Bool(bit)) => Value::Bool(!bit),
        (VerilogOpUnary::Not, Value::Bits(width, number)) => {
            bits(width, power(width) - 1 - BigInt::from(number))
        }
        (VerilogOpUnary::Neg, Value::Int(number)) => Value::Int(-number),
        (VerilogOpUnary::Neg, Value::Bits(width, number)) => bits(width, -BigInt::from(number)),
        (VerilogOpUnary::Neg, Value::Signed(width, number)) => signed(width, -number),
        (VerilogOpUnary::All, Value::Bits(width, number)) => {
            Value::Bool(number.count_ones() == width as u64)
        }
        (VerilogOpUnary::Any, Value::Bits(_, number)) => Value::Bool(number.count_ones() > 0),
        (VerilogOpUnary::Xor, Value::Bits(_, number)) => Value::Bool(number.count_ones() % 2 == 1),
        (op, value) => panic!("{op:?} of {value:?}"),
    }
}

fn holds<T: PartialOrd>(op: &VerilogOp, a: T, b: T) -> Option<bool> {
    Some(match op {
        VerilogOp::Eq => a == b,
        VerilogOp::Ne => a != b,
        VerilogOp::Lt => a < b,
        VerilogOp::Le => a <= b,
        VerilogOp::Gt => a > b,
        VerilogOp::Ge => a >= b,
        _ => return None,
    })
}

/// Evaluates sums, differences and bitwise operators; the numbers may be negative.
fn arithmetic(op: &VerilogOp, a: BigInt, b: BigInt) -> BigInt {
    match op {
        VerilogOp::Add => a + b,
        VerilogOp::Sub => a - b,
        VerilogOp::Mul => a * b,
        VerilogOp::BitAnd => a & b,
        VerilogOp::BitOr => a | b,
        VerilogOp::BitXor => a ^ b,
        op => panic!("{op:?}"),
    }
}

fn binary(op: &VerilogOp, a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(match op {
            VerilogOp::LogicalAnd | VerilogOp::BitAnd => a && b,
            VerilogOp::LogicalOr | VerilogOp::BitOr => a || b,
            VerilogOp::BitXor => a != b,
            op => holds(op, a, b).expect("a comparison"),
        }),
        (Value::Int(a), Value::Int(b)) => match holds(op, &a, &b) {
            Some(bit) => Value::Bool(bit),
            None => Value::Int(arithmetic(op, a, b)),
        },
        (Value::Signed(wa, a), Value::Signed(wb, b)) => match (holds(op, &a, &b), op) {
            (Some(bit), _) => Value::Bool(bit),
            (None, VerilogOp::Mul) => signed(wa + wb, a * b),
            _ => signed(wa.max(wb), arithmetic(op, a, b)),
        },
        (Value::Bits(width, a), b) => unsigned(op, width, a, b),
        (a, b) => panic!("{a:?} {op:?} {b:?}"),
    }
}

fn unsigned(op: &VerilogOp, width: usize, a: BigUint, b: Value) -> Value {
    let (other, b) = match b {
        Value::Bits(other, b) => (other, BigInt::from(b)),
        Value::Int(b) => (width, b),
        b => panic!("{a:?} {op:?} {b:?}"),
    };
    if let Some(bit) = holds(op, &BigInt::from(a.clone()), &b) {
        return Value::Bool(bit);
    }
    let by = b.to_biguint().expect("no negative operand");
    match op {
        VerilogOp::Shr => Value::Bits(width, shift_right(a, width, &by)),
        VerilogOp::Shl => match u64::try_from(&by) {
            Ok(by) if by < width as u64 => bits(width, BigInt::from(a) << by),
            _ => Value::Bits(width, BigUint::ZERO),
        },
        VerilogOp::Mul => bits(width + other, BigInt::from(a) * b),
        op => bits(width.max(other), arithmetic(op, a.into(), b)),
    }
}
