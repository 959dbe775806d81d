//! Replies: packets that the NIC builds itself.

use super::header::AnswerHeader;
use crate::crc::{ByteOrder, Crc, Word, WORD_BITS};
use crate::interface::Reply;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::transmit::{ACK_WORDS, CNP_WORDS, CRC_CYCLES, REPLY_BYTES};
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::crc::{Definition, INVARIANT, LINK};

/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
/// Bits of the beats of a reply.
const REPLY_BITS: usize = REPLY_BYTES * BYTE;
/// Words of a header, that of an ACK.
const HEADER_WORDS: usize = ACK_WORDS - 1;
/// Bits of a header.
const HEADER_BITS: usize = HEADER_WORDS * WORD_BITS;
/// Words of half a header, which enter the checksums in one cycle.
const HALF_WORDS: usize = HEADER_WORDS / 2;
/// Bits of half a header.
const HALF_BITS: usize = HALF_WORDS * WORD_BITS;
/// Words by which the header of a CNP is shorter.
const SHORTER_WORDS: usize = ACK_WORDS - CNP_WORDS;
/// Bits of the number of a step.
const STEP_BITS: usize = (CRC_CYCLES - 1).ilog2() as usize + 1;

/// Beats of a reply.
fn beats(port: &LinkPort) -> usize {
    REPLY_BYTES.div_ceil(port.width_bytes())
}

/// Bits of a beat number.
fn beat_bits(port: &LinkPort) -> usize {
    (beats(port).ilog2() as usize).max(1)
}

/// Contributions of the words of half a header to a checksum.
fn half(crc: Definition) -> Crc {
    let words: Vec<Word> =
        (1..=HALF_WORDS).rev().map(|words| Word::whole(words * WORD_BITS)).collect();
    Crc::new(crc, ByteOrder::LittleEndian, &words)
}

