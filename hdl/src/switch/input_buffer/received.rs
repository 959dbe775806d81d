//! Queues with packets that have been received as a whole.

use super::sizes::page_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Counts for each queue the packets that wait and have been received as a whole.
    pub struct ReceivedPackets(config: &InputBuffer) as "tailback_buffer_received" {
        /// Queues: output ports times virtual lanes.
        count queues = config.queues();

        /// A packet that waits has been received as a whole.
        input enqueue;
        /// Queue of that packet.
        input enqueue_queue[config.queue_bits()];
        /// A packet that has been received as a whole is started.
        input dequeue;
        /// Queue of that packet.
        input dequeue_queue[config.queue_bits()];

        /// One bit per queue: a packet counts.
        output(config.queues()) counts;

        /// One bit per queue: a packet begins to count.
        local(config.queues()) comes;
        /// One bit per queue: a packet that counts is started.
        local(config.queues()) goes;
        /// Packets of each queue that count. Each has a page at least.
        reg(config.queues()) packets[page_bits(config) + 1];
    }
}

impl Logic for ReceivedPackets {
    #[hdl_gen]
    fn update(&mut self) {
        for number in 0..self.queues.val() {
            self.counts[number].next = self.packets[number].val().any();
            self.comes[number].next = self.enqueue.val() && self.enqueue_queue.val() == number;
            self.goes[number].next = self.dequeue.val() && self.dequeue_queue.val() == number;
            if self.comes[number].val() && !self.goes[number].val() {
                self.packets[number].next = self.packets[number].val() + 1;
            } else if self.goes[number].val() && !self.comes[number].val() {
                self.packets[number].next = self.packets[number].val() - 1;
            }
        }
    }
}
