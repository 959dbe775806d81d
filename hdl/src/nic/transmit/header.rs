//! The header of a reply.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
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

        /// OpCode of the reply.
        input opcode[8];
        /// Service level of the reply.
        input sl[4];
        /// VL of the reply.
        input vl[VL_BITS];
        /// DLID of the reply.
        input dlid[16];
        /// SLID of the reply.
        input slid[16];
        /// P_Key of the reply.
        input p_key[16];
        /// DestQP of the reply.
        input dest_qp[24];
        /// PSN of the reply.
        input psn[24];
        /// BECN of the reply.
        input becn;
        /// AETH syndrome of an ACK.
        input syndrome[8];
        /// AETH MSN of an ACK.
        input msn[24];
        /// The reply is a CNP.
        output is_cnp;
        /// Bytes of the header; the first one has the least significant bits.
        output words[HEADER_BITS];

        /// PktLen of the reply.
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
        comment!("LNH, the low bits of byte 1, is 2; bits that are not assigned are 0.");
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
