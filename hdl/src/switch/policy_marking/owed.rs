//! Serialization of packets that arrive in the same cycle.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::policy_marking::PolicyMarking as Config;

block! {
    /// Passes on packets that arrive in the same cycle, one per cycle.
    pub struct OwedPackets(config: &Config) as "tailback_owed_packets" {
        /// Packets that arrive in this cycle.
        input count[bits_for(config.port.ports() as u32)];
        /// High if `count` is not 0.
        input any;
        /// High in a cycle in which a packet is passed on.
        output enqueue;

        /// `enqueue` as a number.
        local passed[1];
        /// Packets that have arrived and have not been passed on.
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
