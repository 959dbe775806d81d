//! The header of an answer.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::transmit::{ACK_WORDS, CNP_WORDS};
use tailback_spec::wire::bth::OPCODE_CNP;

/// Bits of the header: LRH, BTH and AETH.
const HEADER_BITS: usize = 8 * (8 + 12 + 4);

block! {
    /// The LRH, BTH and AETH of an answer, as they are on the wire; a CNP has no AETH.
    pub struct AnswerHeader() as "tailback_nic_answer_header" {
        /// The opcode of a CNP.
        count opcode_cnp = OPCODE_CNP as usize;
        /// PktLen of an ACK.
        param ack_length[8] = ACK_WORDS as u128;
        /// PktLen of a CNP.
        param cnp_length[8] = CNP_WORDS as u128;

        /// The opcode.
        input opcode[8];
        /// The service level.
        input sl[4];
        /// The VL.
        input vl[VL_BITS];
        /// Where it goes.
        input dlid[16];
        /// Where it comes from.
        input slid[16];
        /// The partition.
        input p_key[16];
        /// The queue pair that it is for.
        input dest_qp[24];
        /// The PSN.
        input psn[24];
        /// BECN.
        input becn;
        /// The syndrome.
        input syndrome[8];
        /// The MSN.
        input msn[24];
        /// The answer is a CNP.
        output is_cnp;
        /// The bytes; the first one has the least significant bits.
        output words[HEADER_BITS];

        /// PktLen.
        local length[8];
    }
}

impl Logic for AnswerHeader {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_cnp.next = self.opcode.val() == self.opcode_cnp.val();
        self.length.next = self.ack_length.val();
        if self.is_cnp.val() {
            self.length.next = self.cnp_length.val();
        }
        comment!("Byte 1 ends with LNH 2; what is not assigned is 0.");
        self.words.next = 0.into();
        self.words.next = self.words.val().replace_bit(9, true);
        self.words.next = self.words.val().replace_bit(102, self.becn.val());
        for at in 0..4 {
            self.words.next = self.words.val().replace_bit(4 + at, self.vl.val().get_bit(at));
            self.words.next = self.words.val().replace_bit(12 + at, self.sl.val().get_bit(at));
        }
        for at in 0..8 {
            self.words.next =
                self.words.val().replace_bit(16 + at, self.dlid.val().get_bit(8 + at));
            self.words.next = self.words.val().replace_bit(24 + at, self.dlid.val().get_bit(at));
            self.words.next = self.words.val().replace_bit(40 + at, self.length.val().get_bit(at));
            self.words.next =
                self.words.val().replace_bit(48 + at, self.slid.val().get_bit(8 + at));
            self.words.next = self.words.val().replace_bit(56 + at, self.slid.val().get_bit(at));
            self.words.next = self.words.val().replace_bit(64 + at, self.opcode.val().get_bit(at));
            self.words.next =
                self.words.val().replace_bit(80 + at, self.p_key.val().get_bit(8 + at));
            self.words.next = self.words.val().replace_bit(88 + at, self.p_key.val().get_bit(at));
            self.words.next =
                self.words.val().replace_bit(160 + at, self.syndrome.val().get_bit(at));
        }
        comment!("Numbers of three bytes, the most significant one first.");
        for octet in 0..3 {
            for at in 0..8 {
                self.words.next = self.words.val().replace_bit(
                    104 + 8 * octet + at,
                    self.dest_qp.val().get_bit(16 - 8 * octet + at),
                );
                self.words.next = self
                    .words
                    .val()
                    .replace_bit(136 + 8 * octet + at, self.psn.val().get_bit(16 - 8 * octet + at));
                self.words.next = self
                    .words
                    .val()
                    .replace_bit(168 + 8 * octet + at, self.msn.val().get_bit(16 - 8 * octet + at));
            }
        }
    }
}
