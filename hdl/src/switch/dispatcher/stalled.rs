//! Queues whose packets lack nothing but credits.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Says which queues have a packet that waits only for credits: its output port is idle.
    pub struct StalledQueues(config: &Config) as "tailback_stalled_queues" {
        /// Ports.
        count ports = config.ports();
        /// Lanes of a port.
        count lanes = config.lanes();

        /// A packet waits in the input port's queue.
        input(config.ports()) waiting[config.buffer().queues()];
        /// The link is up, and has credits for a longest packet.
        input(config.buffer().queues()) may_send;
        /// The output port takes words.
        input(config.ports()) engaged;
        /// A packet lacks nothing but credits.
        output(config.buffer().queues()) stalled;

        /// Some packet waits for the queue's output port and lane.
        local wanted[config.buffer().queues()];
    }
}

impl Logic for StalledQueues {
    #[hdl_gen]
    fn update(&mut self) {
        self.wanted.next = 0.into();
        for from in 0..self.ports.val() {
            self.wanted.next = self.wanted.val() | self.waiting[from].val();
        }
        for port in 0..self.ports.val() {
            for lane in 0..self.lanes.val() {
                self.stalled[port * self.lanes.val() + lane].next = !self.engaged[port].val()
                    && self.wanted.val().get_bit(port * self.lanes.val() + lane)
                    && !self.may_send[port * self.lanes.val() + lane].val();
            }
        }
    }
}
