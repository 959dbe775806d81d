//! The reflector: FECN in, BECN out (IBA annex A10).

mod answers;
mod outstanding;
mod owed;
mod pairs;
mod received;

pub use answers::AnswerQueue;
pub use outstanding::OutstandingPackets;
pub use owed::OwedAnswers;
pub use pairs::QueuePairs;
pub use received::ReceivedPacket;

use crate::interface::Reply;
use crate::prelude::*;
use received::RETURNED_BITS;
use tailback_spec::nic::reflector::{
    LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Reports received BECNs and acknowledged packets, and offers replies to FECNs and requests.
    ///
    /// A packet is classified in the cycle in which it is received; its queue pair (QP) is looked
    /// up in the next one, and the results of both are known in the third. Acknowledged packets and
    /// owed replies are decided in the cycle after that.
    pub struct Reflector(nic: &Nic) as "tailback_reflector" {
        /// Number of the last flow.
        count last_flow = nic.flows() - 1;
        /// Some flow numbers belong to no flow.
        choice has_gaps = nic.flows() != 1 << nic.flow_bits();

        /// Queue pair (QP) of flow 0.
        input qp_base[QP_BITS];
        /// An entry of the QP table is written.
        input write;
        /// Flow of the written entry.
        input write_flow[nic.flow_bits()];
        /// The flow of the written entry is connected.
        input write_valid;
        /// Remote QP of the written entry.
        input write_qp[QP_BITS];
        /// A good packet is received.
        input packet;
        /// OpCode of the received packet.
        input opcode[OPCODE_BITS];
        /// FECN of the received packet.
        input fecn;
        /// BECN of the received packet.
        input becn_in;
        /// DLID of the received packet.
        input dlid[LID_BITS];
        /// SLID of the received packet.
        input slid[LID_BITS];
        /// Service level (SL) of the received packet.
        input sl[SL_BITS];
        /// VL of the received packet.
        input vl[SL_BITS];
        /// P_Key of the received packet.
        input p_key[P_KEY_BITS];
        /// DestQP of the received packet.
        input dest_qp[QP_BITS];
        /// PSN of the received packet.
        input psn[PSN_BITS];
        /// AckReq of the received packet.
        input ack_req;
        /// A packet of the host was transmitted.
        input sent;
        /// Flow of the transmitted packet.
        input sent_flow[nic.flow_bits()];
        /// PSN of the transmitted packet.
        input sent_psn[PSN_BITS];
        /// The PSN of the transmitted packet counts as the newest one of its flow.
        input sent_numbered;
        /// A packet in flight is given up (released).
        input release_valid;
        /// Flow of the released packet.
        input release_flow[nic.flow_bits()];

        /// High once the memories are cleared after reset.
        output ready;
        /// Ready of the release handshake.
        output release_ready;
        /// Reports a received BECN.
        output_reg becn;
        /// Flow of the BECN; 0 if there is none.
        output_reg becn_flow[nic.flow_bits()];
        /// SL of the BECN; 0 if there is none.
        output_reg becn_sl[SL_BITS];
        /// Reports packets that are acknowledged or released.
        output ack;
        /// Flow of the acknowledged or released packets; 0 if there are none.
        output ack_flow[nic.flow_bits()];
        /// Number of acknowledged or released packets; 0 if there are none.
        output ack_count[nic.window_bits()];
        /// The ACK of the acknowledged packets has BECN.
        output ack_marked;
        /// The reported packet is released, not acknowledged.
        output ack_released;
        /// Reports an ACK or a release for no packet in flight.
        output ack_ignored;
        /// Reports a unicast packet for an unknown QP.
        output_reg unknown;
        /// Reports an ACK that was joined to a reply owed already.
        output_reg joined_ack;
        /// Reports a congestion notification packet (CNP) that was joined to a reply owed already.
        output_reg joined_cnp;
        /// Reply; its VL is that on which it is to be transmitted.
        master answer: Reply(true, false);

        /// The QP of the packet of two cycles before is known.
        local known;
        /// A release is accepted in this cycle.
        local releases;
        /// Flow whose packets in flight are looked up.
        local looked_up[nic.flow_bits()];
        /// The packet that is decided asks for a reply.
        local asks;
        /// A release was accepted in the cycle before.
        reg released_1;
        /// Flow of the release of the cycle before.
        reg released_flow_1[nic.flow_bits()];
        /// The flow of the release of the cycle before exists.
        reg released_exists_1;
        /// A release is decided.
        reg released_2;
        /// The flow of the release that is decided exists.
        reg released_exists_2;
        /// An ACK is decided.
        reg ack_2;
        /// BECN of the ACK that is decided.
        reg marked_2;
        /// Flow of the ACK or release that is decided.
        reg acked_flow_2[nic.flow_bits()];
        /// The packet that is decided asks for an ACK.
        reg wants_ack_3;
        /// The packet that is decided asks for a CNP.
        reg wants_cnp_3;
        /// FECN of the packet that is decided.
        reg fecn_3;
        /// Fields of the packet that is decided that its reply returns.
        reg returned_3[RETURNED_BITS];
        /// Remote QP of the flow of the packet that is decided.
        reg dest_qp_3[QP_BITS];
        /// PSN of the packet that is decided.
        reg psn_3[PSN_BITS];
        /// Fields and requests of the packet of two cycles before.
        sub received: ReceivedPacket = ReceivedPacket::new(nic);
        /// Table of connected QPs.
        sub pairs: QueuePairs = QueuePairs::new(nic);
        /// Packets in flight.
        sub outstanding: OutstandingPackets = OutstandingPackets::new(nic);
        /// Reply owed to each flow.
        sub owed_answers: OwedAnswers = OwedAnswers::new(nic);
        /// Reply that is offered, and queue of the flows that wait for theirs.
        sub answers: AnswerQueue = AnswerQueue::new(nic);
    }
    connect {
        received: qp_base, packet, opcode, fecn, becn = becn_in, dlid, slid, sl, vl, p_key,
            dest_qp, psn, ack_req;
        received, pairs: asked_flow = flow;
        received, owed_answers: asked_flow = asked;
        pairs, received: clearing;
        pairs: write, write_flow, write_valid, write_qp;
        pairs, outstanding: clearing, cleared;
        pairs, owed_answers: clearing, cleared;
        outstanding: sent, sent_flow, sent_psn, sent_numbered, flow = looked_up, ack = ack_2,
            ack_psn = psn_3, acks = ack, acked = ack_count;
        owed_answers: ack = wants_ack_3, becn = fecn_3, psn = psn_3;
        owed_answers, answers: flow, owed, phase, joined_ack = ack, joined_becn = becn,
            joined_psn = psn, left_ack, left_becn, left_psn;
        answers, owed_answers: keeps, leaves, leaving, leaving_phase;
        answers: asks, returned = returned_3, dest_qp = dest_qp_3, answer;
    }
}

