//! Guard against starvation by the round-robin allocator.

use crate::prelude::*;
use tailback_spec::switch::allocator::guard::Guard;

block! {
    /// Withholds requests that would keep a packet waiting that has waited for too long.
    ///
    /// The guard watches one virtual output queue (VOQ) after the other, each an input port and a
    /// queue of it; a queue is a virtual lane (VL) of an output port. A VOQ that has requested
    /// service for long enough is urgent: its input port and its output port then serve nothing
    /// else.
    pub struct RequestGuard(config: &Guard) as "tailback_request_guard" {
        /// Ports, each an input port and an output port.
        count ports = config.ports();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();
        /// The last input port.
        count last_input = config.ports() - 1;
        /// The last queue.
        count last_queue = config.queues() - 1;
        /// Cycles for which a VOQ requests service before it is urgent, minus 1.
        count almost = config.patience_cycles() - 1;

        /// Per input port, one bit per queue: a packet waits, and the VL has credits.
        input(config.ports()) wants[config.queues()];
        /// One bit per input port: a packet is started.
        input(config.ports()) serve;
        /// Per input port: queue of the packet that is started.
        input(config.ports()) serve_queue[config.queue_bits()];
        /// Per input port, one bit per queue: the input port may request it.
        output(config.ports()) allowed[config.queues()];
        /// The VOQ that is watched is urgent.
        output_reg urgent;

        /// Input port of the next VOQ if its queue is the first one, one-hot.
        local next_input[config.ports()];
        /// Output port of the next VOQ, one-hot.
        local next_output[config.ports()];
        /// Queue of the next VOQ, one-hot.
        local next_queue[config.queues()];
        /// The VOQ that is watched requests service.
        local wanted;
        /// A packet of the VOQ that is watched is started.
        local served;
        /// Queues that the input port of the VOQ that is watched may request.
        local for_this[config.queues()];
        /// Queues that the other input ports may request.
        local for_others[config.queues()];
        /// Per input port: queues that the guard does not withhold.
        local(config.ports()) may[config.queues()];

        /// Input port of the VOQ that is watched, one-hot.
        reg this_input[config.ports()] = 1;
        /// Queue of the VOQ that is watched, one-hot.
        reg this_queue[config.queues()] = 1;
        /// Output port of the VOQ that is watched, one-hot.
        reg this_output[config.ports()] = 1;
        /// Queue of the VOQ that is watched, binary.
        reg queue[config.queue_bits()];
        /// Cycles for which the VOQ that is watched has requested service.
        reg age[config.age_bits()];
    }
}

impl Logic for RequestGuard {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_input.next =
            (self.this_input.val() << 1) | (self.this_input.val() >> self.last_input.val());
        self.next_queue.next =
            (self.this_queue.val() << 1) | (self.this_queue.val() >> self.last_queue.val());
        self.next_output.next = 0.into();
        for port in 0..self.ports.val() {
            for lane in 0..self.lanes.val() {
                if self.next_queue.val().get_bit(port * self.lanes.val() + lane) {
                    self.next_output.next = self.next_output.val().replace_bit(port, true);
                }
            }
        }

        self.wanted.next = false;
        self.served.next = false;
        for port in 0..self.ports.val() {
            self.wanted.next = self.wanted.val()
                || (self.this_input.val().get_bit(port)
                    && (self.wants[port].val() & self.this_queue.val()).any());
            self.served.next = self.served.val()
                || (self.this_input.val().get_bit(port)
                    && self.serve[port].val()
                    && self.serve_queue[port].val() == self.queue.val());
        }

        for port in 0..self.ports.val() {
            for lane in 0..self.lanes.val() {
                self.for_this.next = self.for_this.val().replace_bit(
                    port * self.lanes.val() + lane,
                    !self.urgent.val()
                        || self.this_queue.val().get_bit(port * self.lanes.val() + lane),
                );
                self.for_others.next = self.for_others.val().replace_bit(
                    port * self.lanes.val() + lane,
                    !self.urgent.val() || !self.this_output.val().get_bit(port),
                );
            }
        }
        for port in 0..self.ports.val() {
            self.may[port].next = self.for_others.val();
            if self.this_input.val().get_bit(port) {
                self.may[port].next = self.for_this.val();
            }
            self.allowed[port].next = self.wants[port].val() & self.may[port].val();
        }

        if self.wanted.val() && !self.served.val() {
            if !self.urgent.val() {
                self.age.next = self.age.val() + 1;
            }
            if self.age.val() == self.almost.val() {
                self.urgent.next = true;
            }
        } else {
            comment!("Watch the next VOQ.");
            self.age.next = 0.into();
            self.urgent.next = false;
            self.this_queue.next = self.next_queue.val();
            self.this_output.next = self.next_output.val();
            self.queue.next = self.queue.val() + 1;
            if self.this_queue.val().get_bit(self.last_queue.val()) {
                self.queue.next = 0.into();
                self.this_input.next = self.next_input.val();
            }
        }
    }
}
