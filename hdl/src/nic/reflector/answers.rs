//! The answer that is offered, and the flows that wait for theirs.

use crate::comment;
use crate::nic::EventQueue;
use crate::prelude::*;
use tailback_spec::nic::reflector::{LID_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS};
use tailback_spec::nic::Nic;

/// Lowest bit of SL in the addresses of an answer.
const SL_AT: usize = QP_BITS;
/// Lowest bit of VL.
const VL_AT: usize = SL_AT + SL_BITS;
/// Lowest bit of P_Key.
const P_KEY_AT: usize = VL_AT + SL_BITS;
/// Lowest bit of SLID.
const SLID_AT: usize = P_KEY_AT + P_KEY_BITS;
/// Lowest bit of DLID.
const DLID_AT: usize = SLID_AT + LID_BITS;
/// Bits of the fields that say where an answer goes.
pub(super) const FIELD_BITS: usize = DLID_AT + LID_BITS;

block! {
    /// Offers one answer from registers; the flows that wait for theirs are in a queue, each at most once.
    ///
    /// An answer that finds nothing before it is offered in the next cycle. The answer of a flow that has
    /// waited is read from memory, while the one before it is being built.
    pub struct AnswerQueue(nic: &Nic) as "tailback_reflector_answers" {
        /// Bits of a LID.
        count lid_bits = LID_BITS;
        /// Bits of a P_Key.
        count p_key_bits = P_KEY_BITS;
        /// Bits of an SL, and of a VL.
        count sl_bits = SL_BITS;
        /// Bits of a queue pair.
        count qp_bits = QP_BITS;
        /// Lowest bit of SL in the fields.
        count sl_at = SL_AT;
        /// Lowest bit of VL.
        count vl_at = VL_AT;
        /// Lowest bit of P_Key.
        count p_key_at = P_KEY_AT;
        /// Lowest bit of SLID.
        count slid_at = SLID_AT;
        /// Lowest bit of DLID.
        count dlid_at = DLID_AT;

        /// A packet that is decided asks for an answer.
        input asks;
        /// Flow of the packet.
        input flow[nic.flow_bits()];
        /// An answer is owed to the flow already.
        input owed;
        /// Phase of the flow, if its answer is kept.
        input phase;
        /// The answer, joined to what is owed, is an ACK.
        input ack;
        /// BECN of the answer.
        input becn;
        /// PSN of the answer.
        input psn[PSN_BITS];
        /// DLID of the packet.
        input dlid[LID_BITS];
        /// SLID of the packet.
        input slid[LID_BITS];
        /// SL of the packet.
        input sl[SL_BITS];
        /// VL of the packet.
        input vl[SL_BITS];
        /// P_Key of the packet.
        input p_key[P_KEY_BITS];
        /// The remote queue pair.
        input dest_qp[QP_BITS];
        /// The answer that left in the cycle before is an ACK.
        input left_ack;
        /// BECN of that answer.
        input left_becn;
        /// PSN of that answer.
        input left_psn[PSN_BITS];
        /// The answer that is offered is taken.
        input answer_ready;

        /// The answer is kept until its flow leaves.
        output keeps;
        /// A flow leaves.
        output leaves;
        /// That flow.
        output leaving[nic.flow_bits()];
        /// Phase of that flow.
        output leaving_phase;
        /// An answer is offered.
        output answer_valid;
        /// The answer is a congestion notification packet (CNP), and not an ACK.
        output answer_cnp;
        /// BECN.
        output answer_becn;
        /// DLID.
        output answer_dlid[LID_BITS];
        /// SLID.
        output answer_slid[LID_BITS];
        /// SL.
        output answer_sl[SL_BITS];
        /// VL.
        output answer_vl[SL_BITS];
        /// P_Key.
        output answer_p_key[P_KEY_BITS];
        /// DestQP.
        output answer_dest_qp[QP_BITS];
        /// PSN.
        output answer_psn[PSN_BITS];

        /// No answer is offered from the next cycle on, unless another one comes.
        local free;
        /// The answer is offered in the next cycle, for there is none before it.
        local direct;
        /// The answer is joined to that of the flow that leaves.
        local joins;
        /// The flow comes to wait.
        local pushes;
        /// A flow that waits is taken from the queue.
        local takes;
        /// Fields of the answer.
        local fields[FIELD_BITS];
        /// One, if a flow comes to wait.
        local more[nic.flow_bits() + 1];
        /// One, if a flow leaves.
        local fewer[nic.flow_bits() + 1];
        /// The flows that wait.
        sub queue: EventQueue = EventQueue::new(&nic.answer_queue());
        /// Flows that wait, or leave.
        reg waiting[nic.flow_bits() + 1];
        /// A flow leaves.
        reg leaves_reg;
        /// That flow.
        reg leaving_reg[nic.flow_bits()];
        /// Phase of that flow.
        reg phase_reg;
        /// The answer of the flow that left is read.
        reg reads;
        /// An answer is offered.
        reg valid_reg;
        /// The answer is a CNP.
        reg cnp_reg;
        /// BECN.
        reg becn_reg;
        /// PSN.
        reg psn_reg[PSN_BITS];
        /// All other fields.
        reg fields_reg[FIELD_BITS];
        /// Fields of what is owed to each flow.
        memory(nic.flows()) owed_fields[FIELD_BITS];
    }
}

