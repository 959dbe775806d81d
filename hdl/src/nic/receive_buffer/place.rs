//! The place of a beat in its packet.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::port::Port as LinkPort;

/// Bits of a position in the largest number of beats of a block.
const POSITION_BITS: usize = 3;

block! {
    /// Follows the beats of packets: virtual lane (VL) of the packet, and ends of its 64-byte blocks.
    pub struct BlockPlace(port: &LinkPort) as "tailback_nic_block_place" {
        /// Position of the last beat of a block.
        count last_position = port.block_words() - 1;

        /// A beat moves.
        input moves;
        /// The beat is the last one of its packet.
        input last;
        /// VL in the beat, if it is the first one of its packet.
        input beat_vl[VL_BITS];
        /// The beat is the first one of its packet.
        output first;
        /// VL of the packet.
        output vl[VL_BITS];
        /// The beat is the first one of a block.
        output begins;
        /// The beat is the last one of a block.
        output ends;

        /// Beats of the block before the beat.
        local place[POSITION_BITS];
        /// Beats of the block so far.
        reg position[POSITION_BITS];
        /// The first beat of a packet has moved, and its last beat has not.
        reg inside_packet;
        /// VL of that packet.
        reg packet_vl[VL_BITS];
    }
}

impl Logic for BlockPlace {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = !self.inside_packet.val();
        self.vl.next = self.packet_vl.val();
        self.place.next = self.position.val();
        if !self.inside_packet.val() {
            self.vl.next = self.beat_vl.val();
            self.place.next = 0.into();
        }
        self.begins.next = self.place.val() == 0;
        self.ends.next = self.last.val() || self.place.val() == self.last_position.val();
        if self.moves.val() {
            self.inside_packet.next = !self.last.val();
            self.packet_vl.next = self.vl.val();
            self.position.next = self.place.val() + 1;
            if self.place.val() == self.last_position.val() {
                self.position.next = 0.into();
            }
        }
    }
}
