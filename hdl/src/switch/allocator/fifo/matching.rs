//! Choice of input ports and output ports.

use super::{FifoArrival, FifoGrantedLanes, FifoInput, FifoOutput};
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

        /// Output port and VL of the packet that arrives at each input port.
        sub(config.inputs()) arriving: FifoArrival = FifoArrival::new(config);
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
        /// VLs of the granted packets.
        sub granting: FifoGrantedLanes = FifoGrantedLanes::new(config);

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
        arriving: arrive, arrive_queue;
        side: arrive = comes, sendable = ready, free = output_free;
        side, offers: offer = rows;
        offers, accepting: columns = offers;
        accepting: grant, accepts;
        accepting, crossed: accepts = rows;
        accepting, departed: taken = rows;
        departed, side: columns = departed;
        crossed: columns = accepted_by;
        accepting, granting: accepts;
        side, granting: offer_lane;
        granting: granted_lane;
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
        for port in 0..self.ports.val() {
            for at in 0..self.lanes.val() {
                for from in 0..self.ports.val() {
                    self.comes[port * self.lanes.val() + at].next =
                        self.comes[port * self.lanes.val() + at].val().replace_bit(
                            from,
                            self.arriving[from].to_output.val().get_bit(port)
                                && self.arriving[from].to_lane.val().get_bit(at),
                        );
                }
            }
        }

        for from in 0..self.ports.val() {
            self.accepting[from].insisting.next = self.insisting.val();
        }
    }
}
