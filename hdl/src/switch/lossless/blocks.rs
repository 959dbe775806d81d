//! Blocks of packets, as congestion detectors count them.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::port::Port;

block! {
    /// Says of which queue the packet is that comes in, and which words that go out begin a block.
    pub struct BlockEvents(port: &Port) as "tailback_block_events" {
        /// The last word of a block, from 0.
        count last_position = port.block_words() - 1;

        /// A packet begins to come in.
        input write_first;
        /// Its queue.
        input write_queue[port.buffer().queue_bits()];
        /// A word goes out.
        input word_valid;
        /// It is the last of its packet.
        input word_last;

        /// The queue of the packet that comes in.
        output taken_queue[port.buffer().queue_bits()];
        /// The word that goes out is the first of a block.
        output leads;

        /// The queue of the last packet that began to come in.
        reg open_queue[port.buffer().queue_bits()];
        /// The position in its block of the word that goes out next.
        reg position[bits_for(port.block_words() as u32 - 1)];
    }
}

impl Logic for BlockEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.taken_queue.next = self.open_queue.val();
        if self.write_first.val() {
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
