//! The naive policy.

use crate::comment;
use crate::prelude::*;
use crate::switch::marking::CountingMarking;
use crate::switch::queue::QueueEvent;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::policy_marking::PolicyMarking as Config;

block! {
    /// Marks the packets that sit in an input buffer when it becomes full.
    ///
    /// The packets of a queue leave in the order of their arrival: so as many of each are marked as
    /// wait in it at that time. They are counted for each input port and data virtual lane (VL).
    pub struct NaivePolicyMarking(config: &Config) as "tailback_naive_policy_marking" {
        /// Ports.
        count ports = config.port.ports();
        /// Lanes of a port.
        count lanes = config.port.lanes();
        /// Selects queue 0.
        param first_queue[config.port.buffer().queues()] = 1;
        /// Data VLs.
        count virtual_lanes = config.port.virtual_lanes();
        /// Input ports times data VLs.
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
        /// The input port that it comes from.
        input(config.port.ports()) source[config.port.port_bits()];

        /// That packet is to be marked.
        output(config.port.ports()) mark;

        /// The packet of each input port that begins to count.
        sub(config.port.ports()) arrival: QueueEvent = QueueEvent::new(&config.port);
        /// The one that is started.
        sub(config.port.ports()) departure: QueueEvent = QueueEvent::new(&config.port);
        /// The counters of each input port and VL.
        sub(config.port.ports() * config.port.virtual_lanes()) block: CountingMarking =
            CountingMarking::new(&config.block());
        /// Triggers of the cycle before.
        reg(config.port.ports()) trigger_before[config.port.buffer().queues()];
    }
}

impl Logic for NaivePolicyMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.arrival[from].happens.next = self.enqueue[from].val();
            self.arrival[from].happens_queue.next = self.enqueue_queue[from].val();
            self.departure[from].happens.next = self.dequeue[from].val();
            self.departure[from].happens_queue.next = self.dequeue_queue[from].val();
            self.trigger_before[from].next = self.trigger[from].val();
        }
        for from in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                for port in 0..self.ports.val() {
                    self.block[from * self.virtual_lanes.val() + vl].enqueue[port].next =
                        self.arrival[from].port.val().get_bit(port)
                            && self.arrival[from].vl.val().get_bit(vl);
                    self.block[from * self.virtual_lanes.val() + vl].dequeue[port].next =
                        self.departure[from].port.val().get_bit(port)
                            && self.departure[from].vl.val().get_bit(vl);
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
        comment!("A packet is of one input port and VL.");
        for port in 0..self.ports.val() {
            self.mark[port].next = false;
            for at in 0..self.places.val() {
                self.mark[port].next = self.mark[port].val() || self.block[at].mark[port].val();
            }
        }
    }
}
