//! Answers: packets that the NIC makes itself.

use super::crc::{invariant_step, variant_step, CrcStep, INVARIANT_BITS, VARIANT_BITS, WORD_BITS};
use super::header::AnswerHeader;
use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::transmit::{ACK_WORDS, BUILD_CYCLES, CNP_WORDS};
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::crc::LINK_SEED;

/// Words that are held: those of an ACK, and its VCRC.
const HELD_WORDS: usize = BUILD_CYCLES;
/// Bits that are held.
const HELD_BITS: usize = HELD_WORDS * WORD_BITS;
/// Bytes that are held.
const HELD_BYTES: usize = HELD_BITS / BYTE;
/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
/// Bits of the number of a word that is held.
const STEP_BITS: usize = HELD_WORDS.ilog2() as usize;

/// Beats of an answer.
fn beats(port: &LinkPort) -> usize {
    HELD_BYTES.div_ceil(port.width_bytes())
}

/// Bits of a beat's number.
fn beat_bits(port: &LinkPort) -> usize {
    (beats(port).ilog2() as usize).max(1)
}

block! {
    /// Builds answers, and shows them beat by beat.
    ///
    /// The words of an answer go around: each leaves at the bottom, goes through the checksums and comes
    /// in again at the top. The ICRC comes in behind the header, then the VCRC.
    pub struct AnswerBuilder(port: &LinkPort) as "tailback_nic_answer" {
        /// The number of the last word that is computed.
        count last_step = HELD_WORDS - 1;
        /// Beats.
        count beats = beats(port);
        /// The number of the last beat.
        count last_beat = beats(port) - 1;
        /// An answer has a single beat.
        choice is_single = beats(port) == 1;
        /// Bytes of a beat.
        count width_bytes = port.width_bytes();
        /// Bits of a beat.
        count width_bits = port.width_bits();
        /// The number of the ICRC in an ACK.
        count ack_icrc = ACK_WORDS - 1;
        /// The number of the ICRC in a CNP.
        count cnp_icrc = CNP_WORDS - 1;
        /// What the remainder of the ICRC starts from.
        param invariant_seed[INVARIANT_BITS] = u128::from(u32::MAX);
        /// What the remainder of the VCRC starts from.
        param variant_seed[VARIANT_BITS] = u128::from(LINK_SEED);
        /// Which bytes count in a CNP.
        param cnp_keep[HELD_BYTES] = (1 << (CNP_WORDS * WORD_BITS / BYTE + 2)) - 1;
        /// Which bytes count in an ACK.
        param ack_keep[HELD_BYTES] = (1 << (ACK_WORDS * WORD_BITS / BYTE + 2)) - 1;

        /// There is an answer.
        input valid;
        /// Its opcode.
        input opcode[8];
        /// Its service level.
        input sl[4];
        /// Its VL.
        input vl[VL_BITS];
        /// Where it goes.
        input dlid[16];
        /// Where it comes from.
        input slid[16];
        /// Its partition.
        input p_key[16];
        /// The queue pair that it is for.
        input dest_qp[24];
        /// Its PSN.
        input psn[24];
        /// BECN.
        input becn;
        /// AETH of an ACK: syndrome.
        input syndrome[8];
        /// AETH of an ACK: MSN.
        input msn[24];
        /// The beat is taken.
        input take;
        /// The answer is taken.
        output ready;
        /// There is a beat.
        output built;
        /// The VL of the packet.
        output packet_vl[VL_BITS];
        /// The packet is a CNP.
        output is_cnp;
        /// The bytes of the beat.
        output data[port.width_bits()];
        /// Which of them count.
        output keep[port.width_bytes()];
        /// The beat is the last one.
        output last;

        /// The header of the answer that comes.
        sub header: AnswerHeader = AnswerHeader::new();
        /// The number of the ICRC.
        local icrc_step[STEP_BITS + 1];
        /// The word is the ICRC.
        local is_icrc;
        /// The word is behind it.
        local is_behind;
        /// The word that leaves, as the ICRC has it.
        local masked[WORD_BITS];
        /// The word that comes in.
        local word[WORD_BITS];
        /// The words with that one at the top.
        local moved[HELD_BITS];
        /// The remainder of the ICRC after the word.
        sub invariant: CrcStep = invariant_step();
        /// The remainder of the VCRC after the word.
        sub variant: CrcStep = variant_step();
        /// Which bytes count in the packet.
        local all_keep[HELD_BYTES];

        /// An answer is held.
        reg held;
        /// It is built.
        reg done;
        /// It is a CNP.
        reg cnp;
        /// Its VL.
        reg lane[VL_BITS];
        /// Its words; the first one has the least significant bits.
        reg words[HELD_BITS];
        /// The number of the word that is computed.
        reg step[STEP_BITS];
        /// The number of the beat that is shown.
        reg beat[beat_bits(port)];
        /// The remainder of the ICRC.
        reg invariant_reg[INVARIANT_BITS];
        /// The remainder of the VCRC.
        reg variant_reg[VARIANT_BITS];
    }
}

