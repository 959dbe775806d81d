//! Transmit path to the link: packets, flow-control packets between them (IBA 7.9.4), and the
//! credits from the neighbour.

use super::{NicTopInputs, NicTopOutputs, BAD, FLOW_CONTROL};
use crate::{
    link::{
        credit_sender::CreditSender,
        flow_control::{FlowControlCheckerOutputs, FlowControlTransmitter},
        MODULUS,
    },
    nic::transmit::TransmitOutputs,
    switch::{beat, egress::Extent},
    wired::Wired,
};
use tailback_spec::{nic::Nic, switch::port::Port, wire::flow_control, Lanes, WideWord};

/// The link's side of the transmit path.
#[derive(Debug, Clone)]
pub(super) struct WayOut {
    width_bytes: usize,
    sender: Wired<CreditSender>,
    transmitter: Wired<FlowControlTransmitter>,
    /// Whether the next beat continues a packet whose transmission has begun.
    inside: bool,
    /// Whether a beat of a packet was offered to the link in the cycle before, and not accepted.
    stuck: bool,
    /// Blocks transmitted, modulo 4096.
    sent: Lanes,
}

impl WayOut {
    pub(super) fn new(nic: &Nic) -> Self {
        let link = nic.link();
        let zeros = || (0..link.virtual_lanes()).map(|_| 0).collect::<Lanes>();
        let mut sender = Wired::new(CreditSender::new(&link));
        sender.inputs.blocks = zeros();
        WayOut {
            width_bytes: nic.port().width_bytes(),
            sender,
            transmitter: Wired::new(FlowControlTransmitter::new(&link)),
            inside: false,
            stuck: false,
            sent: zeros(),
        }
    }

    /// Whether the packet that requests the link may be sent.
    pub(super) fn may_send(&self, active: bool, wish: &TransmitOutputs) -> bool {
        let (lane, blocks) = (wish.want_vl as usize, wish.want_blocks as u32);
        // "VL15 has no credits."
        let has_credits = lane < self.sent.len() && self.sender.model.may_send(lane, blocks);
        active && (lane == Port::MANAGEMENT_VL || has_credits)
    }

    /// Whether a flow-control packet is sent before the next beat.
    fn tells(&self) -> bool {
        self.transmitter.model.held.is_some() && !self.inside && !self.stuck
    }

    /// Whether a beat of a packet is accepted.
    pub(super) fn is_ready(&self, inputs: &NicTopInputs) -> bool {
        !self.tells() && inputs.m_axis_link.tready
    }

    /// Runs the rest of a cycle.
    pub(super) fn step(
        &mut self,
        inputs: &NicTopInputs,
        packets: &TransmitOutputs,
        update: &FlowControlCheckerOutputs,
        fccl: &Lanes,
        outputs: &mut NicTopOutputs,
    ) {
        let tells = self.tells();
        self.show(inputs.m_axis_link.tready, packets, outputs);

        let sender = &mut self.sender.inputs;
        (sender.update, sender.update_vl) = (update.update, update.vl);
        sender.update_fccl = update.fccl;
        sender.blocks.fill(packets.want_blocks as u32);
        (sender.send, sender.send_vl) = (packets.begins, packets.want_vl);
        sender.send_blocks = packets.want_blocks;
        self.sender.step();

        let transmitter = &mut self.transmitter.inputs;
        transmitter.active = inputs.link_active;
        // Includes the beat of this cycle: a flow-control packet that is built now is transmitted
        // after it.
        transmitter.fctbs.clone_from(&self.sent);
        transmitter.fccl.clone_from(fccl);
        transmitter.ready = tells && inputs.m_axis_link.tready;
        self.transmitter.step();
    }

    /// Drives the beat to the link.
    fn show(&mut self, taken: bool, packets: &TransmitOutputs, outputs: &mut NicTopOutputs) {
        let tells = self.tells();
        let shows = packets.m_valid && !tells;
        outputs.m_axis_link.tvalid = tells || shows;
        if tells {
            let packet = self.transmitter.model.held.unwrap_or_default();
            outputs.m_axis_link.tdata = beat::flow_control(packet, self.width_bytes);
            outputs.m_axis_link.tkeep = beat::keep(flow_control::BYTES);
            (outputs.m_axis_link.tlast, outputs.m_axis_link.tuser) = (true, FLOW_CONTROL);
        } else if shows {
            outputs.m_axis_link.tdata.clone_from(&packets.m_data);
            outputs.m_axis_link.tkeep = packets.m_keep;
            outputs.m_axis_link.tlast = packets.m_last;
            outputs.m_axis_link.tuser = if packets.m_bad { BAD } else { 0 };
            if !self.inside && !self.stuck {
                self.count(&packets.m_data);
            }
        } else {
            outputs.m_axis_link.tdata = WideWord::new();
            (outputs.m_axis_link.tkeep, outputs.m_axis_link.tuser) = (0, 0);
            outputs.m_axis_link.tlast = false;
        }
        if shows && taken {
            self.inside = !packets.m_last;
        }
        self.stuck = shows && !taken;
    }

    /// A packet begins: its blocks count as transmitted.
    fn count(&mut self, data: &[u64]) {
        let Some(Extent { virtual_lane, blocks }) = Extent::of(&beat::bytes(data)) else { return };
        if let Some(sent) = self.sent.get_mut(virtual_lane) {
            *sent = (*sent + blocks) % MODULUS;
        }
    }

    pub(super) fn reset(&mut self) {
        self.sender.reset();
        self.transmitter.reset();
        (self.inside, self.stuck) = (false, false);
        self.sent.fill(0);
    }
}
