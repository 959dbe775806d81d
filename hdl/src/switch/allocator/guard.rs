//! What keeps the round-robin allocator from passing over a packet for ever.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::allocator::guard::Guard;

block! {
    /// Withholds requests that would keep a packet waiting that has waited for too long.
    ///
    /// It watches one place after the other, a place being an input port and a queue of it; a queue
    /// is an output port and a lane of it. A place that has wanted for long enough is urgent: its
    /// input and its output then take nothing else.
    pub struct RequestGuard(config: &Guard) as "tailback_request_guard" {
        /// Ports, each an input and an output.
        count ports = config.ports();
        /// Lanes of an output port.
        count lanes = config.lanes();
        /// Queues.
        count queues = config.queues();
        /// The last input port.
        count last_input = config.ports() - 1;
        /// The last queue.
        count last_queue = config.queues() - 1;
        /// One less than the cycles for which a place wants before it is urgent.
        count almost = config.patience_cycles() - 1;

        /// For each input port, the queues for which a packet waits whose lane has credits.
        input(config.ports()) wants[config.queues()];
        /// A packet of the input port starts.
        input(config.ports()) serve;
        /// Its queue.
        input(config.ports()) serve_queue[config.queue_bits()];
        /// What each input port may request.
        output(config.ports()) allowed[config.queues()];
        /// The place that is watched is urgent.
        output urgent;

        /// The input port of the next place, if its queue is the first.
        local next_input[config.ports()];
        /// The output port of the next place.
        local next_output[config.ports()];
        /// Its queue.
        local next_queue[config.queues()];
        /// The place wants.
        local wanted;
        /// It is served.
        local served;
        /// Queues that its input port may request.
        local for_this[config.queues()];
        /// Queues that the others may.
        local for_others[config.queues()];
        /// Queues that each input port may.
        local(config.ports()) may[config.queues()];

        /// The input port of the place, one bit for each.
        reg this_input[config.ports()] = 1;
        /// The queue of the place, one bit for each.
        reg this_queue[config.queues()] = 1;
        /// Its output port, one bit for each.
        reg this_output[config.ports()] = 1;
        /// The queue as a number.
        reg queue[config.queue_bits()];
        /// Cycles for which it has wanted.
        reg age[config.age_bits()];
        /// It has wanted for long enough.
        reg is_urgent;
    }
}

impl Logic for RequestGuard {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_input.next = self
            .next_input
            .val()
            .replace_bit(0, self.this_input.val().get_bit(self.last_input.val()));
        for port in 1..self.ports.val() {
            self.next_input.next =
                self.next_input.val().replace_bit(port, self.this_input.val().get_bit(port - 1));
        }
        self.next_queue.next = self
            .next_queue
            .val()
            .replace_bit(0, self.this_queue.val().get_bit(self.last_queue.val()));
        for number in 1..self.queues.val() {
            self.next_queue.next = self
                .next_queue
                .val()
                .replace_bit(number, self.this_queue.val().get_bit(number - 1));
        }
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
        self.urgent.next = self.is_urgent.val();

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
            if !self.is_urgent.val() {
                self.age.next = self.age.val() + 1;
            }
            if self.age.val() == self.almost.val() {
                self.is_urgent.next = true;
            }
        } else {
            comment!("On to the next place.");
            self.age.next = 0.into();
            self.is_urgent.next = false;
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
