//! A queue of events of flows, between two modules of the NIC that do not keep the same pace.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::nic::queue::EventQueue as Config;
use tailback_spec::parameter::bits_for;

block! {
    /// Queue of events of flows, in order; an event that arrives while it is full is discarded.
    ///
    /// An event is read no earlier than in the cycle after its arrival, and offered in the next
    /// one: an entry that is read has always been written before.
    pub struct EventQueue(config: &Config) as "tailback_event_queue" {
        /// Bit of `level` that is high if the queue is full.
        count full_bit = config.places().ilog2() as usize;
        /// Bits of a flow number.
        count flow_bits = config.flow_bits();

        /// An event arrives.
        input put;
        /// Flow of the event that arrives.
        input put_flow[config.flow_bits()];
        /// Kind of the event that arrives.
        input put_kind[config.kind_bits()];
        /// Ready: the offered event is accepted.
        input take;
        /// The queue is full: an event that arrives is discarded.
        output full;
        /// Valid: an event is offered.
        output_reg offered;
        /// Flow of the offered event.
        output flow[config.flow_bits()];
        /// Kind of the offered event.
        output kind[config.kind_bits()];

        /// The event that arrives is stored.
        local stores;
        /// The offered event leaves the queue.
        local leaves;
        /// Event memory write data: flow, and above it the kind.
        local incoming[config.flow_bits() + config.kind_bits()];
        /// Address of the oldest event that does not leave.
        local oldest[address_bits(config.places())];
        /// Number of events that do not leave.
        local remaining[bits_for(config.places() as u32)];
        /// At least one event does not leave.
        local remains;
        /// Number of events in the queue.
        reg level[bits_for(config.places() as u32)];
        /// Address of the next event that arrives.
        reg tail[address_bits(config.places())];
        /// Address of the oldest event.
        reg head[address_bits(config.places())];
        /// Events of the queue.
        cleared_memory(config.places()) events[config.flow_bits() + config.kind_bits()];
    }
    connect {
        events: write = stores, write_address = tail, write_data = incoming, read = remains,
            read_address = oldest;
    }
}

impl Logic for EventQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.full.next = self.level.val().get_bit(self.full_bit.val());
        self.stores.next = self.put.val() && !self.full.val();
        self.leaves.next = self.offered.val() && self.take.val();
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

        self.incoming.next = self.put_kind.val();
        self.incoming.next = (self.incoming.val() << self.flow_bits.val()) | self.put_flow.val();
        comment!(
            "An event that arrives in this cycle does not count yet, and its entry is not read."
        );
        self.offered.next = self.remains.val();
        self.flow.next = self.events.read_data.val() >> 0;
        self.kind.next = self.events.read_data.val() >> self.flow_bits.val();
    }
}
