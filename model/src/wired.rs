//! A block with the values at its ports, which stay where they are from cycle to cycle.

use crate::Golden;

/// A block and its ports.
#[derive(Debug, Clone)]
pub(crate) struct Wired<M: Golden> {
    pub(crate) model: M,
    pub(crate) inputs: M::Inputs,
    /// Those of the last cycle.
    pub(crate) outputs: M::Outputs,
}

impl<M: Golden> Wired<M> {
    /// A block after reset.
    pub(crate) fn new(model: M) -> Self {
        Wired { model, inputs: M::Inputs::default(), outputs: M::Outputs::default() }
    }

    /// One clock cycle.
    #[inline]
    pub(crate) fn step(&mut self) {
        self.model.step(&self.inputs, &mut self.outputs);
    }

    pub(crate) fn reset(&mut self) {
        self.model.reset();
        self.outputs = M::Outputs::default();
    }
}
