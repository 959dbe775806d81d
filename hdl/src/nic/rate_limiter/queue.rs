//! A queue in block RAM.

use super::sizes::queue_places;
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// Pairs of bits of a queue pointer with its wrap bit; the last pair may have a single bit.
fn pairs(nic: &Nic) -> usize {
    (nic.flow_bits() + 1).div_ceil(2)
}

block! {
    /// Queue with an entry for each flow, so that it is never full when an entry is pushed.
    ///
    /// The head is read in the cycle before it may be popped. No entry is pushed in the cycle of
    /// that read, and none is popped in the cycle before it.
    pub struct FlowQueue(nic: &Nic, width: usize) as "tailback_limiter_queue" {
        /// Pairs of bits of a queue pointer with its wrap bit.
        count pair_count = pairs(nic);

        /// An entry is pushed.
        input push;
        /// Entry that is pushed.
        input pushed[width];
        /// The head is read.
        input look;
        /// The head that was read is popped; only while `some` is high.
        input pop;

        /// The queue was not empty in the cycle before.
        output_reg some;
        /// Head that was read in the cycle before.
        output head[width];

        /// Address of the head, with a wrap bit above it.
        reg front_place[nic.flow_bits() + 1];
        /// Address of the next entry that is pushed, with a wrap bit above it.
        reg back_place[nic.flow_bits() + 1];
        /// Bits in which the two addresses differ.
        local crossed[2 * pairs(nic)];
        /// Pairs of bits in which the two addresses differ.
        local pairs[pairs(nic)];
        /// Register of `pairs`.
        reg different[pairs(nic)];
        /// An entry was pushed in the cycle before.
        reg has_come;
        /// Entries of the queue.
        memory(queue_places(nic)) places[width];
    }
    connect {
        places: write = push, write_data = pushed, read = look, read_data = head;
    }
}

impl Logic for FlowQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.crossed.next = self.front_place.val() ^ self.back_place.val();
        for pair in 0..self.pair_count.val() {
            self.pairs.next = self.pairs.val().replace_bit(
                pair,
                self.crossed.val().get_bit(2 * pair) || self.crossed.val().get_bit(2 * pair + 1),
            );
        }
        self.different.next = self.pairs.val();
        self.has_come.next = self.push.val();
        self.some.next = self.different.val() != 0 || self.has_come.val();
        self.places.write_address.next = self.back_place.val() >> 0;
        self.places.read_address.next = self.front_place.val() >> 0;
        if self.push.val() {
            self.back_place.next = self.back_place.val() + 1;
        }
        if self.pop.val() {
            self.front_place.next = self.front_place.val() + 1;
        }
    }
}
