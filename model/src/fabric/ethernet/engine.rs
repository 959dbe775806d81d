//! The engine: takes events in their order.

use super::endpoint::Endpoints;
use super::network::{Kind, Network};
use super::tcp::Hosts;
use super::watch::Watch;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    fabric::EthernetFabric,
    scenario::{Scenario, Transport},
};

/// A fabric over Ethernet that runs.
pub struct Engine<W> {
    network: Network<W>,
    hosts: Ends,
    now: u64,
}

/// Hosts of the transport.
enum Ends {
    Efl(Box<Endpoints>),
    Tcp(Box<Hosts>),
}

/// Totals since the first cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Data packets that hosts have sent, repetitions included.
    pub sent: u64,
    /// Data packets that hosts have sent before, and sent again.
    pub sent_again: u64,
    /// Data packets delivered in order.
    pub delivered: u64,
    /// Links that data packets have entered, each counted per packet.
    pub hops: u64,
    /// Frames that did not fit into the buffer of an output.
    pub dropped: u64,
    /// Frames lost on links.
    pub lost: u64,
    /// Frames altered on links.
    pub corrupted: u64,
    /// Losses found by a time-out.
    pub time_outs: u64,
    /// Losses found by duplicate ACKs.
    pub by_duplicates: u64,
    /// Transfers of groups that have begun and are not complete.
    pub unfinished: u64,
}

impl<W: Watch> Engine<W> {
    /// The fabric of a scenario before its first cycle.
    pub fn new(scenario: &Scenario, watch: W) -> Self {
        let mut network = Network::new(scenario, watch);
        let hosts = match scenario.transport {
            Transport::Tcp => {
                let mut hosts = Hosts::new(scenario);
                hosts.begin(&mut network);
                Ends::Tcp(Box::new(hosts))
            }
            Transport::Efl | Transport::Infiniband => {
                let mut endpoints = Endpoints::new(scenario);
                endpoints.begin(&mut network);
                Ends::Efl(Box::new(endpoints))
            }
        };
        Engine { network, hosts, now: 0 }
    }

    /// Whether the packet log equals that of the hardware.
    pub fn is_exact(scenario: &Scenario) -> bool {
        EthernetFabric::new(scenario).is_ok()
    }

    /// Form of the engine: `exact` if the packet log equals that of the hardware.
    pub fn form(scenario: &Scenario) -> &'static str {
        if Self::is_exact(scenario) {
            "exact"
        } else {
            "ideal"
        }
    }

    /// Runs until just before a cycle.
    pub fn run_until(&mut self, end: u64) {
        let Engine { network, hosts, .. } = self;
        while let Some((cycle, kind, index)) = network.queue.pop_before(end) {
            let index = usize::from(index);
            match (kind, &mut *hosts) {
                (Kind::Move, _) => network.move_frame(cycle, index),
                (Kind::Judge, hosts) => {
                    let Some((last, frame)) = network.judged(index) else { continue };
                    let host = index - network.first_downlink;
                    match hosts {
                        Ends::Efl(ends) => ends.judge(cycle, (host, last), &frame, network),
                        Ends::Tcp(ends) => ends.receive(cycle, last, &frame, network),
                    }
                }
                (Kind::Ack, Ends::Efl(ends)) => ends.acknowledge(cycle, index, network),
                (Kind::Loss, Ends::Efl(ends)) => ends.lose(cycle, index, network),
                (Kind::Due, Ends::Efl(ends)) => ends.due(cycle, index, network),
                (Kind::Ring, Ends::Efl(ends)) => ends.ring(cycle, index, network),
                (Kind::Send, Ends::Efl(ends)) => ends.send(cycle, index, network),
                (Kind::Begin, Ends::Efl(ends)) => ends.begin_frame(cycle, index, network),
                (Kind::Scan, Ends::Efl(ends)) => ends.scan(cycle, index, network),
                (Kind::Ring, Ends::Tcp(ends)) => ends.wake(cycle, index, network),
                (Kind::Scan, Ends::Tcp(ends)) => ends.scan(cycle, index, network),
                (_, Ends::Tcp(_)) => {}
            }
        }
        self.now = end;
    }

    /// The first cycle that has not been run.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Totals since the first cycle.
    pub fn counts(&self) -> Counts {
        let traffic = self.network.traffic;
        let links = &self.network.links;
        let common = Counts {
            hops: traffic.hops,
            dropped: traffic.dropped,
            lost: links.iter().map(|link| link.lost).sum(),
            corrupted: links.iter().map(|link| link.corrupted).sum(),
            ..Counts::default()
        };
        match &self.hosts {
            Ends::Efl(ends) => Counts {
                sent: ends.counts.sent,
                sent_again: ends.counts.sent_again,
                delivered: ends.receivers.iter().map(|receiver| receiver.delivered).sum(),
                time_outs: ends.counts.time_outs,
                by_duplicates: ends.counts.by_duplicates,
                unfinished: ends
                    .senders
                    .iter()
                    .map(|sender| sender.feed.supply.transfers.unfinished())
                    .sum(),
                ..common
            },
            Ends::Tcp(ends) => ends.counts(common),
        }
    }

    /// The sink of the log.
    pub fn watch_mut(&mut self) -> &mut W {
        &mut self.network.watch
    }

    /// Consumes the engine and returns the sink of its log.
    pub fn into_watch(self) -> W {
        self.network.watch
    }
}
