//! The choice of the packet that begins next, and the packet in transmission.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::port::Port as LinkPort;

block! {
    /// Lets packets begin: a reply before the next host packet, unless the reply lacks credits.
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
        input reply_vl[VL_BITS];
        /// The shown beat of the reply is its last one.
        input answer_last;
        /// A beat of the host is stored.
        input some;
        /// The oldest stored beat is the last one of its packet.
        input stored_last;
        /// Credits suffice for the next host packet.
        input host_may_send;
        /// Credits suffice for the reply.
        input answer_may_send;
        /// The output register is free, or its beat is accepted.
        input room;

        /// A packet would begin, but lacks credits.
        output lacks_credits;
        /// A packet begins.
        output begins;
        /// VL of the packet that begins.
        output begins_vl[VL_BITS];
        /// Length in blocks of the packet that begins.
        output begins_blocks[port.block_bits()];
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
        /// The beat that moves, if one does, is one of the reply.
        output shows_answer;

        /// No packet is being transmitted or dropped.
        local idle;
        /// The reply may begin.
        local answers;
        /// The host packet may begin, and there are credits for it.
        local proceeds;
        /// The host packet begins to be dropped.
        local drop_begins;
        /// A host packet is being transmitted.
        reg sending;
        /// A reply is being transmitted.
        reg answering;
        /// A host packet is being dropped.
        reg dropping;
    }
}

impl Logic for TransmitWay {
    #[hdl_gen]
    fn update(&mut self) {
        self.idle.next = !self.sending.val() && !self.answering.val() && !self.dropping.val();
        self.answers.next = self.built.val() && self.answer_may_send.val();
        self.proceeds.next = self.host.val() && self.host_may_send.val();
        self.lacks_credits.next = self.idle.val()
            && (self.built.val() || self.host.val())
            && !self.answers.val()
            && !self.proceeds.val();
        self.begins.next =
            self.idle.val() && self.room.val() && (self.answers.val() || self.proceeds.val());
        self.begins_vl.next = self.host_vl.val();
        self.begins_blocks.next = self.host_blocks.val();
        if self.answers.val() {
            self.begins_vl.next = self.reply_vl.val();
            self.begins_blocks.next = 1.into();
        }
        self.host_begins.next = self.begins.val() && !self.answers.val();
        self.drop_begins.next = self.idle.val() && self.dropped.val() && !self.begins.val();
        self.leaves.next = self.host_begins.val() || self.drop_begins.val();

        comment!("Beats");
        self.move_stored.next =
            self.host_begins.val() || (self.sending.val() && self.room.val() && self.some.val());
        self.take_stored.next = self.move_stored.val() || (self.dropping.val() && self.some.val());
        self.shows_answer.next = self.answering.val() || (self.idle.val() && self.answers.val());
        self.move_answer.next = self.room.val() && self.shows_answer.val();
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
