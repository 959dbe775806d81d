//! Fabric, its traffic and the measurements: a valid scenario.

use super::{ethernet, Choices, Damage, Exchange, Readings, Registers, Tcp, Transport};
use crate::{config::Config, link, wire::lrh};
use std::{ops::Range, sync::Arc};

/// Fabric, its traffic, and the measurements. Times are in clock cycles.
///
/// Directed links are numbered: first those from each host to its switch, then those from switches to
/// hosts, then the two directions of each trunk, see [`Scenario::link_name`]. The ports of a switch are
/// its hosts, followed by its trunks, both in the order of the fields below.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Scenario {
    /// Name.
    pub name: String,
    /// Purpose, in a sentence.
    pub about: String,
    /// Configuration of all switches and NICs.
    pub config: Config,
    /// Transport of the flows.
    pub transport: Transport,
    /// Settings of the hosts with the transport TCP.
    pub tcp: Tcp,
    /// Names of the switches.
    pub switches: Vec<String>,
    /// Hosts, each on a switch.
    pub hosts: Vec<Host>,
    /// Links between switches.
    pub trunks: Vec<Trunk>,
    /// Routes: `routes[switch][host]` is the output port of that switch for packets to that host.
    pub routes: Vec<Vec<usize>>,
    /// Ports among which switches choose anew for each packet, if they do; [`Scenario::routes`] are then one
    /// of the possible choices, and the path of ACKs in the other direction.
    pub choices: Option<Choices>,
    /// Names of the groups of flows.
    pub groups: Vec<String>,
    /// Flows; those of a group are adjacent.
    pub flows: Vec<Flow>,
    /// Bytes of each data packet, header included, before padding to whole words.
    pub packet_bytes: usize,
    /// Bytes of each data packet that count as throughput.
    pub payload_bytes: usize,
    /// Most packets of a flow in flight; `None` is no limit.
    pub window: Option<u32>,
    /// Whether flows respond to marks.
    pub congestion_control: bool,
    /// Settings written by software, if the configuration has registers for them.
    pub registers: Option<Registers>,
    /// Alternatives tried in the papers that are not implemented in hardware.
    pub readings: Readings,
    /// Cycles between a packet's last beat at its destination and the first beat of its ACK, beyond the
    /// minimum of one.
    pub turnaround: u64,
    /// Cycles without an ACK after which a host gives up the packets of a flow in flight.
    pub release: Option<u64>,
    /// Whether the engine steps the golden models of the hardware, although it could run faster.
    pub stepped: bool,
    /// Duration of the run.
    pub duration: u64,
    /// Interval of the averages.
    pub average: Range<u64>,
    /// Width of the sliding window of rate curves.
    pub rate_window: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Name: that of the group, with a number from 1 if the group has several hosts.
    pub name: String,
    /// Switch to which the host is connected.
    pub switch: usize,
    /// Delay of a beat on the host's link in cycles.
    pub delay: u64,
    /// Cycles of a data packet on the host's link, from its first beat to the end of the last.
    pub packet_cycles: u64,
    /// Cycles in which the host itself can send or receive a packet; 0 if only the link limits the rate.
    pub host_cycles: u64,
    /// Damage to frames on the host's link, in each direction.
    pub damage: Damage,
}

/// Link between two switches, with both directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trunk {
    /// Switches at the two ends.
    pub ends: [usize; 2],
    /// Delay of a beat in cycles.
    pub delay: u64,
    /// Cycles of a data packet on the link, from its first beat to the end of the last.
    pub packet_cycles: u64,
    /// Damage to frames, in each direction.
    pub damage: Damage,
}

/// Flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Group.
    pub group: usize,
    /// Host that sends.
    pub from: usize,
    /// Host that receives.
    pub to: usize,
    /// Times at which the flow has packets to send.
    pub traffic: Traffic,
    /// First cycle of the flow.
    pub start: u64,
    /// First cycle in which the flow starts no more packets.
    pub stop: Option<u64>,
    /// Output ports of the switches on the flow's path, in order, if they do not follow from the
    /// destination alone; otherwise empty, and [`Scenario::routes`] applies. ACKs of a flow with such a
    /// route use the same links in the other direction.
    pub route: Vec<usize>,
}

/// Times at which a flow has packets to send.
#[derive(Debug, Clone, PartialEq)]
pub enum Traffic {
    /// A packet is always ready.
    Greedy,
    /// A packet is always ready, and packets start at a fixed interval, independent of marks.
    FixedRate {
        /// Cycles from one start to the next.
        interval: u64,
    },
    /// A packet is always ready in ON periods, and never in OFF periods, both of exponentially
    /// distributed length.
    OnOff {
        /// Mean cycles of ON periods.
        on: f64,
        /// Mean cycles of OFF periods.
        off: f64,
    },
    /// Packets arrive one by one, after exponentially distributed times.
    Poisson {
        /// Mean cycles from one arrival to the next.
        interval: f64,
    },
    /// So many packets are ready at the start.
    Message {
        /// Packets.
        packets: u64,
    },
    /// Packets arrive one by one, after exponentially distributed times whose mean changes.
    Steps(Arc<[Step]>),
    /// Packets arrive in these cycles, counted from the start of the flow and in order.
    Trace(Arc<[u64]>),
    /// Messages start when others have been received.
    Exchange(Arc<Exchange>),
    /// Packets arrive in groups, after exponentially distributed times.
    Groups {
        /// Size of a group in payload bytes.
        size: Size,
        /// Mean cycles from one arrival to the next.
        interval: f64,
    },
}

