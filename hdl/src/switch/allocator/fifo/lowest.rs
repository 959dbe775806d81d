//! Lowest input port of a batch.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Selects the packet of a batch that enters the window next: the one of the lowest input port.
    ///
    /// A module of its own keeps synthesis from merging this logic with the selection of the next
    /// batch into larger lookup tables.
    pub struct FifoLowest(config: &Fifo) as "tailback_fifo_lowest" {
        /// Input ports.
        count ports = config.inputs();
        /// The last input port.
        count last = config.inputs() - 1;

        /// Packets of the batch; 0 without one.
        input pending[config.inputs()];
        /// The window takes no packet.
        input full;
        /// A packet waits.
        output waiting;
        /// The last packet of the batch enters the window, or there is none.
        output exhausted;
        /// Input port of the packet that enters next; 0 without one.
        output lowest[config.input_bits()];
        /// For each input port: the window is full, or a packet of a lower input port goes first.
        output stays[config.inputs()];

        /// The batch has a packet of a lower input port.
        local seen;
        /// The batch has several packets.
        local several;
    }
}

impl Logic for FifoLowest {
    #[hdl_gen]
    fn update(&mut self) {
        self.waiting.next = self.pending.val().any();
        self.seen.next = false;
        self.several.next = false;
        for port in 0..self.ports.val() {
            self.stays.next =
                self.stays.val().replace_bit(port, self.full.val() || self.seen.val());
            self.several.next =
                self.several.val() || (self.seen.val() && self.pending.val().get_bit(port));
            self.seen.next = self.seen.val() || self.pending.val().get_bit(port);
        }
        self.exhausted.next = !self.waiting.val() || (!self.full.val() && !self.several.val());
        self.lowest.next = 0.into();
        for port in 0..self.ports.val() {
            if self.pending.val().get_bit(self.last.val() - port) {
                self.lowest.next = (self.last.val() - port).into();
            }
        }
    }
}
