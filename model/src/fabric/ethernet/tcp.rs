//! TCP hosts: software, which takes no time.

mod newreno;

use self::newreno::{Action, NewReno};
use super::engine::Counts;
use super::frame::{Content, Frame};
use super::latency::FIRST_BEAT;
use super::network::{Kind, Network};
use super::supply::Supply;
use super::watch::{Update, Watch};
use std::collections::BTreeSet;
use tailback_spec::random::Random;
use tailback_spec::scenario::Scenario;

/// A connection.
struct Connection {
    hosts: [usize; 2],
    supply: Supply,
    sender: NewReno,
    /// Packet expected next, and packets received behind it.
    expected: u64,
    behind: BTreeSet<u64>,
    /// Cycle of a pending wake-up for a packet that is not ready yet.
    wakes: Option<u64>,
    /// Cycle of a pending comparison of the timer.
    scans: Option<u64>,
}

/// All hosts.
pub struct Hosts {
    connections: Vec<Connection>,
    sent: u64,
    sent_again: u64,
    period_us: f64,
    packet_bits: f64,
}

impl Hosts {
    pub fn new(scenario: &Scenario) -> Self {
        const BITS_PER_BYTE: f64 = 8.0;
        let connection = |(number, flow): (usize, &tailback_spec::scenario::Flow)| {
            let random = Random::new(scenario.seed, number as u64);
            Connection {
                hosts: [flow.from, flow.to],
                supply: Supply::new(flow, scenario.payload_bytes, random),
                sender: NewReno::new(&scenario.tcp),
                expected: 0,
                behind: BTreeSet::new(),
                wakes: None,
                scans: None,
            }
        };
        Hosts {
            connections: scenario.flows.iter().enumerate().map(connection).collect(),
            sent: 0,
            sent_again: 0,
            period_us: scenario.nanoseconds(1) / 1e3,
            packet_bits: scenario.packet_bytes as f64 * BITS_PER_BYTE,
        }
    }

    /// Before the first cycle.
    pub fn begin<W: Watch>(&mut self, net: &mut Network<W>) {
        (0..self.connections.len()).for_each(|flow| self.send(0, flow, net));
    }

    /// A packet may have become ready.
    pub fn wake<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        self.connections[flow].wakes = None;
        self.send(cycle, flow, net);
    }

    /// Sends what window and supply permit.
    fn send<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        loop {
            let connection = &mut self.connections[flow];
            if connection.sender.is_idle() {
                connection.sender.after_idle(cycle);
            }
            if !connection.sender.can_send() {
                break;
            }
            let number = connection.sender.next();
            if number == connection.supply.taken {
                match connection.supply.ready_at(cycle) {
                    Some(ready) if ready <= cycle => connection.supply.take(cycle),
                    Some(ready) => {
                        if connection.wakes.is_none() {
                            connection.wakes = Some(ready);
                            net.queue.push(ready, Kind::Ring, flow as u16);
                        }
                        break;
                    }
                    None => break,
                }
            }
            connection.sender.sent(cycle);
            self.transmit(cycle, flow, number, net);
        }
        self.await_scan(flow, net);
    }

    fn transmit<W: Watch>(&mut self, cycle: u64, flow: usize, number: u64, net: &mut Network<W>) {
        let connection = &mut self.connections[flow];
        self.sent += 1;
        self.sent_again += u64::from(connection.sender.was_sent(number));
        let frame = Frame { flow: flow as u16, content: Content::Segment, number, stamp: cycle };
        let entered = net.enter(connection.hosts[0], &frame, cycle + FIRST_BEAT);
        connection.supply.transfers.send(number, entered.first);
    }

    fn await_scan<W: Watch>(&mut self, flow: usize, net: &mut Network<W>) {
        let connection = &mut self.connections[flow];
        let Some(deadline) = connection.sender.deadline() else { return };
        if connection.scans.is_none_or(|scans| scans > deadline) {
            connection.scans = Some(deadline);
            net.queue.push(deadline, Kind::Scan, flow as u16);
        }
    }

    /// The timer of a connection is compared with the time.
    pub fn scan<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let connection = &mut self.connections[flow];
        if connection.scans != Some(cycle) {
            return;
        }
        connection.scans = None;
        if connection.sender.deadline().is_some_and(|deadline| deadline <= cycle) {
            connection.sender.time_out(cycle);
            self.send(cycle, flow, net);
        }
        self.await_scan(flow, net);
    }

    /// A host receives a frame, whose last beat was received in cycle `last`.
    pub fn receive<W: Watch>(
        &mut self,
        cycle: u64,
        last: u64,
        frame: &Frame,
        net: &mut Network<W>,
    ) {
        let flow = usize::from(frame.flow);
        let connection = &mut self.connections[flow];
        if frame.content == Content::Segment {
            if frame.number >= connection.expected {
                connection.behind.insert(frame.number);
            }
            while connection.behind.remove(&connection.expected) {
                net.watch.deliver(cycle, flow, connection.expected);
                let done = connection.supply.transfers.receive(connection.expected, last);
                if let Some((packets, cycles)) = done {
                    net.watch.transfer(flow, packets, cycles);
                }
                connection.expected += 1;
            }
            // The stamp is that of the segment that triggers the ACK.
            let number = connection.expected;
            let reply = Frame { content: Content::SegmentAck, number, ..*frame };
            net.enter(connection.hosts[1], &reply, cycle + FIRST_BEAT);
            return;
        }
        let rtt = cycle - frame.stamp;
        match connection.sender.acknowledge(cycle, frame.number, rtt) {
            Action::None => {}
            Action::Retransmit => {
                let number = connection.sender.una();
                self.transmit(cycle, flow, number, net);
            }
        }
        let connection = &self.connections[flow];
        let rtt_us = rtt as f64 * self.period_us;
        const MBIT_PER_GBIT: f64 = 1e3;
        let rate = connection.sender.window() * self.packet_bits / (rtt_us * MBIT_PER_GBIT);
        let gbit_per_s = Some(rate);
        net.watch.update(&Update { cycle, flow, gbit_per_s, rtt_us, predicted_us: rtt_us });
        self.send(cycle, flow, net);
    }

    /// Adds the totals of the hosts.
    pub fn counts(&self, common: Counts) -> Counts {
        let sum = |of: fn(&Connection) -> u64| self.connections.iter().map(of).sum();
        Counts {
            sent: self.sent,
            sent_again: self.sent_again,
            delivered: sum(|connection| connection.expected),
            time_outs: sum(|connection| connection.sender.time_outs),
            by_duplicates: sum(|connection| connection.sender.by_duplicates),
            unfinished: sum(|connection| connection.supply.transfers.unfinished()),
            ..common
        }
    }
}
