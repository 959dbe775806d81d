//! The counting policies.

use super::OwedPackets;
use crate::comment;
use crate::prelude::*;
use crate::switch::marking::CountingMarking;
use crate::switch::queue::CountedEvents;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::policy_marking::PolicyMarking as Config;

block! {
    /// Marks the packets that contend for a congested output port, for each data virtual lane (VL).
    ///
    /// What the input buffers tell is counted in the cycle after: packets that arrive at once come
    /// one after the other.
    pub struct PolicyMarking(config: &Config) as "tailback_policy_marking" {
        /// Ports.
        count ports = config.port.ports();
        /// Lanes of a port.
        count lanes = config.port.lanes();
        /// Selects queue 0.
        param first_queue[config.port.buffer().queues()] = 1;
        /// Data VLs.
        count virtual_lanes = config.port.virtual_lanes();
        /// Output ports times data VLs.
        count places = config.port.ports() * config.port.virtual_lanes();

        /// A packet begins to count in the input port's buffer.
        input(config.port.ports()) enqueue;
        /// Its queue.
        input(config.port.ports()) enqueue_queue[config.port.buffer().queue_bits()];
        /// A packet that counts is started.
        input(config.port.ports()) dequeue;
        /// Its queue.
        input(config.port.ports()) dequeue_queue[config.port.buffer().queue_bits()];
        /// The buffer has become full, and a packet counts in the queue.
        input(config.port.ports()) trigger[config.port.buffer().queues()];
        /// The output port begins a packet.
        input(config.port.ports()) transmit;
        /// Its VL.
        input(config.port.ports()) transmit_vl[VL_BITS];

        /// That packet is to be marked.
        output(config.port.ports()) mark;

        /// Packets that begin to count.
        sub arrivals: CountedEvents = CountedEvents::new(&config.port);
        /// Packets that are started.
        sub departures: CountedEvents = CountedEvents::new(&config.port);
        /// What is owed to each output port and VL.
        sub(config.port.ports() * config.port.virtual_lanes()) owing: OwedPackets =
            OwedPackets::new(config);
        /// The counters of each VL.
        sub(config.port.virtual_lanes()) block: CountingMarking =
            CountingMarking::new(&config.block());
        /// Some buffer triggers the queue.
        local triggered[config.port.buffer().queues()];
        /// In the cycle before.
        reg triggered_before[config.port.buffer().queues()];
    }
}

impl Logic for PolicyMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.arrivals.happens[port].next = self.enqueue[port].val();
            self.arrivals.happens_queue[port].next = self.enqueue_queue[port].val();
            self.departures.happens[port].next = self.dequeue[port].val();
            self.departures.happens_queue[port].next = self.dequeue_queue[port].val();
        }
        for at in 0..self.places.val() {
            self.owing[at].count.next = self.arrivals.count[at].val();
            self.owing[at].any.next = self.arrivals.any[at].val();
        }
        self.triggered.next = 0.into();
        for port in 0..self.ports.val() {
            self.triggered.next = self.triggered.val() | self.trigger[port].val();
        }
        self.triggered_before.next = self.triggered.val();

        for vl in 0..self.virtual_lanes.val() {
            for port in 0..self.ports.val() {
                self.block[vl].enqueue[port].next =
                    self.owing[port * self.virtual_lanes.val() + vl].enqueue.val();
                self.block[vl].dequeue[port].next =
                    self.departures.any[port * self.virtual_lanes.val() + vl].val();
                self.block[vl].trigger[port].next = (self.triggered_before.val()
                    & (self.first_queue.val() << (port * self.lanes.val() + vl)))
                    .any();
                self.block[vl].transmit[port].next =
                    self.transmit[port].val() && self.transmit_vl[port].val() == vl;
            }
        }
        comment!("A packet is of one VL.");
        for port in 0..self.ports.val() {
            self.mark[port].next = false;
            for vl in 0..self.virtual_lanes.val() {
                self.mark[port].next = self.mark[port].val() || self.block[vl].mark[port].val();
            }
        }
    }
}
