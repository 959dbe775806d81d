//! A model with the values at its ports, which keep their storage from cycle to cycle.

use crate::Golden;

/// A model and its ports.
#[derive(Debug, Clone)]
pub(crate) struct Wired<M: Golden> {
    pub(crate) model: M,
    pub(crate) inputs: M::Inputs,
    /// Outputs of the last cycle.
    pub(crate) outputs: M::Outputs,
}

impl<M: Golden> Wired<M> {
    /// A model after reset.
    pub(crate) fn new(model: M) -> Self {
        Wired { model, inputs: M::Inputs::default(), outputs: M::Outputs::default() }
    }

    /// Runs one clock cycle.
    #[inline]
    pub(crate) fn step(&mut self) {
        self.model.step(&self.inputs, &mut self.outputs);
    }

    pub(crate) fn reset(&mut self) {
        self.model.reset();
        self.outputs = M::Outputs::default();
    }
}
