//! Stall detection: follows each packet from buffer to buffer, and applies the rules of
//! [`tailback_spec::fabric::liveness`].
//!
//! The watchdog depends only on the packets that begin on links, so the same one serves the engine,
//! the twin and the hardware.

mod rules;
mod stall;
#[cfg(test)]
mod tests;

pub use stall::{Holder, Needs, Rule, Stall, Waiting};

use super::{
    lengths::Lengths,
    log::{Record, Sink},
};
use std::{borrow::Cow, collections::VecDeque};
use tailback_spec::{
    fabric::liveness::Bounds,
    nic::Nic,
    scenario::{Choices, Nics, Peer, Scenario, Traffic},
    switch::head_of_queue::UNLIMITED,
};

/// A packet in a buffer: flow, and sequence number; for an ACK, those of the packet that it
/// acknowledges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The flow of the scenario.
    pub flow: usize,
    /// Sequence number of the packet.
    pub sequence: u32,
    /// Whether the packet is an ACK.
    pub acknowledges: bool,
}

/// Packets of an input port for an output port.
#[derive(Debug, Clone, Default)]
struct Queue {
    packets: VecDeque<Held>,
    /// Cycle since which the first packet is the first.
    first_since: u64,
}

/// A directed link, and the buffer behind it if it leads to a switch.
#[derive(Debug, Clone)]
struct Link {
    /// Switch from which the link leads, and the output port there.
    from: Option<(usize, usize)>,
    /// Switch to which the link leads, and the input port there.
    to: Option<(usize, usize)>,
    /// Whether the link leads to a host that accepts packets at a rate of its own; the credits of
    /// that host are not visible here.
    is_drained: bool,
    /// Cycle of the last packet that began, and the number of packets that did.
    began: u64,
    count: u64,
    /// Blocks and packets in the buffer.
    blocks: u64,
    packets: usize,
    /// Cycle in which a packet left the buffer last.
    left: u64,
    /// Cycle since which the buffer has space for a longest packet.
    credits_since: Option<u64>,
}

/// A switch.
#[derive(Debug, Clone)]
struct Switch {
    /// Index of its first queue: those of an input are contiguous.
    first: usize,
    /// Links to the switch and from it, by port.
    inputs: Vec<usize>,
    outputs: Vec<usize>,
}

/// A flow.
#[derive(Debug, Clone)]
struct Flow {
    from: usize,
    to: usize,
    /// Cycles in which the flow always has a packet, as far as marks allow.
    active: std::ops::Range<u64>,
    /// Packets that were sent, and packets up to the newest one that was acknowledged; without ACKs, the
    /// number of packets that were received.
    sent: u32,
    acknowledged: u32,
    /// Packets and ACKs in buffers.
    inside: usize,
    /// Cycle in which a packet or an ACK of the flow moved last.
    moved: u64,
    /// Packets that its receiver had sent by the time of the last packet that it received.
    received_at: u64,
}

/// A link of a path.
#[derive(Debug, Clone, Copy)]
struct Hop {
    link: u32,
    /// Queue behind the link in which packets of the path wait; [`NO_QUEUE`] at the end of the path.
    queue: u32,
}

/// Queue behind a link to a host.
const NO_QUEUE: u32 = u32::MAX;

/// Follows packets, and finds stalls.
#[derive(Debug, Clone)]
pub struct Watchdog {
    bounds: Bounds,
    /// Links of packets and those of ACKs, by flow; not of packets for which switches choose anew.
    paths: [Vec<Box<[Hop]>>; 2],
    choices: Option<Choices>,
    links: Vec<Link>,
    switches: Vec<Switch>,
    queues: Vec<Queue>,
    flows: Vec<Flow>,
    /// Link from each host to its switch.
    uplinks: Vec<usize>,
    window: u32,
    /// Whether hosts release packets that are not acknowledged.
    releases: bool,
    /// Switches drop packets that wait for too long, and nobody sees it.
    drops: bool,
    has_acks: bool,
    /// Blocks of a buffer, and of a longest packet.
    capacity: u64,
    longest: u64,
    /// Lengths of data packets.
    lengths: Lengths,
    /// Cycle of the last check.
    looked: u64,
    stall: Option<Box<Stall>>,
}

/// Blocks of an ACK.
const ACK_BLOCKS: u64 = 1;

/// Least cycles between two checks.
const LOOK_CYCLES: u64 = 1 << 14;

