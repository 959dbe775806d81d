//! A queue in block RAM.

use super::sizes::queue_places;
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// Pairs of bits of a place and a turn, the last one perhaps with a single bit.
fn pairs(nic: &Nic) -> usize {
    (nic.flow_bits() + 1).div_ceil(2)
}

block! {
    /// A queue with a place for each flow, so that it never is full as something comes.
    ///
    /// The first one is looked at in the cycle before that in which it may be taken out. Nothing comes
    /// in that cycle, and nothing has been taken out in the one before it.
    pub struct FlowQueue(nic: &Nic, width: usize) as "tailback_limiter_queue" {
        /// Pairs of bits of a place.
        count pair_count = pairs(nic);

        /// Something comes.
        input push;
        /// What.
        input pushed[width];
        /// The first one is looked at.
        input look;
        /// The one that was looked at is taken out; only if there is one.
        input pop;

        /// There was one in the cycle before.
        output some;
        /// The one that was looked at in the cycle before.
        output head[width];

        /// The place of the first one; the highest bit tells one turn from the next.
        reg front_place[nic.flow_bits() + 1];
        /// The place behind the last one.
        reg back_place[nic.flow_bits() + 1];
        /// In which bits the two differ.
        local crossed[2 * pairs(nic)];
        /// In which pairs of bits.
        local pairs[pairs(nic)];
        /// The same, of the cycle before.
        reg different[pairs(nic)];
        /// Something has come in the cycle before.
        reg has_come;
        /// There is one.
        reg is_some;
        /// The places.
        memory(queue_places(nic)) places[width];
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
        self.is_some.next = self.different.val() != 0 || self.has_come.val();
        self.some.next = self.is_some.val();
        self.places.write.next = self.push.val();
        self.places.write_address.next = self.back_place.val() >> 0;
        self.places.write_data.next = self.pushed.val();
        self.places.read.next = self.look.val();
        self.places.read_address.next = self.front_place.val() >> 0;
        self.head.next = self.places.read_data.val();
        if self.push.val() {
            self.back_place.next = self.back_place.val() + 1;
        }
        if self.pop.val() {
            self.front_place.next = self.front_place.val() + 1;
        }
    }
}
