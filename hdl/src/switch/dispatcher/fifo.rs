//! Packets start in the order of their arrival.

use super::{EngagedPorts, StalledQueues, StartedPacket};
use crate::prelude::*;
use crate::switch::allocator::FifoAllocator;
use crate::switch::arrivals::Arrivals;
use crate::switch::queue::QueueParts;
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::switch::arrivals::Arrivals as Shares;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;

/// Parameters of the allocator, and of the module that passes packets on to it.
fn choice(config: &Dispatcher) -> (&Fifo, &Shares) {
    match &config.choice {
        Choice::Fifo(allocator, arrivals) => (allocator, arrivals),
        Choice::RoundRobin(..) => panic!("the parameters are those of another dispatcher"),
    }
}

block! {
    /// Chooses the packets that start, in order of arrival over the whole switch.
    ///
    /// A packet starts in the cycle after it was chosen. When it is found able to go, its input
    /// port and its output port may each still be near the end of another packet.
    pub struct FifoDispatcher(config: &Dispatcher) as "tailback_fifo_dispatcher" {
        /// Ports.
        count ports = config.port.ports();
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();

        /// One bit per input port: reception of a packet begins.
        input(config.port.ports()) begins;
        /// Per input port: VL index of the packet that begins.
        input(config.port.ports()) begins_lane[lane_bits(&config.port)];
        /// One bit per input port: the packet that begins is stored.
        input(config.port.ports()) arrive;
        /// Per input port: queue of the packet that is stored.
        input(config.port.ports()) arrive_queue[config.port.buffer().queue_bits()];
        /// Per input port, one bit per queue: a packet waits.
        input(config.port.ports()) waiting[config.port.buffer().queues()];
        /// One bit per queue: the link is up, and has credits for a longest packet.
        input(config.port.buffer().queues()) may_send;
        /// One bit per output port: beats would be held up.
        input(config.port.ports()) clogged;
        /// One bit per input port: the packet ends in this cycle or the next.
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
        /// One bit per output port: a packet is being sent to it.
        output(config.port.ports()) engaged;
        /// Per output port: input port of the packet that was started to it last.
        output(config.port.ports()) source[config.port.port_bits()];
        /// One bit per queue: the output port is idle, and a packet lacks only credits or the link.
        output(config.port.buffer().queues()) stalled;

        /// Arriving packets, passed on one per cycle.
        sub arrivals: Arrivals = Arrivals::new(choice(config).1);
        /// Grants the packet that starts next.
        sub allocator: FifoAllocator = FifoAllocator::new(choice(config).0);
        /// Output port and VL of the granted packet.
        sub parts: QueueParts = QueueParts::new(&config.port.buffer());
        /// Connections between input and output ports.
        sub ports_engaged: EngagedPorts = EngagedPorts::new(&config.port);
        /// Packet that each input port started last.
        sub(config.port.ports()) packet: StartedPacket = StartedPacket::new(&config.port);
        /// Queues that lack only credits or the link.
        sub credits: StalledQueues = StalledQueues::new(&config.port);
        /// One bit per input port: its packet is granted.
        local(config.port.ports()) starts;
        /// Input port of the granted packet, one-hot.
        local chosen[config.port.ports()];
        /// Output port of the granted packet.
        local chosen_destination[config.port.port_bits()];
        /// VL index of the granted packet.
        local chosen_lane[lane_bits(&config.port)];
    }
    connect {
        arrivals: begins, begins_lane, arrive, arrive_queue, leaves = starts,
            leaves_lane = chosen_lane;
        allocator: queue_ready = may_send;
        arrivals, allocator: pass = arrive, pass_input = arrive_input, pass_queue = arrive_queue;
        allocator, parts: grant_queue = asked;
        allocator, packet: grant_queue = starts_queue;
        ports_engaged, allocator: input_free;
        ports_engaged: clogged, near_end, ends, starts, engaged, source;
        ports_engaged, credits: engaged;
        packet: starts, starts_destination = chosen_destination, starts_lane = chosen_lane, start,
            start_queue, destination, lane;
        credits: waiting, may_send, stalled;
    }
}

impl Logic for FifoDispatcher {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.allocator.output_busy[port].next = !self.ports_engaged.output_free[port].val();
        }

        self.chosen_destination.next = 0.into();
        for port in 0..self.ports.val() {
            if self.parts.destination_one_hot.val().get_bit(port) {
                self.chosen_destination.next = self.chosen_destination.val() | port;
            }
        }
        self.chosen_lane.next = 0.into();
        for at in 0..self.lanes.val() {
            if self.parts.lane_one_hot.val().get_bit(at) {
                self.chosen_lane.next = self.chosen_lane.val() | at;
            }
        }
        for port in 0..self.ports.val() {
            self.starts[port].next =
                self.allocator.grant.val() && self.allocator.grant_input.val() == port;
            self.chosen.next = self.chosen.val().replace_bit(port, self.starts[port].val());
        }
        for port in 0..self.ports.val() {
            self.ports_engaged.engages[port].next =
                self.allocator.grant.val() && self.parts.destination_one_hot.val().get_bit(port);
            self.ports_engaged.by[port].next = self.chosen.val();
        }
    }
}
