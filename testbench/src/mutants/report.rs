//! Report of the mutants of a design.

use serde::{Deserialize, Serialize};

/// Results of all mutants of a design.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    /// Name of the module.
    pub block: String,
    /// Parameters of the module, as text for the user.
    pub variant: String,
    /// Seed of the choice of mutants and of the stimulus.
    pub seed: u64,
    /// Cycles that a mutant had to survive.
    pub cycles: u64,
    /// All mutants.
    pub mutants: Vec<Mutant>,
}

/// One small error in the Verilog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Number, from 1.
    pub number: u32,
    /// Change, as arguments of Yosys's `mutate`.
    pub change: String,
    /// Result for the mutant.
    pub fate: Fate,
}

/// Result for a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// An output differs from the golden model.
    Killed {
        /// First cycle in which an output differs.
        cycle: u64,
    },
    /// The simulation of the mutant stops because a combinational loop does not settle.
    Oscillates,
    /// The mutant is the same circuit.
    Equivalent {
        /// Method of the proof.
        by: Proof,
    },
    /// No output differs, and equivalence is not proven.
    Survived,
}

/// Method by which two circuits are proven equivalent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Equal outputs and equal next states, from every state.
    EachState,
    /// Equal outputs at all times after a reset, and equal registers from a few cycles after it.
    Settled,
    /// Equal outputs at all times after a reset, by temporal induction.
    Induction,
}

impl Survey {
    /// Number of mutants that were killed.
    pub fn killed(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Killed { .. } | Fate::Oscillates))
    }

    /// Number of mutants that are the same circuit.
    pub fn equivalent(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Equivalent { .. }))
    }

    /// Number of mutants that were neither killed nor proven equivalent: the stimulus has a gap.
    pub fn survived(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Survived))
    }

    fn count(&self, which: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|mutant| which(&mutant.fate)).count()
    }
}

impl std::fmt::Display for Survey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Survey { block, variant, mutants, seed, .. } = self;
        write!(
            f,
            "{block} ({variant}): {} mutants, {} killed, {} proven equivalent, {} survived, \
             seed {seed}",
            mutants.len(),
            self.killed(),
            self.equivalent(),
            self.survived()
        )?;
        for mutant in mutants.iter().filter(|mutant| mutant.fate == Fate::Survived) {
            write!(f, "\n  survived: {} {}", mutant.number, mutant.change)?;
        }
        Ok(())
    }
}
