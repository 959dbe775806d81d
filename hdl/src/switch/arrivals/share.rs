//! The entries of the allocator's list that an input port's lane has for itself.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::arrivals::Arrivals as Config;

block! {
    /// Counts the packets of a lane of an input port that are in the allocator's list.
    pub struct ListShare(config: &Config) as "tailback_list_share" {
        /// The most that there may be.
        input most[config.share_bits()];
        /// A packet is passed on to the list; not unless `free`.
        input pass;
        /// One leaves the list.
        input leaves;

        /// The list has an entry for another packet.
        output free;

        /// Packets in the list, without the one that leaves.
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
        comment!("Whether a packet is passed on is known late.");
        self.listed.next = self.staying.val();
        if self.pass.val() {
            self.listed.next = self.staying.val() + 1;
        }
    }
}