impl Logic for Reflector {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.pairs.clearing.val();

        comment!("The requests of a packet are known two cycles after it.");
        self.known.next = self.received.exists.val() && self.pairs.valid.val();
        self.becn.next = self.received.has_becn.val() && self.known.val();
        self.becn_flow.next = 0.into();
        self.becn_sl.next = 0.into();
        if self.received.has_becn.val() && self.known.val() {
            self.becn_flow.next = self.received.flow.val();
            self.becn_sl.next = self.received.returned.val() >> 0;
        }
        self.unknown.next = self.received.is_unicast.val() && !self.known.val();
        self.wants_ack_3.next = self.received.wants_ack.val() && self.known.val();
        self.wants_cnp_3.next = self.received.wants_cnp.val() && self.known.val();
        self.fecn_3.next = self.received.had_fecn.val();
        self.returned_3.next = self.received.returned.val();
        self.dest_qp_3.next = self.pairs.qp.val();
        self.psn_3.next = self.received.of_psn.val();

        comment!("Packets in flight are looked up in the cycle after an ACK, or with a release.");
        self.release_ready.next = !self.pairs.clearing.val() && !self.received.asks_ack.val();
        self.releases.next = self.release_valid.val() && self.release_ready.val();
        self.looked_up.next = self.received.asked_flow.val();
        if !self.received.asks_ack.val() {
            self.looked_up.next = self.release_flow.val();
        }
        self.released_1.next = self.releases.val();
        self.released_flow_1.next = self.release_flow.val();
        self.released_exists_1.next = true;
        if self.has_gaps.val() {
            self.released_exists_1.next = self.release_flow.val() <= self.last_flow.val();
        }
        self.released_2.next = self.released_1.val();
        self.released_exists_2.next = self.released_exists_1.val();
        self.ack_2.next = self.received.is_ack.val() && self.known.val();
        self.marked_2.next = self.received.has_becn.val();
        self.acked_flow_2.next = self.received.flow.val();
        if self.released_1.val() {
            self.acked_flow_2.next = self.released_flow_1.val();
        }
        self.outstanding.is_release.next = self.released_2.val() && self.released_exists_2.val();
        self.ack_flow.next = 0.into();
        self.ack_marked.next = false;
        self.ack_released.next = false;
        if self.outstanding.acks.val() {
            self.ack_flow.next = self.acked_flow_2.val();
            self.ack_marked.next = self.marked_2.val() && self.ack_2.val();
            self.ack_released.next = self.released_2.val();
        }
        self.ack_ignored.next =
            (self.ack_2.val() || self.released_2.val()) && !self.outstanding.acks.val();

        comment!("Owed replies");
        self.asks.next = self.wants_ack_3.val() || self.wants_cnp_3.val();
        self.joined_ack.next = self.wants_ack_3.val() && self.owed_answers.owed.val();
        self.joined_cnp.next = self.wants_cnp_3.val() && self.owed_answers.owed.val();
    }
}
