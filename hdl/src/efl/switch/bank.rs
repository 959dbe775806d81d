//! Beats of words in the buffer of an input.

use super::sizes::{ring_bits, ring_words};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// One beat of each word in the buffer of an input, in block RAM.
    ///
    /// A register follows the block RAM. Both are 0 without a read, so that the beats of all inputs
    /// are combined by OR.
    pub struct EthernetBank(switch: &EthernetSwitch) as "tailback_ethernet_bank" {
        /// A beat is written.
        input write;
        /// Word of that beat.
        input write_word[ring_bits(switch)];
        /// Beat that is written.
        input write_beat[WIDTH_BITS];
        /// A beat is read.
        input read;
        /// Word of that beat.
        input read_word[ring_bits(switch)];
        /// Beat that was read two cycles ago; 0 if none was.
        output_reg beat[WIDTH_BITS];

        /// Beats.
        cleared_block_memory(ring_words(switch)) entries[WIDTH_BITS];
    }
    connect {
        entries: write, write_address = write_word, write_data = write_beat, read,
            read_address = read_word;
    }
}

impl Logic for EthernetBank {
    #[hdl_gen]
    fn update(&mut self) {
        self.beat.next = self.entries.read_data.val();
    }
}
