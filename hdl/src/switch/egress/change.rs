//! Change of a packet's VCRC when its FECN is set.

use super::stride::{stride_bytes, strides};
use super::{VcrcCorrection, BYTE, FECN_AFTER_GLOBAL, FECN_AFTER_LOCAL};
use crate::crc::{before_zeros, ByteOrder, Crc, Word};
use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::bth::FECN_MASK;
use tailback_spec::wire::crc::LINK;
use tailback_spec::wire::lrh::WORD_BYTES;

/// The change before a beat as a word, to be moved to the end of each stride.
fn ends(port: &Port) -> Vec<Word> {
    let distances = (1..=strides(port)).map(|passed| passed * stride_bytes(port) * BYTE);
    distances.map(|distance| Word::remainder(LINK, distance)).collect()
}

/// Remainder before the beat that is equivalent to FECN in this byte of the packet.
fn start(byte: usize, port: &Port) -> u128 {
    before_zeros(LINK, FECN_MASK.into(), byte % port.width_bytes() * BYTE).into()
}

/// Whether a VCRC can begin behind a byte of the packet in the byte's own beat.
fn is_in_same_word(byte: usize, port: &Port) -> bool {
    byte % port.width_bytes() + WORD_BYTES < port.width_bytes()
}

block! {
    /// Computes by what the VCRC of a packet changes when its FECN is set.
    ///
    /// The change is a remainder that begins with FECN and continues with zeros. A beat is
    /// processed in strides, lest there be a matrix for each position at which a VCRC can begin.
    pub struct VcrcChange(port: &Port) as "tailback_egress_vcrc_change" {
        /// Strides of a beat.
        count strides = strides(port);
        /// FECN and the VCRC that changes with it may be in the same beat.
        choice same_word = is_in_same_word(FECN_AFTER_LOCAL, port)
            || is_in_same_word(FECN_AFTER_GLOBAL, port);
        /// Remainder before the beat that is equivalent to FECN behind a Local Route Header.
        param local_start[LINK.bits] = start(FECN_AFTER_LOCAL, port);
        /// Remainder before the beat that is equivalent to FECN behind a Global Route Header.
        param global_start[LINK.bits] = start(FECN_AFTER_GLOBAL, port);

        /// A beat enters.
        input word_valid;
        /// The beat is the first of a packet.
        input word_first;
        /// FECN behind the Local Route Header is set in this beat.
        input sets_local;
        /// FECN behind the Global Route Header is set in this beat.
        input sets_global;
        /// Group of four bytes of the beat with which the VCRC begins, one-hot; 0 without one.
        input vcrc_at[port.width_bytes() / WORD_BYTES];
        /// Bits of the beat that change with the VCRC.
        output flips[port.width_bits()];

        /// Change before the beat, without the effect of FECN in it.
        local carried[LINK.bits];
        /// Change before the beat.
        local entering[LINK.bits];
        /// Change after each stride.
        sub passed: Crc = Crc::new(LINK, ByteOrder::LittleEndian, &ends(port));
        /// Moves the change to the VCRC's position in the beat.
        sub correction: VcrcCorrection = VcrcCorrection::new(port);
        /// Change after the previous beat.
        reg change_reg[LINK.bits];
    }
    connect {
        correction: vcrc_at, flips;
    }
}

impl Logic for VcrcChange {
    #[hdl_gen]
    fn update(&mut self) {
        self.carried.next = self.change_reg.val();
        if self.word_first.val() {
            self.carried.next = 0.into();
        }
        self.entering.next = self.carried.val();
        if self.sets_local.val() {
            self.entering.next = self.local_start.val();
        } else if self.sets_global.val() {
            self.entering.next = self.global_start.val();
        }
        for number in 0..self.strides.val() {
            self.passed.data[number].next = self.entering.val();
        }
        if self.word_valid.val() {
            self.change_reg.next = self.passed.remainder[self.strides.val() - 1].val();
        }

        self.correction.change[0].next = self.entering.val();
        if !self.same_word.val() {
            comment!("Timing: `sets_local` and `sets_global` are known late.");
            self.correction.change[0].next = self.carried.val();
        }
        for number in 1..self.strides.val() {
            self.correction.change[number].next = self.passed.remainder[number - 1].val();
        }
    }
}
