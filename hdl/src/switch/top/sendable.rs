//! Check of the credits for the first packets of an input port's queues.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Determines the queues of an input port whose first packet can be sent: the link of the
    /// output port is up, and has credits for this packet; or the packet is to be dropped.
    ///
    /// All inputs come from registers, and the allocator looks at the result in the same cycle.
    pub struct SendableQueues(config: &Config) as "tailback_sendable_queues" {
        /// Ports.
        count ports = config.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = config.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = config.lanes();
        /// VL15 is configured.
        choice has_management = config.lanes() > config.virtual_lanes();

        /// Per queue: a packet waits, and the first one is known.
        input(config.buffer().queues()) known;
        /// Per output port and data VL: blocks of that packet.
        input(config.ports() * config.virtual_lanes()) blocks[config.buffer().packet_bits()];
        /// Per output port: the link is up.
        input(config.ports()) links_active;
        /// Per output port and data VL: blocks of the longest packet that may start.
        input(config.ports() * config.virtual_lanes()) available[config.block_bits()];
        /// Per queue: the packet that is started next is dropped.
        input(config.buffer().queues()) expired;

        /// One bit per queue: the first packet can be sent, or is dropped.
        output sendable[config.buffer().queues()];

        /// Per output port and data VL: there are credits for the packet.
        local(config.ports() * config.virtual_lanes()) covered;
    }
}

impl Logic for SendableQueues {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Yosys maps `>=` to a carry chain; for `<=`, a test for equality is added to it.");
        for port in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                self.covered[port * self.virtual_lanes.val() + vl].next =
                    self.available[port * self.virtual_lanes.val() + vl].val()
                        >= self.blocks[port * self.virtual_lanes.val() + vl].val();
                self.sendable.next = self.sendable.val().replace_bit(
                    port * self.lanes.val() + vl,
                    self.known[port * self.lanes.val() + vl].val()
                        && (self.expired[port * self.lanes.val() + vl].val()
                            || (self.links_active[port].val()
                                && self.covered[port * self.virtual_lanes.val() + vl].val())),
                );
            }
        }
        if self.has_management.val() {
            comment!("VL15 has no credits.");
            for port in 0..self.ports.val() {
                self.sendable.next = self.sendable.val().replace_bit(
                    port * self.lanes.val() + self.virtual_lanes.val(),
                    self.known[port * self.lanes.val() + self.virtual_lanes.val()].val()
                        && (self.expired[port * self.lanes.val() + self.virtual_lanes.val()].val()
                            || self.links_active[port].val()),
                );
            }
        }
    }
}
