//! Whether a packet ends with its VCRC.

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

/// Zeros behind the last group, less those behind each, from the last group on.
fn zeros(port: &Port) -> Vec<usize> {
    (0..groups(port)).map(|behind| behind * WORD_BYTES * BYTE).collect()
}

block! {
    /// Checks the VCRC of packets, whose last beat has two bytes more than some groups of four.
    ///
    /// The remainder goes over all bytes, those that do not count being zeros. After a good packet
    /// it is known from the number of zeros.
    pub struct VcrcCheck(port: &Port) as "tailback_ingress_vcrc" {
        /// Groups of four bytes in a beat.
        count groups = groups(port);
        /// What the remainder starts from.
        param seed[REMAINDER_BITS] = u128::from(LINK_SEED);
        /// The remainder after a good packet that ends with the last group.
        param last_residue[REMAINDER_BITS] =
            u128::from(residue((WORD_BYTES - LINK_BYTES) * BYTE));

        /// A beat of a packet comes.
        input beat;
        /// It is the last one.
        input last;
        /// Its bytes.
        input data[port.width_bits()];
        /// Which of them count.
        input counts[port.width_bytes()];
        /// The beat of the cycle before does not end with the packet's VCRC.
        output bad;

        /// Which groups count, that begin with the last two bytes of four.
        local group_counts[port.width_bytes() / WORD_BYTES];
        /// The remainder after a good packet that ends in this beat.
        local good[REMAINDER_BITS];
        /// The remainder after the beat.
        sub after_beat: VcrcRemainder =
            VcrcRemainder::new(port.width_bits());
        /// The remainder after a good packet, for each group, from the last one on.
        sub residues: VcrcZeros = VcrcZeros::new(&zeros(port));
        /// The remainder after the beat before.
        reg remainder_reg[REMAINDER_BITS] = u128::from(LINK_SEED);
        /// The remainder after the last beat, too.
        reg found[REMAINDER_BITS];
        /// What it is after a good packet that ends there.
        reg expected[REMAINDER_BITS];
    }
}

impl Logic for VcrcCheck {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The group that begins with the last two bytes of four counts if they do.");
        for group in 0..self.groups.val() {
            self.group_counts.next = self
                .group_counts
                .val()
                .replace_bit(group, self.counts.val().get_bit(4 * group + 2));
        }
        self.after_beat.counts.next = self.group_counts.val();
        self.after_beat.data.next = self.data.val() ^ self.remainder_reg.val();
        if self.beat.val() {
            self.remainder_reg.next = self.after_beat.remainder.val();
            if self.last.val() {
                self.remainder_reg.next = self.seed.val();
            }
        }

        self.residues.data.next = self.last_residue.val();
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
