//! Golden models: one type per module, written to be read beside the papers.
//!
//! The models do not depend on the hardware description; `tailback-spec` contains what both have in
//! common.

mod bits;
pub mod board;
mod core_clock;
pub mod efl;
pub mod fabric;
pub mod interface;
pub mod link;
pub mod named;
pub mod nic;
pub mod switch;
mod wired;

use tailback_spec::PortValues;

/// A cycle-accurate model of one module.
pub trait Golden: Send {
    /// One value for each input port.
    type Inputs: PortValues;
    /// One value for each output port.
    type Outputs: PortValues;

    /// Runs one clock cycle: sets `outputs` to the values that belong to `inputs`, and then applies
    /// the clock edge. The outputs are written in place, because copying them would take most of a
    /// cycle's time.
    fn step(&mut self, inputs: &Self::Inputs, outputs: &mut Self::Outputs);

    /// Runs one clock cycle and returns the outputs, for traces by hand.
    fn cycle(&mut self, inputs: &Self::Inputs) -> Self::Outputs {
        let mut outputs = Self::Outputs::default();
        self.step(inputs, &mut outputs);
        outputs
    }

    /// Applies a clock edge with `reset`; it undoes the edge of the [`step`](Self::step) before.
    fn reset(&mut self);
}
