//! The reflector of a NIC: "CNP … or ACK with BECN" for each FECN (IBA annex A10).

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
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
    }
}

port_values! {
    /// What has come for the source side, and what is to be sent.
    pub struct ReflectorOutputs {
        /// The table is cleared.
        pub ready: bool,
        /// There is room for an answer.
        pub packet_ready: bool,
        /// A BECN has come.
        pub becn: bool,
        /// For this flow.
        pub becn_flow: u64,
        /// On this SL.
        pub becn_sl: u64,
        /// An ACK has come.
        pub ack: bool,
        /// For this flow.
        pub ack_flow: u64,
        /// With BECN.
        pub ack_marked: bool,
        /// A packet for a QP that is not known.
        pub unknown: bool,
        /// An ACK was dropped.
        pub lost_ack: bool,
        /// A CNP was dropped.
        pub lost_cnp: bool,
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

/// What is to be sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) cnp: bool,
    pub(crate) becn: bool,
    pub(crate) dlid: u64,
    pub(crate) slid: u64,
    pub(crate) sl: u64,
    pub(crate) vl: u64,
    pub(crate) p_key: u64,
    pub(crate) dest_qp: u64,
    pub(crate) psn: u64,
}

/// What is said in one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    /// Flow and SL.
    pub(crate) becn: Option<(u64, u64)>,
    /// Flow, and whether it is marked.
    pub(crate) ack: Option<(u64, bool)>,
    pub(crate) unknown: bool,
    pub(crate) lost_ack: bool,
    pub(crate) lost_cnp: bool,
}

/// The reflector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reflector {
    /// Cycles since reset, until the table is cleared.
    pub(crate) cycle: usize,
    /// The remote QP of each flow that is connected.
    pub(crate) remote: Vec<Option<u64>>,
    /// The packet of the cycle before.
    pub(crate) came: Option<Packet>,
    /// The packet before that, its flow and its remote QP, if it is known.
    pub(crate) found: Option<(Packet, Option<(u64, u64)>)>,
    /// What the packet before that had to say.
    pub(crate) said: Said,
    /// Answers that wait.
    pub(crate) answers: VecDeque<Answer>,
    /// The answer that is offered, or was last.
    pub(crate) offered: Answer,
    /// It is still offered.
    pub(crate) offers: bool,
}

impl Reflector {
    /// The block after reset.
    pub fn new(nic: &Nic) -> Self {
        Reflector {
            cycle: 0,
            remote: vec![None; nic.flows()],
            came: None,
            found: None,
            said: Said::default(),
            answers: VecDeque::new(),
            offered: Answer::default(),
            offers: false,
        }
    }

    fn is_ready(&self) -> bool {
        self.cycle >= self.remote.len()
    }

    /// The flow of a packet and its remote QP.
    fn find(&self, packet: &Packet) -> Option<(u64, u64)> {
        const QPS: u64 = 1 << spec::QP_BITS;
        let flow = (packet.dest_qp + QPS - packet.qp_base) % QPS;
        let remote = self.remote.get(flow as usize).copied().flatten()?;
        self.is_ready().then_some((flow, remote))
    }

    /// What a packet makes known, and what it is answered with.
    fn reflect(packet: &Packet, known: Option<(u64, u64)>) -> (Said, Option<Answer>) {
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
        said.ack = (opcode == spec::RC_ACK).then_some((flow, packet.becn_in));

        // "FECN is ignored on multicast, CNP and RC ACK."
        if multicast || opcode == OPCODE_CNP || opcode == spec::RC_ACK {
            return (said, None);
        }
        let request = spec::RC.contains(&opcode) && !spec::RC_RESPONSES.contains(&opcode);
        let answers = packet.fecn || request && packet.ack_req;
        let answer = answers.then_some(Answer {
            cnp: !request,
            becn: packet.fecn,
            dlid: packet.slid,
            slid: packet.dlid,
            sl: packet.sl,
            vl: packet.vl,
            p_key: packet.p_key,
            dest_qp,
            psn: if request { packet.psn } else { 0 },
        });
        (said, answer)
    }

    /// All outputs of a cycle: none depends on its inputs.
    pub(super) fn show(&self, outputs: &mut ReflectorOutputs) {
        let Answer { cnp, becn, dlid, slid, sl, vl, p_key, dest_qp, psn } = self.offered;
        let (becn_flow, becn_sl) = self.said.becn.unwrap_or_default();
        let (ack_flow, ack_marked) = self.said.ack.unwrap_or_default();
        *outputs = ReflectorOutputs {
            ready: self.is_ready(),
            packet_ready: self.answers.len() + spec::UNDER_WAY <= spec::ANSWERS,
            becn: self.said.becn.is_some(),
            becn_flow,
            becn_sl,
            ack: self.said.ack.is_some(),
            ack_flow,
            ack_marked,
            unknown: self.said.unknown,
            lost_ack: self.said.lost_ack,
            lost_cnp: self.said.lost_cnp,
            answer_valid: self.offers,
            answer_cnp: cnp,
            answer_becn: becn,
            answer_dlid: dlid,
            answer_slid: slid,
            answer_sl: sl,
            answer_vl: vl,
            answer_p_key: p_key,
            answer_dest_qp: dest_qp,
            answer_psn: psn,
        };
    }
}

impl Golden for Reflector {
    type Inputs = ReflectorInputs;
    type Outputs = ReflectorOutputs;

    fn step(&mut self, inputs: &ReflectorInputs, outputs: &mut ReflectorOutputs) {
        self.show(outputs);

        let full = self.answers.len() == spec::ANSWERS;
        let (mut said, answer) = self
            .found
            .take()
            .map_or_else(Default::default, |(packet, known)| Self::reflect(&packet, known));
        if !self.offers || inputs.answer_ready {
            let next = self.answers.pop_front();
            self.offers = next.is_some();
            self.offered = next.unwrap_or(self.offered);
        }
        match answer {
            Some(Answer { cnp, .. }) if full => {
                (said.lost_ack, said.lost_cnp) = (!cnp, cnp);
            }
            Some(answer) => self.answers.push_back(answer),
            None => {}
        }
        self.said = said;

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
        *self = Reflector {
            cycle: 0,
            remote,
            came: None,
            found: None,
            said: Said::default(),
            answers: VecDeque::new(),
            offered: Answer::default(),
            offers: false,
        };
    }
}
