//! Choice of input ports and output ports.

use super::{FifoInput, FifoOutput};
use crate::prelude::*;
use crate::switch::allocator::Transposed;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Grants packets to output ports in the order of arrival; packets whose input port is not free
    /// may be bypassed a few times. Grants are pairs of an input port and an output port, one-hot in
    /// both directions.
    ///
    /// A queue is a virtual lane (VL) of an output port. In each cycle, each queue looks for one of
    /// its oldest packets whose input port is free. In the next cycle, each free output port offers
    /// itself to the input port of such a packet; in the third, each input port accepts one of its
    /// offers, in round-robin order, first those of output ports that insist, since they were
    /// declined many times. In the fourth, the packet leaves its queue.
    pub struct FifoMatching(config: &Fifo) as "tailback_fifo_matching" {
        /// Input ports, and as many output ports.
        count ports = config.inputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();

        /// One bit per input port: a packet arrives.
        input(config.inputs()) arrive;
        /// Per input port: queue of the packet that arrives.
        input(config.inputs()) arrive_queue[config.queue_bits()];
        /// One bit per input port: the port can send a packet.
        input(config.inputs()) input_free;
        /// One bit per output port: the port can send a packet.
        input(config.outputs()) output_free;
        /// Per input port, one bit per queue: the first packet of the queue can be sent.
        input(config.inputs()) sendable[config.queues()];

        /// One bit per input port: a packet is granted.
        output(config.inputs()) grant;
        /// Per input port: output port of the granted packet, one-hot; 0 without `grant`.
        output(config.inputs()) accepts[config.outputs()];
        /// Per output port: input port that is granted it, one-hot; 0 without one.
        output(config.outputs()) accepted_by[config.inputs()];
        /// Per input port: VL of the granted packet, one-hot; 0 without `grant`.
        output(config.inputs()) granted_lane[config.lanes()];

        /// Packets and offers of each output port.
        sub(config.outputs()) side: FifoOutput = FifoOutput::new(config);
        /// Per input port: output ports that offer themselves to it.
        sub offers: Transposed = Transposed::new(config.inputs());
        /// Per output port: input port that accepts its offer.
        sub crossed: Transposed = Transposed::new(config.inputs());
        /// Per output port: input port that accepted its offer in the previous cycle.
        sub departed: Transposed = Transposed::new(config.inputs());
        /// Acceptance by each input port.
        sub(config.inputs()) accepting: FifoInput = FifoInput::new(config);

        /// Per input port: output port of the packet that arrives, one-hot; 0 without one.
        local(config.inputs()) to_output[config.outputs()];
        /// Per input port: VL of the packet that arrives, one-hot.
        local(config.inputs()) to_lane[config.lanes()];
        /// Per queue: input ports of which a packet for it arrives.
        local(config.queues()) comes[config.inputs()];
        /// Per queue: input ports whose first packet of the queue can be sent.
        local(config.queues()) ready[config.inputs()];
        /// Input ports that can send a packet.
        local able[config.inputs()];
        /// Input ports to which offers are void.
        local closed[config.inputs()];
        /// Output ports that insist.
        local insisting[config.outputs()];
    }
    connect {
        side: arrive = comes, sendable = ready, free = output_free;
        side, offers: offer = rows;
        offers, accepting: columns = offers;
        accepting: grant, accepts;
        accepting, crossed: accepts = rows;
        accepting, departed: taken = rows;
        crossed: columns = accepted_by;
    }
}

impl Logic for FifoMatching {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.able.next = self.able.val().replace_bit(from, self.input_free[from].val());
            self.closed.next =
                self.closed.val().replace_bit(from, self.accepting[from].closed.val());
        }
        for port in 0..self.ports.val() {
            self.side[port].able.next = self.able.val();
            self.side[port].closed.next = self.closed.val();
            self.side[port].left.next = self.departed.columns[port].val().any();
            self.insisting.next =
                self.insisting.val().replace_bit(port, self.side[port].insists.val());
            for at in 0..self.lanes.val() {
                for from in 0..self.ports.val() {
                    self.ready[port * self.lanes.val() + at].next =
                        self.ready[port * self.lanes.val() + at].val().replace_bit(
                            from,
                            self.sendable[from].val().get_bit(port * self.lanes.val() + at),
                        );
                }
            }
        }
        for from in 0..self.ports.val() {
            self.to_output[from].next = 0.into();
            self.to_lane[from].next = 0.into();
            for port in 0..self.ports.val() {
                for at in 0..self.lanes.val() {
                    if self.arrive_queue[from].val() == port * self.lanes.val() + at {
                        self.to_output[from].next =
                            self.to_output[from].val().replace_bit(port, self.arrive[from].val());
                        self.to_lane[from].next = self.to_lane[from].val().replace_bit(at, true);
                    }
                }
            }
        }
        for port in 0..self.ports.val() {
            for at in 0..self.lanes.val() {
                for from in 0..self.ports.val() {
                    self.comes[port * self.lanes.val() + at].next =
                        self.comes[port * self.lanes.val() + at].val().replace_bit(
                            from,
                            self.to_output[from].val().get_bit(port)
                                && self.to_lane[from].val().get_bit(at),
                        );
                }
            }
        }

        for from in 0..self.ports.val() {
            self.accepting[from].insisting.next = self.insisting.val();
            self.granted_lane[from].next = 0.into();
            for port in 0..self.ports.val() {
                if self.accepting[from].accepts.val().get_bit(port) {
                    self.granted_lane[from].next =
                        self.granted_lane[from].val() | self.side[port].offer_lane.val();
                }
            }
        }
    }
}
