//! First packet found in the window.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Chooses the oldest of the packets that were found in the window of a queue, or only the oldest
    /// packet of the queue, if the output port is owed to it.
    pub struct FifoFirst(config: &Fifo) as "tailback_fifo_first" {
        /// Packets of the window.
        count window = config.window();

        /// Packets of the window whose input port was able in the previous cycle.
        input found[config.window()];
        /// The queue was open in the previous cycle.
        input open;
        /// The output port is owed to the oldest packet.
        input owed;
        /// A packet can be offered the output port.
        output can;
        /// Place in the window of the chosen packet, one-hot; any place without `can`.
        output chosen_place[config.window()];

        /// An older packet was found, or the output port is owed to an older one.
        local passed;
    }
}

impl Logic for FifoFirst {
    #[hdl_gen]
    fn update(&mut self) {
        self.passed.next = false;
        for at in 0..self.window.val() {
            self.chosen_place.next = self
                .chosen_place
                .val()
                .replace_bit(at, self.found.val().get_bit(at) && !self.passed.val());
            self.passed.next = self.passed.val() || self.found.val().get_bit(at) || self.owed.val();
        }
        self.can.next = self.open.val()
            && (self.found.val().get_bit(0) || (!self.owed.val() && self.found.val().any()));
    }
}
