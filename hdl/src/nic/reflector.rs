//! The reflector: FECN in, BECN out (IBA annex A10).

mod answers;
mod pairs;
mod received;

pub use answers::AnswerQueue;
pub use pairs::QueuePairs;
pub use received::ReceivedPacket;

use crate::prelude::*;
use tailback_spec::nic::reflector::{
    LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Tells the source side of BECNs and ACKs that come, and has FECNs and requests answered.
    ///
    /// A packet is looked at in the cycle in which it comes, its queue pair (QP) looked up in the
    /// next one, and what follows from both is known in the third.
    pub struct Reflector(nic: &Nic) as "tailback_reflector" {
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

        /// The table is cleared.
        output ready;
        /// There is room for an answer.
        output packet_ready;
        /// A BECN has come.
        output becn;
        /// For this flow.
        output becn_flow[nic.flow_bits()];
        /// On this SL.
        output becn_sl[SL_BITS];
        /// An ACK has come.
        output ack;
        /// For this flow.
        output ack_flow[nic.flow_bits()];
        /// With BECN.
        output ack_marked;
        /// A packet for a QP that is not known.
        output unknown;
        /// An ACK was dropped.
        output lost_ack;
        /// A congestion notification packet (CNP) was dropped.
        output lost_cnp;
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
        /// A packet is to be answered, if its QP is known.
        local wanted;
        /// A BECN has come.
        reg becn_reg;
        /// For this flow.
        reg becn_flow_reg[nic.flow_bits()];
        /// On this SL.
        reg becn_sl_reg[SL_BITS];
        /// An ACK has come.
        reg ack_reg;
        /// For this flow.
        reg ack_flow_reg[nic.flow_bits()];
        /// With BECN.
        reg ack_marked_reg;
        /// A packet for a QP that is not known.
        reg unknown_reg;
        /// An ACK was dropped.
        reg lost_ack_reg;
        /// A CNP was dropped.
        reg lost_cnp_reg;
        /// The packet of two cycles before.
        sub received: ReceivedPacket = ReceivedPacket::new(nic);
        /// Which QPs are connected.
        sub pairs: QueuePairs = QueuePairs::new(nic);
        /// Answers that wait.
        sub answers: AnswerQueue = AnswerQueue::new();
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

        self.known.next = self.received.exists.val() && self.pairs.valid.val();
        self.wanted.next = self.received.wants_ack.val() || self.received.wants_cnp.val();
        self.answers.push.next = self.wanted.val() && self.known.val();
        self.answers.cnp.next = self.received.wants_cnp.val();
        self.answers.becn.next = self.received.had_fecn.val();
        self.answers.dlid.next = self.received.from_lid.val();
        self.answers.slid.next = self.received.to_lid.val();
        self.answers.sl.next = self.received.on_sl.val();
        self.answers.vl.next = self.received.on_vl.val();
        self.answers.p_key.next = self.received.of_p_key.val();
        self.answers.dest_qp.next = self.pairs.qp.val();
        self.answers.psn.next = self.received.of_psn.val();
        self.answers.answer_ready.next = self.answer_ready.val();
        self.packet_ready.next = self.answers.has_room.val();
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

        self.becn_reg.next = self.received.has_becn.val() && self.known.val();
        self.becn_flow_reg.next = 0.into();
        self.becn_sl_reg.next = 0.into();
        if self.received.has_becn.val() && self.known.val() {
            self.becn_flow_reg.next = self.received.flow.val();
            self.becn_sl_reg.next = self.received.on_sl.val();
        }
        self.ack_reg.next = self.received.is_ack.val() && self.known.val();
        self.ack_flow_reg.next = 0.into();
        self.ack_marked_reg.next = false;
        if self.received.is_ack.val() && self.known.val() {
            self.ack_flow_reg.next = self.received.flow.val();
            self.ack_marked_reg.next = self.received.has_becn.val();
        }
        self.unknown_reg.next = self.received.is_unicast.val() && !self.known.val();
        self.lost_ack_reg.next =
            self.received.wants_ack.val() && self.known.val() && self.answers.is_full.val();
        self.lost_cnp_reg.next =
            self.received.wants_cnp.val() && self.known.val() && self.answers.is_full.val();
        self.becn.next = self.becn_reg.val();
        self.becn_flow.next = self.becn_flow_reg.val();
        self.becn_sl.next = self.becn_sl_reg.val();
        self.ack.next = self.ack_reg.val();
        self.ack_flow.next = self.ack_flow_reg.val();
        self.ack_marked.next = self.ack_marked_reg.val();
        self.unknown.next = self.unknown_reg.val();
        self.lost_ack.next = self.lost_ack_reg.val();
        self.lost_cnp.next = self.lost_cnp_reg.val();
    }
}
