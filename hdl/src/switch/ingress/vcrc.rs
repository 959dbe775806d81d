//! The check of a packet's VCRC.

use crate::crc::{residue, ByteOrder, Crc, Word, WORD_BITS};
use crate::prelude::*;
use crate::Bits;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::LINK;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Groups of four bytes that end in a beat; one more begins in it.
fn groups(port: &Port) -> usize {
    port.width_bytes() / WORD_BYTES
}

/// The groups of a beat as words: the first and the last one have only two bytes in the beat, with
/// which the first one begins.
fn words(port: &Port) -> Vec<Word> {
    let word = |group: usize| {
        let distance = port.width_bits() - (group * WORD_BITS).saturating_sub(LINK.bits);
        match group == 0 || group == groups(port) {
            true => Word { bits: LINK.bits, distance },
            false => Word::whole(distance),
        }
    };
    (0..=groups(port)).map(word).collect()
}

/// Remainders after a good packet, from bit 0, one for each group that can be its end.
fn residues(port: &Port) -> Bits {
    let mut all = Bits::new(groups(port) * LINK.bits, 0);
    for group in 0..groups(port) {
        let zeros = (groups(port) - group) * WORD_BITS - LINK.bits;
        let one = Bits::new(all.width(), residue(LINK, zeros).into());
        all = all | (one << (group * LINK.bits));
    }
    all
}

block! {
    /// Checks the VCRC of packets; a last beat has a multiple of four bytes, plus two.
    ///
    /// The remainder covers all bytes of a beat, with invalid bytes taken as zeros. The remainder
    /// after a good packet follows from the number of zeros.
    ///
    /// Bytes are valid in groups of four. The groups begin two bytes before the beat and end two
    /// bytes after it, so that the first and the last group have only two bytes in the beat, and a
    /// packet ends with a group. The first group is always valid.
    pub struct VcrcCheck(port: &Port) as "tailback_ingress_vcrc" {
        /// Number of the last group.
        count groups = groups(port);
        /// First bit of the last group.
        count last_start = port.width_bits() - LINK.bits;
        /// Start value of the remainder.
        param seed[LINK.bits] = u128::from(LINK.seed);
        /// Remainders after a good packet, from bit 0, one for each group that can be its end.
        param residues[groups(port) * LINK.bits] = residues(port);

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

        /// Valid groups, one bit each, from the second group on.
        local group_counts[groups(port)];
        /// Received beat data, with the remainder before it xored into the first bits.
        local entered[port.width_bits()];
        /// Contribution of each group to the remainder after the received beat, if it is valid.
        sub after_beat: Crc = Crc::new(LINK, ByteOrder::LittleEndian, &words(port));
        /// Contributions of the valid groups, one bit each, for each bit of the remainder.
        local(LINK.bits) parities[groups(port) + 1];
        /// Remainder after the received beat.
        local remainder[LINK.bits];
        /// Value of `residues`.
        local all_residues[groups(port) * LINK.bits];
        /// Remainder after a good packet that ends in the received beat.
        local good[LINK.bits];
        /// Remainder after the packet's beats before the received one; the seed between packets.
        reg remainder_reg[LINK.bits] = u128::from(LINK.seed);
        /// Remainder after the beat of the cycle before, even if it was the last.
        reg found[LINK.bits];
        /// Remainder that the beat of the cycle before has if it ends a good packet.
        reg expected[LINK.bits];
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

        comment!("Remainder");
        self.entered.next = self.data.val() ^ self.remainder_reg.val();
        self.after_beat.data[0].next = self.entered.val().get_bits::<16>(0);
        for group in 1..self.groups.val() {
            self.after_beat.data[group].next = self.entered.val().get_bits::<32>(32 * group - 16);
        }
        self.after_beat.data[self.groups.val()].next =
            self.entered.val().get_bits::<16>(self.last_start.val());
        for number in 0..16 {
            self.parities[number].next = self.parities[number]
                .val()
                .replace_bit(0, self.after_beat.remainder[0].val().get_bit(number));
            for group in 0..self.groups.val() {
                self.parities[number].next = self.parities[number].val().replace_bit(
                    group + 1,
                    self.group_counts.val().get_bit(group)
                        && self.after_beat.remainder[group + 1].val().get_bit(number),
                );
            }
            self.remainder.next =
                self.remainder.val().replace_bit(number, self.parities[number].val().xor());
        }
        if self.beat.val() {
            self.remainder_reg.next = self.remainder.val();
            if self.last.val() {
                self.remainder_reg.next = self.seed.val();
            }
        }

        comment!("Check");
        self.all_residues.next = self.residues.val();
        self.good.next = self.all_residues.val().get_bits::<16>(0);
        for group in 1..self.groups.val() {
            if self.counts.val().get_bit(4 * group + 1) {
                self.good.next = self.all_residues.val().get_bits::<16>(16 * group);
            }
        }
        self.found.next = self.remainder.val();
        self.expected.next = self.good.val();
        self.bad.next = self.found.val() != self.expected.val();
    }
}
