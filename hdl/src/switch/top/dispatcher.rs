//! The configured dispatcher.

use crate::prelude::*;
use crate::switch::{FifoDispatcher, RoundRobinDispatcher};
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Decides which packets start, by the configured allocator.
    pub struct SwitchDispatcher(config: &Dispatcher) as "tailback_switch_dispatcher" {
        /// Allocation in order of arrival; otherwise round robin.
        choice by_arrival = matches!(config.choice, Choice::Fifo(..));
        /// Ports.
        count ports = config.port.ports();
        /// VLs of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();

        /// High in the cycle after the input port received the first beat of a packet.
        input(config.port.ports()) begins;
        /// VL index of the packet that begins (VL15 last).
        input(config.port.ports()) begins_lane[lane_bits(&config.port)];
        /// High in the cycle in which the first beat of a packet is stored in the input buffer.
        input(config.port.ports()) arrive;
        /// Queue of the stored packet; valid with `arrive`.
        input(config.port.ports()) arrive_queue[config.port.buffer().queue_bits()];
        /// Queues of the input port in which a packet waits, one bit per queue.
        input(config.port.ports()) waiting[config.port.buffer().queues()];
        /// The link is up, and has credits for a packet of the longest length.
        input(config.port.buffer().queues()) may_send;
        /// Beats to the output port would be held up.
        input(config.port.ports()) clogged;
        /// The packet that the input port sends ends in this cycle or the next.
        input(config.port.ports()) near_end;
        /// High in the cycle in which the last beat of the input port's packet is issued.
        input(config.port.ports()) ends;
        /// The output port begins a packet, which its credits include from the next cycle on.
        input(config.port.ports()) transmit;

        /// High in the cycle in which the input port starts a packet.
        output(config.port.ports()) start;
        /// Queue of the packet that the input port started last.
        output(config.port.ports()) start_queue[config.port.buffer().queue_bits()];
        /// Output port of the packet that the input port started last.
        output(config.port.ports()) destination[config.port.port_bits()];
        /// VL index of the packet that the input port started last.
        output(config.port.ports()) lane[lane_bits(&config.port)];
        /// The output port receives the beats that are issued in this cycle.
        output(config.port.ports()) engaged;
        /// Input port that sends to the output port; valid with `engaged`.
        output(config.port.ports()) source[config.port.port_bits()];
        /// The output port is free, and a packet waits only for credits; low with `transmit`.
        output(config.port.buffer().queues()) stalled;

        /// Dispatcher in order of arrival.
        optional(matches!(config.choice, Choice::Fifo(..))) fifo: FifoDispatcher =
            FifoDispatcher::new(config);
        /// Round-robin dispatcher.
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
