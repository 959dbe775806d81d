//! What goes next, and what is on its way out.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::port::Port as LinkPort;

block! {
    /// Lets packets begin: an answer before the next packet of the host, unless it alone lacks credits.
    pub struct TransmitWay(port: &LinkPort) as "tailback_nic_transmit_way" {
        /// The next packet of the host may go.
        input host;
        /// It is to be dropped.
        input dropped;
        /// Its VL.
        input host_vl[VL_BITS];
        /// Its blocks.
        input host_blocks[port.block_bits()];
        /// An answer is built.
        input built;
        /// Its VL.
        input answer_vl[VL_BITS];
        /// The beat of the answer is its last one.
        input answer_last;
        /// A beat of the host is stored.
        input some;
        /// It is the last one of its packet.
        input stored_last;
        /// There are credits for what is wanted.
        input may_send;
        /// A beat may move.
        input room;

        /// A packet wants to begin.
        output want;
        /// Its VL.
        output want_vl[VL_BITS];
        /// Its blocks.
        output want_blocks[port.block_bits()];
        /// It begins.
        output begins;
        /// That of the host begins.
        output host_begins;
        /// That of the host begins, or begins to be dropped.
        output leaves;
        /// A beat of the host moves.
        output move_stored;
        /// A beat of the host moves or vanishes.
        output take_stored;
        /// A beat of the answer moves.
        output move_answer;

        /// Nothing is on its way out.
        local idle;
        /// It is the answer that is wanted.
        local want_answer;
        /// A packet begins to be dropped.
        local drop_begins;
        /// A packet of the host is on its way out.
        reg sending;
        /// An answer is.
        reg answering;
        /// A packet vanishes.
        reg dropping;
        /// An answer has just lacked credits.
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
