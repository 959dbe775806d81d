//! The choice of the packet that begins next, and the packet in transmission.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::port::Port as LinkPort;

block! {
    /// Lets packets begin: a reply before the next host packet, unless only the reply lacks
    /// credits.
    pub struct TransmitWay(port: &LinkPort) as "tailback_nic_transmit_way" {
        /// The next host packet may begin.
        input host;
        /// The next host packet is to be dropped.
        input dropped;
        /// VL of the next host packet.
        input host_vl[VL_BITS];
        /// Length of the next host packet in blocks.
        input host_blocks[port.block_bits()];
        /// A reply is built.
        input built;
        /// VL of the reply.
        input answer_vl[VL_BITS];
        /// The shown beat of the reply is its last one.
        input answer_last;
        /// A beat of the host is stored.
        input some;
        /// The oldest stored beat is the last one of its packet.
        input stored_last;
        /// Credits suffice for the packet that wants to begin.
        input may_send;
        /// The output register is free, or its beat is accepted.
        input room;

        /// A packet wants to begin, if credits suffice.
        output want;
        /// VL of the packet that wants to begin.
        output want_vl[VL_BITS];
        /// Length in blocks of the packet that wants to begin.
        output want_blocks[port.block_bits()];
        /// The packet that wants to begin does so.
        output begins;
        /// The host packet begins.
        output host_begins;
        /// The host packet begins to be transmitted, or to be dropped.
        output leaves;
        /// A stored beat moves to the output register.
        output move_stored;
        /// A stored beat moves to the output register, or is dropped.
        output take_stored;
        /// A beat of the reply moves to the output register.
        output move_answer;

        /// No packet is being transmitted or dropped.
        local idle;
        /// The reply is preferred to the host packet.
        local want_answer;
        /// The host packet begins to be dropped.
        local drop_begins;
        /// A host packet is being transmitted.
        reg sending;
        /// A reply is being transmitted.
        reg answering;
        /// A host packet is being dropped.
        reg dropping;
        /// A reply lacked credits in the cycle before.
        reg passed;
    }
}

impl Logic for TransmitWay {
    #[hdl_gen]
    fn update(&mut self) {
        self.idle.next = !self.sending.val() && !self.answering.val() && !self.dropping.val();
        self.want.next = self.idle.val() && (self.host.val() || self.built.val());
        self.want_answer.next = self.built.val() && !(self.passed.val() && self.host.val());
        self.want_vl.next = self.host_vl.val();
        self.want_blocks.next = self.host_blocks.val();
        if self.want_answer.val() {
            self.want_vl.next = self.answer_vl.val();
            self.want_blocks.next = 1.into();
        }
        self.begins.next = self.want.val() && self.may_send.val() && self.room.val();
        self.host_begins.next = self.begins.val() && !self.want_answer.val();
        self.drop_begins.next = self.idle.val() && self.dropped.val() && !self.begins.val();
        self.leaves.next = self.host_begins.val() || self.drop_begins.val();
        self.passed.next = self.want.val() && self.want_answer.val() && !self.may_send.val();

        comment!("Beats");
        self.move_stored.next =
            self.host_begins.val() || (self.sending.val() && self.room.val() && self.some.val());
        self.take_stored.next = self.move_stored.val() || (self.dropping.val() && self.some.val());
        self.move_answer.next = (self.begins.val() && self.want_answer.val())
            || (self.answering.val() && self.room.val());
        if self.move_stored.val() {
            self.sending.next = !self.stored_last.val();
        }
        if self.move_answer.val() {
            self.answering.next = !self.answer_last.val();
        }
        if self.drop_begins.val() {
            self.dropping.next = true;
        }
        if self.dropping.val() && self.some.val() && self.stored_last.val() {
            self.dropping.next = false;
        }
    }
}
