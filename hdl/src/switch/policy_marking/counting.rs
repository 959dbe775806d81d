//! Marking by the counting policies.

use crate::prelude::*;
use crate::switch::marking::CountingMarking;
use crate::switch::queue::CountedEvents;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::policy_marking::PolicyMarking as Config;

block! {
    /// Marks the packets that contend for a congested output port, for each data virtual lane (VL).
    ///
    /// Events of the input buffers take effect one cycle later. Packets that arrive in the same
    /// cycle are counted one after the other.
    pub struct PolicyMarking(config: &Config) as "tailback_policy_marking" {
        /// Ports.
        count ports = config.port.ports();
        /// VLs of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();
        /// One-hot code of queue 0.
        param first_queue[config.port.buffer().queues()] = 1;
        /// Data VLs.
        count virtual_lanes = config.port.virtual_lanes();
        /// Output ports times data VLs.
        count places = config.port.ports() * config.port.virtual_lanes();

        /// A packet in the input port's buffer begins to count as waiting.
        input(config.port.ports()) enqueue;
        /// Queue of the packet that begins to count.
        input(config.port.ports()) enqueue_queue[config.port.buffer().queue_bits()];
        /// A packet that counts as waiting is started by the input port.
        input(config.port.ports()) dequeue;
        /// Queue of the started packet.
        input(config.port.ports()) dequeue_queue[config.port.buffer().queue_bits()];
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        input(config.port.ports()) trigger[config.port.buffer().queues()];
        /// High in the cycle in which the output port begins to transmit a packet.
        input(config.port.ports()) transmit;
        /// VL of the packet that the output port begins.
        input(config.port.ports()) transmit_vl[VL_BITS];

        /// The packet that the output port begins is to be marked.
        output(config.port.ports()) mark;

        /// Packets that begin to count, per output port and VL.
        sub arrivals: CountedEvents = CountedEvents::new(&config.port);
        /// Packets that are started, per output port and VL.
        sub departures: CountedEvents = CountedEvents::new(&config.port);
        /// Counters of each VL.
        sub(config.port.virtual_lanes()) block: CountingMarking =
            CountingMarking::new(&config.block());
        /// A packet is counted in this cycle, per output port and VL.
        local(config.port.ports() * config.port.virtual_lanes()) passed;
        /// Arrivals, less one: all ones without an arrival.
        local(config.port.ports() * config.port.virtual_lanes())
            further[bits_for(config.port.ports() as u32)];
        /// Change of the arrivals not yet counted: from -1 on.
        local(config.port.ports() * config.port.virtual_lanes())
            change[config.block().counter_bits()];
        /// Arrivals not yet counted, per output port and VL.
        reg(config.port.ports() * config.port.virtual_lanes()) owed[config.block().counter_bits()];
        /// Queues triggered by any input buffer, one bit per queue.
        local triggered[config.port.buffer().queues()];
        /// Queues triggered in the cycle before, one bit per queue.
        reg triggered_before[config.port.buffer().queues()];
    }
    connect {
        arrivals: happens = enqueue, happens_queue = enqueue_queue;
        departures: happens = dequeue, happens_queue = dequeue_queue;
    }
}

impl Logic for PolicyMarking {
    #[hdl_gen]
    fn update(&mut self) {
        self.triggered.next = 0.into();
        for port in 0..self.ports.val() {
            self.triggered.next = self.triggered.val() | self.trigger[port].val();
        }
        self.triggered_before.next = self.triggered.val();

        comment!("Of packets that arrive in the same cycle, one is counted per cycle.");
        for at in 0..self.places.val() {
            self.passed[at].next = self.arrivals.any[at].val() || self.owed[at].val() != 0;
            self.further[at].next = self.arrivals.count[at].val() - 1;
            self.change[at].next = 0.into();
            if self.arrivals.any[at].val() {
                self.change[at].next = self.further[at].val();
            } else if self.passed[at].val() {
                self.change[at].next = (-1).into();
            }
            self.owed[at].next = self.owed[at].val() + self.change[at].val();
        }
        for vl in 0..self.virtual_lanes.val() {
            for port in 0..self.ports.val() {
                self.block[vl].enqueue[port].next =
                    self.passed[port * self.virtual_lanes.val() + vl].val();
                self.block[vl].dequeue[port].next =
                    self.departures.any[port * self.virtual_lanes.val() + vl].val();
                self.block[vl].trigger[port].next = (self.triggered_before.val()
                    & (self.first_queue.val() << (port * self.lanes.val() + vl)))
                    .any();
                self.block[vl].transmit[port].next =
                    self.transmit[port].val() && self.transmit_vl[port].val() == vl;
            }
        }
        comment!("A packet belongs to one VL only.");
        for port in 0..self.ports.val() {
            self.mark[port].next = false;
            for vl in 0..self.virtual_lanes.val() {
                self.mark[port].next = self.mark[port].val() || self.block[vl].mark[port].val();
            }
        }
    }
}
