//! What became of the mutants.

use serde::{Deserialize, Serialize};

/// The result for all mutants of a design.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    /// The block.
    pub block: String,
    /// Its parameters, to be read.
    pub variant: String,
    /// Chose the mutants and drove the stimulus.
    pub seed: u64,
    /// Cycles that a mutant had to survive.
    pub cycles: u64,
    /// All mutants.
    pub mutants: Vec<Mutant>,
}

/// One small error in the Verilog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Its number, from 1.
    pub number: u32,
    /// What it changes, as Yosys says it.
    pub change: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// An output differs from the golden model.
    Killed {
        /// The first cycle in which one does.
        cycle: u64,
    },
    /// Its simulation stops by itself: it has a loop without a register that never settles.
    Oscillates,
    /// It is the same circuit.
    Equivalent {
        /// How that was proven.
        by: Proof,
    },
    /// No output differs, and it is not proven to be the same.
    Survived,
}

/// Why two circuits are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// The same outputs and the same next state, from every state.
    EachState,
    /// The same outputs for ever after a reset, and a few cycles after it the same registers.
    Settled,
    /// The same outputs for ever after a reset, by temporal induction.
    Induction,
}

impl Survey {
    /// Mutants that were killed.
    pub fn killed(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Killed { .. } | Fate::Oscillates))
    }

    /// Mutants that are the same circuit.
    pub fn equivalent(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Equivalent { .. }))
    }

    /// Mutants that nothing tells apart: the stimulus leaves something out.
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
