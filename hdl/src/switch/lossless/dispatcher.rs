//! The dispatcher that the configuration asks for.

use crate::prelude::*;
use crate::switch::{FifoDispatcher, RoundRobinDispatcher};
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Chooses which packets start, by the allocator that the configuration asks for.
    pub struct SwitchDispatcher(config: &Dispatcher) as "tailback_switch_dispatcher" {
        /// In the order of arrival; if not so, by round robin.
        choice by_arrival = matches!(config.choice, Choice::Fifo(..));
        /// Ports.
        count ports = config.port.ports();
        /// Lanes of a port.
        count lanes = config.port.lanes();

        /// A packet begins to come in.
        input(config.port.ports()) begins;
        /// Its lane.
        input(config.port.ports()) begins_lane[lane_bits(&config.port)];
        /// It is stored.
        input(config.port.ports()) arrive;
        /// Its queue.
        input(config.port.ports()) arrive_queue[config.port.buffer().queue_bits()];
        /// Queues of the input port in which a packet waits.
        input(config.port.ports()) waiting[config.port.buffer().queues()];
        /// The link is up, and has credits for a longest packet.
        input(config.port.buffer().queues()) may_send;
        /// Words would be held up at the output port.
        input(config.port.ports()) clogged;
        /// The input port's packet ends in this cycle or the next.
        input(config.port.ports()) near_end;
        /// Its last word is issued.
        input(config.port.ports()) ends;
        /// The output port begins a packet, which counts against its credits from the next cycle on.
        input(config.port.ports()) transmit;

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
        /// The output port is free, and a packet lacks nothing but credits; not with `transmit`.
        output(config.port.buffer().queues()) stalled;

        /// In the order of arrival.
        optional(matches!(config.choice, Choice::Fifo(..))) fifo: FifoDispatcher =
            FifoDispatcher::new(config);
        /// By round robin.
        optional(matches!(config.choice, Choice::RoundRobin(..))) round_robin: RoundRobinDispatcher =
            RoundRobinDispatcher::new(config);
    }
}

impl Logic for SwitchDispatcher {
    #[hdl_gen]
    fn update(&mut self) {
        if self.by_arrival.val() {
            for port in 0..self.ports.val() {
                self.fifo.begins[port].next = self.begins[port].val();
                self.fifo.begins_lane[port].next = self.begins_lane[port].val();
                self.fifo.arrive[port].next = self.arrive[port].val();
                self.fifo.arrive_queue[port].next = self.arrive_queue[port].val();
                self.fifo.waiting[port].next = self.waiting[port].val();
                self.fifo.clogged[port].next = self.clogged[port].val();
                self.fifo.near_end[port].next = self.near_end[port].val();
                self.fifo.ends[port].next = self.ends[port].val();
                self.start[port].next = self.fifo.start[port].val();
                self.start_queue[port].next = self.fifo.start_queue[port].val();
                self.destination[port].next = self.fifo.destination[port].val();
                self.lane[port].next = self.fifo.lane[port].val();
                self.engaged[port].next = self.fifo.engaged[port].val();
                self.source[port].next = self.fifo.source[port].val();
            }
            for port in 0..self.ports.val() {
                for at in 0..self.lanes.val() {
                    self.fifo.may_send[port * self.lanes.val() + at].next =
                        self.may_send[port * self.lanes.val() + at].val();
                    self.stalled[port * self.lanes.val() + at].next =
                        self.fifo.stalled[port * self.lanes.val() + at].val()
                            && !self.transmit[port].val();
                }
            }
        } else {
            for port in 0..self.ports.val() {
                self.round_robin.waiting[port].next = self.waiting[port].val();
                self.round_robin.clogged[port].next = self.clogged[port].val();
                self.round_robin.near_end[port].next = self.near_end[port].val();
                self.round_robin.ends[port].next = self.ends[port].val();
                self.start[port].next = self.round_robin.start[port].val();
                self.start_queue[port].next = self.round_robin.start_queue[port].val();
                self.destination[port].next = self.round_robin.destination[port].val();
                self.lane[port].next = self.round_robin.lane[port].val();
                self.engaged[port].next = self.round_robin.engaged[port].val();
                self.source[port].next = self.round_robin.source[port].val();
            }
            for port in 0..self.ports.val() {
                for at in 0..self.lanes.val() {
                    self.round_robin.may_send[port * self.lanes.val() + at].next =
                        self.may_send[port * self.lanes.val() + at].val();
                    self.stalled[port * self.lanes.val() + at].next =
                        self.round_robin.stalled[port * self.lanes.val() + at].val()
                            && !self.transmit[port].val();
                }
            }
        }
    }
}
