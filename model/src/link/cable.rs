//! The link itself, in one direction.

#[cfg(test)]
mod tests;

use crate::Golden;
use std::collections::VecDeque;
use tailback_spec::{link::cable as spec, port_values, WideWord};

port_values! {
    /// What goes in.
    pub struct CableInputs {
        /// A beat goes in.
        pub s_axis_tvalid: bool,
        /// Its bytes.
        pub s_axis_tdata: WideWord,
        /// Which of them count.
        pub s_axis_tkeep: u64,
        /// It is the last of its packet.
        pub s_axis_tlast: bool,
        /// Bit 0: it is a flow-control packet; bit 1: the packet is bad.
        pub s_axis_tuser: u64,
    }
}

port_values! {
    /// What comes out.
    pub struct CableOutputs {
        /// A beat comes out.
        pub m_axis_tvalid: bool,
        /// Its bytes.
        pub m_axis_tdata: WideWord,
        /// Which of them count.
        pub m_axis_tkeep: u64,
        /// It is the last of its packet.
        pub m_axis_tlast: bool,
        /// Bit 0: it is a flow-control packet; bit 1: the packet is bad.
        pub m_axis_tuser: u64,
    }
}

/// The link: what is on its way, the oldest first, in as many cycles as it takes.
#[derive(Debug, Clone)]
pub struct Cable {
    under_way: VecDeque<CableInputs>,
}

impl Cable {
    /// The link after reset.
    pub fn new(parameters: &spec::Cable) -> Self {
        Cable { under_way: vec![CableInputs::default(); parameters.delay()].into() }
    }

    /// What comes out in this cycle, whatever goes in.
    pub(crate) fn end(&self) -> &CableInputs {
        &self.under_way[0]
    }

    /// What goes in in this cycle, of which `write` makes the beat that came out; then the clock
    /// edge.
    pub(crate) fn take(&mut self, write: impl FnOnce(&mut CableInputs)) {
        self.under_way.rotate_left(1);
        let last = self.under_way.len() - 1;
        write(&mut self.under_way[last]);
    }

    /// What went in in the last cycle.
    pub(crate) fn newest(&self) -> &CableInputs {
        &self.under_way[self.under_way.len() - 1]
    }
}

impl Golden for Cable {
    type Inputs = CableInputs;
    type Outputs = CableOutputs;

    fn step(&mut self, inputs: &CableInputs, outputs: &mut CableOutputs) {
        let beat = self.end();
        outputs.m_axis_tvalid = beat.s_axis_tvalid;
        outputs.m_axis_tdata.clone_from(&beat.s_axis_tdata);
        outputs.m_axis_tkeep = beat.s_axis_tkeep;
        outputs.m_axis_tlast = beat.s_axis_tlast;
        outputs.m_axis_tuser = beat.s_axis_tuser;
        self.take(|beat| beat.clone_from(inputs));
    }

    fn reset(&mut self) {
        self.under_way.iter_mut().for_each(|beat| *beat = CableInputs::default());
    }
}
