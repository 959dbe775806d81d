//! The end of a packet, from its PktLen.

use super::range::LENGTH_BITS;
use super::verdict::can_be_single;
use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Groups of four bytes in a beat.
fn groups(port: &Port) -> usize {
    port.width_bytes() / WORD_BYTES
}

/// Bits of a number of groups below that of a whole beat.
fn group_bits(port: &Port) -> usize {
    groups(port).ilog2() as usize
}

/// Bits of a beat's number in its packet.
fn beat_bits(port: &Port) -> usize {
    LENGTH_BITS - group_bits(port)
}

block! {
    /// Determines from PktLen with which beat a packet should end, where its blocks begin.
    pub struct PacketLength(port: &Port) as "tailback_ingress_length" {
        /// Groups of four bytes in a beat.
        count groups = groups(port);
        /// Bits of a number of groups below that of a whole beat.
        count group_bits = group_bits(port);
        /// Bits of a number of beats.
        count beats_bits = port.buffer().beats_bits();
        /// Bits of a number of beats that are in PktLen.
        count known_bits = port.buffer().beats_bits().min(beat_bits(port));
        /// A packet can have a single beat.
        choice can_be_single = can_be_single(port);
        /// Bits of a beat's position in its block.
        count position_bits = port.block_words().ilog2() as usize;

        /// A beat of a packet is received.
        input beat;
        /// The received beat is the first of its packet.
        input first;
        /// The received beat is the last of its packet.
        input last;
        /// PktLen; with `first`.
        input length[LENGTH_BITS];
        /// Valid bytes of the beat, one bit per byte.
        input counts[port.width_bytes()];

        /// Full blocks of the packet, not counting its VCRC; not valid with `first`, unless a
        /// packet can have a single beat.
        output full_blocks[port.block_bits()];
        /// Full blocks of the packet that began last, not counting its VCRC.
        output whole_blocks[port.block_bits()];
        /// Full beats of the packet that began last, not counting its VCRC.
        output whole_beats[port.buffer().beats_bits()];
        /// The packet should end with this beat.
        output is_final;
        /// Fewer bytes are valid than the last beat should have.
        output too_few;
        /// More bytes are valid than the last beat should have.
        output too_many;
        /// First beat of a block.
        output begins_block;

        /// PktLen of the packet; not valid with `first`, unless a packet can have a single beat.
        local packet_length[LENGTH_BITS];
        /// Groups of four bytes in the last beat before its VCRC.
        local tail_groups[group_bits(port)];
        /// Number of the last beat in its packet, from 0.
        local last_number[beat_bits(port)];
        /// The beat is not the first of a block.
        local in_block;
        /// PktLen of the packet that began last.
        reg length_reg[LENGTH_BITS];
        /// Number of the next beat in its packet, from 0.
        reg number[beat_bits(port)];
    }
}

impl Logic for PacketLength {
    #[hdl_gen]
    fn update(&mut self) {
        self.packet_length.next = self.length_reg.val();
        if self.can_be_single.val() && self.first.val() {
            self.packet_length.next = self.length.val();
        }
        if self.first.val() {
            self.length_reg.next = self.length.val();
        }
        if self.beat.val() {
            comment!("May wrap around: the longest packet has ended by then.");
            self.number.next = self.number.val() + 1;
            if self.last.val() {
                self.number.next = 0.into();
            }
        }

        self.full_blocks.next = self.packet_length.val() >> 4;
        self.tail_groups.next = self.packet_length.val() >> 0;
        self.last_number.next = self.packet_length.val() >> self.group_bits.val();
        self.is_final.next = self.number.val() == self.last_number.val()
            && (self.can_be_single.val() || !self.first.val());
        self.too_few.next = false;
        self.too_many.next = false;
        for group in 0..self.groups.val() {
            if self.tail_groups.val() == group {
                self.too_few.next = !self.counts.val().get_bit(4 * group + 1);
                self.too_many.next = self.counts.val().get_bit(4 * group + 2);
            }
        }

        self.whole_blocks.next = self.length_reg.val() >> 4;
        for low in 0..self.known_bits.val() {
            self.whole_beats.next = self
                .whole_beats
                .val()
                .replace_bit(low, self.length_reg.val().get_bit(self.group_bits.val() + low));
        }
        for high in self.known_bits.val()..self.beats_bits.val() {
            self.whole_beats.next = self.whole_beats.val().replace_bit(high, false);
        }

        self.in_block.next = false;
        for at in 0..self.position_bits.val() {
            self.in_block.next = self.in_block.val() || self.number.val().get_bit(at);
        }
        self.begins_block.next = !self.in_block.val();
    }
}
