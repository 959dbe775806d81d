//! Packets start in round-robin order: each output port serves its input ports, each input port its
//! output ports.

use super::{EngagedPorts, LaneChoice, StalledQueues, StartedPacket};
use crate::prelude::*;
use crate::switch::allocator::{RequestGuard, RoundRobinAllocator, Transposed};
use tailback_spec::switch::allocator::{guard::Guard, round_robin::RoundRobin};
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;

/// Parameters of the allocator and of its guard.
fn choice(config: &Dispatcher) -> (&RoundRobin, &Guard) {
    match &config.choice {
        Choice::RoundRobin(allocator, guard) => (allocator, guard),
        Choice::Fifo(..) => panic!("the parameters are those of another dispatcher"),
    }
}

block! {
    /// Chooses the packets that start, in round-robin order: each output port serves its input
    /// ports, each input port its output ports, and each output port its virtual lanes (VLs).
    ///
    /// A packet starts in the cycle after it was chosen, and its first beat is issued in the next
    /// one at the earliest. At its request, its input port and its output port may each still be
    /// near the end of another packet.
    pub struct RoundRobinDispatcher(config: &Dispatcher) as "tailback_round_robin_dispatcher" {
        /// Ports.
        count ports = config.port.ports();
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();

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

        /// Requests that the guard against starvation allows.
        sub guard: RequestGuard = RequestGuard::new(choice(config).1);
        /// Matches input ports with output ports.
        sub allocator: RoundRobinAllocator = RoundRobinAllocator::new(choice(config).0);
        /// Per output port: the input port that is granted it.
        sub grants: Transposed = Transposed::new(config.port.ports());
        /// Per output port: the VL that is served next.
        sub(config.port.ports()) choice: LaneChoice = LaneChoice::new(&config.port);
        /// Per input port: the output port to which it starts a packet.
        sub starting: Transposed = Transposed::new(config.port.ports());
        /// Connections between input and output ports.
        sub ports_engaged: EngagedPorts = EngagedPorts::new(&config.port);
        /// Packet that each input port started last.
        sub(config.port.ports()) packet: StartedPacket = StartedPacket::new(&config.port);
        /// Queues that lack only credits or the link.
        sub credits: StalledQueues = StalledQueues::new(&config.port);

        /// Per input port and output port, one bit per VL: a packet may be sent.
        local(config.port.ports() * config.port.ports()) allowed[config.port.lanes()];
        /// Per input port, one bit per output port: a request.
        local(config.port.ports()) request[config.port.ports()];
        /// Per input port: queue of the packet that it starts, if it starts one.
        local(config.port.ports()) chosen_queue[config.port.buffer().queue_bits()];
        /// Per input port: output port of the packet that it starts, if it starts one.
        local(config.port.ports()) chosen_destination[config.port.port_bits()];
        /// Per input port: VL index of the packet that it starts, if it starts one.
        local(config.port.ports()) chosen_lane[lane_bits(&config.port)];
    }
    connect {
        allocator: request;
        allocator, grants: grant = rows;
        grants, choice: columns = granted;
        choice, starting: starts = rows;
        choice, ports_engaged: starts = by;
        ports_engaged: clogged, near_end, ends, begins, engaged, source, connected, feeder;
        packet, ports_engaged: start;
        ports_engaged, credits: engaged;
        packet, guard: start = serve, start_queue = serve_queue;
        packet: starts_queue = chosen_queue, starts_destination = chosen_destination,
            starts_lane = chosen_lane, start, start_queue, destination, lane;
        credits: known, sendable, stalled;
        guard: wants = sendable;
    }
}

impl Logic for RoundRobinDispatcher {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            for port in 0..self.ports.val() {
                for at in 0..self.lanes.val() {
                    self.allowed[from * self.ports.val() + port].next =
                        self.allowed[from * self.ports.val() + port].val().replace_bit(
                            at,
                            self.guard.allowed[from].val().get_bit(port * self.lanes.val() + at),
                        );
                }
            }
        }
        for from in 0..self.ports.val() {
            for port in 0..self.ports.val() {
                self.request[from].next = self.request[from].val().replace_bit(
                    port,
                    self.allowed[from * self.ports.val() + port].val().any()
                        && self.ports_engaged.input_free[from].val()
                        && self.ports_engaged.output_free[port].val(),
                );
                self.choice[port].allowed[from].next =
                    self.allowed[from * self.ports.val() + port].val();
            }
        }

        comment!("No VL is chosen for an input port without an allowed one.");
        for from in 0..self.ports.val() {
            self.chosen_queue[from].next = 0.into();
            self.chosen_destination[from].next = 0.into();
            self.chosen_lane[from].next = 0.into();
            for port in 0..self.ports.val() {
                for at in 0..self.lanes.val() {
                    if self.allocator.grant[from].val().get_bit(port)
                        && self.choice[port].chosen[from].val().get_bit(at)
                    {
                        self.chosen_queue[from].next =
                            self.chosen_queue[from].val() | (port * self.lanes.val() + at);
                        self.chosen_destination[from].next =
                            self.chosen_destination[from].val() | port;
                        self.chosen_lane[from].next = self.chosen_lane[from].val() | at;
                    }
                }
            }
        }
        for port in 0..self.ports.val() {
            self.packet[port].starts.next = self.starting.columns[port].val().any();

            self.ports_engaged.starts[port].next = self.starting.columns[port].val().any();
            self.ports_engaged.engages[port].next = self.choice[port].starts.val().any();
        }
    }
}
