//! Share of one input port and virtual lane in the allocator's list.

use crate::prelude::*;
use tailback_spec::switch::arrivals::Arrivals as Config;

block! {
    /// Counts the packets of one input port and virtual lane (VL) that are in the allocator's list.
    pub struct ListShare(config: &Config) as "tailback_list_share" {
        /// Most packets that may be in the list.
        input most[config.share_bits()];
        /// A packet is passed on to the list; only while `free`.
        input pass;
        /// A packet leaves the list.
        input leaves;

        /// The share has a free entry.
        output free;

        /// Packets in the list, without one that leaves in this cycle.
        local staying[config.share_bits()];
        /// Packets in the list.
        reg listed[config.share_bits()];
    }
}

impl Logic for ListShare {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = self.listed.val() != self.most.val();
        self.staying.next = self.listed.val();
        if self.leaves.val() {
            self.staying.next = self.listed.val() - 1;
        }
        comment!("Timing: `pass` is known late.");
        self.listed.next = self.staying.val();
        if self.pass.val() {
            self.listed.next = self.staying.val() + 1;
        }
    }
}