impl Logic for AnswerBuilder {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.held.val();
        self.built.next = self.done.val();
        self.packet_vl.next = self.lane.val();
        self.is_cnp.next = self.cnp.val();
        self.header.opcode.next = self.opcode.val();
        self.header.sl.next = self.sl.val();
        self.header.vl.next = self.vl.val();
        self.header.dlid.next = self.dlid.val();
        self.header.slid.next = self.slid.val();
        self.header.p_key.next = self.p_key.val();
        self.header.dest_qp.next = self.dest_qp.val();
        self.header.psn.next = self.psn.val();
        self.header.becn.next = self.becn.val();
        self.header.syndrome.next = self.syndrome.val();
        self.header.msn.next = self.msn.val();

        comment!("Checksums");
        self.icrc_step.next = self.ack_icrc.val().into();
        if self.cnp.val() {
            self.icrc_step.next = self.cnp_icrc.val().into();
        }
        self.is_icrc.next = self.step.val() == self.icrc_step.val();
        self.is_behind.next = self.step.val() > self.icrc_step.val();
        comment!("VL is in the first word; FECN and BECN are in the fourth.");
        self.masked.next = self.words.val() >> 0;
        for at in 0..4 {
            if self.step.val() == 0 {
                self.masked.next = self.masked.val().replace_bit(4 + at, true);
            }
        }
        for at in 0..8 {
            if self.step.val() == 3 {
                self.masked.next = self.masked.val().replace_bit(at, true);
            }
        }
        self.invariant.data.next = self.masked.val() ^ self.invariant_reg.val();
        self.word.next = self.words.val() >> 0;
        if self.is_icrc.val() {
            self.word.next = !self.invariant_reg.val();
        }
        self.variant.data.next = self.word.val() ^ self.variant_reg.val();
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
        if self.cnp.val() {
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
            self.cnp.next = self.header.is_cnp.val();
            self.lane.next = self.vl.val();
            self.step.next = 0.into();
            self.beat.next = 0.into();
            self.invariant_reg.next = self.invariant_seed.val();
            self.variant_reg.next = self.variant_seed.val();
            self.words.next = self.header.words.val();
            self.held.next = self.valid.val();
        } else if !self.done.val() {
            self.words.next = self.moved.val();
            self.invariant_reg.next = self.invariant.remainder.val();
            if !self.is_behind.val() {
                self.variant_reg.next = self.variant.remainder.val();
            }
            self.step.next = self.step.val() + 1;
            self.done.next = self.step.val() == self.last_step.val();
        } else if self.take.val() {
            self.beat.next = self.beat.val() + 1;
            if self.last.val() {
                self.held.next = false;
                self.done.next = false;
            }
        }
    }
}
