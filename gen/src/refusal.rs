//! Refusals: constructs that the back end cannot translate exactly.

use thiserror::Error;

/// A refused module, with the field that is the cause.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("module `{block}`: {reason}")]
pub struct Refusal {
    /// Name of the refused module.
    pub block: String,
    /// Reason for the refusal.
    pub reason: Reason,
}

/// Reason for a refusal. Names are those of the Rust description.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reason {
    /// A declaration that is not made by `block!`.
    #[error("`{0}` is not declared by `block!`")]
    ForeignSignal(String),
    /// An `update` without `#[hdl_gen]`.
    #[error("the kernel is missing: `update` needs `#[hdl_gen]`")]
    NoKernel,
    /// A submodule with a clock of its own, without anything that a clock changes.
    #[error("`{0}` has a clock of its own, but no register or memory")]
    WithoutClock(String),
    /// A clock whose name does not end in `clock`, or without a reset.
    #[error("`{0}` is a clock: its name must be `clock` or end with `_clock`, and an input with `reset` in place of `clock` must be its reset, with as many elements")]
    ClockName(String),
    /// A clock among the ports of a module with registers.
    #[error("`{0}` is a clock, and the module has registers, which have another one; put them into a submodule")]
    MixedClocks(String),
    /// A port that belongs to two clocks.
    #[error("`{0}` is connected with submodules of two clocks")]
    TwoClocks(String),
    /// A clock of a submodule that is not a clock of the module.
    #[error("`{0}` is a clock, but not connected with a `clock` of the module")]
    ClockSource(String),
    /// A name that Verilog or SystemVerilog reserves.
    #[error("`{0}` is a keyword of Verilog or SystemVerilog; choose another name")]
    Keyword(String),
    /// A port name that a verilated module cannot have.
    #[error("port `{0}` has a name of C++, or of what Verilator makes of a module; choose another one without `__`")]
    CppName(String),
    /// A name that the generated module uses itself.
    #[error("`{0}` is the name of {1}; choose another name")]
    NameTaken(String, &'static str),
    /// A name with letters that Verilog does not have.
    #[error("`{0}` is not a Verilog name; use ASCII letters, digits and `_`")]
    Unspellable(String),
    /// A name that is not declared.
    #[error("`{0}` is not a signal of the module (a plain Rust value or a const generic is unknown to the hardware; declare it with `count`, `choice` or `param`)")]
    UnknownName(String),
    /// A loop variable that hides a field.
    #[error("the loop variable `{0}` has the name of a field; rust-hdl cannot tell them apart")]
    LoopVariableHidesField(String),
    /// An array without an index, or an index on a single signal.
    #[error("`{0}` is {1}")]
    WrongIndex(String, &'static str),
    /// A constant index beyond the end.
    #[error("`{signal}` has no {what} {index}: it has {size}")]
    OutOfRange {
        /// The signal.
        signal: String,
        /// Element or bit.
        what: &'static str,
        /// Index, or its largest value.
        index: i128,
        /// Number of elements or bits.
        size: usize,
    },
    /// A constant that exceeds the available bits.
    #[error("{value} does not fit in the {width} bits of {what}")]
    ConstantTooLarge {
        /// Constant, or the largest value of a loop variable.
        value: i128,
        /// Available bits.
        width: usize,
        /// Target or operand of the constant.
        what: String,
    },
    /// A value wider than its target.
    #[error("`{target}` has {width} bits, and the value assigned to it {value_width}; select bits with `get_bits` or with a shift to the right")]
    Truncated {
        /// Target signal.
        target: String,
        /// Width of the target in bits.
        width: usize,
        /// Width of the value in bits.
        value_width: usize,
    },
    /// A bit selection from a computed value.
    #[error("the expression for `{0}` selects bits of a computed value; assign the value to a `local` first")]
    SliceOfExpression(String),
    /// An expression without an exact translation.
    #[error("{what} in the expression for `{target}` has no exact translation")]
    Expression {
        /// The construct.
        what: &'static str,
        /// Target signal.
        target: String,
    },
    /// A statement without an exact translation.
    #[error("{0} has no exact translation")]
    Statement(&'static str),
    /// A signal without a driver.
    #[error("{role} `{name}` is never assigned")]
    Undriven {
        /// Role of the signal.
        role: &'static str,
        /// Name of the signal.
        name: String,
    },
    /// A latch.
    #[error("{role} `{name}` is not assigned in every case; it would become a latch")]
    Latch {
        /// Role of the signal.
        role: &'static str,
        /// Name of the signal.
        name: String,
    },
    /// A signal that the kernel must not drive.
    #[error("`{name}` is {role} and already has a driver")]
    Driven {
        /// Role of the signal.
        role: &'static str,
        /// Name of the signal.
        name: String,
    },
    /// An input that the description declares as a register.
    #[error("`{0}` is an input; only an output of an interface can be a register")]
    RegisteredInput(String),
    /// A read before the assignment.
    #[error("`{0}` is read before it is assigned")]
    ReadBeforeAssigned(String),
    /// A register or child that would read an intermediate value.
    #[error("`{reader}` uses a value of `{signal}` that is assigned again later; use another `local` for it")]
    IntermediateValue {
        /// Reading register or child.
        reader: String,
        /// Signal with the intermediate value.
        signal: String,
    },
    /// A register assigned bit by bit.
    #[error("`{0}` is a register, which `replace_bit` replaces as a whole; collect the bits in a `local` and assign the `local`")]
    PartialRegister(String),
    /// An input of a submodule whose new value depends on its own value.
    #[error("`{0}` is an input of a submodule, from which the kernel cannot read a value assigned before; collect the value in a `local` and assign the `local`")]
    InputOfItself(String),
    /// A signal without a reader.
    #[error("{role} `{name}` is never read")]
    Unread {
        /// Role of the signal.
        role: &'static str,
        /// Name of the signal.
        name: String,
    },
    /// An array of unequal submodules.
    #[error("the elements of `{0}` differ; all elements of an array of submodules need the same parameters")]
    UnequalElements(String),
    /// Logic without inputs.
    #[error("`{0}` is computed in a loop or choice from constants alone; assign it directly")]
    ConstantLogic(String),
}
