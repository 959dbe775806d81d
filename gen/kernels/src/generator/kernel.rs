//! Random kernels: a whole kernel, or many independent expressions over the same inputs.

use super::expression::{Loop, Scope};
use super::random::Random;
use super::tree::{
    Binary, Expr, Field, Int, Kernel, Lane, Operand, Role, Stmt, Type, Unary, Value,
};

/// A kernel under construction.
pub struct Draft<'a> {
    /// Source of choices.
    pub random: &'a mut Random,
    /// Kernel so far.
    pub kernel: Kernel,
    /// Signals with their final value.
    pub readable: Vec<usize>,
    /// Enclosing loops.
    pub loops: Vec<Loop>,
    /// Maximum depth of expressions.
    pub depth: usize,
    /// True if later statements read the targets of earlier ones.
    pub chained: bool,
}

impl Draft<'_> {
    /// Adds a signal.
    pub fn field(&mut self, role: Role, lanes: Option<usize>, ty: Type, value: u128) -> usize {
        let prefix = match role {
            Role::Input => "in",
            Role::Output => "out",
            Role::Local => "mid",
            Role::Register => "held",
            Role::Count => "count",
            Role::Choice => "choice",
            Role::Param => "param",
        };
        let name = format!("{prefix}{}", self.kernel.fields.len());
        self.kernel.fields.push(Field { name, role, lanes, ty, value });
        self.kernel.fields.len() - 1
    }

    /// Context of an expression at this point.
    pub fn scope(&mut self) -> Scope<'_> {
        Scope {
            random: self.random,
            fields: &self.kernel.fields,
            readable: &self.readable,
            loops: &self.loops,
        }
    }

    /// Draws a type for a new signal.
    pub fn new_type(&mut self) -> Type {
        let width = self.scope().width(super::expression::WIDEST);
        match self.random.below(10) {
            0 | 1 => Type::Bool,
            2 | 3 => Type::Signed(width),
            _ => Type::Bits(width),
        }
    }

    fn start(&mut self, inputs: usize, registers: usize) -> Vec<usize> {
        // The first input is a number: every leaf can be made of its bits.
        let width = self.random.between(1, 128);
        let first = self.field(Role::Input, None, Type::Bits(width), 0);
        self.readable.push(first);
        for index in 1..inputs {
            let ty =
                if index == 1 { Type::Bits(self.random.between(1, 4)) } else { self.new_type() };
            let lanes = self.random.percent(30).then(|| self.random.between(1, 6));
            let field = self.field(Role::Input, lanes, ty, 0);
            self.readable.push(field);
        }
        let value = self.random.between(1, 5) as u128;
        let count = self.field(Role::Count, None, Type::Bits(0), value);
        let width = self.scope().width(128);
        let value = self.random.number(width);
        let param = self.field(Role::Param, None, Type::Bits(width), value);
        let value = u128::from(self.random.percent(50));
        let choice = self.field(Role::Choice, None, Type::Bool, value);
        self.readable.extend([count, param, choice]);
        let mut held = Vec::new();
        for _ in 0..registers {
            let ty = self.new_type();
            let lanes = self.random.percent(35).then(|| self.random.between(1, 5));
            let value = self.random.number(ty.width());
            held.push(self.field(Role::Register, lanes, ty, value));
        }
        self.readable.extend(&held);
        held
    }

    /// Adds an output that reads every signal: unread signals are refused, and reads that are
    /// folded away do not count.
    fn read_all(&mut self) {
        let listed =
            |field: &Field| matches!(field.role, Role::Input | Role::Local | Role::Register);
        let fields = self.kernel.fields.iter().enumerate();
        let bits = fields.filter(|(_, field)| listed(field)).map(|(id, field)| {
            let read = Expr::Read(id, field.lanes.map(|_| Lane::Int(Int::Number(0))));
            match field.ty {
                Type::Bool => read,
                Type::Bits(_) => Expr::Unary(Unary::Xor, read.into()),
                Type::Signed(_) => {
                    let bits = Expr::Unary(Unary::UnsignedCast, read.into());
                    Expr::Unary(Unary::Xor, bits.into())
                }
            }
        });
        let all = bits.reduce(|a, b| Expr::Binary(Binary::Xor, a.into(), Operand::Value(b.into())));
        let seen = self.field(Role::Output, None, Type::Bool, 0);
        let all = all.unwrap_or(Expr::Bool(false));
        self.kernel.body.push(Stmt::Assign(seen, None, Value::Expr(all)));
    }
}

fn draft(random: &mut Random, depth: usize, chained: bool) -> Draft<'_> {
    let (readable, loops) = (Vec::new(), Vec::new());
    Draft { random, kernel: Kernel::default(), readable, loops, depth, chained }
}

/// Draws a kernel of a few statements with registers; later statements read earlier ones.
pub fn kernel(random: &mut Random) -> Kernel {
    let depth = *random.pick(&[1, 2, 2, 3]);
    let mut draft = draft(random, depth, true);
    let (inputs, registers) = (draft.random.between(3, 5), draft.random.below(3));
    let mut held = draft.start(inputs, registers);
    let groups = draft.random.between(2, 4);
    for _ in 0..groups {
        draft.combinational();
        if draft.random.percent(50) {
            if let Some(register) = held.pop() {
                draft.register(register);
            }
        }
    }
    for register in held {
        draft.register(register);
    }
    draft.combinational();
    draft.read_all();
    draft.kernel
}

/// Draws a kernel of `outputs` outputs, each computed from the inputs alone.
pub fn expressions(random: &mut Random, outputs: usize) -> Kernel {
    let mut draft = draft(random, 4, false);
    draft.start(40, 0);
    for _ in 0..outputs {
        draft.depth = *draft.random.pick(&[1, 1, 2, 2, 2, 3, 3, 4]);
        draft.combinational();
    }
    draft.read_all();
    draft.kernel
}
