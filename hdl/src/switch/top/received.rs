//! Registers between the ingress of a port and its input buffer.

use crate::prelude::*;
use tailback_spec::switch::port::Port;

block! {
    /// Delays the beats that the ingress stores by one cycle.
    ///
    /// The result of the forwarding table is known late, and decides whether a packet is stored.
    pub struct ReceivedBeats(port: &Port) as "tailback_received_beats" {
        /// A beat is stored.
        input stores;
        /// First beat of a packet, whether the packet is stored or not.
        input begins;
        /// The stored beat is the first of a packet.
        input stores_first;
        /// The stored beat is the last of its packet.
        input stores_last;
        /// The stored packet is bad; valid with `stores_last`.
        input stores_bad;
        /// Queue of the packet; valid with `stores_first`.
        input stores_queue[port.buffer().queue_bits()];
        /// Blocks of the packet by its header; valid with `stores_first`.
        input stores_blocks[port.block_bits()];
        /// Beats of the packet by its header; valid with `stores_first`.
        input stores_beats[port.buffer().beats_bits()];
        /// Beat: data, and above it a byte enable for each byte.
        input stores_word[port.word_bits()];

        /// A beat is written to the input buffer.
        output_reg write;
        /// The beat is the first of a packet; valid with `write`.
        output_reg write_first;
        /// The beat is the last of its packet.
        output_reg write_last;
        /// The packet is bad; valid with `write_last`.
        output_reg write_bad;
        /// Queue of the packet; valid with `arrive`.
        output_reg write_queue[port.buffer().queue_bits()];
        /// Blocks of the packet by its header; valid with `arrive`.
        output_reg write_blocks[port.block_bits()];
        /// Beats of the packet by its header; valid with `arrive`.
        output_reg write_beats[port.buffer().beats_bits()];
        /// Beat: data, and above it a byte enable for each byte.
        output_reg write_word[port.word_bits()];
        /// The first beat of a packet is written.
        output_reg arrive;
    }
}

impl Logic for ReceivedBeats {
    #[hdl_gen]
    fn update(&mut self) {
        self.write.next = self.stores.val();
        comment!("Timing: `begins` is known earlier than `stores_first`.");
        self.write_first.next = self.begins.val();
        self.write_last.next = self.stores_last.val();
        self.write_bad.next = self.stores_bad.val();
        self.write_queue.next = self.stores_queue.val();
        self.write_blocks.next = self.stores_blocks.val();
        self.write_beats.next = self.stores_beats.val();
        self.write_word.next = self.stores_word.val();
        self.arrive.next = self.stores_first.val();
    }
}
