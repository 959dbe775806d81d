//! Events of hosts.

use super::{
    super::exchange::Start,
    event::Kind,
    flow::Flow,
    port::{Packet, NEVER},
    Engine,
};
use crate::fabric::{
    log::{Record, Sink},
    timing::GRANT,
};
use tailback_spec::scenario::Sources;

impl<S: Sink> Engine<S> {
    /// A flow starts or stops, or changes between ON and OFF.
    pub(super) fn toggle(&mut self, number: u16) {
        let flow = &mut self.flows[usize::from(number)];
        if let Some(next) = flow.toggle(self.now) {
            self.queue.push(next, Kind::Toggle, number);
        }
        self.queue_flow(number, self.now);
    }

    /// The ACK of a flow arrives.
    pub(super) fn ack(&mut self, number: u16) {
        let flow = &mut self.flows[usize::from(number)];
        let adapter = self.adapters.get_mut(usize::from(flow.from));
        flow.acknowledge(self.now, adapter);
        self.queue_flow(number, self.now + GRANT);
    }

    /// Schedules a flow to become due as soon as it may start a packet, but not before a cycle.
    fn queue_flow(&mut self, number: u16, earliest: u64) {
        let flow = &mut self.flows[usize::from(number)];
        if flow.active && !flow.queued && flow.window_is_open() {
            flow.queued = true;
            self.queue.push(earliest.max(flow.schedule()), Kind::Due, number);
        }
    }

    /// A flow is due.
    pub(super) fn due(&mut self, number: u16) {
        let flow = &self.flows[usize::from(number)];
        let (host, order) = (usize::from(flow.from), self.order(flow));
        let due = &mut self.hosts[host].due;
        let place = due.partition_point(|(other, _)| *other <= order);
        due.insert(place, (order, number));
        self.send(host);
    }

    /// Value by which flows of a host that are due are ordered; those of one value take turns.
    fn order(&self, flow: &Flow) -> u64 {
        match self.rules.sources {
            Sources::RoundRobin => 0,
            Sources::ArrivalOrder => flow.oldest_packet().unwrap_or(self.now),
        }
    }

    /// The link of a host is free.
    pub(super) fn host_free(&mut self, number: usize) {
        self.hosts[number].waits = false;
        self.send(number);
    }

    /// A message of a flow that others wait for is received in a cycle.
    pub(super) fn received(&mut self, number: u16, cycle: u64) {
        let Some(exchanges) = &mut self.exchanges else { return };
        exchanges.received(usize::from(number), cycle, &mut self.starts);
        self.begin_messages();
    }

    /// Schedules the messages that may start.
    pub(super) fn begin_messages(&mut self) {
        for Start { flow: number, at, .. } in self.starts.drain(..) {
            let packets = self.rules.lengths.packets(number);
            if self.flows[usize::from(number)].tell(at, packets) {
                self.queue.push(at, Kind::Toggle, number);
            }
        }
    }

    /// Credits for a packet of so many blocks of a host return in a cycle.
    pub(super) fn return_credit(&mut self, number: usize, cycle: u64, blocks: u32) {
        let host = &mut self.hosts[number];
        host.returning.push_back((cycle, blocks));
        // Usually, no host waits for credits; one that does gets an event for the first that
        // return.
        if host.lacks && host.returning.len() == 1 {
            self.queue.push(cycle, Kind::HostCredit, number as u16);
        }
    }

    /// Credits have returned to a host that waits for them.
    pub(super) fn host_credit(&mut self, number: usize) {
        self.hosts[number].lacks = false;
        self.send(number);
    }

    /// A host sends the packets that it can.
    fn send(&mut self, number: usize) {
        let now = self.now;
        let host = &mut self.hosts[number];
        // A flow that has ended meanwhile gives its grant back.
        while let Some((_, first)) = host.due.front() {
            let flow = &mut self.flows[usize::from(*first)];
            if flow.active {
                break;
            }
            flow.queued = false;
            host.due.pop_front();
        }
        if host.due.is_empty() {
            return;
        }
        while let Some((_, blocks)) =
            host.returning.front().copied().filter(|(cycle, _)| *cycle <= now)
        {
            host.returning.pop_front();
            host.credits += blocks;
        }
        if host.credits < self.rules.longest {
            if !host.lacks {
                host.lacks = true;
                if let Some((cycle, _)) = host.returning.front() {
                    self.queue.push(*cycle, Kind::HostCredit, number as u16);
                }
            }
            return;
        }
        if now < host.free_at {
            if !host.waits {
                host.waits = true;
                self.queue.push(host.free_at, Kind::HostFree, number as u16);
            }
            return;
        }
        if let Some((_, flow)) = host.due.pop_front() {
            self.start(number, flow);
        }
    }

    /// A host starts a packet of a flow.
    fn start(&mut self, number: usize, flow_number: u16) {
        let now = self.now;
        let (host, flow) = (&mut self.hosts[number], &mut self.flows[usize::from(flow_number)]);
        let lengths = &self.rules.lengths;
        let length = lengths.of(flow_number, flow.sequence);
        let scaled = |cycles| lengths.scaled(cycles, length);
        let sequence = flow.start(now, self.adapters.get_mut(number), scaled);
        flow.queued = false;
        host.free_at = now + scaled(host.interval);
        host.credits -= length.blocks;
        self.counts.sent += 1;
        self.counts.hops += 1;
        let ipd = flow.ipd;
        let (link, to, delay) = (host.link, host.to, host.delay);
        let more = !host.due.is_empty() && !host.waits;
        if more {
            host.waits = true;
            self.queue.push(host.free_at, Kind::HostFree, number as u16);
        }
        let record = Record { cycle: now, link, flow: flow_number, sequence, marked: false, ipd };
        self.sink.record(&record);
        let packet = Packet {
            flow: flow_number,
            sequence,
            length,
            marked: false,
            counted: false,
            read: NEVER,
            came: now,
        };
        let packet = self.packets.add(packet);
        self.goes(packet, to, delay);
        self.queue_flow(flow_number, now + 1);
    }

    /// A packet starts on a link to an input port.
    pub(super) fn goes(&mut self, packet: u32, to: u16, delay: u64) {
        if delay == 0 {
            self.header(usize::from(to), packet);
        } else {
            self.inputs[usize::from(to)].on_link.push_back(packet);
            self.queue.push(self.now + delay, Kind::Header, to);
        }
    }
}
