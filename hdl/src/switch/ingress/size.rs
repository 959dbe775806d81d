//! Blocks and beats of a packet that is stored.

use crate::prelude::*;
use tailback_spec::switch::port::Port;

block! {
    /// Counts the blocks and beats of a packet that is stored, with its VCRC.
    pub struct PacketSize(port: &Port) as "tailback_ingress_size" {
        /// Full blocks of the packet that began last, not counting its VCRC.
        input whole_blocks[port.block_bits()];
        /// Full beats of the packet that began last, not counting its VCRC.
        input whole_beats[port.buffer().beats_bits()];
        /// The beat of the cycle before is the first of a packet, and is stored.
        input stores;

        /// Blocks of the packet that is stored; 0 without `stores`.
        output write_blocks[port.block_bits()];
        /// Beats of the packet that is stored; 0 without `stores`.
        output write_beats[port.buffer().beats_bits()];
    }
}

impl Logic for PacketSize {
    #[hdl_gen]
    fn update(&mut self) {
        self.write_blocks.next = 0.into();
        self.write_beats.next = 0.into();
        if self.stores.val() {
            comment!("The VCRC takes part of one more block and of one more beat.");
            self.write_blocks.next = self.whole_blocks.val() + 1;
            self.write_beats.next = self.whole_beats.val() + 1;
        }
    }
}
