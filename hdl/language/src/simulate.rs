//! Execution of a kernel in Rust: settle the combinational logic, then clock the registers.

use rust_hdl_core::prelude::Block;
use std::cell::Cell;

/// Step of a cycle that an update of a module executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Wires change to their new values.
    Settle,
    /// Registers change to their next values.
    Clock,
    /// Registers change to their values after reset.
    Reset,
}

thread_local! {
    static PHASE: Cell<Phase> = const { Cell::new(Phase::Settle) };
}

pub(crate) fn phase() -> Phase {
    PHASE.get()
}

/// Ports through which a module is driven.
pub trait Inputs {
    /// Takes over the values that the surroundings drive. Returns whether any differs from that of
    /// the last evaluation.
    fn enter(&mut self) -> bool;
}

/// Whether the next evaluation of a module can be skipped, and whether the last one changed an
/// output or a submodule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Activity {
    /// Whether a further evaluation would change nothing, unless an input changes.
    quiet: bool,
    /// Whether the last evaluation changed an output or a submodule.
    changed: bool,
}

impl Activity {
    /// Begins an evaluation, where `entered` tells whether an input differs. Returns whether there
    /// is anything to evaluate: registers and memories change in any case.
    pub fn begin(&mut self, entered: bool) -> bool {
        self.changed = false;
        entered || !self.quiet || phase() != Phase::Settle
    }

    /// Ends an evaluation, after which submodules or outputs have changed, or neither.
    pub fn end(&mut self, submodules: bool, outputs: bool) {
        self.quiet = !submodules && phase() == Phase::Settle;
        self.changed = submodules || outputs;
    }

    /// Whether the last evaluation changed an output or a submodule, so that the module around it
    /// must be evaluated again.
    pub fn has_changed(self) -> bool {
        self.changed
    }
}

/// A kernel whose wires do not settle: it has a combinational loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombinationalLoop;

impl std::fmt::Display for CombinationalLoop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the block does not settle: it has a combinational loop")
    }
}

impl std::error::Error for CombinationalLoop {}

/// Longest chain of modules that a signal may pass within one cycle.
const LONGEST_CHAIN: usize = 1000;

/// Evaluates the combinational logic until no signal changes.
///
/// # Errors
///
/// If a signal still changes in the last of 1000 evaluations, as in a combinational loop.
pub fn settle(block: &mut (impl Block + ?Sized)) -> Result<(), CombinationalLoop> {
    for _ in 0..LONGEST_CHAIN {
        block.update_all();
        if !block.has_changed() {
            return Ok(());
        }
    }
    Err(CombinationalLoop)
}

/// The clock edge that ends a cycle, after [`settle`]. Reset resets also submodules that have a
/// clock of their own; without it, they have an edge if their clock is high.
pub fn clock(block: &mut (impl Block + ?Sized), reset: bool) {
    at_edge(block, reset);
    PHASE.set(Phase::Settle);
}

/// An edge of the clock of `block`, one of several that are part of the same step.
pub(crate) fn at_edge(block: &mut (impl Block + ?Sized), reset: bool) {
    PHASE.set(if reset { Phase::Reset } else { Phase::Clock });
    block.update_all();
    PHASE.set(Phase::Clock);
}
