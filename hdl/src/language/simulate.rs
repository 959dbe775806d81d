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

/// The clock edge that ends a cycle, after [`settle`].
pub fn clock(block: &mut (impl Block + ?Sized), reset: bool) {
    PHASE.set(if reset { Phase::Reset } else { Phase::Clock });
    block.update_all();
    PHASE.set(Phase::Settle);
}
