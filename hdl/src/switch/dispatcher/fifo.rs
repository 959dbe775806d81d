//! Packets start in the order of their arrival.

use super::{EngagedPorts, StalledQueues, StartedPacket};
use crate::prelude::*;
use crate::switch::allocator::fifo::{FifoGranted, FifoMatching};
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;

/// Parameters of the allocator.
fn choice(config: &Dispatcher) -> &Fifo {
    match &config.choice {
        Choice::Fifo(allocator) => allocator,
        Choice::RoundRobin(..) => panic!("the parameters are those of another dispatcher"),
    }
}

block! {
    /// Chooses the packets that start, in the order of their arrival.
    ///
    /// A packet starts in the cycle after it was granted, and its first beat is issued in the next
    /// one at the earliest. When it is chosen, its input port and its output port may each still be
    /// near the end of another packet.
    pub struct FifoDispatcher(config: &Dispatcher) as "tailback_fifo_dispatcher" {
        /// Ports.
        count ports = config.port.ports();
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();

        /// One bit per input port: the first beat of a packet is stored.
        input(config.port.ports()) arrive;
        /// Per input port: queue of the packet that is stored.
        input(config.port.ports()) arrive_queue[config.port.buffer().queue_bits()];
        /// Per input port, one bit per queue: a packet waits, and the first one is known.
        input(config.port.ports()) known[config.port.buffer().queues()];
        /// Per input port, one bit per queue: that packet can be sent, the link is up and has credits.
        input(config.port.ports()) sendable[config.port.buffer().queues()];
        /// One bit per output port: beats would be held up.
        input(config.port.ports()) clogged;
        /// One bit per input port: the packet ends in this cycle or the next three.
        input(config.port.ports()) near_end;
        /// One bit per input port: the last beat of the packet is issued.
        input(config.port.ports()) ends;

        /// One bit per input port: a packet starts.
        output(config.port.ports()) start;
        /// Per input port: queue of the packet that was started last.
        output(config.port.ports()) start_queue[config.port.buffer().queue_bits()];
        /// Per input port: output port of the packet that was started last.
        output(config.port.ports()) destination[config.port.port_bits()];
        /// Per input port: VL index of the packet that was started last.
        output(config.port.ports()) lane[lane_bits(&config.port)];
        /// One bit per output port: a packet to it starts.
        output(config.port.ports()) begins;
        /// One bit per output port: a packet is being sent to it.
        output(config.port.ports()) engaged;
        /// Per output port: input port of the packet that was started to it last.
        output(config.port.ports()) source[config.port.port_bits()];
        /// One bit per output port: a beat to it may be issued.
        output(config.port.ports()) connected;
        /// Per output port: input port of that beat.
        output(config.port.ports()) feeder[config.port.port_bits()];
        /// One bit per queue: the output port is idle, and a packet lacks only credits or the link.
        output(config.port.buffer().queues()) stalled;

        /// Grants the packets that start next.
        sub allocator: FifoMatching = FifoMatching::new(choice(config));
        /// Per input port: queue of the granted packet.
        sub(config.port.ports()) granted: FifoGranted = FifoGranted::new(choice(config));
        /// Connections between input and output ports.
        sub ports_engaged: EngagedPorts = EngagedPorts::new(&config.port);
        /// Packet that each input port started last.
        sub(config.port.ports()) packet: StartedPacket = StartedPacket::new(&config.port);
        /// Queues that lack only credits or the link.
        sub credits: StalledQueues = StalledQueues::new(&config.port);
        /// Per input port: output port of the granted packet.
        local(config.port.ports()) chosen_destination[config.port.port_bits()];
        /// Per input port: VL index of the granted packet.
        local(config.port.ports()) chosen_lane[lane_bits(&config.port)];
    }
    connect {
        allocator: arrive, arrive_queue, sendable;
        allocator, granted: accepts, granted_lane;
        allocator, packet: grant = starts;
        granted, packet: grant_queue = starts_queue;
        allocator, ports_engaged: grant = starts, accepted_by = by;
        ports_engaged, allocator: input_free, output_free;
        ports_engaged: clogged, near_end, ends, begins, engaged, source, connected, feeder;
        packet, ports_engaged: start;
        ports_engaged, credits: engaged;
        packet: starts_destination = chosen_destination, starts_lane = chosen_lane, start,
            start_queue, destination, lane;
        credits: known, sendable, stalled;
    }
}

impl Logic for FifoDispatcher {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.chosen_destination[from].next = 0.into();
            self.chosen_lane[from].next = 0.into();
            for port in 0..self.ports.val() {
                if self.allocator.accepts[from].val().get_bit(port) {
                    self.chosen_destination[from].next = self.chosen_destination[from].val() | port;
                }
            }
            for at in 0..self.lanes.val() {
                if self.allocator.granted_lane[from].val().get_bit(at) {
                    self.chosen_lane[from].next = self.chosen_lane[from].val() | at;
                }
            }
        }
        for port in 0..self.ports.val() {
            self.ports_engaged.engages[port].next = self.allocator.accepted_by[port].val().any();
        }
    }
}
