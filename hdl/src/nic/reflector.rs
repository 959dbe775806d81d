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
    /// Reports BECNs that come and packets that are acknowledged, and has FECNs and requests answered.
    ///
    /// A packet is looked at in the cycle in which it comes, its queue pair (QP) looked up in the
    /// next one, and what follows from both is known in the third. What is acknowledged and what is
    /// owed is decided in the cycle after that.
    pub struct Reflector(nic: &Nic) as "tailback_reflector" {
        /// The last flow.
        count last_flow = nic.flows() - 1;
        /// There are numbers that no flow has.
        choice has_gaps = nic.flows() != 1 << nic.flow_bits();

        /// The QP of flow 0.
        input qp_base[QP_BITS];
        /// An entry of the table is written.
        input write;
        /// Which one.
        input write_flow[nic.flow_bits()];
        /// It is connected.
        input write_valid;
        /// To this remote QP.
        input write_qp[QP_BITS];
        /// A good packet has come.
        input packet;
        /// OpCode.
        input opcode[OPCODE_BITS];
        /// FECN.
        input fecn;
        /// BECN.
        input becn_in;
        /// DLID.
        input dlid[LID_BITS];
        /// SLID.
        input slid[LID_BITS];
        /// SL.
        input sl[SL_BITS];
        /// VL.
        input vl[SL_BITS];
        /// P_Key.
        input p_key[P_KEY_BITS];
        /// DestQP.
        input dest_qp[QP_BITS];
        /// PSN.
        input psn[PSN_BITS];
        /// AckReq.
        input ack_req;
        /// The answer that is offered is taken.
        input answer_ready;
        /// A packet of the host was sent.
        input sent;
        /// Flow of the packet that was sent.
        input sent_flow[nic.flow_bits()];
        /// PSN of the packet that was sent.
        input sent_psn[PSN_BITS];
        /// The PSN counts.
        input sent_numbered;
        /// A packet in flight is given up.
        input release_valid;
        /// Flow of the packet that is given up.
        input release_flow[nic.flow_bits()];

        /// Memory is cleared.
        output ready;
        /// The release is taken.
        output release_ready;
        /// A BECN has come.
        output becn;
        /// For this flow.
        output becn_flow[nic.flow_bits()];
        /// On this SL.
        output becn_sl[SL_BITS];
        /// Packets are acknowledged or released.
        output ack;
        /// Flow of those packets.
        output ack_flow[nic.flow_bits()];
        /// How many they are.
        output ack_count[nic.window_bits()];
        /// The ACK has BECN.
        output ack_marked;
        /// A packet is released.
        output ack_released;
        /// An ACK or a release is for no packet in flight.
        output ack_ignored;
        /// A packet for a QP that is not known.
        output unknown;
        /// An ACK was joined to the answer that is owed.
        output joined_ack;
        /// A congestion notification packet (CNP) was.
        output joined_cnp;
        /// An answer is to be sent.
        output answer_valid;
        /// A CNP; else an ACK.
        output answer_cnp;
        /// BECN.
        output answer_becn;
        /// DLID.
        output answer_dlid[LID_BITS];
        /// SLID.
        output answer_slid[LID_BITS];
        /// SL.
        output answer_sl[SL_BITS];
        /// The VL that it is to take.
        output answer_vl[SL_BITS];
        /// P_Key.
        output answer_p_key[P_KEY_BITS];
        /// DestQP.
        output answer_dest_qp[QP_BITS];
        /// PSN.
        output answer_psn[PSN_BITS];

        /// The packet's QP is known.
        local known;
        /// A release is taken.
        local releases;
        /// Flow whose packets in flight are looked up.
        local looked_up[nic.flow_bits()];
        /// A packet that is decided asks for an answer.
        local asks;
        /// A BECN has come.
        reg becn_reg;
        /// Flow of the BECN.
        reg becn_flow_reg[nic.flow_bits()];
        /// SL of the BECN.
        reg becn_sl_reg[SL_BITS];
        /// A packet for a QP that is not known.
        reg unknown_reg;
        /// A release was taken in the cycle before.
        reg released_1;
        /// Flow of that release.
        reg released_flow_1[nic.flow_bits()];
        /// There is such a flow.
        reg released_exists_1;
        /// A release is decided.
        reg released_2;
        /// There is such a flow.
        reg released_exists_2;
        /// An ACK is decided.
        reg ack_2;
        /// BECN of the ACK.
        reg marked_2;
        /// Flow of the ACK or release that is decided.
        reg acked_flow_2[nic.flow_bits()];
        /// The packet that is decided asks for an ACK.
        reg wants_ack_3;
        /// That packet asks for a CNP.
        reg wants_cnp_3;
        /// FECN of that packet.
        reg fecn_3;
        /// DLID of that packet.
        reg dlid_3[LID_BITS];
        /// SLID of that packet.
        reg slid_3[LID_BITS];
        /// SL of that packet.
        reg sl_3[SL_BITS];
        /// VL of that packet.
        reg vl_3[SL_BITS];
        /// P_Key of that packet.
        reg p_key_3[P_KEY_BITS];
        /// Remote QP of the flow of that packet.
        reg dest_qp_3[QP_BITS];
        /// PSN of that packet.
        reg psn_3[PSN_BITS];
        /// An ACK was joined.
        reg joined_ack_reg;
        /// A CNP was.
        reg joined_cnp_reg;
        /// The packet of two cycles before.
        sub received: ReceivedPacket = ReceivedPacket::new(nic);
        /// Which QPs are connected.
        sub pairs: QueuePairs = QueuePairs::new(nic);
        /// Packets in flight.
        sub outstanding: OutstandingPackets = OutstandingPackets::new(nic);
        /// What is owed to each flow.
        sub owed_answers: OwedAnswers = OwedAnswers::new(nic);
        /// The answer that is offered, and flows that wait.
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

        comment!("What a packet asks for is known two cycles after it.");
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

        comment!(
            "An ACK is looked up in the cycle after it; a release in that in which it is taken."
        );
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

        comment!("What is owed");
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
