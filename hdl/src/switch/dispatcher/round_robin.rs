//! Packets start in turn: each output port takes its input ports, each input port its output ports.

use super::{EngagedPorts, LaneChoice, StalledQueues, StartedPacket};
use crate::comment;
use crate::prelude::*;
use crate::switch::allocator::{RequestGuard, RoundRobinAllocator, Transposed};
use tailback_spec::switch::allocator::{guard::Guard, round_robin::RoundRobin};
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;

/// The parameters of the allocator and of its guard.
fn choice(config: &Dispatcher) -> (&RoundRobin, &Guard) {
    match &config.choice {
        Choice::RoundRobin(allocator, guard) => (allocator, guard),
        Choice::Fifo(..) => panic!("the parameters are those of another dispatcher"),
    }
}

block! {
    /// Chooses which packets start: each output port takes its input ports in turn, each input port
    /// its output ports, and each output port its lanes.
    ///
    /// A packet starts in the cycle after it was chosen. Its input port and its output port may each
    /// be near the end of another one when it is requested.
    pub struct RoundRobinDispatcher(config: &Dispatcher) as "tailback_round_robin_dispatcher" {
        /// Ports.
        count ports = config.port.ports();
        /// Lanes of a port.
        count lanes = config.port.lanes();
        /// Queues: output ports times lanes.
        count queues = config.port.buffer().queues();

        /// A packet waits in the input port's queue.
        input(config.port.ports()) waiting[config.port.buffer().queues()];
        /// The link is up, and has credits for a longest packet.
        input(config.port.buffer().queues()) may_send;
        /// Words would be held up at the output port.
        input(config.port.ports()) clogged;
        /// The input port's packet ends in this cycle or the next.
        input(config.port.ports()) near_end;
        /// Its last word is issued.
        input(config.port.ports()) ends;

        /// The input port starts a packet.
        output(config.port.ports()) start;
        /// The queue of the packet started last.
        output(config.port.ports()) start_queue[config.port.buffer().queue_bits()];
        /// Its output port.
        output(config.port.ports()) destination[config.port.port_bits()];
        /// Its lane.
        output(config.port.ports()) lane[lane_bits(&config.port)];
        /// The output port takes words.
        output(config.port.ports()) engaged;
        /// From this input port.
        output(config.port.ports()) source[config.port.port_bits()];
        /// The output port is free, and a packet lacks nothing but credits.
        output(config.port.buffer().queues()) stalled;

        /// What may be requested.
        sub guard: RequestGuard = RequestGuard::new(choice(config).1);
        /// Which input port is granted which output port.
        sub allocator: RoundRobinAllocator = RoundRobinAllocator::new(choice(config).0);
        /// The same, seen from the output ports.
        sub grants: Transposed = Transposed::new(config.port.ports());
        /// The lanes of each output port.
        sub(config.port.ports()) choice: LaneChoice = LaneChoice::new(&config.port);
        /// Output ports to which each input port starts a packet.
        sub starting: Transposed = Transposed::new(config.port.ports());
        /// The ports between which packets go.
        sub ports_engaged: EngagedPorts = EngagedPorts::new(&config.port);
        /// What each input port sends.
        sub(config.port.ports()) packet: StartedPacket = StartedPacket::new(&config.port);
        /// Which queues lack credits.
        sub credits: StalledQueues = StalledQueues::new(&config.port);

        /// Queues that have credits.
        local sendable[config.port.buffer().queues()];
        /// Lanes of which an input port may send to an output port; for each pair of them.
        local(config.port.ports() * config.port.ports()) allowed[config.port.lanes()];
        /// Output ports that the input port requests.
        local(config.port.ports()) request[config.port.ports()];
        /// The queue whose packet the input port starts, if it starts one.
        local(config.port.ports()) chosen_queue[config.port.buffer().queue_bits()];
        /// Its output port.
        local(config.port.ports()) chosen_destination[config.port.port_bits()];
        /// Its lane.
        local(config.port.ports()) chosen_lane[lane_bits(&config.port)];
    }
}

impl Logic for RoundRobinDispatcher {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.queues.val() {
            self.sendable.next = self.sendable.val().replace_bit(at, self.may_send[at].val());
        }
        for from in 0..self.ports.val() {
            self.guard.wants[from].next = self.waiting[from].val() & self.sendable.val();
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
            self.allocator.request[from].next = self.request[from].val();
            self.grants.rows[from].next = self.allocator.grant[from].val();
            self.choice[from].granted.next = self.grants.columns[from].val();
            self.starting.rows[from].next = self.choice[from].starts.val();
        }

        comment!("Nothing is chosen for an input port that nothing is allowed to.");
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
            self.guard.serve[port].next = self.packet[port].start.val();
            self.guard.serve_queue[port].next = self.packet[port].start_queue.val();
            self.packet[port].starts.next = self.starting.columns[port].val().any();
            self.packet[port].starts_queue.next = self.chosen_queue[port].val();
            self.packet[port].starts_destination.next = self.chosen_destination[port].val();
            self.packet[port].starts_lane.next = self.chosen_lane[port].val();
            self.start[port].next = self.packet[port].start.val();
            self.start_queue[port].next = self.packet[port].start_queue.val();
            self.destination[port].next = self.packet[port].destination.val();
            self.lane[port].next = self.packet[port].lane.val();

            self.ports_engaged.clogged[port].next = self.clogged[port].val();
            self.ports_engaged.near_end[port].next = self.near_end[port].val();
            self.ports_engaged.ends[port].next = self.ends[port].val();
            self.ports_engaged.starts[port].next = self.starting.columns[port].val().any();
            self.ports_engaged.engages[port].next = self.choice[port].starts.val().any();
            self.ports_engaged.by[port].next = self.choice[port].starts.val();
            self.engaged[port].next = self.ports_engaged.engaged[port].val();
            self.source[port].next = self.ports_engaged.source[port].val();
        }

        for port in 0..self.ports.val() {
            self.credits.waiting[port].next = self.waiting[port].val();
            self.credits.engaged[port].next = self.ports_engaged.engaged[port].val();
        }
        for at in 0..self.queues.val() {
            self.credits.may_send[at].next = self.may_send[at].val();
            self.stalled[at].next = self.credits.stalled[at].val();
        }
    }
}
