//! Stimulus of a module, cycle by cycle.

use serde::{Deserialize, Serialize};

/// Stimulus of one clock cycle.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Step<I> {
    /// Whether reset is asserted at the clock edge.
    pub reset: bool,
    /// One value per input port.
    pub inputs: I,
}

/// Stimulus that may depend on the outputs of the module.
pub trait Stimulus<I, O>: Send {
    /// Writes the stimulus of the next cycle into `step`, which holds that of the previous cycle.
    /// `last` holds the outputs of the previous cycle.
    fn drive(&mut self, last: &O, step: &mut Step<I>);

    /// Violation found in the previous cycle, if a checker observes the run.
    #[inline]
    fn violation(&self) -> Option<&Violation> {
        None
    }
}

/// Description of a violated property.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);
