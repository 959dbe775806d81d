//! Packets that arrive at once, one after the other.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::policy_marking::PolicyMarking as Config;

block! {
    /// Passes on packets that arrive at once, one in a cycle.
    pub struct OwedPackets(config: &Config) as "tailback_owed_packets" {
        /// Packets that arrive.
        input count[bits_for(config.port.ports() as u32)];
        /// There are any.
        input any;
        /// A packet is passed on.
        output enqueue;

        /// The same as a number.
        local passed[1];
        /// Packets that have arrived and were not passed on.
        reg owed[config.block().counter_bits()];
    }
}

impl Logic for OwedPackets {
    #[hdl_gen]
    fn update(&mut self) {
        self.enqueue.next = self.any.val() || self.owed.val() != 0;
        self.passed.next = 0.into();
        if self.enqueue.val() {
            self.passed.next = 1.into();
        }
        self.owed.next = self.owed.val() + self.count.val() - self.passed.val();
    }
}
