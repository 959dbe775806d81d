//! Syntax tree of random kernels.

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `bool`.
    Bool,
    /// `Bits` of this width.
    Bits(usize),
    /// `Signed` of this width.
    Signed(usize),
}

impl Type {
    /// Number of bits.
    pub fn width(self) -> usize {
        match self {
            Type::Bool => 1,
            Type::Bits(width) | Type::Signed(width) => width,
        }
    }
}

/// The kind of a line of `block!`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// `input`.
    Input,
    /// `output`.
    Output,
    /// `local`.
    Local,
    /// `reg`.
    Register,
    /// `count`.
    Count,
    /// `choice`.
    Choice,
    /// `param`.
    Param,
}

/// A line of `block!`.
#[derive(Debug, Clone)]
pub struct Field {
    /// Field name.
    pub name: String,
    /// Kind of the field.
    pub role: Role,
    /// Number of elements, if the field is an array.
    pub lanes: Option<usize>,
    /// Type of an element.
    pub ty: Type,
    /// Value of a constant, or value after reset.
    pub value: u128,
}

/// A `usize` expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Int {
    /// A literal.
    Number(u64),
    /// A loop variable.
    Variable(String),
    /// A `count`.
    Count(usize),
    /// `+`, `-` or `*`.
    Binary(char, Box<Int>, Box<Int>),
}

/// An index of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum Lane {
    /// An index known at elaboration, except for loop variables.
    Int(Int),
    /// A signal.
    Signal(Box<Expr>),
}

/// A right operand: a `usize` or a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A `usize`.
    Int(Int),
    /// A value.
    Value(Box<Expr>),
}

/// An operator or method without arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `!`.
    Not,
    /// `-`.
    Neg,
    /// `all()`.
    All,
    /// `any()`.
    Any,
    /// `xor()`.
    Xor,
    /// `signed_cast()`.
    SignedCast,
    /// `to_signed_bits()`.
    ToSignedBits,
    /// `unsigned_cast()`.
    UnsignedCast,
    /// Redundant parentheses.
    Paren,
}

/// An operator on two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    LogicalAnd,
    LogicalOr,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A literal.
    Bool(bool),
    /// A signal.
    Read(usize, Option<Lane>),
    /// An operator.
    Unary(Unary, Box<Expr>),
    /// An operator.
    Binary(Binary, Box<Expr>, Operand),
    /// A comparison of two `usize`.
    Compare(Binary, Int, Int),
    /// `get_bit`.
    Bit(Box<Expr>, Operand),
    /// `get_bits::<W>`.
    Slice(Box<Expr>, usize, Operand),
    /// `replace_bit`.
    Replace(Box<Expr>, Operand, Box<Expr>),
}

/// The right-hand side of an assignment.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A value.
    Expr(Expr),
    /// A `usize`, by `into()`.
    Int(Int),
    /// A negative literal, by `into()`.
    Negative(u32),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// An assignment.
    Assign(usize, Option<Int>, Value),
    /// An `if`; the last list is the `else` branch.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A `match` on `index()`, with the default last.
    Match(Expr, Vec<(u64, Vec<Stmt>)>, Vec<Stmt>),
    /// A loop.
    For(String, Int, Int, Vec<Stmt>),
}

/// A kernel.
#[derive(Debug, Clone, Default)]
pub struct Kernel {
    /// Signals.
    pub fields: Vec<Field>,
    /// Statements.
    pub body: Vec<Stmt>,
}