impl Logic for AnswerQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = !self.valid_reg.val() || self.answer_ready.val();
        self.direct.next = self.asks.val()
            && !self.owed.val()
            && self.waiting.val() == 0
            && !self.reads.val()
            && self.free.val();
        self.joins.next =
            self.asks.val() && self.leaves_reg.val() && self.flow.val() == self.leaving_reg.val();
        self.pushes.next = self.asks.val() && !self.owed.val() && !self.direct.val();
        self.keeps.next = self.asks.val() && !self.direct.val() && !self.joins.val();

        comment!("The flows that wait");
        self.queue.put.next = self.pushes.val();
        self.queue.put_flow.next = self.flow.val();
        self.queue.put_kind.next = 0.into();
        if self.phase.val() {
            self.queue.put_kind.next = 1.into();
        }
        self.takes.next = self.queue.offered.val()
            && self.free.val()
            && !self.leaves_reg.val()
            && !self.reads.val();
        self.queue.take.next = self.takes.val();
        self.leaves_reg.next = self.takes.val();
        self.leaving_reg.next = self.queue.flow.val();
        self.phase_reg.next = self.queue.kind.val().get_bit(0);
        self.leaves.next = self.leaves_reg.val();
        self.leaving.next = self.leaving_reg.val();
        self.leaving_phase.next = self.phase_reg.val();
        self.reads.next = self.leaves_reg.val() && !self.joins.val();
        self.more.next = 0.into();
        if self.pushes.val() {
            self.more.next = 1.into();
        }
        self.fewer.next = 0.into();
        if self.leaves_reg.val() {
            self.fewer.next = 1.into();
        }
        self.waiting.next = self.waiting.val() + self.more.val() - self.fewer.val();

        comment!("A flow that leaves is not written in that cycle.");
        self.fields.next = self.dlid.val();
        self.fields.next = (self.fields.val() << self.lid_bits.val()) | self.slid.val();
        self.fields.next = (self.fields.val() << self.p_key_bits.val()) | self.p_key.val();
        self.fields.next = (self.fields.val() << self.sl_bits.val()) | self.vl.val();
        self.fields.next = (self.fields.val() << self.sl_bits.val()) | self.sl.val();
        self.fields.next = (self.fields.val() << self.qp_bits.val()) | self.dest_qp.val();
        self.owed_fields.write.next = self.keeps.val();
        self.owed_fields.write_address.next = self.flow.val();
        self.owed_fields.write_data.next = self.fields.val();
        self.owed_fields.read.next = true;
        self.owed_fields.read_address.next = self.leaving_reg.val();

        comment!("The answer that is offered stays until the next one is.");
        if self.answer_ready.val() {
            self.valid_reg.next = false;
        }
        if self.direct.val() || self.joins.val() {
            self.valid_reg.next = true;
            self.cnp_reg.next = !self.ack.val();
            self.becn_reg.next = self.becn.val();
            self.psn_reg.next = self.psn.val();
            self.fields_reg.next = self.fields.val();
        } else if self.reads.val() {
            self.valid_reg.next = true;
            self.cnp_reg.next = !self.left_ack.val();
            self.becn_reg.next = self.left_becn.val();
            self.psn_reg.next = self.left_psn.val();
            self.fields_reg.next = self.owed_fields.read_data.val();
        }
        self.answer_valid.next = self.valid_reg.val();
        self.answer_cnp.next = self.cnp_reg.val();
        self.answer_becn.next = self.becn_reg.val();
        self.answer_psn.next = self.psn_reg.val();
        self.answer_dest_qp.next = self.fields_reg.val() >> 0;
        self.answer_sl.next = self.fields_reg.val() >> self.sl_at.val();
        self.answer_vl.next = self.fields_reg.val() >> self.vl_at.val();
        self.answer_p_key.next = self.fields_reg.val() >> self.p_key_at.val();
        self.answer_slid.next = self.fields_reg.val() >> self.slid_at.val();
        self.answer_dlid.next = self.fields_reg.val() >> self.dlid_at.val();
    }
}
