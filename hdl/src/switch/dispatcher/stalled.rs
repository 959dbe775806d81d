//! Queues whose packets lack only credits or the link.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Indicates the queues with a packet that lacks only credits or the link: the output port is
    /// idle.
    pub struct StalledQueues(config: &Config) as "tailback_stalled_queues" {
        /// Ports.
        count ports = config.ports();
        /// Virtual lanes (VLs) of a port.
        count lanes = config.lanes();

        /// Per input port, one bit per queue: a packet waits, and the first one is known.
        input(config.ports()) known[config.buffer().queues()];
        /// Per input port, one bit per queue: that packet can be sent.
        input(config.ports()) sendable[config.buffer().queues()];
        /// One bit per output port: a packet is being sent to it.
        input(config.ports()) engaged;
        /// One bit per queue: a packet lacks only credits or the link.
        output(config.buffer().queues()) stalled;

        /// One bit per queue: a packet waits in some input port.
        local wanted[config.buffer().queues()];
        /// One bit per queue: the first packet of some input port can be sent.
        local served[config.buffer().queues()];
    }
}

impl Logic for StalledQueues {
    #[hdl_gen]
    fn update(&mut self) {
        self.wanted.next = 0.into();
        self.served.next = 0.into();
        for from in 0..self.ports.val() {
            self.wanted.next = self.wanted.val() | self.known[from].val();
            self.served.next = self.served.val() | self.sendable[from].val();
        }
        for port in 0..self.ports.val() {
            for lane in 0..self.lanes.val() {
                self.stalled[port * self.lanes.val() + lane].next = !self.engaged[port].val()
                    && self.wanted.val().get_bit(port * self.lanes.val() + lane)
                    && !self.served.val().get_bit(port * self.lanes.val() + lane);
            }
        }
    }
}
