//! A queue in block RAM.

use super::sizes::queue_places;
use crate::prelude::*;
use tailback_spec::nic::Nic;
use tailback_spec::parameter::bits_for;

block! {
    /// A queue with a place for each flow, so that it never is full as something comes.
    ///
    /// The first one is looked at in the cycle before that in which it may be taken out.
    pub struct FlowQueue(nic: &Nic, width: usize) as "tailback_limiter_queue" {
        /// Something comes.
        input push;
        /// What.
        input pushed[width];
        /// The first one is looked at.
        input look;
        /// The one that was looked at is taken out; only if there is one.
        input pop;

        /// There is one.
        output some;
        /// The one that was looked at in the cycle before.
        output head[width];

        /// The place of the first one.
        reg front_place[nic.flow_bits()];
        /// The place behind the last one.
        reg back_place[nic.flow_bits()];
        /// How many there are.
        reg count[bits_for(queue_places(nic) as u32)];
        /// The places.
        memory(queue_places(nic)) places[width];
    }
}

impl Logic for FlowQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.some.next = self.count.val() != 0;
        self.places.write.next = self.push.val();
        self.places.write_address.next = self.back_place.val();
        self.places.write_data.next = self.pushed.val();
        self.places.read.next = self.look.val();
        self.places.read_address.next = self.front_place.val();
        self.head.next = self.places.read_data.val();
        if self.push.val() {
            self.back_place.next = self.back_place.val() + 1;
        }
        if self.pop.val() {
            self.front_place.next = self.front_place.val() + 1;
        }
        if self.push.val() && !self.pop.val() {
            self.count.next = self.count.val() + 1;
        } else if self.pop.val() && !self.push.val() {
            self.count.next = self.count.val() - 1;
        }
    }
}
