//! A queue of events of flows, between two blocks of the NIC that do not keep the same pace.

use crate::address_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::queue::EventQueue as Config;
use tailback_spec::parameter::bits_for;

block! {
    /// Holds events of flows in the order in which they come; what comes while it is full is lost.
    ///
    /// An event is read in the cycle after that in which it comes, at the earliest, and is offered
    /// in the next one: so what is read has always been written before.
    pub struct EventQueue(config: &Config) as "tailback_event_queue" {
        /// The bit of a number of events that is one if these are all that there is room for.
        count full_bit = config.places().ilog2() as usize;
        /// Bits of a flow's number.
        count flow_bits = config.flow_bits();
        /// Bits of what an event is.
        count kind_bits = config.kind_bits();

        /// An event has come.
        input put;
        /// For this flow.
        input put_flow[config.flow_bits()];
        /// What it is.
        input put_kind[config.kind_bits()];
        /// The event that is offered is taken.
        input take;
        /// There is no place for another event.
        output full;
        /// There is an event.
        output offered;
        /// For this flow.
        output flow[config.flow_bits()];
        /// What it is.
        output kind[config.kind_bits()];

        /// The event that comes is stored.
        local stores;
        /// That which is offered leaves.
        local leaves;
        /// The event that comes: its flow, and above it what it is.
        local incoming[config.flow_bits() + config.kind_bits()];
        /// The place of the oldest event that does not leave.
        local oldest[address_bits(config.places())];
        /// Events that do not leave.
        local remaining[bits_for(config.places() as u32)];
        /// There are such.
        local remains;
        /// Events.
        reg level[bits_for(config.places() as u32)];
        /// The place of the next one that comes.
        reg tail[address_bits(config.places())];
        /// The place of the oldest one.
        reg head[address_bits(config.places())];
        /// It is offered.
        reg offers;
        /// The events.
        cleared_memory(config.places()) events[config.flow_bits() + config.kind_bits()];
    }
}

impl Logic for EventQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.full.next = self.level.val().get_bit(self.full_bit.val());
        self.stores.next = self.put.val() && !self.level.val().get_bit(self.full_bit.val());
        self.leaves.next = self.offers.val() && self.take.val();
        self.oldest.next = self.head.val();
        self.remaining.next = self.level.val();
        if self.leaves.val() {
            self.oldest.next = self.head.val() + 1;
            self.remaining.next = self.level.val() - 1;
        }
        self.remains.next = self.level.val() != 0 && !(self.leaves.val() && self.level.val() == 1);
        self.head.next = self.oldest.val();
        self.level.next = self.remaining.val();
        if self.stores.val() {
            self.level.next = self.remaining.val() + 1;
            self.tail.next = self.tail.val() + 1;
        }

        self.incoming.next = self.put_flow.val();
        for at in 0..self.kind_bits.val() {
            self.incoming.next = self
                .incoming
                .val()
                .replace_bit(self.flow_bits.val() + at, self.put_kind.val().get_bit(at));
        }
        self.events.write.next = self.stores.val();
        self.events.write_address.next = self.tail.val();
        self.events.write_data.next = self.incoming.val();
        comment!("What comes in this cycle is not among them, and its place not read.");
        self.events.read.next = self.remains.val();
        self.events.read_address.next = self.oldest.val();
        self.offers.next = self.remains.val();
        self.offered.next = self.offers.val();
        self.flow.next = self.events.read_data.val() >> 0;
        self.kind.next = self.events.read_data.val() >> self.flow_bits.val();
    }
}
