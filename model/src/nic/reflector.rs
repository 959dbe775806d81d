//! The reflector of a NIC: "CNP … or ACK with BECN" for each FECN (IBA annex A10).

mod outstanding;
mod owed;
#[cfg(test)]
mod tests;

use self::outstanding::Outstanding;
pub(crate) use self::owed::Answer;
use self::owed::Owed;
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    nic::{reflector as spec, Nic},
    port_values,
    wire::{bth::OPCODE_CNP, lid::FIRST_MULTICAST_LID},
};

port_values! {
    /// Writes of the table, and packets received and sent.
    pub struct ReflectorInputs {
        /// The QP of flow 0.
        pub qp_base: u64,
        /// Writes an entry of the table.
        pub write: bool,
        /// Flow of the written entry.
        pub write_flow: u64,
        /// The flow of the written entry is connected.
        pub write_valid: bool,
        /// Remote QP of the written entry.
        pub write_qp: u64,
        /// A good packet is received.
        pub packet: bool,
        /// OpCode of the received packet.
        pub opcode: u64,
        /// FECN of the received packet.
        pub fecn: bool,
        /// BECN of the received packet.
        pub becn_in: bool,
        /// DLID of the received packet.
        pub dlid: u64,
        /// SLID of the received packet.
        pub slid: u64,
        /// SL of the received packet.
        pub sl: u64,
        /// VL of the received packet.
        pub vl: u64,
        /// P_Key of the received packet.
        pub p_key: u64,
        /// DestQP of the received packet.
        pub dest_qp: u64,
        /// PSN of the received packet.
        pub psn: u64,
        /// AckReq of the received packet.
        pub ack_req: bool,
        /// A packet of the host was sent.
        pub sent: bool,
        /// Flow of the sent packet.
        pub sent_flow: u64,
        /// PSN of the sent packet.
        pub sent_psn: u64,
        /// The PSN of the sent packet is valid.
        pub sent_numbered: bool,
        /// Release: a packet in flight is given up.
        pub release_valid: bool,
        /// Flow of the released packet.
        pub release_flow: u64,
        /// The offered reply is accepted.
        pub answer_ready: bool,
    }
}

port_values! {
    /// Reports for the source side, and replies to send.
    pub struct ReflectorOutputs {
        /// Clearing of the memory is complete.
        pub ready: bool,
        /// Release ready.
        pub release_ready: bool,
        /// A BECN is received.
        pub becn: bool,
        /// Flow of the BECN.
        pub becn_flow: u64,
        /// SL of the BECN.
        pub becn_sl: u64,
        /// Packets are acknowledged or released.
        pub ack: bool,
        /// Flow of the acknowledged or released packets.
        pub ack_flow: u64,
        /// Number of acknowledged or released packets.
        pub ack_count: u64,
        /// The ACK carries BECN.
        pub ack_marked: bool,
        /// The packets are released, not acknowledged.
        pub ack_released: bool,
        /// An ACK or a release is for no packet in flight.
        pub ack_ignored: bool,
        /// A packet for an unknown QP is received.
        pub unknown: bool,
        /// An ACK was joined to the reply that is owed.
        pub joined_ack: bool,
        /// A CNP was joined to the reply that is owed.
        pub joined_cnp: bool,
        /// A reply is offered.
        pub answer_valid: bool,
        /// Kind of the offered reply: high for a CNP, low for an ACK.
        pub answer_cnp: bool,
        /// BECN of the offered reply.
        pub answer_becn: bool,
        /// DLID of the offered reply.
        pub answer_dlid: u64,
        /// SLID of the offered reply.
        pub answer_slid: u64,
        /// SL of the offered reply.
        pub answer_sl: u64,
        /// VL of the offered reply.
        pub answer_vl: u64,
        /// P_Key of the offered reply.
        pub answer_p_key: u64,
        /// DestQP of the offered reply.
        pub answer_dest_qp: u64,
        /// PSN of the offered reply.
        pub answer_psn: u64,
    }
}

/// A packet, with the QP of flow 0 at its arrival.
type Packet = ReflectorInputs;

/// Reports of one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    /// Flow and SL of a BECN.
    pub(crate) becn: Option<(u64, u64)>,
    pub(crate) ack: Option<Acked>,
    pub(crate) ack_ignored: bool,
    pub(crate) unknown: bool,
}

/// Packets that are acknowledged or released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Acked {
    pub(crate) flow: u64,
    pub(crate) count: u64,
    pub(crate) marked: bool,
    pub(crate) released: bool,
}

/// The reflector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reflector {
    /// Cycles since reset, until the memory has been cleared.
    pub(crate) cycle: usize,
    /// Remote QP of each flow that is connected.
    pub(crate) remote: Vec<Option<u64>>,
    /// The packet of the cycle before.
    pub(crate) came: Option<Packet>,
    /// The packet before that, with its flow and its remote QP if these are known.
    pub(crate) found: Option<(Packet, Option<(u64, u64)>)>,
    /// Reports on the packet before that.
    pub(crate) said: Said,
    /// Reply to that packet, and its flow.
    pub(crate) asked: Option<(usize, Answer)>,
    /// Release that was accepted in the cycle before.
    pub(crate) released: Option<u64>,
    /// Packets of each flow in flight.
    pub(crate) outstanding: Outstanding,
    /// Replies that are owed, and the one that is offered.
    pub(crate) owed: Owed,
}

