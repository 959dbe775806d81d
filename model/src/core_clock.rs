//! A module whose clock rises in some steps only.

use crate::Golden;

/// A golden model that has a clock edge in some steps, and is observed in all of them.
#[derive(Debug, Clone)]
pub struct CoreClock<M: Golden> {
    model: M,
    /// Inputs of the step to which the outputs belong; none after an edge.
    shown: Option<M::Inputs>,
    outputs: M::Outputs,
}

impl<M: Golden + Clone> CoreClock<M> {
    /// A model after reset.
    pub fn new(model: M) -> Self {
        CoreClock { model, shown: None, outputs: M::Outputs::default() }
    }

    /// Outputs that belong to `inputs`, before any edge.
    pub fn show(&mut self, inputs: &M::Inputs) -> &M::Outputs {
        if self.shown.as_ref() != Some(inputs) {
            self.model.clone().step(inputs, &mut self.outputs);
            self.shown = Some(inputs.clone());
        }
        &self.outputs
    }

    /// The clock edge.
    pub fn edge(&mut self, inputs: &M::Inputs, reset: bool) {
        self.model.step(inputs, &mut self.outputs);
        if reset {
            self.model.reset();
        }
        self.shown = None;
    }

    /// Resets the model.
    pub fn reset(&mut self) {
        self.model.reset();
        self.shown = None;
    }
}
