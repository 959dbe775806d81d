//! Marking of the packets stored in a full input buffer.

use crate::prelude::*;
use tailback_spec::switch::marking::Marking;

block! {
    /// Marks the packets that are stored in an input buffer when it becomes full.
    ///
    /// One bit for each packet slot remembers that its packet was in the full buffer; the packet is
    /// marked as its transmission begins.
    ///
    /// All events of a cycle see the bits as they were before the clock edge that ends it: a packet
    /// whose transmission begins in the cycle of the trigger can no longer be marked, and a packet
    /// that arrives in that cycle was not in the full buffer.
    pub struct NaiveMarking(config: &Marking) as "tailback_marking" {
        /// Input ports.
        count ports = config.ports();
        /// One-hot code of slot 0.
        param first_slot[config.packets_per_input()] = 1;

        /// A packet takes a slot of the input buffer.
        input(config.ports()) enqueue;
        /// Slot of the packet that arrives; valid with `enqueue`.
        input(config.ports()) enqueue_slot[config.slot_bits()];
        /// The input buffer became full in the cycle before.
        input(config.ports()) trigger;
        /// The transmission of a packet from the input buffer begins.
        input(config.ports()) transmit;
        /// Slot of the packet whose transmission begins; valid with `transmit`.
        input(config.ports()) transmit_slot[config.slot_bits()];

        /// The packet whose transmission begins is to be marked.
        output(config.ports()) mark;

        /// Slot taken in this cycle, one-hot; 0 without `enqueue`.
        local(config.ports()) taken[config.packets_per_input()];
        /// Slot of the packet whose transmission begins, one-hot.
        local(config.ports()) leaving[config.packets_per_input()];
        /// Slots whose packet was in a full buffer, one bit per slot.
        reg(config.ports()) marked[config.packets_per_input()];
    }
}

impl Logic for NaiveMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.leaving[port].next = self.first_slot.val() << self.transmit_slot[port].val();
            self.mark[port].next = self.transmit[port].val()
                && (self.marked[port].val() & self.leaving[port].val()).any();

            if self.enqueue[port].val() {
                self.taken[port].next = self.first_slot.val() << self.enqueue_slot[port].val();
            } else {
                self.taken[port].next = 0.into();
            }
            if self.trigger[port].val() {
                self.marked[port].next = !self.taken[port].val();
            } else {
                self.marked[port].next = self.marked[port].val() & !self.taken[port].val();
            }
        }
    }
}
