//! The header of a reply.

use crate::interface::Reply;
use crate::prelude::*;
use tailback_spec::nic::transmit::{ACK_WORDS, CNP_WORDS};
use tailback_spec::wire::bth::OPCODE_CNP;

/// Bits of the header: LRH, BTH and AETH.
const HEADER_BITS: usize = 8 * (8 + 12 + 4);

block! {
    /// LRH, BTH and AETH of a reply, as they are on the wire; a CNP has no AETH.
    pub struct AnswerHeader() as "tailback_nic_answer_header" {
        /// Opcode of a CNP.
        count opcode_cnp = OPCODE_CNP as usize;
        /// PktLen of an ACK.
        param ack_length[8] = ACK_WORDS as u128;
        /// PktLen of a CNP.
        param cnp_length[8] = CNP_WORDS as u128;

        /// Reply.
        slave reply: Reply(false, true);
        /// The reply is a CNP.
        output is_cnp;
        /// Bytes of the header; the first one has the least significant bits.
        output words[HEADER_BITS];

        /// PktLen of the reply.
        local length[8];
        /// Header as a number; the first byte has the most significant bits.
        local number[HEADER_BITS];
    }
}

impl Logic for AnswerHeader {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_cnp.next = self.reply.opcode.val() == self.opcode_cnp.val();
        self.length.next = self.ack_length.val();
        if self.is_cnp.val() {
            self.length.next = self.cnp_length.val();
        }
        comment!("Fields enter at the bottom; all bits between them are 0.");
        self.number.next = self.reply.vl.val();
        self.number.next = (self.number.val() << 8) | self.reply.sl.val();
        comment!("LNH is 2.");
        self.number.next = (self.number.val() << 4) | 2;
        self.number.next = (self.number.val() << 16) | self.reply.dlid.val();
        self.number.next = (self.number.val() << 16) | self.length.val();
        self.number.next = (self.number.val() << 16) | self.reply.slid.val();
        self.number.next = (self.number.val() << 8) | self.reply.opcode.val();
        self.number.next = (self.number.val() << 24) | self.reply.p_key.val();
        self.number.next = (self.number.val() << 32) | self.reply.dest_qp.val();
        self.number.next = (self.number.val() << 32) | self.reply.psn.val();
        self.number.next = (self.number.val() << 8) | self.reply.syndrome.val();
        self.number.next = (self.number.val() << 24) | self.reply.msn.val();
        comment!("BECN is bit 6 of byte 12.");
        self.number.next = self.number.val().replace_bit(94, self.reply.becn.val());
        comment!("The first byte of the header is the most significant one of the number.");
        for octet in 0..24 {
            for at in 0..8 {
                self.words.next = self
                    .words
                    .val()
                    .replace_bit(8 * octet + at, self.number.val().get_bit(184 - 8 * octet + at));
            }
        }
    }
}
