//! Replies: packets that the NIC builds itself.

use super::header::AnswerHeader;
use crate::crc::{ByteOrder, Crc, Word, WORD_BITS};
use crate::interface::Reply;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::transmit::{ACK_WORDS, BUILD_CYCLES, CNP_WORDS};
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::crc::{INVARIANT, LINK};

/// 32-bit words that are held: those of an ACK, and its VCRC.
const HELD_WORDS: usize = BUILD_CYCLES;
/// Bits of the held words.
const HELD_BITS: usize = HELD_WORDS * WORD_BITS;
/// Bytes of the held words.
const HELD_BYTES: usize = HELD_BITS / BYTE;
/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
/// Bits of the number of a held word.
const STEP_BITS: usize = HELD_WORDS.ilog2() as usize;

/// Beats of a reply.
fn beats(port: &LinkPort) -> usize {
    HELD_BYTES.div_ceil(port.width_bytes())
}

/// Bits of a beat number.
fn beat_bits(port: &LinkPort) -> usize {
    (beats(port).ilog2() as usize).max(1)
}

block! {
    /// Builds replies, and shows them beat by beat.
    ///
    /// The words of a reply rotate: each one leaves at the bottom, passes the checksums, and enters
    /// again at the top. The ICRC enters behind the header, then the VCRC.
    pub struct AnswerBuilder(port: &LinkPort) as "tailback_nic_answer" {
        /// Number of the last word that is computed.
        count last_step = HELD_WORDS - 1;
        /// Beats of a reply.
        count beats = beats(port);
        /// Number of the last beat.
        count last_beat = beats(port) - 1;
        /// A reply has a single beat.
        choice is_single = beats(port) == 1;
        /// Bytes of a beat.
        count width_bytes = port.width_bytes();
        /// Bits of a beat.
        count width_bits = port.width_bits();
        /// Word number of the ICRC in an ACK.
        count ack_icrc = ACK_WORDS - 1;
        /// Word number of the ICRC in a CNP.
        count cnp_icrc = CNP_WORDS - 1;
        /// Initial remainder of the ICRC.
        param invariant_seed[INVARIANT.bits] = u128::from(INVARIANT.seed);
        /// Initial remainder of the VCRC.
        param variant_seed[LINK.bits] = u128::from(LINK.seed);
        /// Valid bytes of a CNP: one bit per byte.
        param cnp_keep[HELD_BYTES] = (1 << (CNP_WORDS * WORD_BITS / BYTE + 2)) - 1;
        /// Valid bytes of an ACK: one bit per byte.
        param ack_keep[HELD_BYTES] = (1 << (ACK_WORDS * WORD_BITS / BYTE + 2)) - 1;

        /// Reply to be built.
        slave reply: Reply(true, true);
        /// The shown beat is accepted.
        input take;
        /// The reply is built, and a beat of it shown.
        output_reg built;
        /// VL of the built reply.
        output_reg packet_vl[VL_BITS];
        /// The built reply is a CNP.
        output_reg is_cnp;
        /// Data of the shown beat; the first byte has the least significant bits.
        output data[port.width_bits()];
        /// Valid bytes of the shown beat: one bit per byte.
        output keep[port.width_bytes()];
        /// The shown beat is the last one.
        output last;

        /// Header of the offered reply.
        sub header: AnswerHeader = AnswerHeader::new();
        /// Word number of the ICRC.
        local icrc_step[STEP_BITS + 1];
        /// The current word is the ICRC.
        local is_icrc;
        /// The current word is behind the ICRC.
        local is_behind;
        /// Word at the bottom, with ones for the fields that the ICRC does not cover.
        local masked[WORD_BITS];
        /// Word that enters at the top.
        local word[WORD_BITS];
        /// Held words after one step of their rotation.
        local moved[HELD_BITS];
        /// Remainder of the ICRC after the current word.
        sub invariant: Crc =
            Crc::new(INVARIANT, ByteOrder::LittleEndian, &[Word::whole(WORD_BITS)]);
        /// Remainder of the VCRC after the current word.
        sub variant: Crc = Crc::new(LINK, ByteOrder::LittleEndian, &[Word::whole(WORD_BITS)]);
        /// Valid bytes of the reply: one bit per byte.
        local all_keep[HELD_BYTES];

        /// A reply is held.
        reg held;
        /// Words of the held reply; the first one has the least significant bits.
        reg words[HELD_BITS];
        /// Number of the word that is computed.
        reg step[STEP_BITS];
        /// Number of the shown beat.
        reg beat[beat_bits(port)];
        /// Remainder of the ICRC.
        reg invariant_reg[INVARIANT.bits];
        /// Remainder of the VCRC.
        reg variant_reg[LINK.bits];
    }
    connect {
        header: reply;
    }
}

