//! Detection of a packet's last beat.

use super::sizes::position_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Detects the last beat of a packet, unless it is the first of a block.
    ///
    /// The record of the block that is being read is looked up one cycle ahead, except for the
    /// second beat of a packet, which may follow the first at once.
    pub struct PacketEnd(config: &InputBuffer) as "tailback_buffer_end" {
        /// A packet is started.
        input start;
        /// Position of the packet's last beat in the block that is being read; 0 if it is in
        /// another block.
        input last_position[position_bits(config)];
        /// The packet's last beat is the second of the block that is being read.
        input second_is_last;
        /// The beat that is written is the last of the block that is being read.
        input fills;
        /// Position of the beat that is written, if it is the last of its packet; else 0.
        input written_last[position_bits(config)];
        /// Position of the next beat to issue.
        input position[position_bits(config)];

        /// The next beat is the last of its packet, if its block has been filled; low in the cycle
        /// after the start.
        output ends;
        /// Cycle after the start: the second beat is the last of its packet, if its block has been
        /// filled.
        output second_ends;

        /// A packet was started in the previous cycle.
        reg started;
        /// Position of the packet's last beat, looked up in the previous cycle.
        reg known_last[position_bits(config)];
    }
}

impl Logic for PacketEnd {
    #[hdl_gen]
    fn update(&mut self) {
        self.started.next = self.start.val();
        self.known_last.next = self.last_position.val();
        if self.fills.val() {
            self.known_last.next = self.written_last.val();
        }
        self.ends.next = !self.started.val() && self.known_last.val() == self.position.val();
        comment!("After the start, the next beat is the second, or still the first after a pause.");
        self.second_ends.next = self.started.val() && self.second_is_last.val();
    }
}
