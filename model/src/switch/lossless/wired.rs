//! A block with the values at its ports, which stay where they are from cycle to cycle.

use crate::Golden;

/// A block and its ports.
#[derive(Debug, Clone)]
pub(super) struct Wired<M: Golden> {
    pub(super) model: M,
    pub(super) inputs: M::Inputs,
    /// Those of the last cycle.
    pub(super) outputs: M::Outputs,
}

impl<M: Golden> Wired<M> {
    /// A block after reset.
    pub(super) fn new(model: M) -> Self {
        Wired { model, inputs: M::Inputs::default(), outputs: M::Outputs::default() }
    }

    /// One clock cycle.
    #[inline]
    pub(super) fn step(&mut self) {
        self.model.step(&self.inputs, &mut self.outputs);
    }

    pub(super) fn reset(&mut self) {
        self.model.reset();
        self.outputs = M::Outputs::default();
    }
}