impl Logic for AnswerBuilder {
    #[hdl_gen]
    fn update(&mut self) {
        self.reply.ready.next = !self.held.val();

        comment!("Checksums");
        self.icrc_step.next = self.ack_icrc.val().into();
        if self.is_cnp.val() {
            self.icrc_step.next = self.cnp_icrc.val().into();
        }
        self.is_icrc.next = self.step.val() == self.icrc_step.val();
        self.is_behind.next = self.step.val() > self.icrc_step.val();
        comment!("The ICRC masks VL (bits 4 to 7) in the first word, and byte 0 in the fourth.");
        self.masked.next = self.words.val() >> 0;
        if self.step.val() == 0 {
            self.masked.next = self.masked.val() | 240;
        }
        if self.step.val() == 3 {
            self.masked.next = self.masked.val() | 255;
        }
        self.invariant.data[0].next = self.masked.val() ^ self.invariant_reg.val();
        self.word.next = self.words.val() >> 0;
        if self.is_icrc.val() {
            self.word.next = !self.invariant_reg.val();
        }
        self.variant.data[0].next = self.word.val() ^ self.variant_reg.val();
        if self.is_behind.val() {
            for at in 0..16 {
                self.word.next = self.word.val().replace_bit(
                    at,
                    self.step.val() == self.icrc_step.val() + 1
                        && !self.variant_reg.val().get_bit(at),
                );
                self.word.next = self.word.val().replace_bit(16 + at, false);
            }
        }

        self.moved.next = self.words.val() >> 32;
        for at in 0..32 {
            self.moved.next = self.moved.val().replace_bit(224 + at, self.word.val().get_bit(at));
        }

        comment!("Beats");
        self.data.next = self.words.val() >> 0;
        self.all_keep.next = self.ack_keep.val();
        if self.is_cnp.val() {
            self.all_keep.next = self.cnp_keep.val();
        }
        self.keep.next = self.all_keep.val() >> 0;
        self.last.next = true;
        if !self.is_single.val() {
            for number in 1..self.beats.val() {
                if self.beat.val() == number {
                    for at in 0..self.width_bits.val() {
                        self.data.next = self.data.val().replace_bit(
                            at,
                            self.words.val().get_bit(self.width_bits.val() * number + at),
                        );
                    }
                    for at in 0..self.width_bytes.val() {
                        self.keep.next = self.keep.val().replace_bit(
                            at,
                            self.all_keep.val().get_bit(self.width_bytes.val() * number + at),
                        );
                    }
                }
            }
            self.last.next = self.beat.val() == self.last_beat.val();
        }

        if !self.held.val() {
            self.is_cnp.next = self.header.is_cnp.val();
            self.packet_vl.next = self.reply.vl.val();
            self.step.next = 0.into();
            self.beat.next = 0.into();
            self.invariant_reg.next = self.invariant_seed.val();
            self.variant_reg.next = self.variant_seed.val();
            self.words.next = self.header.words.val();
            self.held.next = self.reply.valid.val();
        } else if !self.built.val() {
            self.words.next = self.moved.val();
            self.invariant_reg.next = self.invariant.remainder[0].val();
            if !self.is_behind.val() {
                self.variant_reg.next = self.variant.remainder[0].val();
            }
            self.step.next = self.step.val() + 1;
            self.built.next = self.step.val() == self.last_step.val();
        } else if self.take.val() {
            self.beat.next = self.beat.val() + 1;
            if self.last.val() {
                self.held.next = false;
                self.built.next = false;
            }
        }
    }
}
