//! How the VCRC of a packet changes whose FECN is set.

use super::{VcrcCorrection, BYTE, FECN_AFTER_GLOBAL, FECN_AFTER_LOCAL};
use crate::comment;
use crate::prelude::*;
use crate::switch::vcrc::{before_zeros, VcrcZeros, REMAINDER_BITS};
use tailback_spec::switch::port::Port;
use tailback_spec::wire::bth::FECN_MASK;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Bytes of the longest stride.
const STRIDE_BYTES: usize = 16;

/// Bytes of a stride.
pub(super) fn stride_bytes(port: &Port) -> usize {
    port.width_bytes().min(STRIDE_BYTES)
}

/// Strides of a word.
pub(super) fn strides(port: &Port) -> usize {
    port.width_bytes() / stride_bytes(port)
}

/// Bits from the beginning of a word to the end of each stride.
fn ends(port: &Port) -> Vec<usize> {
    (1..=strides(port)).map(|passed| passed * stride_bytes(port) * BYTE).collect()
}

/// The remainder before a word from which FECN in this byte of the packet would come.
fn start(byte: usize, port: &Port) -> u128 {
    before_zeros(FECN_MASK.into(), byte % port.width_bytes() * BYTE).into()
}

/// Whether a VCRC can begin behind a byte of the packet in the byte's own word.
fn is_in_same_word(byte: usize, port: &Port) -> bool {
    byte % port.width_bytes() + WORD_BYTES < port.width_bytes()
}

block! {
    /// Knows what the VCRC of a packet changes by when its FECN is set.
    ///
    /// The change is a remainder that begins with FECN and goes on with zeros. A word is passed in
    /// strides, lest there be a matrix for each place where a VCRC can begin.
    pub struct VcrcChange(port: &Port) as "tailback_egress_vcrc_change" {
        /// Strides of a word.
        count strides = strides(port);
        /// FECN and the VCRC that changes with it may be in the same word.
        choice same_word = is_in_same_word(FECN_AFTER_LOCAL, port)
            || is_in_same_word(FECN_AFTER_GLOBAL, port);
        /// What FECN behind a Local Route Header does, as if it came from before its word.
        param local_start[REMAINDER_BITS] = start(FECN_AFTER_LOCAL, port);
        /// What FECN behind a Global Route Header does, as if it came from before its word.
        param global_start[REMAINDER_BITS] = start(FECN_AFTER_GLOBAL, port);

        /// A word comes.
        input word_valid;
        /// It is the first of a packet.
        input word_first;
        /// FECN is set behind the Local Route Header.
        input sets_local;
        /// FECN is set behind the Global Route Header.
        input sets_global;
        /// The VCRC begins in the word with this group of four bytes, one bit for each.
        input vcrc_at[port.width_bytes() / WORD_BYTES];
        /// The bits of the word that change with the VCRC.
        output flips[port.width_bits()];

        /// The change before the word, but for what is set in it.
        local carried[REMAINDER_BITS];
        /// The change before the word.
        local entering[REMAINDER_BITS];
        /// The change after each stride.
        sub passed: VcrcZeros = VcrcZeros::new(&ends(port));
        /// The change in its place.
        sub correction: VcrcCorrection = VcrcCorrection::new(port);
        /// The change after the word before.
        reg change_reg[REMAINDER_BITS];
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
        self.passed.data.next = self.entering.val();
        if self.word_valid.val() {
            self.change_reg.next = self.passed.remainder[self.strides.val() - 1].val();
        }

        self.correction.change[0].next = self.entering.val();
        if !self.same_word.val() {
            comment!("What is set is known late.");
            self.correction.change[0].next = self.carried.val();
        }
        for number in 1..self.strides.val() {
            self.correction.change[number].next = self.passed.remainder[number - 1].val();
        }
        self.correction.vcrc_at.next = self.vcrc_at.val();
        self.flips.next = self.correction.flips.val();
    }
}
