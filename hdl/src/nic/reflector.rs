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

use crate::comment;
use crate::prelude::*;
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
        /// Ready of the reply handshake.
        input answer_ready;
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
        output becn;
        /// Flow of the BECN; 0 if there is none.
        output becn_flow[nic.flow_bits()];
        /// SL of the BECN; 0 if there is none.
        output becn_sl[SL_BITS];
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
        output unknown;
        /// Reports an ACK that was joined to a reply owed already.
        output joined_ack;
        /// Reports a congestion notification packet (CNP) that was joined to a reply owed already.
        output joined_cnp;
        /// Valid of the reply handshake.
        output answer_valid;
        /// The reply is a CNP; else an ACK.
        output answer_cnp;
        /// BECN of the reply.
        output answer_becn;
        /// DLID of the reply.
        output answer_dlid[LID_BITS];
        /// SLID of the reply.
        output answer_slid[LID_BITS];
        /// SL of the reply.
        output answer_sl[SL_BITS];
        /// VL on which the reply is to be transmitted.
        output answer_vl[SL_BITS];
        /// P_Key of the reply.
        output answer_p_key[P_KEY_BITS];
        /// DestQP of the reply.
        output answer_dest_qp[QP_BITS];
        /// PSN of the reply.
        output answer_psn[PSN_BITS];

        /// The QP of the packet of two cycles before is known.
        local known;
        /// A release is accepted in this cycle.
        local releases;
        /// Flow whose packets in flight are looked up.
        local looked_up[nic.flow_bits()];
        /// The packet that is decided asks for a reply.
        local asks;
        /// Register of `becn`.
        reg becn_reg;
        /// Register of `becn_flow`.
        reg becn_flow_reg[nic.flow_bits()];
        /// Register of `becn_sl`.
        reg becn_sl_reg[SL_BITS];
        /// Register of `unknown`.
        reg unknown_reg;
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
        /// DLID of the reply: SLID of the packet that is decided.
        reg dlid_3[LID_BITS];
        /// SLID of the reply: DLID of the packet that is decided.
        reg slid_3[LID_BITS];
        /// SL of the packet that is decided.
        reg sl_3[SL_BITS];
        /// VL of the packet that is decided.
        reg vl_3[SL_BITS];
        /// P_Key of the packet that is decided.
        reg p_key_3[P_KEY_BITS];
        /// Remote QP of the flow of the packet that is decided.
        reg dest_qp_3[QP_BITS];
        /// PSN of the packet that is decided.
        reg psn_3[PSN_BITS];
        /// Register of `joined_ack`.
        reg joined_ack_reg;
        /// Register of `joined_cnp`.
        reg joined_cnp_reg;
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
}

