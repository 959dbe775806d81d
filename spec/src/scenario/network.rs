//! What a fabric consists of, and what happens in it: a scenario that is possible to run.

use super::{Readings, Registers};
use crate::{config::Config, link, wire::lrh};
use std::{ops::Range, sync::Arc};

/// A fabric, its traffic, and what is measured. Times are in clock cycles.
///
/// Directed links have numbers: first those from each host to its switch, then those back, then
/// for each trunk the two directions, see [`Scenario::link_name`]. The ports of a switch are its
/// hosts and then its trunks, each in the order in which they are listed here.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: String,
    /// The switches and NICs, all of one kind.
    pub config: Config,
    /// Names of the switches.
    pub switches: Vec<String>,
    /// Hosts, each on a switch.
    pub hosts: Vec<Host>,
    /// Links between switches.
    pub trunks: Vec<Trunk>,
    /// Where a switch sends what is for a host: `routes[switch][host]` is a port of that switch.
    pub routes: Vec<Vec<usize>>,
    /// Names of the groups of flows.
    pub groups: Vec<String>,
    /// Flows, those of a group side by side.
    pub flows: Vec<Flow>,
    /// Bytes of each data packet, header included, before it is padded to whole words.
    pub packet_bytes: usize,
    /// Bytes of each data packet that count as throughput.
    pub payload_bytes: usize,
    /// Packets of a flow in flight; `None` is without a limit.
    pub window: Option<u32>,
    /// Whether flows answer to marks.
    pub congestion_control: bool,
    /// What software has set, if there is something to be set.
    pub registers: Option<Registers>,
    /// What a paper tried that the hardware does not have.
    pub readings: Readings,
    /// Cycles between a packet's last beat at its destination and the first one of its ACK, beyond
    /// the one that there must be.
    pub turnaround: u64,
    /// After so many cycles without an ACK, a host gives up what a flow has in flight.
    pub release: Option<u64>,
    /// How long it runs.
    pub duration: u64,
    /// What is averaged over.
    pub average: Range<u64>,
    /// Width of the sliding window of rate curves.
    pub rate_window: u64,
    /// Seed of all that is random.
    pub seed: u64,
}

/// A host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Its name: that of its group, with a number from 1 if the group has several.
    pub name: String,
    /// Its switch.
    pub switch: usize,
    /// Cycles that a beat takes on its link.
    pub delay: u64,
    /// Cycles that a data packet takes on its link, from its first beat to the end of the last.
    pub packet_cycles: u64,
    /// Cycles in which the host itself can give or take a packet; 0 if nothing but its link limits
    /// it.
    pub host_cycles: u64,
}

/// A link between two switches, in both directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trunk {
    /// Its two ends.
    pub ends: [usize; 2],
    /// Cycles that a beat takes.
    pub delay: u64,
    /// Cycles that a data packet takes on it, from its first beat to the end of the last.
    pub packet_cycles: u64,
}

/// A flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Its group.
    pub group: usize,
    /// The host that sends.
    pub from: usize,
    /// The host that receives.
    pub to: usize,
    /// When it has packets.
    pub traffic: Traffic,
    /// Its first cycle.
    pub start: u64,
    /// The first cycle in which it starts no packet any more.
    pub stop: Option<u64>,
}

/// When a flow has packets to send.
#[derive(Debug, Clone, PartialEq)]
pub enum Traffic {
    /// Always.
    Greedy,
    /// Always, and starts one at every so many cycles, whatever marks say.
    FixedRate {
        /// Cycles from one start to the next.
        interval: u64,
    },
    /// Always in ON periods, never in OFF periods, both of exponentially distributed length.
    OnOff {
        /// Mean cycles of ON periods.
        on: f64,
        /// Mean cycles of OFF periods.
        off: f64,
    },
    /// As they come, one by one, after exponentially distributed times.
    Poisson {
        /// Mean cycles from one to the next.
        interval: f64,
    },
    /// As they come, one by one, in these cycles from the flow's start on, which are in order.
    Trace(Arc<[u64]>),
}

/// What is at the other end of a switch's port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Peer {
    /// This host.
    Host(usize),
    /// Another switch.
    Switch {
        /// The trunk.
        trunk: usize,
        /// At which of the trunk's two ends this port is.
        end: usize,
    },
}

impl Scenario {
    /// What is at the ports of a switch.
    pub fn ports(&self, switch: usize) -> Vec<Peer> {
        self.peers(switch).collect()
    }

