//! The check of a packet's VCRC.

use crate::comment;
use crate::prelude::*;
use crate::switch::vcrc::{residue, VcrcRemainder, VcrcZeros, REMAINDER_BITS};
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::{LINK_BYTES, LINK_SEED};
use tailback_spec::wire::lrh::WORD_BYTES;

/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;

/// Groups of four bytes in a beat.
fn groups(port: &Port) -> usize {
    port.width_bytes() / WORD_BYTES
}

/// Zero bits after the last group less those after each group, from the last group on.
fn zeros(port: &Port) -> Vec<usize> {
    (0..groups(port)).map(|behind| behind * WORD_BYTES * BYTE).collect()
}

block! {
    /// Checks the VCRC of packets; a last beat has a multiple of four bytes, plus two.
    ///
    /// The remainder covers all bytes of a beat, with invalid bytes taken as zeros. The remainder
    /// after a good packet follows from the number of zeros.
    pub struct VcrcCheck(port: &Port) as "tailback_ingress_vcrc" {
        /// Groups of four bytes in a beat.
        count groups = groups(port);
        /// Start value of the remainder.
        param seed[REMAINDER_BITS] = u128::from(LINK_SEED);
        /// Remainder after a good packet that ends in the last group.
        param last_residue[REMAINDER_BITS] =
            u128::from(residue((WORD_BYTES - LINK_BYTES) * BYTE));

        /// A beat of a packet is received.
        input beat;
        /// The received beat is the last of its packet.
        input last;
        /// Received beat data.
        input data[port.width_bits()];
        /// Valid bytes of the received beat, one bit per byte.
        input counts[port.width_bytes()];
        /// The beat of the cycle before does not end with the packet's VCRC.
        output bad;

        /// Valid groups of four bytes, one bit each; a group starts with the third byte of a word.
        local group_counts[port.width_bytes() / WORD_BYTES];
        /// Remainder after a good packet that ends in the received beat.
        local good[REMAINDER_BITS];
        /// Computes the remainder after the received beat.
        sub after_beat: VcrcRemainder =
            VcrcRemainder::new(port.width_bits());
        /// Remainders after a good packet that ends in each group, from the last group on.
        sub residues: VcrcZeros = VcrcZeros::new(&zeros(port));
        /// Remainder after the packet's beats before the received one; the seed between packets.
        reg remainder_reg[REMAINDER_BITS] = u128::from(LINK_SEED);
        /// Remainder after the beat of the cycle before, even if it was the last.
        reg found[REMAINDER_BITS];
        /// Remainder that the beat of the cycle before has if it ends a good packet.
        reg expected[REMAINDER_BITS];
    }
    connect {
        after_beat: counts = group_counts;
        residues: data = last_residue;
    }
}

impl Logic for VcrcCheck {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A group starts with the third byte of a word, and is valid if that byte is.");
        for group in 0..self.groups.val() {
            self.group_counts.next = self
                .group_counts
                .val()
                .replace_bit(group, self.counts.val().get_bit(4 * group + 2));
        }
        self.after_beat.data.next = self.data.val() ^ self.remainder_reg.val();
        if self.beat.val() {
            self.remainder_reg.next = self.after_beat.remainder.val();
            if self.last.val() {
                self.remainder_reg.next = self.seed.val();
            }
        }

        self.good.next = self.residues.remainder[self.groups.val() - 1].val();
        for group in 1..self.groups.val() {
            if self.counts.val().get_bit(4 * group + 1) {
                self.good.next = self.residues.remainder[self.groups.val() - 1 - group].val();
            }
        }
        self.found.next = self.after_beat.remainder.val();
        self.expected.next = self.good.val();
        self.bad.next = self.found.val() != self.expected.val();
    }
}
