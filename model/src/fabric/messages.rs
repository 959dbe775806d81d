//! Completion times of messages, and their slowdown by size.
//!
//! A message is *complete* when the last beat of its last packet is received. Its *slowdown* is the
//! time from its start to that moment, divided by the time that it takes in an empty fabric: the
//! delays of links and switches on its path, and the time of all its packets on the slowest link.

use super::log::{Record, Sink};
use tailback_spec::{
    scenario::{Flow, Paths, Peer, Scenario, Traffic},
    switch::top::LATENCY_CYCLES,
};

/// A message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Message {
    /// Flow of the scenario.
    pub flow: usize,
    /// Packets.
    pub packets: u64,
    /// Cycles in an empty fabric.
    pub alone: u64,
    /// Cycles from the start to the last beat received; `None` if that is not in the run.
    pub taken: Option<u64>,
}

impl Message {
    /// Time taken as a multiple of that in an empty fabric.
    pub fn slowdown(&self) -> Option<f64> {
        self.taken.map(|taken| taken as f64 / self.alone as f64)
    }
}

/// Follows the messages of a scenario.
#[derive(Debug, Clone)]
pub struct Messages {
    /// Index of each flow's message in `all`, if it is one.
    of_flow: Vec<Option<u32>>,
    all: Vec<Followed>,
}

#[derive(Debug, Clone)]
struct Followed {
    message: Message,
    start: u64,
    /// Link to the destination.
    link: u16,
    /// Cycles from the first beat of a packet on that link to its last beat at the destination.
    last: u64,
}

impl Messages {
    /// The messages of a scenario, before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        let (paths, mut all) = (scenario.paths(), Vec::new());
        let followed = scenario.flows.iter().enumerate().map(|(number, flow)| {
            let Traffic::Message { packets } = flow.traffic else { return None };
            let host = &scenario.hosts[flow.to];
            all.push(Followed {
                message: Message {
                    flow: number,
                    packets,
                    alone: alone(scenario, &paths, flow, packets),
                    taken: None,
                },
                start: flow.start,
                link: scenario.downlink(flow.to) as u16,
                last: host.delay + host.packet_cycles,
            });
            Some(all.len() as u32 - 1)
        });
        let of_flow = followed.collect();
        Messages { of_flow, all }
    }

    /// All messages, in the order of their flows.
    pub fn all(&self) -> impl Iterator<Item = &Message> {
        self.all.iter().map(|followed| &followed.message)
    }

    /// Slowdown by size: for each of the sizes in bytes, in rising order, of the messages up to that
    /// size and above the size before; and of those above the last size.
    pub fn by_size(&self, scenario: &Scenario, sizes: &[u64]) -> Vec<Slowdown> {
        let bytes = |message: &Message| message.packets * scenario.payload_bytes as u64;
        let ends = sizes.iter().copied().chain([u64::MAX]);
        let mut classes: Vec<Slowdown> = ends.map(Slowdown::up_to).collect();
        for message in self.all() {
            let place = sizes.partition_point(|size| *size < bytes(message));
            let class = &mut classes[place];
            class.messages += 1;
            class.values.extend(message.slowdown());
        }
        classes.iter_mut().for_each(|class| class.values.sort_by(f64::total_cmp));
        classes.retain(|class| class.messages > 0);
        classes
    }
}

/// Slowdown of the messages of some sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct Slowdown {
    /// Largest size in payload bytes; `u64::MAX` is no limit.
    pub up_to_bytes: u64,
    /// Messages, complete or not.
    pub messages: usize,
    /// Slowdown of those that are complete, in rising order.
    values: Vec<f64>,
}

impl Slowdown {
    fn up_to(up_to_bytes: u64) -> Self {
        Slowdown { up_to_bytes, messages: 0, values: Vec::new() }
    }

    /// Messages that are complete.
    pub fn complete(&self) -> usize {
        self.values.len()
    }

