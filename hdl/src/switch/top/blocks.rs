//! Blocks of packets, for the congestion detectors.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::port::Port;

block! {
    /// Reports the queue of the packet being stored, and the first beat of each block sent.
    pub struct BlockEvents(port: &Port) as "tailback_block_events" {
        /// Position of the last beat of a block, from 0.
        count last_position = port.block_words() - 1;

        /// A beat is written.
        input write;
        /// The beat is the first of a packet.
        input write_first;
        /// Queue of the packet that is written; valid with `write_first`.
        input write_queue[port.buffer().queue_bits()];
        /// A beat is sent to the crossbar.
        input word_valid;
        /// Last beat of the sent packet.
        input word_last;

        /// Queue of the packet that is being written.
        output taken_queue[port.buffer().queue_bits()];
        /// First beat of a block that is sent to the crossbar.
        output leads;

        /// Queue of the packet that began last.
        reg open_queue[port.buffer().queue_bits()];
        /// Position within its block of the next beat to be sent.
        reg position[bits_for(port.block_words() as u32 - 1)];
    }
}

impl Logic for BlockEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.taken_queue.next = self.open_queue.val();
        if self.write.val() && self.write_first.val() {
            self.taken_queue.next = self.write_queue.val();
            self.open_queue.next = self.write_queue.val();
        }
        self.leads.next = self.word_valid.val() && self.position.val() == 0;
        if self.word_valid.val() {
            self.position.next = self.position.val() + 1;
            if self.word_last.val() || self.position.val() == self.last_position.val() {
                self.position.next = 0.into();
            }
        }
    }
}
