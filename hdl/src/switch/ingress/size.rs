//! Blocks and beats of a packet, from its PktLen.

use super::length::{beat_bits, group_bits};
use super::range::LENGTH_BITS;
use crate::prelude::*;
use tailback_spec::switch::port::Port;

block! {
    /// Determines from PktLen how many blocks and beats a packet has that is stored.
    pub struct PacketSize(port: &Port) as "tailback_ingress_size" {
        /// Bits of a number of groups of four bytes below that of a whole beat.
        count group_bits = group_bits(port);
        /// Bits of a number of beats.
        count beats_bits = port.buffer().beats_bits();
        /// Bits of a number of beats that are in PktLen.
        count known_bits = port.buffer().beats_bits().min(beat_bits(port));

        /// PktLen of the packet that began last.
        input words[LENGTH_BITS];
        /// The beat of the cycle before is the first of a packet, and is stored.
        input stores;

        /// Blocks of the packet that is stored; 0 without `stores`.
        output write_blocks[port.block_bits()];
        /// Beats of the packet that is stored; 0 without `stores`.
        output write_beats[port.buffer().beats_bits()];

        /// Full blocks, without the VCRC.
        local whole_blocks[port.block_bits()];
        /// Full beats, without the VCRC.
        local whole_beats[port.buffer().beats_bits()];
    }
}

impl Logic for PacketSize {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("With its VCRC, a packet takes one block and one beat more than the full ones.");
        self.whole_blocks.next = self.words.val() >> 4;
        for low in 0..self.known_bits.val() {
            self.whole_beats.next = self
                .whole_beats
                .val()
                .replace_bit(low, self.words.val().get_bit(self.group_bits.val() + low));
        }
        for high in self.known_bits.val()..self.beats_bits.val() {
            self.whole_beats.next = self.whole_beats.val().replace_bit(high, false);
        }
        self.write_blocks.next = 0.into();
        self.write_beats.next = 0.into();
        if self.stores.val() {
            self.write_blocks.next = self.whole_blocks.val() + 1;
            self.write_beats.next = self.whole_beats.val() + 1;
        }
    }
}