    /// The value that so many of the complete messages do not exceed, as a fraction of 0 to 1; `None`
    /// if no message is complete.
    pub fn percentile(&self, fraction: f64) -> Option<f64> {
        let place = (self.values.len() as f64 * fraction).ceil() as usize;
        self.values.get(place.max(1) - 1).copied()
    }
}

/// Cycles of a message in an empty fabric.
fn alone(scenario: &Scenario, paths: &Paths, flow: &Flow, packets: u64) -> u64 {
    let path = paths.switches(flow);
    let delays: u64 = path
        .iter()
        .map(|(_, peer)| match peer {
            Peer::Host(host) => scenario.hosts[*host].delay,
            Peer::Switch { trunk, .. } => scenario.trunks[*trunk].delay,
        })
        .sum();
    let links = paths.of_packets(flow);
    let slowest = links.iter().map(|link| scenario.link_cycles(*link)).max().unwrap_or_default();
    let switches = (path.len() * LATENCY_CYCLES) as u64;
    scenario.hosts[flow.from].delay + delays + switches + packets * slowest
}

impl Sink for Messages {
    fn record(&mut self, record: &Record) {
        let Some(place) = self.of_flow[usize::from(record.flow)] else { return };
        let followed = &mut self.all[place as usize];
        let is_last = u64::from(record.sequence) + 1 == followed.message.packets;
        if is_last && record.link == followed.link {
            followed.message.taken = Some(record.cycle + followed.last - followed.start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Engine;

    const TREE: &str = "name = \"t\"\nconfiguration.preset = \"santos-2003\"\n\
        topology = { kind = \"fat-tree\", radix = 4, link_delay_ns = 80 }\n\
        run = { duration_ms = 1, window = 0, congestion_control = false }\n\
        measure = { from_ms = 0, to_ms = 1 }\n\
        patterns.p = { kind = \"htsim-matrix\", file = \"m\" }\n";

    fn run(matrix: &str, other: &[&str]) -> (Scenario, Messages) {
        let overrides: Vec<_> = other.iter().map(|set| set.parse().expect("set")).collect();
        let file = |_: &str| Ok(matrix.to_owned());
        let scenario = Scenario::from_toml_with(TREE, &overrides, file).expect("valid");
        let mut engine = Engine::new(&scenario, Messages::new(&scenario));
        engine.run_until(scenario.duration);
        (scenario, engine.into_sink())
    }

    #[test]
    fn a_message_alone_takes_the_time_of_an_empty_fabric() {
        let matrix = "Nodes 8\nConnections 3\n0->1 start 0 size 2048\n\
            2->5 start 100000000 size 20480\n4->7 start 200000000 size 204800\n";
        for nics in ["immediate", "hardware"] {
            let (_, messages) = run(matrix, &[&format!("readings.nics={nics}")]);
            for (message, packets) in messages.all().zip([1, 10, 100]) {
                assert_eq!(message.packets, packets);
                let slowdown = message.slowdown().expect("complete");
                // The latency of a NIC counts for a short message.
                assert!((1.0..1.15).contains(&slowdown), "{nics}: {message:?} {slowdown}");
            }
        }
    }

    #[test]
    fn two_messages_to_one_host_take_twice_as_long_and_slowdowns_are_divided_by_size() {
        let matrix = "Nodes 8\nConnections 4\n0->6 start 0 size 204800\n2->6 start 0 size 204800\n\
            1->3 start 0 size 2048\n5->4 start 999000000 size 204800\n";
        let (scenario, messages) = run(matrix, &[]);
        let classes = messages.by_size(&scenario, &[10_000, 100_000]);
        let counts = |class: &Slowdown| (class.up_to_bytes, class.messages, class.complete());
        let found: Vec<_> = classes.iter().map(counts).collect();
        assert_eq!(found, [(10_000, 1, 1), (u64::MAX, 3, 2)]);
        let most = classes[1].percentile(1.0).expect("complete");
        assert!((1.9..2.1).contains(&most), "{most}");
        assert_eq!(classes[1].percentile(0.0), classes[1].percentile(0.5));
    }
}