block! {
    /// Builds replies, and shows them beat by beat.
    ///
    /// The checksums take a cycle for each half of the header, and one for the ICRC. A beat is shown
    /// as soon as all of its bytes will be known when it is accepted.
    pub struct AnswerBuilder(nic: &Nic, port: &LinkPort) as "tailback_nic_answer" {
        /// Number of the step from which on both checksums are known.
        count done = CRC_CYCLES - 1;
        /// Number of the step before the one with which the first beat is shown.
        count last_wait = nic.build_cycles().saturating_sub(2);
        /// The first beat is shown in the first step.
        choice is_prompt = nic.build_cycles() == 1;
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
        /// Words of half a header.
        count half_words = HALF_WORDS;
        /// Lowest bit of the last word of half a header.
        count last_word_at = (HALF_WORDS - 1) * WORD_BITS;
        /// Number of the last word of half a header.
        count last_word = HALF_WORDS - 1;
        /// Bits of half a header.
        count half_bits = HALF_BITS;
        /// Bits by which the header of a CNP is shorter.
        count shorter_bits = SHORTER_WORDS * WORD_BITS;
        /// Lowest bit of the ICRC in an ACK.
        count ack_icrc = (ACK_WORDS - 1) * WORD_BITS;
        /// Lowest bit of the ICRC in a CNP.
        count cnp_icrc = (CNP_WORDS - 1) * WORD_BITS;
        /// Bits of the ICRC.
        count icrc_bits = INVARIANT.bits;
        /// Initial remainder of the ICRC.
        param invariant_seed[INVARIANT.bits] = u128::from(INVARIANT.seed);
        /// Initial remainder of the VCRC.
        param variant_seed[LINK.bits] = u128::from(LINK.seed);
        /// Valid bytes of a CNP: one bit per byte.
        param cnp_keep[REPLY_BYTES] = (1 << (CNP_WORDS * WORD_BITS / BYTE + 2)) - 1;
        /// Valid bytes of an ACK: one bit per byte.
        param ack_keep[REPLY_BYTES] = (1 << (ACK_WORDS * WORD_BITS / BYTE + 2)) - 1;

        /// Reply to be built.
        slave reply: Reply(true, true);
        /// The shown beat is accepted.
        input take;
        /// A beat of the reply is shown.
        output_reg built;
        /// VL of the reply that was accepted last.
        output_reg packet_vl[VL_BITS];
        /// The reply that was accepted last is a CNP.
        output_reg is_cnp;
        /// Data of the shown beat; the first byte has the least significant bits.
        output data[port.width_bits()];
        /// Valid bytes of the shown beat: one bit per byte.
        output keep[port.width_bytes()];
        /// The shown beat is the last one.
        output last;

        /// Header of the offered reply.
        sub header: AnswerHeader = AnswerHeader::new();
        /// Half of the header.
        local half[HALF_BITS];
        /// The half has a word less: its words are moved up by one, with zeros in front.
        local is_short;
        /// Fields of the half that the ICRC does not cover.
        local mask[HALF_BITS];
        /// Words that enter the ICRC, with the remainder before them in the first one.
        local masked[HALF_BITS];
        /// Words that enter the VCRC, with the remainder before them in the first one.
        local words[HALF_BITS];
        /// ICRC, in the steps from 2 on.
        local icrc[INVARIANT.bits];
        /// VCRC, in the last step.
        local vcrc[LINK.bits];
        /// Remainder of the ICRC after the current words.
        local next_invariant[INVARIANT.bits];
        /// Remainder of the VCRC after the current words.
        local next_variant[LINK.bits];
        /// Contributions to the ICRC.
        sub invariant: Crc = half(INVARIANT);
        /// Contributions to the VCRC.
        sub variant: Crc = half(LINK);
        /// Bytes of the reply; the first one has the least significant bits.
        local bytes[REPLY_BITS];
        /// Valid bytes of the reply: one bit per byte.
        local all_keep[REPLY_BYTES];

        /// A reply is held.
        reg held;
        /// Header of the held reply; the first byte has the least significant bits.
        reg header_reg[HEADER_BITS];
        /// Number of the step: halves of the header, ICRC, and done.
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

// A `choice` keeps an `if` of its own.
#[allow(clippy::collapsible_if)]
impl Logic for AnswerBuilder {
    #[hdl_gen]
    fn update(&mut self) {
        self.reply.ready.next = !self.held.val();

        comment!("Half of the header. The second half of a CNP has only two words.");
        self.half.next = self.header_reg.val() >> 0;
        if self.step.val() != 0 {
            self.half.next = self.header_reg.val() >> self.half_bits.val();
        }
        self.is_short.next = self.is_cnp.val() && self.step.val() != 0;

        comment!("The ICRC masks VL (bits 4 to 7) in word 0, and byte 0 in word 3.");
        self.mask.next = 240.into();
        if self.step.val() != 0 {
            self.mask.next = 255.into();
        }
        self.masked.next = (self.half.val() | self.mask.val()) ^ self.invariant_reg.val();
        if self.is_short.val() {
            self.masked.next = self.masked.val() << self.shorter_bits.val();
        }
        self.next_invariant.next = 0.into();
        for word in 0..self.half_words.val() {
            self.invariant.data[word].next = self.masked.val().get_bits::<32>(32 * word);
            self.next_invariant.next =
                self.next_invariant.val() ^ self.invariant.remainder[word].val();
        }
        self.icrc.next = !self.invariant_reg.val();

        comment!("The VCRC covers the ICRC, too, which is the last word and the only one.");
        self.words.next = self.half.val() ^ self.variant_reg.val();
        if self.is_short.val() {
            self.words.next = self.words.val() << self.shorter_bits.val();
        }
        self.next_variant.next = 0.into();
        for word in 0..self.last_word.val() {
            self.variant.data[word].next = self.words.val().get_bits::<32>(32 * word);
            self.next_variant.next = self.next_variant.val() ^ self.variant.remainder[word].val();
        }
        self.variant.data[self.last_word.val()].next =
            self.words.val().get_bits::<32>(self.last_word_at.val());
        if self.step.val().get_bit(1) {
            self.next_variant.next = 0.into();
            self.variant.data[self.last_word.val()].next = self.icrc.val() ^ self.variant_reg.val();
        }
        self.next_variant.next =
            self.next_variant.val() ^ self.variant.remainder[self.last_word.val()].val();
        self.vcrc.next = !self.variant_reg.val();

        comment!("Bytes of the reply");
        self.bytes.next = self.vcrc.val();
        self.bytes.next = (self.bytes.val() << self.icrc_bits.val()) | self.icrc.val();
        if self.is_cnp.val() {
            self.bytes.next = self.bytes.val() << self.cnp_icrc.val();
        } else {
            self.bytes.next = self.bytes.val() << self.ack_icrc.val();
            for at in self.cnp_icrc.val()..self.ack_icrc.val() {
                self.bytes.next =
                    self.bytes.val().replace_bit(at, self.header_reg.val().get_bit(at));
            }
        }
        for at in 0..self.cnp_icrc.val() {
            self.bytes.next = self.bytes.val().replace_bit(at, self.header_reg.val().get_bit(at));
        }

        comment!("Beats");
        self.data.next = self.bytes.val() >> 0;
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
                            self.bytes.val().get_bit(self.width_bits.val() * number + at),
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
            self.header_reg.next = self.header.words.val();
            self.invariant_reg.next = self.invariant_seed.val();
            self.variant_reg.next = self.variant_seed.val();
            self.step.next = 0.into();
            self.beat.next = 0.into();
            self.held.next = self.reply.valid.val();
            if self.is_prompt.val() {
                self.built.next = self.reply.valid.val();
            }
        } else {
            if !self.step.val().get_bit(1) {
                self.invariant_reg.next = self.next_invariant.val();
            }
            if self.step.val() != self.done.val() {
                self.variant_reg.next = self.next_variant.val();
                self.step.next = self.step.val() + 1;
            }
            if !self.is_prompt.val() {
                if self.step.val() == self.last_wait.val() {
                    self.built.next = true;
                }
            }
            if self.built.val() && self.take.val() {
                self.beat.next = self.beat.val() + 1;
                if self.last.val() {
                    self.held.next = false;
                    self.built.next = false;
                }
            }
        }
    }
}
