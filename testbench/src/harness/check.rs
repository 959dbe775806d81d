//! Properties of a module's behaviour that are checked independently of the golden model.

use super::stimulus::{Step, Stimulus, Violation};

/// Checks a module by its ports alone, cycle by cycle.
pub trait Checker<I, O>: Send {
    /// Checks one cycle: the stimulus and the resulting outputs.
    ///
    /// # Errors
    ///
    /// If the module violates a property in this cycle.
    fn check(&mut self, step: &Step<I>, outputs: &O) -> Result<(), Violation>;
}

/// A stimulus together with a checker that observes the run.
pub struct Watched<'a, S, I, O> {
    /// Stimulus of the module.
    pub stimulus: S,
    checker: Option<Box<dyn Checker<I, O> + 'a>>,
    /// At least one cycle has been driven.
    started: bool,
    violation: Option<Violation>,
}

impl<'a, S, I, O> Watched<'a, S, I, O> {
    /// A stimulus with an optional checker.
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
