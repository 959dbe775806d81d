//! What the back end cannot translate exactly, it refuses.

use thiserror::Error;

/// Why a block has no Verilog, with the name of the field that is the cause.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("block `{block}`: {reason}")]
pub struct Refusal {
    /// The block's module name.
    pub block: String,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a block. Names are those of the Rust description.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reason {
    /// The declaration is not one of `block!`.
    #[error("`{0}` is not declared by `block!`")]
    ForeignSignal(String),
    /// No `#[hdl_gen]` on `update`.
    #[error("it has no kernel: `update` needs `#[hdl_gen]`")]
    NoKernel,
    /// A name that Verilog or SystemVerilog reserves.
    #[error("`{0}` is a keyword of Verilog or SystemVerilog; choose another name")]
    Keyword(String),
    /// A port with a name that a verilated module cannot have.
    #[error("port `{0}` has a name of C++, or of what Verilator makes of a module; choose another one without `__`")]
    CppName(String),
    /// A name that the generated module uses itself.
    #[error("`{0}` is the name of {1}; choose another name")]
    NameTaken(String, &'static str),
    /// A name with letters that Verilog does not have.
    #[error("`{0}` is no name in Verilog; use ASCII letters, digits and `_`")]
    Unspellable(String),
    /// A name that is not declared.
    #[error("`{0}` is not a signal of the block (a plain Rust value or a const generic is unknown to the hardware; declare it with `count`, `choice` or `param`)")]
    UnknownName(String),
    /// A loop variable that hides a field.
    #[error("the loop variable `{0}` has the name of a field; rust-hdl cannot tell them apart")]
    LoopVariableHidesField(String),
    /// An array without an index, or an index on a single signal.
    #[error("`{0}` is {1}")]
    WrongIndex(String, &'static str),
    /// A fixed index beyond the end.
    #[error("`{signal}` has no {what} {index}: it has {size}")]
    OutOfRange {
        /// The signal.
        signal: String,
        /// Lane or bit.
        what: &'static str,
        /// The index, or its largest value.
        index: i128,
        /// How many there are.
        size: usize,
    },
    /// A constant that needs more bits than there are.
    #[error("{value} does not fit the {width} bits of {what}")]
    ConstantTooLarge {
        /// The constant, or the largest value of a loop variable.
        value: i128,
        /// Bits there are.
        width: usize,
        /// What it meets.
        what: String,
    },
    /// A value that is wider than where it goes.
    #[error("`{target}` has {width} bits, and the value assigned to it {value_width}; select bits with `get_bits` or with a shift to the right")]
    Truncated {
        /// The signal.
        target: String,
        /// Its bits.
        width: usize,
        /// Bits of the value.
        value_width: usize,
    },
    /// Bits of a computed value.
    #[error("bits are taken of a computed value in the expression for `{0}`; assign the value to a `local` first")]
    SliceOfExpression(String),
    /// An expression that has no translation.
    #[error("{what} in the expression for `{target}` has no exact translation")]
    Expression {
        /// The construct.
        what: &'static str,
        /// The signal it is for.
        target: String,
    },
    /// A statement that has no translation.
    #[error("{0} has no exact translation")]
    Statement(&'static str),
    /// A signal without a driver.
    #[error("{role} `{name}` is never assigned")]
    Undriven {
        /// Its role.
        role: &'static str,
        /// Its name.
        name: String,
    },
    /// A latch.
    #[error("{role} `{name}` is not assigned in every case; it would become a latch")]
    Latch {
        /// Its role.
        role: &'static str,
        /// Its name.
        name: String,
    },
    /// Something that the kernel must not drive.
    #[error("`{name}` is {role} and already has a driver")]
    Driven {
        /// Its role.
        role: &'static str,
        /// Its name.
        name: String,
    },
    /// A read of a value that is not there yet.
    #[error("`{0}` is read before it is assigned")]
    ReadBeforeAssigned(String),
    /// A register or child that would see an intermediate value.
    #[error("`{reader}` uses a value of `{signal}` that is assigned again later; use another `local` for it")]
    IntermediateValue {
        /// Who reads.
        reader: String,
        /// What.
        signal: String,
    },
    /// A register that is replaced bit by bit.
    #[error("`{0}` is a register, of which `replace_bit` replaces the whole; collect the bits in a `local` and assign that")]
    PartialRegister(String),
    /// An input of a sub-block that is made of itself.
    #[error("`{0}` is an input of a sub-block: what the kernel has just assigned cannot be read from it; collect the value in a `local` and assign that")]
    InputOfItself(String),
    /// A signal without a reader.
    #[error("{role} `{name}` is never read")]
    Unread {
        /// Its role.
        role: &'static str,
        /// Its name.
        name: String,
    },
    /// Sub-blocks of one array that are not the same.
    #[error("the elements of `{0}` differ; an array of sub-blocks needs the same parameters in all of them")]
    UnequalElements(String),
    /// Logic that reads no signal.
    #[error("`{0}` is computed in a loop or choice from constants alone; assign it directly")]
    ConstantLogic(String),
}
