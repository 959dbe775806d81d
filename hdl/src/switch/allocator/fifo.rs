//! Arrival order, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).

mod input;
mod output;
mod packets;
mod queue;

pub use input::FifoInput;
pub use output::FifoOutput;
pub use packets::FifoPackets;
pub use queue::FifoQueue;

use super::Transposed;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Grants packets to output ports in the order of arrival; packets whose input port is not free
    /// may be bypassed a few times.
    ///
    /// A queue is a virtual lane (VL) of an output port. In one cycle, each free output port offers
    /// itself to the input port of one of its oldest packets; in the next, each input port accepts
    /// one of its offers, in round-robin order. No offer is made to an input port to which one
    /// stands, so choices follow each other in every cycle.
    pub struct FifoAllocator(config: &Fifo) as "tailback_fifo_allocator" {
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
        /// One bit per queue: the output port has credits for the VL.
        input(config.queues()) queue_ready;

        /// One bit per input port: a packet is granted.
        output(config.inputs()) grant;
        /// Per input port: queue of the granted packet; 0 without `grant`.
        output(config.inputs()) grant_queue[config.queue_bits()];

        /// Packets and offers of each output port.
        sub(config.outputs()) side: FifoOutput = FifoOutput::new(config);
        /// Per input port: output ports that offer themselves to it.
        sub offers: Transposed = Transposed::new(config.inputs());
        /// Per output port: input port that accepts its offer.
        sub accepts: Transposed = Transposed::new(config.inputs());
        /// Acceptance by each input port.
        sub(config.inputs()) accepting: FifoInput = FifoInput::new(config);

        /// Per queue: input ports of which a packet for it arrives.
        local(config.queues()) comes[config.inputs()];
        /// Input ports that can accept an offer made in this cycle.
        local able[config.inputs()];
    }
    connect {
        side: free = output_free;
        side, offers: offer = rows;
        offers, accepting: columns = offers;
        accepting: free = input_free, grant;
        accepting, accepts: accepts = rows;
    }
}

impl Logic for FifoAllocator {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.able.next = self.able.val().replace_bit(from, self.accepting[from].able.val());
        }
        for port in 0..self.ports.val() {
            self.side[port].able.next = self.able.val();
            for at in 0..self.lanes.val() {
                self.side[port].ready[at].next =
                    self.queue_ready[port * self.lanes.val() + at].val();
                for from in 0..self.ports.val() {
                    self.comes[port * self.lanes.val() + at].next =
                        self.comes[port * self.lanes.val() + at].val().replace_bit(
                            from,
                            self.arrive[from].val()
                                && self.arrive_queue[from].val() == port * self.lanes.val() + at,
                        );
                }
                self.side[port].arrive[at].next = self.comes[port * self.lanes.val() + at].val();
            }
        }

        for from in 0..self.ports.val() {
            self.grant_queue[from].next = 0.into();
            for port in 0..self.ports.val() {
                for at in 0..self.lanes.val() {
                    if self.accepting[from].accepts.val().get_bit(port)
                        && self.side[port].offer_lane.val().get_bit(at)
                    {
                        self.grant_queue[from].next =
                            self.grant_queue[from].val() | (port * self.lanes.val() + at);
                    }
                }
            }
        }
        for port in 0..self.ports.val() {
            self.side[port].accepted.next = self.accepts.columns[port].val().any();
        }
    }
}
