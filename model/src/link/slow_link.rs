//! One direction of a link that is slower than the datapath, with its two ends.

pub mod receiver;
pub mod sender;
#[cfg(test)]
mod tests;

use self::{receiver::SlowLinkReceiver, sender::SlowLinkSender};
use super::delay::LinkDelay;
use crate::interface::{AxiStreamReady, PacketStream};
use crate::{wired::Wired, Golden};
use tailback_spec::{link::slow_link as spec, port_values, WideWord};

port_values! {
    /// Rate of the link, and beats that enter it.
    pub struct SlowLinkInputs {
        /// Beats of the link in 2^16 cycles.
        pub rate: u64,
        /// Beats that enter the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet
        /// is bad.
        pub s_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

port_values! {
    /// Readiness of the link, and beats that leave it.
    pub struct SlowLinkOutputs {
        /// Readiness for a beat.
        pub s_axis: AxiStreamReady<bool>,
        /// Beats that leave the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet
        /// is bad.
        pub m_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

/// The link between its ends.
#[derive(Debug, Clone)]
pub struct SlowLink {
    sender: Wired<SlowLinkSender>,
    link: LinkDelay,
    receiver: Wired<SlowLinkReceiver>,
}

impl SlowLink {
    /// The link after reset.
    pub fn new(parameters: &spec::SlowLink) -> Self {
        SlowLink {
            sender: Wired::new(SlowLinkSender::new(&parameters.end())),
            link: LinkDelay::new(&parameters.link_delay()),
            receiver: Wired::new(SlowLinkReceiver::new(&parameters.end())),
        }
    }

    /// Whether a beat is accepted in this cycle, independent of the input.
    pub(crate) fn ready(&self) -> bool {
        self.sender.model.ready()
    }

    /// Beat that leaves in this cycle, independent of the input.
    pub(crate) fn end(&self) -> &PacketStream<bool, WideWord, u64, u64> {
        self.receiver.model.end()
    }
}

impl Golden for SlowLink {
    type Inputs = SlowLinkInputs;
    type Outputs = SlowLinkOutputs;

    fn step(&mut self, inputs: &SlowLinkInputs, outputs: &mut SlowLinkOutputs) {
        self.receiver.inputs.rate = inputs.rate;
        self.receiver.inputs.s_axis.clone_from(&self.link.end().s_axis);
        self.receiver.step();
        outputs.m_axis.clone_from(&self.receiver.outputs.m_axis);
        self.sender.inputs.rate = inputs.rate;
        self.sender.inputs.s_axis.clone_from(&inputs.s_axis);
        self.sender.step();
        outputs.s_axis.tready = self.sender.outputs.s_axis.tready;
        self.link.take(|beat| beat.s_axis.clone_from(&self.sender.outputs.m_axis));
    }

    fn reset(&mut self) {
        self.sender.reset();
        self.link.reset();
        self.receiver.reset();
    }
}
