//! What must hold of a block's behaviour, whatever its golden model says.

use super::lockstep::{Step, Stimulus};

/// What was found not to hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// Judges a block by its ports alone, one cycle after the other.
pub trait Checker<I, O>: Send {
    /// A cycle: what was driven, and what came of it.
    fn check(&mut self, step: &Step<I>, outputs: &O) -> Result<(), Violation>;
}

/// A stimulus, and a checker that looks on.
pub struct Watched<'a, S, I, O> {
    /// What drives the block.
    pub stimulus: S,
    checker: Option<Box<dyn Checker<I, O> + 'a>>,
    /// There has been a cycle.
    started: bool,
    violation: Option<Violation>,
}

impl<'a, S, I, O> Watched<'a, S, I, O> {
    /// The stimulus, with a checker if there is one.
    pub fn new(stimulus: S, checker: Option<Box<dyn Checker<I, O> + 'a>>) -> Self {
        Watched { stimulus, checker, started: false, violation: None }
    }
}

impl<S: Stimulus<I, O>, I: Send, O> Stimulus<I, O> for Watched<'_, S, I, O> {
    #[inline]
    fn drive(&mut self, last: &O, step: &mut Step<I>) {
        if let (Some(checker), true) = (&mut self.checker, self.started) {
            if let Err(violation) = checker.check(step, last) {
                self.violation.get_or_insert(violation);
            }
        }
        self.started = true;
        self.stimulus.drive(last, step);
    }

    #[inline]
    fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }
}
