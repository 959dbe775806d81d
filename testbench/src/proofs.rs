//! Proofs on the generated Verilog, by Yosys's solver.
//!
//! A proof is the body of a Verilog module around the design, which assumes properties of the
//! environment and asserts a claim. Co-simulation tries many inputs; a proof covers all of them, at
//! all times ([`Reach::Always`]), in each interval of a number of cycles ([`Reach::AnyState`]) or
//! in the first cycles after a reset ([`Reach::AfterReset`]).

mod check;
pub mod efl;
pub mod interface;
pub mod link;
pub mod switch;

pub use crate::harness::yosys::Answer;
pub use check::check;

use serde::Serialize;

/// A claim about a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The claim, as text for the user.
    pub claim: String,
    /// Body of a Verilog module around the design: `assume` and `assert` statements, and the logic
    /// they need. Each port is a signal of the same name, including `clock` and `reset`; the inputs
    /// are free. `initial` sets a register of the proof in the first cycle.
    pub body: String,
    /// Inputs of the proof itself, free in each cycle: names and widths in bits.
    pub choices: Vec<(&'static str, usize)>,
    /// Signals inside the design that the body refers to.
    pub peeks: Vec<Peek>,
    /// Extent of the proof.
    pub reach: Reach,
}

/// A signal inside the design, as a wire of the proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peek {
    /// Name of the wire.
    pub wire: String,
    /// Width in bits.
    pub width: usize,
    /// Path of the signal in the design, as `instance.signal`; loops have their labels.
    pub path: String,
}

/// Extent of a proof in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "reach", content = "cycles")]
pub enum Reach {
    /// At all times after a reset, by induction over at most this many cycles.
    Always(u32),
    /// In each interval of this many cycles, from any state of the registers.
    AnyState(u32),
    /// In this many cycles after a reset.
    AfterReset(u32),
}

impl std::fmt::Display for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reach::Always(_) => write!(f, "always"),
            Reach::AnyState(cycles) => write!(f, "in each {cycles} cycles"),
            Reach::AfterReset(cycles) => write!(f, "in {cycles} cycles after reset"),
        }
    }
}