impl Watchdog {
    /// A watchdog before the first packet. `has_acks`: ACKs are packets that will be observed.
    pub fn new(scenario: &Scenario, has_acks: bool) -> Self {
        let buffer = scenario.config.input_buffer();
        let (capacity, longest) = (buffer.lane_blocks() as u64, buffer.packet_blocks() as u64);
        let has_acks = has_acks && scenario.readings.nics != Nics::Immediate;
        let mut watchdog = Watchdog {
            bounds: Bounds::new(scenario),
            paths: [Vec::new(), Vec::new()],
            choices: scenario.choices.clone(),
            links: Vec::new(),
            switches: Vec::new(),
            queues: Vec::new(),
            flows: flows(scenario),
            uplinks: (0..scenario.hosts.len()).map(|host| scenario.uplink(host)).collect(),
            // NICs of hardware have no unlimited window.
            window: scenario.window.unwrap_or(if has_acks {
                *Nic::WINDOW.end() as u32
            } else {
                u32::MAX
            }),
            releases: scenario.release.is_some(),
            drops: scenario.registers.is_some_and(|registers| registers.hoq_life < UNLIMITED),
            has_acks,
            capacity,
            longest,
            lengths: Lengths::new(scenario),
            looked: 0,
            stall: None,
        };
        watchdog.join(scenario);
        let paths = scenario.paths();
        let hops = |links| watchdog.hops(links);
        let there = match scenario.choices {
            None => scenario.flows.iter().map(|flow| hops(paths.of_packets(flow))).collect(),
            Some(_) => Vec::new(),
        };
        let back = scenario.flows.iter().map(|flow| match has_acks {
            true => hops(paths.of_acknowledgements(flow)),
            false => Box::default(),
        });
        watchdog.paths = [there, back.collect()];
        watchdog
    }

    /// Links of a path, with their queues.
    fn hops(&self, links: Vec<usize>) -> Box<[Hop]> {
        let queues = links.windows(2).map(|pair| self.queue(pair[0], pair[1]));
        let queues = queues.map(|queue| queue.map_or(NO_QUEUE, |queue| queue as u32));
        let queues = queues.chain([NO_QUEUE]);
        links.iter().zip(queues).map(|(link, queue)| Hop { link: *link as u32, queue }).collect()
    }

    /// Connects links, ports and queues.
    fn join(&mut self, scenario: &Scenario) {
        let link = Link {
            from: None,
            to: None,
            is_drained: false,
            began: 0,
            count: 0,
            blocks: 0,
            packets: 0,
            left: 0,
            credits_since: Some(0),
        };
        self.links = vec![link; scenario.links()];
        for (number, host) in scenario.hosts.iter().enumerate() {
            self.links[scenario.downlink(number)].is_drained = host.host_cycles > 0;
        }
        for switch in 0..scenario.switches.len() {
            let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
            for (port, peer) in scenario.ports(switch).iter().enumerate() {
                let (input, output) = match *peer {
                    Peer::Host(host) => (scenario.uplink(host), scenario.downlink(host)),
                    Peer::Switch { trunk, end } => {
                        (scenario.trunk_link(trunk, 1 - end), scenario.trunk_link(trunk, end))
                    }
                };
                self.links[input].to = Some((switch, port));
                self.links[output].from = Some((switch, port));
                inputs.push(input);
                outputs.push(output);
            }
            let first = self.queues.len();
            self.queues.resize_with(first + inputs.len() * outputs.len(), Queue::default);
            self.switches.push(Switch { first, inputs, outputs });
        }
    }

    /// Index of the queue of packets that arrive over one link and leave over another one.
    fn queue(&self, from: usize, to: usize) -> Option<usize> {
        let ((switch, input), (_, output)) = (self.links[from].to?, self.links[to].from?);
        let switch = &self.switches[switch];
        Some(switch.first + input * switch.outputs.len() + output)
    }

    fn blocks(&self, packet: &Held) -> u64 {
        if packet.acknowledges {
            ACK_BLOCKS
        } else {
            self.lengths.of(packet.flow as u16, packet.sequence).blocks.into()
        }
    }