impl Reflector {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        Self::after_reset(vec![None; nic.flows()])
    }

    fn after_reset(remote: Vec<Option<u64>>) -> Self {
        Reflector {
            cycle: 0,
            came: None,
            found: None,
            said: Said::default(),
            asked: None,
            released: None,
            outstanding: Outstanding::new(remote.len()),
            owed: Owed::new(remote.len()),
            remote,
        }
    }

    fn is_ready(&self) -> bool {
        self.cycle >= self.remote.len()
    }

    /// Whether the packet of the cycle before is an ACK: its flow is looked up then, and no other.
    fn looks_up_ack(&self) -> bool {
        self.came.as_ref().is_some_and(|packet| {
            packet.opcode == u64::from(spec::RC_ACK) && packet.vl != u64::from(spec::MANAGEMENT_VL)
        })
    }

    /// Flow of a packet and its remote QP.
    fn find(&self, packet: &Packet) -> Option<(u64, u64)> {
        const QPS: u64 = 1 << spec::QP_BITS;
        let flow = (packet.dest_qp + QPS - packet.qp_base) % QPS;
        let remote = self.remote.get(flow as usize).copied().flatten()?;
        self.is_ready().then_some((flow, remote))
    }

    /// Reports on a packet, and the reply to it.
    fn reflect(
        &mut self,
        packet: &Packet,
        known: Option<(u64, u64)>,
    ) -> (Said, Option<(usize, Answer)>) {
        let mut said = Said::default();
        if packet.vl == u64::from(spec::MANAGEMENT_VL) {
            return (said, None);
        }
        let multicast = packet.dlid >= u64::from(FIRST_MULTICAST_LID);
        let Some((flow, dest_qp)) = known else {
            said.unknown = !multicast;
            return (said, None);
        };
        let opcode = packet.opcode as u8;
        // "BECN is honoured on any packet."
        said.becn = packet.becn_in.then_some((flow, packet.sl));
        if opcode == spec::RC_ACK {
            let count = self.outstanding.acknowledge(flow as usize, packet.psn);
            said.account(Acked { flow, count, marked: packet.becn_in, released: false });
        }

        // "FECN is ignored on multicast, CNP and RC ACK."
        if multicast || opcode == OPCODE_CNP || opcode == spec::RC_ACK {
            return (said, None);
        }
        let request = spec::RC.contains(&opcode) && !spec::RC_RESPONSES.contains(&opcode);
        let answers = packet.fecn || request && packet.ack_req;
        let answer = answers.then_some(Answer {
            psn: request.then_some(packet.psn),
            becn: packet.fecn,
            dlid: packet.slid,
            slid: packet.dlid,
            sl: packet.sl,
            vl: packet.vl,
            p_key: packet.p_key,
            dest_qp,
        });
        (said, answer.map(|answer| (flow as usize, answer)))
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(super) fn show(&self, outputs: &mut ReflectorOutputs) {
        let (becn_flow, becn_sl) = self.said.becn.unwrap_or_default();
        let none = Acked { flow: 0, count: 0, marked: false, released: false };
        let acked = self.said.ack.unwrap_or(none);
        *outputs = ReflectorOutputs {
            ready: self.is_ready(),
            release_ready: self.is_ready() && !self.looks_up_ack(),
            becn: self.said.becn.is_some(),
            becn_flow,
            becn_sl,
            ack: self.said.ack.is_some(),
            ack_flow: acked.flow,
            ack_count: acked.count,
            ack_marked: acked.marked,
            ack_released: acked.released,
            ack_ignored: self.said.ack_ignored,
            unknown: self.said.unknown,
            ..ReflectorOutputs::default()
        };
        self.owed.show(outputs);
    }
}

impl Said {
    /// Reports an ACK or a release; one for no packet is ignored.
    fn account(&mut self, acked: Acked) {
        self.ack = (acked.count > 0).then_some(acked);
        self.ack_ignored = acked.count == 0;
    }
}

impl Golden for Reflector {
    type Inputs = ReflectorInputs;
    type Outputs = ReflectorOutputs;

    fn step(&mut self, inputs: &ReflectorInputs, outputs: &mut ReflectorOutputs) {
        self.show(outputs);

        self.owed.step(self.asked.take(), inputs.answer_ready);
        let found = self.found.take();
        (self.said, self.asked) =
            found.map_or_else(Default::default, |(packet, known)| self.reflect(&packet, known));
        if let Some(flow) = self.released.take() {
            let count = self.outstanding.release(flow as usize);
            self.said.account(Acked { flow, count, marked: false, released: true });
        }
        self.outstanding.step(inputs, self.is_ready());
        let releases = inputs.release_valid && outputs.release_ready;
        self.released = releases.then_some(inputs.release_flow);

        if inputs.write && self.is_ready() {
            if let Some(remote) = self.remote.get_mut(inputs.write_flow as usize) {
                *remote = inputs.write_valid.then_some(inputs.write_qp);
            }
        }
        self.found = self.came.take().map(|packet| {
            let known = self.find(&packet);
            (packet, known)
        });
        self.came = inputs.packet.then(|| inputs.clone());
        self.cycle += 1;
    }

    fn reset(&mut self) {
        let mut remote = std::mem::take(&mut self.remote);
        remote.fill(None);
        *self = Self::after_reset(remote);
    }
}
