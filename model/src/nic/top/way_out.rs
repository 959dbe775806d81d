//! Transmit path to the link: packets, flow-control packets between them (IBA 7.9.4), and the
//! credits from the neighbour.

use super::{NicTopInputs, NicTopOutputs, BAD, FLOW_CONTROL};
use crate::{
    bits::is_set,
    interface::{PacketStream, Ready},
    link::{
        credit_sender::{CreditSender, CreditSenderOutputs},
        flow_control::{FlowControlCheckerOutputs, FlowControlTransmitter},
        MODULUS,
    },
    nic::transmit::TransmitOutputs,
    switch::{beat, egress::Extent},
    wired::Wired,
};
use tailback_spec::{nic::Nic, switch::port::Port, wire::flow_control, Lanes, WideWord};

/// A beat for the link.
type Beat = PacketStream<bool, WideWord, u64, u64>;

/// Credits of packets that may begin, as they are looked up: all are registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Credits {
    /// Whether there are credits for the next packet of the host, and for the reply.
    pub(super) host: bool,
    pub(super) answer: bool,
    /// Whether a packet began in one of the two cycles before, so that the sender's outputs do not
    /// include its blocks yet.
    pub(super) settles: bool,
    /// Whether a packet began in the cycle before.
    began: bool,
}

impl Credits {
    /// Looks up the credits for the next cycle.
    fn look_up(&mut self, active: bool, sender: &CreditSenderOutputs, packets: &TransmitOutputs) {
        let has = |lanes: u64, vl: u64| {
            // "VL15 has no credits."
            vl == Port::MANAGEMENT_VL as u64 || is_set(lanes, vl as usize)
        };
        self.settles = packets.begins || self.began;
        self.began = packets.begins;
        let looks_up = active && !self.settles;
        self.host = looks_up && has(sender.may_send, packets.host_vl);
        self.answer = looks_up && has(sender.may_send_one, packets.reply_vl);
    }
}

/// The link's side of the transmit path.
#[derive(Debug, Clone)]
pub(super) struct WayOut {
    width_bytes: usize,
    sender: Wired<CreditSender>,
    pub(super) credits: Credits,
    transmitter: Wired<FlowControlTransmitter>,
    /// Whether the next beat continues a packet whose first beat has entered the output.
    inside: bool,
    /// Beat on the link; without `tvalid`, the last one.
    shown: Beat,
    /// Beat behind it, while the link does not accept that one.
    spare: Option<Beat>,
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
            credits: Credits::default(),
            transmitter: Wired::new(FlowControlTransmitter::new(&link)),
            inside: false,
            shown: Beat::default(),
            spare: None,
            sent: zeros(),
        }
    }

    /// Whether a flow-control packet enters before the next beat.
    fn tells(&self) -> bool {
        self.transmitter.model.held.is_some() && !self.inside
    }

    /// Whether a beat of a packet is accepted.
    pub(super) fn is_ready(&self) -> bool {
        self.spare.is_none() && !self.tells()
    }

    /// Runs the rest of a cycle.
    pub(super) fn step<Host: Ready>(
        &mut self,
        inputs: &NicTopInputs<Host>,
        packets: &TransmitOutputs,
        update: &FlowControlCheckerOutputs,
        fccl: &Lanes,
        outputs: &mut NicTopOutputs,
    ) {
        self.show(outputs);
        let takes_flow_control = self.spare.is_none() && self.tells();
        let enters = self.entering(packets);
        self.clock(enters, inputs.m_axis_link.tready);

        let sender = &mut self.sender.inputs;
        (sender.update, sender.update_vl) = (update.update, update.vl);
        sender.update_fccl = update.fccl;
        sender.blocks.fill(packets.host_blocks as u32);
        (sender.send, sender.send_vl) = (packets.begins, packets.begins_vl);
        sender.send_blocks = packets.begins_blocks;
        self.sender.step();
        self.credits.look_up(inputs.link_active, &self.sender.outputs, packets);

        let transmitter = &mut self.transmitter.inputs;
        transmitter.active = inputs.link_active;
        // Includes the beat of this cycle: a flow-control packet that is built now is transmitted
        // after it.
        transmitter.fctbs.clone_from(&self.sent);
        transmitter.fccl.clone_from(fccl);
        transmitter.ready = takes_flow_control;
        self.transmitter.step();
    }

    /// Drives the beat to the link.
    fn show(&self, outputs: &mut NicTopOutputs) {
        let (shown, beat) = (&mut outputs.m_axis_link, &self.shown);
        shown.tvalid = beat.tvalid;
        shown.tdata.clone_from(&beat.tdata);
        (shown.tkeep, shown.tlast, shown.tuser) = (beat.tkeep, beat.tlast, beat.tuser);
    }

    /// Beat that enters the output, if one does.
    fn entering(&mut self, packets: &TransmitOutputs) -> Option<Beat> {
        if self.spare.is_some() {
            return None;
        }
        if self.tells() {
            let packet = self.transmitter.model.held.unwrap_or_default();
            return Some(Beat {
                tvalid: true,
                tdata: beat::flow_control(packet, self.width_bytes),
                tkeep: beat::keep(flow_control::BYTES),
                tlast: true,
                tuser: FLOW_CONTROL,
                ..Default::default()
            });
        }
        if !packets.m_valid {
            return None;
        }
        if !self.inside {
            self.count(&packets.m_data);
        }
        self.inside = !packets.m_last;
        Some(Beat {
            tvalid: true,
            tdata: packets.m_data.clone(),
            tkeep: packets.m_keep,
            tlast: packets.m_last,
            tuser: if packets.m_bad { BAD } else { 0 },
            ..Default::default()
        })
    }

    /// Moves beats to the link at the end of a cycle.
    fn clock(&mut self, enters: Option<Beat>, ready: bool) {
        if self.shown.tvalid && !ready {
            self.spare = self.spare.take().or(enters);
            return;
        }
        match self.spare.take().or(enters) {
            Some(beat) => self.shown = beat,
            None => self.shown.tvalid = false,
        }
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
        self.credits = Credits::default();
        self.transmitter.reset();
        self.inside = false;
        (self.shown, self.spare) = (Beat::default(), None);
        self.sent.fill(0);
    }
}
