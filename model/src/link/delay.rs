//! A delay line: one direction of a link.

#[cfg(test)]
mod tests;

use crate::interface::PacketStream;
use crate::Golden;
use std::collections::VecDeque;
use tailback_spec::{link::delay as spec, port_values, WideWord};

port_values! {
    /// Beats that enter the link.
    pub struct LinkDelayInputs {
        /// Beats that enter the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet
        /// is bad.
        pub s_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

port_values! {
    /// Beats that leave the link.
    pub struct LinkDelayOutputs {
        /// Beats that leave the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet
        /// is bad.
        pub m_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

/// The link: the beats on their way, the oldest first, one for each cycle of delay.
#[derive(Debug, Clone)]
pub struct LinkDelay {
    under_way: VecDeque<LinkDelayInputs>,
}

impl LinkDelay {
    /// The link after reset.
    pub fn new(parameters: &spec::LinkDelay) -> Self {
        LinkDelay { under_way: vec![LinkDelayInputs::default(); parameters.delay()].into() }
    }

    /// Beat that leaves in this cycle, independent of the input.
    pub(crate) fn end(&self) -> &LinkDelayInputs {
        &self.under_way[0]
    }

    /// The clock edge: `write` turns the beat that left into the one that enters in this cycle.
    pub(crate) fn take(&mut self, write: impl FnOnce(&mut LinkDelayInputs)) {
        self.under_way.rotate_left(1);
        let last = self.under_way.len() - 1;
        write(&mut self.under_way[last]);
    }

    /// Beat that entered in the last cycle.
    pub(crate) fn newest(&self) -> &LinkDelayInputs {
        &self.under_way[self.under_way.len() - 1]
    }
}

impl Golden for LinkDelay {
    type Inputs = LinkDelayInputs;
    type Outputs = LinkDelayOutputs;

    fn step(&mut self, inputs: &LinkDelayInputs, outputs: &mut LinkDelayOutputs) {
        let beat = self.end();
        outputs.m_axis.clone_from(&beat.s_axis);
        self.take(|beat| beat.clone_from(inputs));
    }

    fn reset(&mut self) {
        self.under_way.iter_mut().for_each(|beat| *beat = LinkDelayInputs::default());
    }
}
