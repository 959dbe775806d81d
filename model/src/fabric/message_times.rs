//! Times of messages that wait for others, as benchmarks of clusters report them.

use super::{
    delivery::Delivery,
    exchange::{Exchanges, Start},
    lengths::Lengths,
    log::{Record, Sink},
};
use std::{collections::VecDeque, ops::Range};
use tailback_spec::scenario::Scenario;

/// Times of the messages of each flow that are received in the averaging window.
#[derive(Debug, Clone)]
pub struct MessageTimes {
    window: Range<u64>,
    exchanges: Exchanges,
    lengths: Lengths,
    flows: Vec<Followed>,
    starts: Vec<Start>,
}

/// Messages of a flow.
#[derive(Debug, Clone)]
struct Followed {
    /// Link to the destination, its delay, and the cycles of a packet of full length.
    link: u16,
    delay: u64,
    cycles: u64,
    /// Cycles from which the messages wait for software alone that have not been received, the oldest
    /// first.
    ready: VecDeque<u64>,
    delivery: Delivery,
    times: Times,
}

/// Times of messages, in cycles: from the moment in which a message waits for software alone to its last
/// beat received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Messages received.
    pub messages: u64,
    /// Shortest time.
    pub least: u64,
    /// Sum of the times.
    pub sum: u64,
    /// Longest time.
    pub most: u64,
    /// First and last cycle in which a message was received.
    pub received: (u64, u64),
}

impl Times {
    const NONE: Times = Times { messages: 0, least: u64::MAX, sum: 0, most: 0, received: (0, 0) };

    fn add(&mut self, cycles: u64, received: u64) {
        if self.messages == 0 {
            self.received.0 = received;
        }
        self.messages += 1;
        self.least = self.least.min(cycles);
        self.sum += cycles;
        self.most = self.most.max(cycles);
        self.received.1 = received;
    }

    /// Mean time; `None` without messages.
    pub fn mean(&self) -> Option<f64> {
        (self.messages > 0).then(|| self.sum as f64 / self.messages as f64)
    }

    /// Mean cycles from one message received to the next; `None` with fewer than two.
    pub fn interval(&self) -> Option<f64> {
        let (first, last) = self.received;
        (self.messages > 1).then(|| (last - first) as f64 / (self.messages - 1) as f64)
    }
}

impl MessageTimes {
    /// Times before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        let (exchanges, starts) = Exchanges::new(scenario);
        let followed = |flow: &tailback_spec::scenario::Flow| Followed {
            link: scenario.downlink(flow.to) as u16,
            delay: scenario.hosts[flow.to].delay,
            cycles: scenario.hosts[flow.to].packet_cycles,
            ready: VecDeque::new(),
            delivery: Delivery::default(),
            times: Times::NONE,
        };
        let mut times = MessageTimes {
            window: scenario.average.clone(),
            exchanges,
            lengths: Lengths::new(scenario),
            flows: scenario.flows.iter().map(followed).collect(),
            starts,
        };
        times.begin();
        times
    }

    /// The messages that may start wait for software.
    fn begin(&mut self) {
        for Start { flow, ready, .. } in self.starts.drain(..) {
            self.flows[usize::from(flow)].ready.push_back(ready);
        }
    }

    /// Times of the messages of a flow, if it has any that wait for others.
    pub fn of(&self, flow: usize) -> Option<&Times> {
        self.exchanges.has(flow).then(|| &self.flows[flow].times)
    }
}

impl Sink for MessageTimes {
    fn record(&mut self, record: &Record) {
        let number = usize::from(record.flow);
        let flow = &mut self.flows[number];
        if record.link != flow.link || !self.exchanges.has(number) {
            return;
        }
        let delivered = flow.delivery.receive(record.sequence);
        let ended = delivered.filter(|sequence| self.lengths.ends(record.flow, *sequence)).count();
        if ended == 0 {
            return;
        }
        let length = self.lengths.of(record.flow, record.sequence);
        let end = record.cycle + flow.delay + self.lengths.scaled(flow.cycles, length);
        for _ in 0..ended {
            let flow = &mut self.flows[number];
            if let Some(ready) = flow.ready.pop_front() {
                if self.window.contains(&end) {
                    flow.times.add(end - ready, end);
                }
            }
            self.exchanges.received(number, end, &mut self.starts);
            self.begin();
        }
    }
}
