//! Proofs on the generated Verilog, by Yosys's solver.
//!
//! A proof is the body of a Verilog module around the design that assumes what the environment
//! promises and asserts a claim. Co-simulation tries many inputs; a proof covers all of them, for ever
//! ([`Reach::Always`]), for each stretch of so many cycles ([`Reach::AnyState`]) or for the first
//! cycles after a reset ([`Reach::AfterReset`]).

mod check;
pub mod link;
pub mod switch;

pub use crate::harness::yosys::Answer;
pub use check::check;

use serde::Serialize;

/// A claim about a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// What is claimed, in words.
    pub claim: String,
    /// What goes into a Verilog module around the design: `assume` and `assert` statements, and
    /// whatever they need. Each port has its own name there, `clock` and `reset` too; the inputs
    /// are free. `initial` sets a register of the proof's own in the first cycle.
    pub body: String,
    /// Inputs of the proof's own, free in each cycle: their names and bits.
    pub choices: Vec<(&'static str, usize)>,
    /// Signals inside of the design that the body speaks of.
    pub peeks: Vec<Peek>,
    /// How far the proof reaches.
    pub reach: Reach,
}

/// A signal inside of the design, as a wire of the proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peek {
    /// The wire's name.
    pub wire: String,
    /// Its bits.
    pub width: usize,
    /// The signal's place in the design, as `instance.signal`; loops have their labels.
    pub path: String,
}

/// How far a proof reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "reach", content = "cycles")]
pub enum Reach {
    /// For ever after a reset, by induction over this many cycles at the most.
    Always(u32),
    /// In each stretch of this many cycles, whatever the registers hold at its start.
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
