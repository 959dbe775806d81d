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
    /// The table, and the packets that come.
    pub struct ReflectorInputs {
        /// The QP of flow 0.
        pub qp_base: u64,
        /// An entry of the table is written.
        pub write: bool,
        /// Which one.
        pub write_flow: u64,
        /// It is connected.
        pub write_valid: bool,
        /// To this remote QP.
        pub write_qp: u64,
        /// A good packet has come.
        pub packet: bool,
        /// OpCode.
        pub opcode: u64,
        /// FECN.
        pub fecn: bool,
        /// BECN.
        pub becn_in: bool,
        /// DLID.
        pub dlid: u64,
        /// SLID.
        pub slid: u64,
        /// SL.
        pub sl: u64,
        /// VL.
        pub vl: u64,
        /// P_Key.
        pub p_key: u64,
        /// DestQP.
        pub dest_qp: u64,
        /// PSN.
        pub psn: u64,
        /// AckReq.
        pub ack_req: bool,
        /// The answer that is offered is taken.
        pub answer_ready: bool,
        /// A packet of the host was sent.
        pub sent: bool,
        /// Its flow.
        pub sent_flow: u64,
        /// Its PSN.
        pub sent_psn: u64,
        /// The PSN counts.
        pub sent_numbered: bool,
        /// A packet in flight is given up.
        pub release_valid: bool,
        /// Its flow.
        pub release_flow: u64,
    }
}

port_values! {
    /// What has come for the source side, and what is to be sent.
    pub struct ReflectorOutputs {
        /// Memory is cleared.
        pub ready: bool,
        /// The release is taken.
        pub release_ready: bool,
        /// A BECN has come.
        pub becn: bool,
        /// For this flow.
        pub becn_flow: u64,
        /// On this SL.
        pub becn_sl: u64,
        /// Packets are acknowledged or released.
        pub ack: bool,
        /// Of this flow.
        pub ack_flow: u64,
        /// So many.
        pub ack_count: u64,
        /// The ACK has BECN.
        pub ack_marked: bool,
        /// It is a release.
        pub ack_released: bool,
        /// An ACK or a release is for no packet in flight.
        pub ack_ignored: bool,
        /// A packet for a QP that is not known.
        pub unknown: bool,
        /// An ACK was joined to the answer that is owed.
        pub joined_ack: bool,
        /// A CNP was.
        pub joined_cnp: bool,
        /// An answer is to be sent.
        pub answer_valid: bool,
        /// A CNP; else an ACK.
        pub answer_cnp: bool,
        /// BECN.
        pub answer_becn: bool,
        /// DLID.
        pub answer_dlid: u64,
        /// SLID.
        pub answer_slid: u64,
        /// SL.
        pub answer_sl: u64,
        /// The VL that it is to take.
        pub answer_vl: u64,
        /// P_Key.
        pub answer_p_key: u64,
        /// DestQP.
        pub answer_dest_qp: u64,
        /// PSN.
        pub answer_psn: u64,
    }
}

/// A packet, with the QP of flow 0 as it was when it came.
type Packet = ReflectorInputs;

/// What is said in one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    /// Flow and SL.
    pub(crate) becn: Option<(u64, u64)>,
    pub(crate) ack: Option<Acked>,
    pub(crate) ack_ignored: bool,
    pub(crate) unknown: bool,
}

/// Packets that are acknowledged, or released.
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
    /// Cycles since reset, until memory is cleared.
    pub(crate) cycle: usize,
    /// The remote QP of each flow that is connected.
    pub(crate) remote: Vec<Option<u64>>,
    /// The packet of the cycle before.
    pub(crate) came: Option<Packet>,
    /// The packet before that, its flow and its remote QP, if it is known.
    pub(crate) found: Option<(Packet, Option<(u64, u64)>)>,
    /// What the packet before that had to say.
    pub(crate) said: Said,
    /// The answer that it asks for, and its flow.
    pub(crate) asked: Option<(usize, Answer)>,
    /// The release that was taken in the cycle before.
    pub(crate) released: Option<u64>,
    /// Packets of each flow in flight.
    pub(crate) outstanding: Outstanding,
    /// Answers that are owed, and the one that is offered.
    pub(crate) owed: Owed,
}

impl Reflector {
    /// The block after reset.
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

    /// Whether the packet of the cycle before is an ACK: then its flow is looked up, and none other.
    fn looks_up_ack(&self) -> bool {
        self.came.as_ref().is_some_and(|packet| {
            packet.opcode == u64::from(spec::RC_ACK) && packet.vl != u64::from(spec::MANAGEMENT_VL)
        })
    }

    /// The flow of a packet and its remote QP.
    fn find(&self, packet: &Packet) -> Option<(u64, u64)> {
        const QPS: u64 = 1 << spec::QP_BITS;
        let flow = (packet.dest_qp + QPS - packet.qp_base) % QPS;
        let remote = self.remote.get(flow as usize).copied().flatten()?;
        self.is_ready().then_some((flow, remote))
    }

    /// What a packet makes known, and what it is answered with.
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

    /// All outputs of a cycle: none depends on its inputs.
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
    /// An ACK or a release; for no packet, it is ignored.
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