impl Logic for Reflector {
    #[hdl_gen]
    fn update(&mut self) {
        self.received.clearing.next = self.pairs.clearing.val();
        self.received.qp_base.next = self.qp_base.val();
        self.received.packet.next = self.packet.val();
        self.received.opcode.next = self.opcode.val();
        self.received.fecn.next = self.fecn.val();
        self.received.becn.next = self.becn_in.val();
        self.received.dlid.next = self.dlid.val();
        self.received.slid.next = self.slid.val();
        self.received.sl.next = self.sl.val();
        self.received.vl.next = self.vl.val();
        self.received.p_key.next = self.p_key.val();
        self.received.dest_qp.next = self.dest_qp.val();
        self.received.psn.next = self.psn.val();
        self.received.ack_req.next = self.ack_req.val();

        self.pairs.write.next = self.write.val();
        self.pairs.write_flow.next = self.write_flow.val();
        self.pairs.write_valid.next = self.write_valid.val();
        self.pairs.write_qp.next = self.write_qp.val();
        self.pairs.flow.next = self.received.asked_flow.val();
        self.ready.next = !self.pairs.clearing.val();

        comment!("The requests of a packet are known two cycles after it.");
        self.known.next = self.received.exists.val() && self.pairs.valid.val();
        self.becn_reg.next = self.received.has_becn.val() && self.known.val();
        self.becn_flow_reg.next = 0.into();
        self.becn_sl_reg.next = 0.into();
        if self.received.has_becn.val() && self.known.val() {
            self.becn_flow_reg.next = self.received.flow.val();
            self.becn_sl_reg.next = self.received.on_sl.val();
        }
        self.unknown_reg.next = self.received.is_unicast.val() && !self.known.val();
        self.wants_ack_3.next = self.received.wants_ack.val() && self.known.val();
        self.wants_cnp_3.next = self.received.wants_cnp.val() && self.known.val();
        self.fecn_3.next = self.received.had_fecn.val();
        self.dlid_3.next = self.received.from_lid.val();
        self.slid_3.next = self.received.to_lid.val();
        self.sl_3.next = self.received.on_sl.val();
        self.vl_3.next = self.received.on_vl.val();
        self.p_key_3.next = self.received.of_p_key.val();
        self.dest_qp_3.next = self.pairs.qp.val();
        self.psn_3.next = self.received.of_psn.val();
        self.becn.next = self.becn_reg.val();
        self.becn_flow.next = self.becn_flow_reg.val();
        self.becn_sl.next = self.becn_sl_reg.val();
        self.unknown.next = self.unknown_reg.val();

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
        self.outstanding.clearing.next = self.pairs.clearing.val();
        self.outstanding.cleared.next = self.pairs.cleared.val();
        self.outstanding.sent.next = self.sent.val();
        self.outstanding.sent_flow.next = self.sent_flow.val();
        self.outstanding.sent_psn.next = self.sent_psn.val();
        self.outstanding.sent_numbered.next = self.sent_numbered.val();
        self.outstanding.flow.next = self.looked_up.val();
        self.outstanding.ack.next = self.ack_2.val();
        self.outstanding.ack_psn.next = self.psn_3.val();
        self.outstanding.is_release.next = self.released_2.val() && self.released_exists_2.val();
        self.ack.next = self.outstanding.acks.val();
        self.ack_flow.next = 0.into();
        self.ack_count.next = self.outstanding.acked.val();
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
        self.owed_answers.clearing.next = self.pairs.clearing.val();
        self.owed_answers.cleared.next = self.pairs.cleared.val();
        self.owed_answers.asked.next = self.received.asked_flow.val();
        self.owed_answers.ack.next = self.wants_ack_3.val();
        self.owed_answers.becn.next = self.fecn_3.val();
        self.owed_answers.psn.next = self.psn_3.val();
        self.owed_answers.keeps.next = self.answers.keeps.val();
        self.owed_answers.leaves.next = self.answers.leaves.val();
        self.owed_answers.leaving.next = self.answers.leaving.val();
        self.owed_answers.leaving_phase.next = self.answers.leaving_phase.val();
        self.joined_ack_reg.next = self.wants_ack_3.val() && self.owed_answers.owed.val();
        self.joined_cnp_reg.next = self.wants_cnp_3.val() && self.owed_answers.owed.val();
        self.joined_ack.next = self.joined_ack_reg.val();
        self.joined_cnp.next = self.joined_cnp_reg.val();
        self.answers.asks.next = self.asks.val();
        self.answers.flow.next = self.owed_answers.flow.val();
        self.answers.owed.next = self.owed_answers.owed.val();
        self.answers.phase.next = self.owed_answers.phase.val();
        self.answers.ack.next = self.owed_answers.joined_ack.val();
        self.answers.becn.next = self.owed_answers.joined_becn.val();
        self.answers.psn.next = self.owed_answers.joined_psn.val();
        self.answers.dlid.next = self.dlid_3.val();
        self.answers.slid.next = self.slid_3.val();
        self.answers.sl.next = self.sl_3.val();
        self.answers.vl.next = self.vl_3.val();
        self.answers.p_key.next = self.p_key_3.val();
        self.answers.dest_qp.next = self.dest_qp_3.val();
        self.answers.left_ack.next = self.owed_answers.left_ack.val();
        self.answers.left_becn.next = self.owed_answers.left_becn.val();
        self.answers.left_psn.next = self.owed_answers.left_psn.val();
        self.answers.answer_ready.next = self.answer_ready.val();
        self.answer_valid.next = self.answers.answer_valid.val();
        self.answer_cnp.next = self.answers.answer_cnp.val();
        self.answer_becn.next = self.answers.answer_becn.val();
        self.answer_dlid.next = self.answers.answer_dlid.val();
        self.answer_slid.next = self.answers.answer_slid.val();
        self.answer_sl.next = self.answers.answer_sl.val();
        self.answer_vl.next = self.answers.answer_vl.val();
        self.answer_p_key.next = self.answers.answer_p_key.val();
        self.answer_dest_qp.next = self.answers.answer_dest_qp.val();
        self.answer_psn.next = self.answers.answer_psn.val();
    }
}
