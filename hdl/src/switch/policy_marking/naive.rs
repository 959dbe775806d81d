//! Marking by the naive policy.

use crate::prelude::*;
use crate::switch::marking::CountingMarking;
use crate::switch::queue::QueueEvent;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::policy_marking::PolicyMarking as Config;

block! {
    /// Marks the packets that are stored in an input buffer when it becomes full.
    ///
    /// The packets of a queue leave in order of arrival. So the next packets of each queue are
    /// marked, as many as wait in it at that time. Counters are separate for each input port and
    /// data virtual lane (VL).
    pub struct NaivePolicyMarking(config: &Config) as "tailback_naive_policy_marking" {
        /// Ports.
        count ports = config.port.ports();
        /// VLs of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();
        /// One-hot code of queue 0.
        param first_queue[config.port.buffer().queues()] = 1;
        /// Data VLs.
        count virtual_lanes = config.port.virtual_lanes();
        /// Input ports times data VLs.
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
        /// Input port of the packet that the output port begins.
        input(config.port.ports()) source[config.port.port_bits()];

        /// The packet that the output port begins is to be marked.
        output(config.port.ports()) mark;

        /// Decodes the queue of the packet that begins to count, for each input port.
        sub(config.port.ports()) arrival: QueueEvent = QueueEvent::new(&config.port);
        /// Decodes the queue of the started packet, for each input port.
        sub(config.port.ports()) departure: QueueEvent = QueueEvent::new(&config.port);
        /// Counters of each input port and VL.
        sub(config.port.ports() * config.port.virtual_lanes()) block: CountingMarking =
            CountingMarking::new(&config.block());
        /// Triggered queues of each input port in the cycle before, one bit per queue.
        reg(config.port.ports()) trigger_before[config.port.buffer().queues()];
    }
    connect {
        arrival: happens = enqueue, happens_queue = enqueue_queue;
        departure: happens = dequeue, happens_queue = dequeue_queue;
    }
}

impl Logic for NaivePolicyMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.trigger_before[from].next = self.trigger[from].val();
        }
        for from in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                for port in 0..self.ports.val() {
                    self.block[from * self.virtual_lanes.val() + vl].enqueue[port].next = self
                        .arrival[from]
                        .happened
                        .val()
                        .get_bit(port * self.virtual_lanes.val() + vl);
                    self.block[from * self.virtual_lanes.val() + vl].dequeue[port].next = self
                        .departure[from]
                        .happened
                        .val()
                        .get_bit(port * self.virtual_lanes.val() + vl);
                    self.block[from * self.virtual_lanes.val() + vl].trigger[port].next =
                        (self.trigger_before[from].val()
                            & (self.first_queue.val() << (port * self.lanes.val() + vl)))
                            .any();
                    self.block[from * self.virtual_lanes.val() + vl].transmit[port].next =
                        self.transmit[port].val()
                            && self.transmit_vl[port].val() == vl
                            && self.source[port].val() == from;
                }
            }
        }
        comment!("A packet belongs to one input port and VL only.");
        for port in 0..self.ports.val() {
            self.mark[port].next = false;
            for at in 0..self.places.val() {
                self.mark[port].next = self.mark[port].val() || self.block[at].mark[port].val();
            }
        }
    }
}
