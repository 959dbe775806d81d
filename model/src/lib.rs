//! Golden models: one type per block, written to be read beside the papers.
//!
//! Nothing here knows the hardware description; what both rely on is in `tailback-spec`.

mod bits;
pub mod fabric;
pub mod link;
pub mod nic;
pub mod switch;
mod wired;

use tailback_spec::PortValues;

/// A cycle-accurate model of one block.
pub trait Golden: Send {
    /// One value for each input port.
    type Inputs: PortValues;
    /// One value for each output port.
    type Outputs: PortValues;

    /// One clock cycle: `outputs` become those that belong to `inputs`, and then comes the clock
    /// edge. They are written in place, because most of a cycle's time would go into moving them.
    fn step(&mut self, inputs: &Self::Inputs, outputs: &mut Self::Outputs);

    /// The same, for traces by hand.
    fn cycle(&mut self, inputs: &Self::Inputs) -> Self::Outputs {
        let mut outputs = Self::Outputs::default();
        self.step(inputs, &mut outputs);
        outputs
    }

    /// What a clock edge with `reset` does; it undoes the edge of the [`step`](Self::step) before.
    fn reset(&mut self);
}