    /// Peers at the ports of a switch, in port order.
    fn peers(&self, switch: usize) -> impl Iterator<Item = Peer> + '_ {
        let hosts = self.hosts.iter().enumerate();
        let hosts =
            hosts.filter(move |(_, host)| host.switch == switch).map(|(h, _)| Peer::Host(h));
        let trunks = self.trunks.iter().enumerate().flat_map(move |(trunk, both)| {
            let at = move |end: &usize| both.ends[*end] == switch;
            [0, 1].into_iter().filter(at).map(move |end| Peer::Switch { trunk, end })
        });
        hosts.chain(trunks)
    }

    /// Directed links.
    pub fn links(&self) -> usize {
        2 * (self.hosts.len() + self.trunks.len())
    }

    /// The link from a host to its switch.
    pub fn uplink(&self, host: usize) -> usize {
        host
    }

    /// The link from a switch to a host.
    pub fn downlink(&self, host: usize) -> usize {
        self.hosts.len() + host
    }

    /// A trunk in the direction away from one of its ends.
    pub fn trunk_link(&self, trunk: usize, end: usize) -> usize {
        2 * (self.hosts.len() + trunk) + end
    }

    /// The name of a directed link, as `A->B`; from the second on of several trunks between two switches, with
    /// a number, as `A->B#2`.
    pub fn link_name(&self, link: usize) -> String {
        let hosts = self.hosts.len();
        let (from, to) = match link {
            up if up < hosts => (&self.hosts[up].name, &self.switches[self.hosts[up].switch]),
            down if down < 2 * hosts => {
                let host = &self.hosts[down - hosts];
                (&self.switches[host.switch], &host.name)
            }
            trunk => {
                let number = (trunk - 2 * hosts) / 2;
                let [one, other] = self.trunks[number].ends;
                let ends = [&self.switches[one], &self.switches[other]];
                let parallel =
                    |trunk: &&Trunk| trunk.ends == [one, other] || trunk.ends == [other, one];
                let before = self.trunks[..number].iter().filter(parallel).count();
                let name = format!("{}->{}", ends[trunk % 2], ends[1 - trunk % 2]);
                return match before {
                    0 => name,
                    _ => format!("{name}#{}", before + 1),
                };
            }
        };
        format!("{from}->{to}")
    }

    /// The name of a flow: that of its group, with a number from 1 if the group has several.
    pub fn flow_name(&self, flow: usize) -> String {
        let group = self.flows[flow].group;
        // Flows of a group stand side by side.
        let first = self.flows.partition_point(|flow| flow.group < group);
        let end = self.flows.partition_point(|flow| flow.group <= group);
        match end - first {
            1 => self.groups[group].clone(),
            _ => format!("{}-{}", self.groups[group], flow - first + 1),
        }
    }

    /// The switches on the way of a flow, with the port by which it leaves each.
    pub fn path(&self, flow: &Flow) -> Vec<(usize, Peer)> {
        let mut path = Vec::new();
        let mut switch = self.hosts[flow.from].switch;
        // A way is at most as long as there are switches, or it is a loop.
        while path.len() < self.switches.len() {
            let Some(peer) = self.peers(switch).nth(self.routes[switch][flow.to]) else { break };
            path.push((switch, peer));
            match peer {
                Peer::Host(_) => break,
                Peer::Switch { trunk, end } => switch = self.trunks[trunk].ends[1 - end],
            }
        }
        path
    }

    /// The directed links on the way of a flow, from its host's to that of its destination.
    pub fn way(&self, flow: &Flow) -> Vec<usize> {
        let behind = |(_, peer)| match peer {
            Peer::Host(host) => self.downlink(host),
            Peer::Switch { trunk, end } => self.trunk_link(trunk, end),
        };
        let switches = self.path(flow).into_iter().map(behind);
        std::iter::once(self.uplink(flow.from)).chain(switches).collect()
    }

    /// Cycles of a data packet on a directed link, with its VCRC.
    pub fn link_cycles(&self, link: usize) -> u64 {
        let hosts = self.hosts.len();
        match link {
            up if up < hosts => self.hosts[up].packet_cycles,
            down if down < 2 * hosts => self.hosts[down - hosts].packet_cycles,
            trunk => self.trunks[(trunk - 2 * hosts) / 2].packet_cycles,
        }
    }

    /// The throughput of so many packets, or parts of packets, in so many cycles, of payload, in Gbit/s.
    pub fn gbit_per_s(&self, packets: f64, cycles: u64) -> f64 {
        const BITS_PER_BYTE: f64 = 8.0;
        let bits = packets * self.payload_bytes as f64 * BITS_PER_BYTE;
        bits / self.nanoseconds(cycles.max(1))
    }

    /// PktLen of a data packet: on the wire, [`Self::packet_bytes`] is padded to whole words.
    pub fn packet_words(&self) -> usize {
        self.packet_bytes.div_ceil(lrh::WORD_BYTES)
    }

    /// Blocks of a data packet, with its padding and its VCRC: the credits that it takes.
    pub fn packet_blocks(&self) -> usize {
        link::blocks(self.packet_words() * lrh::WORD_BYTES + link::VCRC_BYTES)
    }

    /// Cycles of a data packet on the datapath, with its VCRC: those on a link of its rate.
    pub fn packet_beats(&self) -> u64 {
        super::build::packet_beats(&self.config, self.packet_bytes)
    }

    /// Nanoseconds of so many cycles.
    pub fn nanoseconds(&self, cycles: u64) -> f64 {
        cycles as f64 * self.config.clock().period_ns()
    }
}
