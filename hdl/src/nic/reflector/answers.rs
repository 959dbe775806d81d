//! The reply that is offered, and the flows that wait for theirs.

use super::received::RETURNED_BITS;
use crate::interface::Reply;
use crate::nic::EventQueue;
use crate::prelude::*;
use tailback_spec::nic::reflector::{LID_BITS, PSN_BITS, QP_BITS, SL_BITS};
use tailback_spec::nic::Nic;

/// Bits of the address fields of a reply.
const FIELD_BITS: usize = QP_BITS + RETURNED_BITS;

block! {
    /// Offers one reply from registers; flows that wait for theirs are in a queue, each at most
    /// once.
    ///
    /// A reply that finds none before it is offered in the next cycle. The reply of a flow that has
    /// waited is read from memory, while the one before it is being built.
    pub struct AnswerQueue(nic: &Nic) as "tailback_reflector_answers" {
        /// Bits of a queue pair number.
        count qp_bits = QP_BITS;
        /// Lowest bit of VL in the address fields of a reply.
        count vl_at = QP_BITS + SL_BITS;
        /// Lowest bit of P_Key in the address fields of a reply.
        count p_key_at = QP_BITS + 2 * SL_BITS;
        /// Lowest bit of SLID in the address fields of a reply.
        count slid_at = FIELD_BITS - 2 * LID_BITS;
        /// Lowest bit of DLID in the address fields of a reply.
        count dlid_at = FIELD_BITS - LID_BITS;

        /// The packet that is decided asks for a reply.
        input asks;
        /// Flow of the packet that is decided.
        input flow[nic.flow_bits()];
        /// A reply is owed already to the flow.
        input owed;
        /// Phase of the flow, if its reply is kept.
        input phase;
        /// The reply, joined to the one owed already, is an ACK.
        input ack;
        /// BECN of the joined reply.
        input becn;
        /// PSN of the joined reply.
        input psn[PSN_BITS];
        /// Fields of the packet that its reply returns.
        input returned[RETURNED_BITS];
        /// DestQP of the reply: remote queue pair of the flow.
        input dest_qp[QP_BITS];
        /// The reply that left in the cycle before is an ACK.
        input left_ack;
        /// BECN of the reply that left in the cycle before.
        input left_becn;
        /// PSN of the reply that left in the cycle before.
        input left_psn[PSN_BITS];

        /// The reply is kept until its flow leaves the queue.
        output keeps;
        /// The reply of a flow leaves: the flow was taken from the queue in the cycle before.
        output_reg leaves;
        /// Flow of the reply that leaves.
        output_reg leaving[nic.flow_bits()];
        /// Phase of the flow of the reply that leaves.
        output_reg leaving_phase;
        /// Offered reply.
        master answer: Reply(true, false) reg { valid, cnp, becn, psn };

        /// No reply is offered in the next cycle, unless a new one is.
        local free;
        /// The reply is offered in the next cycle, for there is none before it.
        local direct;
        /// The reply is joined to the one that leaves.
        local joins;
        /// The flow enters the queue.
        local pushes;
        /// A flow is taken from the queue.
        local takes;
        /// Address fields of the reply.
        local fields[FIELD_BITS];
        /// 1 if a flow enters the queue.
        local more[nic.flow_bits() + 1];
        /// 1 if the reply of a flow leaves.
        local fewer[nic.flow_bits() + 1];
        /// Flows that wait for their reply to be offered.
        sub queue: EventQueue = EventQueue::new(&nic.answer_queue());
        /// Number of flows whose reply waits, or leaves in this cycle.
        reg waiting[nic.flow_bits() + 1];
        /// The reply that left in the cycle before is read data of the memories.
        reg reads;
        /// Address fields of the offered reply.
        reg fields_reg[FIELD_BITS];
        /// Address fields of the reply owed to each flow.
        memory(nic.flows()) owed_fields[FIELD_BITS];
    }
    connect {
        queue: put = pushes, put_flow = flow, take = takes;
        owed_fields: write = keeps, write_address = flow, write_data = fields,
            read_address = leaving;
    }
}

impl Logic for AnswerQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = !self.answer.valid.val() || self.answer.ready.val();
        self.direct.next = self.asks.val()
            && !self.owed.val()
            && self.waiting.val() == 0
            && !self.reads.val()
            && self.free.val();
        self.joins.next =
            self.asks.val() && self.leaves.val() && self.flow.val() == self.leaving.val();
        self.pushes.next = self.asks.val() && !self.owed.val() && !self.direct.val();
        self.keeps.next = self.asks.val() && !self.direct.val() && !self.joins.val();

        comment!("Queue of waiting flows");
        self.queue.put_kind.next = 0.into();
        if self.phase.val() {
            self.queue.put_kind.next = 1.into();
        }
        self.takes.next =
            self.queue.offered.val() && self.free.val() && !self.leaves.val() && !self.reads.val();
        self.leaves.next = self.takes.val();
        self.leaving.next = self.queue.flow.val();
        self.leaving_phase.next = self.queue.kind.val().get_bit(0);
        self.reads.next = self.leaves.val() && !self.joins.val();
        self.more.next = 0.into();
        if self.pushes.val() {
            self.more.next = 1.into();
        }
        self.fewer.next = 0.into();
        if self.leaves.val() {
            self.fewer.next = 1.into();
        }
        self.waiting.next = self.waiting.val() + self.more.val() - self.fewer.val();

        comment!("The fields of a flow whose reply leaves are not written in that cycle.");
        self.fields.next = self.returned.val();
        self.fields.next = (self.fields.val() << self.qp_bits.val()) | self.dest_qp.val();
        self.owed_fields.read.next = true;

        comment!("The fields of the offered reply stay until the next one is offered.");
        if self.answer.ready.val() {
            self.answer.valid.next = false;
        }
        if self.direct.val() || self.joins.val() {
            self.answer.valid.next = true;
            self.answer.cnp.next = !self.ack.val();
            self.answer.becn.next = self.becn.val();
            self.answer.psn.next = self.psn.val();
            self.fields_reg.next = self.fields.val();
        } else if self.reads.val() {
            self.answer.valid.next = true;
            self.answer.cnp.next = !self.left_ack.val();
            self.answer.becn.next = self.left_becn.val();
            self.answer.psn.next = self.left_psn.val();
            self.fields_reg.next = self.owed_fields.read_data.val();
        }
        self.answer.dest_qp.next = self.fields_reg.val() >> 0;
        self.answer.sl.next = self.fields_reg.val() >> self.qp_bits.val();
        self.answer.vl.next = self.fields_reg.val() >> self.vl_at.val();
        self.answer.p_key.next = self.fields_reg.val() >> self.p_key_at.val();
        self.answer.slid.next = self.fields_reg.val() >> self.slid_at.val();
        self.answer.dlid.next = self.fields_reg.val() >> self.dlid_at.val();
    }
}
