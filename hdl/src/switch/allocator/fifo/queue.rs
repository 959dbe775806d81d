//! Choice of a packet of one queue.

use super::FifoBatches;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Chooses the oldest packet of a queue whose input port is able to send it, among the oldest
    /// batches.
    ///
    /// Younger packets may bypass the oldest batch a few times; from then on, the output port is
    /// owed to it: no other packet of the queue is chosen.
    pub struct FifoQueue(config: &Fifo) as "tailback_fifo_queue" {
        /// Batches of the window.
        count window = config.window();
        /// Bypasses after which the output port is owed to the oldest batch.
        count limit = config.bypasses() as usize;

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// Input ports that can accept an offer.
        input able[config.inputs()];
        /// The output port has credits for the virtual lane.
        input ready;
        /// A packet for the output port is granted.
        input granted;
        /// Batch of the granted packet, one-hot; 0 if it is in another queue.
        input granted_batch[config.window()];
        /// Input port of the granted packet, one-hot.
        input granted_input[config.inputs()];

        /// A packet can be offered the output port.
        output can;
        /// The output port is owed to the oldest batch.
        output owed;
        /// Batch of the chosen packet, one-hot; 0 without one.
        output chosen_batch[config.window()];
        /// Input ports of the chosen batch that are able; 0 without one.
        output chosen_inputs[config.inputs()];

        /// Packets in the order of arrival.
        sub order: FifoBatches = FifoBatches::new(config);
        /// A packet waits, and there are credits for it.
        local open;
        /// The oldest batch was bypassed as often as it may be.
        local limited;
        /// Batches with an input port that is able.
        local found[config.window()];
        /// Batches with an input port that is able, of those that may be chosen from.
        local seen[config.window()];
        /// Times that the oldest batch was bypassed.
        reg bypassed[bits_for(config.bypasses().max(1))];
    }
    connect {
        order: arrive, leaves_batch = granted_batch, leaves_input = granted_input;
    }
}

impl Logic for FifoQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.open.next = self.order.batch[0].val().any() && self.ready.val();
        self.limited.next = self.bypassed.val() == self.limit.val();
        self.owed.next = self.open.val() && self.limited.val();

        for at in 0..self.window.val() {
            self.found.next = self
                .found
                .val()
                .replace_bit(at, (self.order.batch[at].val() & self.able.val()).any());
        }
        self.seen.next = self.found.val();
        if self.limited.val() {
            self.seen.next = self.found.val() & 1;
        }
        self.can.next = self.open.val() && self.seen.val().any();
        self.chosen_batch.next = self.seen.val() & -self.seen.val();
        self.chosen_inputs.next = 0.into();
        for at in 0..self.window.val() {
            if self.chosen_batch.val().get_bit(at) {
                self.chosen_inputs.next =
                    self.chosen_inputs.val() | (self.order.batch[at].val() & self.able.val());
            }
        }

        if self.granted_batch.val().get_bit(0) {
            if self.order.oldest_leaves.val() {
                self.bypassed.next = 0.into();
            }
        } else if self.granted.val() && self.open.val() && !self.limited.val() {
            self.bypassed.next = self.bypassed.val() + 1;
        }
    }
}