/// Mean interval between arrivals from a cycle on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// First cycle of the step, counted from the start of the flow. The first step begins with 0.
    pub from: u64,
    /// Mean cycles from one arrival to the next; infinite if no packets arrive.
    pub interval: f64,
}

/// Size of a group of packets in payload bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// The same for all groups.
    Fixed(u32),
    /// Pareto distributed.
    Pareto {
        /// Least size.
        least: f64,
        /// Shape.
        shape: f64,
    },
}

/// Host or switch connected to a port of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Peer {
    /// Host with this index.
    Host(usize),
    /// Another switch.
    Switch {
        /// Trunk between the switches.
        trunk: usize,
        /// End of the trunk at which the port is.
        end: usize,
    },
}

impl Scenario {
    /// Peers at the ports of a switch, in port order.
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

    /// Number of directed links.
    pub fn links(&self) -> usize {
        2 * (self.hosts.len() + self.trunks.len())
    }

    /// Link from a host to its switch.
    pub fn uplink(&self, host: usize) -> usize {
        host
    }

    /// Link from a switch to a host.
    pub fn downlink(&self, host: usize) -> usize {
        self.hosts.len() + host
    }

    /// Trunk in the direction away from one of its ends.
    pub fn trunk_link(&self, trunk: usize, end: usize) -> usize {
        2 * (self.hosts.len() + trunk) + end
    }

    /// Directed link between the same ends in the other direction.
    pub fn opposite(&self, link: usize) -> usize {
        let hosts = self.hosts.len();
        match link {
            up if up < hosts => up + hosts,
            down if down < 2 * hosts => down - hosts,
            // The links of hosts are even in number, so the directions of a trunk differ in one bit.
            trunk => trunk ^ 1,
        }
    }

    /// Name of a directed link, for example `A->B`; of several trunks between two switches, the second and
    /// later ones have a number, for example `A->B#2`.
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

    /// Name of a flow: that of its group, with a number from 1 if the group has several flows.
    pub fn flow_name(&self, flow: usize) -> String {
        let group = self.flows[flow].group;
        // Flows of a group are adjacent.
        let first = self.flows.partition_point(|flow| flow.group < group);
        let end = self.flows.partition_point(|flow| flow.group <= group);
        match end - first {
            1 => self.groups[group].clone(),
            _ => format!("{}-{}", self.groups[group], flow - first + 1),
        }
    }

    /// Switch behind a port, if the port does not lead to a host.
    pub fn behind(&self, peer: Peer) -> Option<usize> {
        match peer {
            Peer::Host(_) => None,
            Peer::Switch { trunk, end } => Some(self.trunks[trunk].ends[1 - end]),
        }
    }

    /// Whether the path of a packet follows from more than its destination.
    pub fn routes_flows(&self) -> bool {
        self.choices.is_some() || self.flows.iter().any(|flow| !flow.route.is_empty())
    }

    /// Switches on the route of a flow, each with the flow's output port. [`Paths::switches`] is faster
    /// for several flows.
    ///
    /// [`Paths::switches`]: super::Paths::switches
    pub fn path(&self, flow: &Flow) -> Vec<(usize, Peer)> {
        self.paths().switches(flow)
    }

    /// Directed links on the route of a flow, from the link of its host to that of its destination.
    /// [`Paths::of_packets`] is faster for several flows.
    ///
    /// [`Paths::of_packets`]: super::Paths::of_packets
    pub fn way(&self, flow: &Flow) -> Vec<usize> {
        self.paths().of_packets(flow)
    }

    /// Cycles of a data packet and its VCRC on a directed link.
    pub fn link_cycles(&self, link: usize) -> u64 {
        let hosts = self.hosts.len();
        match link {
            up if up < hosts => self.hosts[up].packet_cycles,
            down if down < 2 * hosts => self.hosts[down - hosts].packet_cycles,
            trunk => self.trunks[(trunk - 2 * hosts) / 2].packet_cycles,
        }
    }

    /// Payload throughput in Gbit/s of a number of packets, or fractions of packets, in `cycles` cycles.
    pub fn gbit_per_s(&self, packets: f64, cycles: u64) -> f64 {
        const BITS_PER_BYTE: f64 = 8.0;
        let bits = packets * self.payload_bytes as f64 * BITS_PER_BYTE;
        bits / self.nanoseconds(cycles.max(1))
    }

    /// PktLen of a data packet: on the link, [`Self::packet_bytes`] is padded to whole words.
    pub fn packet_words(&self) -> usize {
        self.packet_bytes.div_ceil(lrh::WORD_BYTES)
    }

    /// Blocks of a data packet with its padding and VCRC: the credits that a packet uses.
    pub fn packet_blocks(&self) -> usize {
        link::blocks(self.packet_words() * lrh::WORD_BYTES + link::VCRC_BYTES)
    }

    /// Cycles of a data packet and its VCRC on the datapath, or on a link of the same rate.
    pub fn packet_beats(&self) -> u64 {
        if self.transport.is_ethernet() {
            return ethernet::frame_beats(self.packet_bytes, self.config.efl().overhead_bytes());
        }
        super::rates::packet_beats(&self.config, self.packet_bytes)
    }

    /// Nanoseconds of a number of cycles.
    pub fn nanoseconds(&self, cycles: u64) -> f64 {
        cycles as f64 * self.config.clock().period_ns()
    }
}
