//! Register writes over AXI4-Lite, in the cycles in which they take effect.

use tailback_model::switch::top::{SwitchTopInputs, SwitchTopOutputs};

use crate::axi_lite::{Write, ALL_BYTES};

/// Writes that have been accepted and have not taken effect.
#[derive(Debug, Clone, Default)]
pub struct Writes {
    /// Writes accepted one cycle ago and two cycles ago.
    accepted: [Option<Write>; 2],
}

impl Writes {
    /// Clock edge: returns the write that takes effect with it, two cycles after its acceptance.
    /// Writes of less than a word have none.
    pub fn clock(&mut self, inputs: &SwitchTopInputs, outputs: &SwitchTopOutputs) -> Option<Write> {
        let bus = &inputs.s_axil;
        let is_accepted = bus.awvalid && bus.wvalid && outputs.s_axil.awready;
        let accepted = (is_accepted && bus.wstrb == ALL_BYTES).then_some(Write {
            address: bus.awaddr as u32,
            data: bus.wdata as u32,
            strobes: bus.wstrb,
        });
        let [first, second] = self.accepted;
        self.accepted = [accepted, first];
        second
    }
}