    /// Links of a packet, with their queues.
    fn path(&self, packet: &Held) -> Cow<'_, [Hop]> {
        let Held { flow, sequence, acknowledges } = *packet;
        match &self.choices {
            Some(choices) if !acknowledges => {
                let Some(Flow { from, to, .. }) = self.flows.get(flow) else {
                    return Cow::default();
                };
                let mut links = vec![self.uplinks[*from]];
                while let Some((switch, _)) = links.last().and_then(|link| self.links[*link].to) {
                    let port = choices.port(switch, *to, flow, sequence);
                    match port.filter(|_| links.len() <= self.switches.len()) {
                        Some(port) => links.push(self.switches[switch].outputs[usize::from(port)]),
                        None => break,
                    }
                }
                self.hops(links).into_vec().into()
            }
            _ => Cow::from(
                self.paths[usize::from(acknowledges)].get(flow).map_or(&[][..], |path| path),
            ),
        }
    }

    /// A packet begins on a link.
    pub fn begins(&mut self, record: &Record, acknowledges: bool) {
        let (flow, link, now) = (usize::from(record.flow), usize::from(record.link), record.cycle);
        let packet = Held { flow, sequence: record.sequence, acknowledges };
        let path = self.path(&packet);
        let Some(place) = path.iter().position(|hop| hop.link as usize == link) else { return };
        let Hop { queue, .. } = path[place];
        let next = path.get(place + 1).map(|hop| hop.link);
        let before = place.checked_sub(1).map(|place| path[place]);
        drop(path);
        if let Some(Hop { link: before, queue }) = before {
            if queue != NO_QUEUE {
                self.leaves(before as usize, queue as usize, &packet, now);
            }
        }
        let of_link = &mut self.links[link];
        (of_link.began, of_link.count) = (now, of_link.count + 1);
        let of_flow = &mut self.flows[flow];
        of_flow.moved = now;
        match (next, acknowledges) {
            _ if place == 0 && !acknowledges => of_flow.sent = packet.sequence + 1,
            (None, false) => {
                of_flow.received_at = self.links[self.uplinks[of_flow.to]].count;
                if !self.has_acks {
                    // Each packet is acknowledged for itself; later ones may have overtaken it.
                    of_flow.acknowledged += 1;
                }
            }
            (None, true) => {
                of_flow.acknowledged = of_flow.acknowledged.max(packet.sequence + 1);
            }
            _ => {}
        }
        if queue != NO_QUEUE {
            self.comes(link, queue as usize, packet, now);
        }
    }

    fn comes(&mut self, link: usize, queue: usize, packet: Held, now: u64) {
        let blocks = self.blocks(&packet);
        self.flows[packet.flow].inside += 1;
        let queue = &mut self.queues[queue];
        if queue.packets.is_empty() {
            queue.first_since = now;
        }
        queue.packets.push_back(packet);
        let link = &mut self.links[link];
        link.blocks += blocks;
        link.packets += 1;
        if link.blocks + self.longest > self.capacity {
            link.credits_since = None;
        }
    }

    /// A packet leaves a buffer; those before it in its queue have been dropped.
    fn leaves(&mut self, link: usize, queue: usize, packet: &Held, now: u64) {
        let place = self.queues[queue].packets.iter().position(|held| held == packet);
        let Some(place) = place else { return };
        for _ in 0..=place {
            let Some(gone) = self.queues[queue].packets.pop_front() else { return };
            let blocks = self.blocks(&gone);
            self.flows[gone.flow].inside -= 1;
            let link = &mut self.links[link];
            link.blocks -= blocks;
            link.packets -= 1;
        }
        self.queues[queue].first_since = now;
        let link = &mut self.links[link];
        link.left = now;
        if link.blocks + self.longest <= self.capacity && link.credits_since.is_none() {
            link.credits_since = Some(now);
        }
    }

    /// Packets of all flows that have been sent and not acknowledged.
    pub fn unacknowledged(&self) -> u64 {
        let flows = self.flows.iter();
        flows.map(|flow| u64::from(flow.sent.saturating_sub(flow.acknowledged))).sum()
    }

    /// Packets and ACKs in buffers of switches.
    pub fn held(&self) -> usize {
        self.links.iter().map(|link| link.packets).sum()
    }

    /// Cycle of the next check, independent of events.
    pub fn next_look(&self) -> u64 {
        self.looked + self.bounds.settle.max(LOOK_CYCLES)
    }

    /// Checks for a stall before a cycle begins, unless a check was made a short time ago.
    pub fn look(&mut self, now: u64) {
        if self.stall.is_none() && now >= self.looked + self.bounds.settle {
            self.looked = now;
            self.stall = self.find(now).map(Box::new);
        }
    }

    /// The stall, if one was found.
    pub fn stall(&self) -> Option<&Stall> {
        self.stall.as_deref()
    }
}

fn flows(scenario: &Scenario) -> Vec<Flow> {
    let flow = |flow: &tailback_spec::scenario::Flow| {
        let always = matches!(flow.traffic, Traffic::Greedy | Traffic::FixedRate { .. });
        let stop = if always { flow.stop.unwrap_or(u64::MAX) } else { flow.start };
        Flow {
            from: flow.from,
            to: flow.to,
            active: flow.start..stop,
            sent: 0,
            acknowledged: 0,
            inside: 0,
            moved: flow.start,
            received_at: 0,
        }
    };
    scenario.flows.iter().map(flow).collect()
}

impl Sink for Watchdog {
    fn record(&mut self, record: &Record) {
        self.begins(record, false);
    }

    fn acknowledgement(&mut self, record: &Record) {
        self.begins(record, true);
    }
}
