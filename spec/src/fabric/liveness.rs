//! Upper bounds of the times in a fabric for all that nothing holds up: a longer time is a stall.
//!
//! The *buffer* of a directed link into a switch is the one behind it. A link *has credits* if that
//! buffer has space for a longest packet; a link to a host always has, unless the host has a rate
//! of its own. The rules below define a live fabric. Each names a bound of [`Bounds`], and
//! congestion cannot break any of them, however long it lasts: congestion holds packets up by links
//! that are in use, or that lack credits because a link further on is in use.
//!
//! *First* below is the first packet of an input for its output.
//!
//! | rule | bound |
//! |---|---|
//! | **No ring.** There is no set of buffers of which each is still (nothing enters, nothing leaves), and in which each packet that is first for its output waits for credits of a link into the same set. No event could ever free a block of such a set | [`Bounds::settle`] |
//! | **No idle allocator.** In a switch that is still, no packet that is first waits for an output that has credits | [`Bounds::settle`] |
//! | **None passed over.** No packet that is first waits while that output has credits and sends nothing | [`Bounds::service`] |
//! | **Each packet is acknowledged.** No flow waits for an ACK that is neither in a buffer nor held up at the receiver: either the receiver's link has credits and sends nothing, or it has sent [`Bounds::acks`] other packets since it received the packet | [`Bounds::settle`] |
//! | **No silent host.** No host whose link has credits sends nothing while a flow of it has a packet and an open window | [`Bounds::silence`] |
//!
//! [`Bounds::settle`] is the time from the last event to the moment at which all its consequences
//! are over: a packet ends on its link, its last beat leaves the buffer, the flow-control packet
//! with the credits waits for a packet in the other direction, or for its period if one before it
//! was lost, and each crosses its link, at whose ends beats may wait if it is slower than the datapath.
//!
//! A packet may be passed over while its input serves others, for no longer than
//! [`service_cycles`]; on slow links, longer by the ratio of the rates.

use crate::{
    link::flow_control::turn_cycles,
    nic::Response,
    scenario::{Scenario, Traffic},
    switch::liveness::service_cycles,
};

/// Bounds in cycles for a fabric that nothing holds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// From the last event at a component to the end of all its consequences there.
    pub settle: u64,
    /// Until an allocator serves a packet whose output sends nothing and has credits.
    pub service: u64,
    /// Until a host with a packet, an open window and credits sends something.
    pub silence: u64,
    /// Most packets that a host sends between receiving a packet and sending the ACK of it.
    pub acks: u64,
}

/// Upper bound of the cycles of all pipeline stages that a packet, a flow-control packet or a grant
/// passes.
const PIPELINES: u64 = 256;

impl Bounds {
    /// Bounds of a scenario, for hardware or engine.
    pub fn new(scenario: &Scenario) -> Self {
        let settle = settle(scenario);
        Bounds {
            settle,
            service: settle + service(scenario),
            silence: settle + longest_gap(scenario) + PIPELINES * scenario.flows.len() as u64,
            acks: 4 * most_connections(scenario) + PIPELINES,
        }
    }
}

/// Cycles of a data packet on the slowest link.
fn slowest(scenario: &Scenario) -> u64 {
    let hosts = scenario.hosts.iter().map(|host| host.packet_cycles.max(host.host_cycles));
    let trunks = scenario.trunks.iter().map(|trunk| trunk.packet_cycles);
    hosts.chain(trunks).max().unwrap_or_default()
}

fn settle(scenario: &Scenario) -> u64 {
    let hosts = scenario.hosts.iter().map(|host| host.delay);
    let trunks = scenario.trunks.iter().map(|trunk| trunk.delay);
    let delay = hosts.chain(trunks).max().unwrap_or_default();
    let period = turn_cycles(&scenario.config.link()) as u64;
    let waits = 2 * stored(scenario);
    2 * delay + 3 * slowest(scenario) + waits + period + scenario.turnaround + PIPELINES
}

/// Cycles in which the slowest link transmits the beats that wait at its ends, if it is slower than the
/// datapath.
fn stored(scenario: &Scenario) -> u64 {
    let beats = scenario.packet_beats();
    let slowest = (0..scenario.links()).map(|link| scenario.link_cycles(link)).max();
    match slowest.unwrap_or_default().div_ceil(beats) {
        0 | 1 => 0,
        slower => slower * scenario.config.slow_link_end().depth() as u64,
    }
}

/// Most ports of a switch that have a link.
fn ports(scenario: &Scenario) -> usize {
    let mut ports = vec![0; scenario.switches.len()];
    scenario.hosts.iter().for_each(|host| ports[host.switch] += 1);
    scenario.trunks.iter().flat_map(|trunk| trunk.ends).for_each(|end| ports[end] += 1);
    ports.into_iter().max().unwrap_or_default()
}

fn service(scenario: &Scenario) -> u64 {
    let slower = slowest(scenario).div_ceil(scenario.packet_beats());
    slower * service_cycles(&scenario.config.lossless_switch(), ports(scenario))
}

/// Most cycles that a schedule puts between two starts of a flow that always has packets.
fn longest_gap(scenario: &Scenario) -> u64 {
    const SLOWEST_RATE: u64 = 1 << u8::BITS;
    let packet = slowest(scenario);
    let fixed = scenario.flows.iter().map(|flow| match flow.traffic {
        Traffic::FixedRate { interval } => interval,
        _ => 0,
    });
    let response = match (&scenario.registers, scenario.config.nic().response()) {
        _ if !scenario.congestion_control => packet,
        (Some(registers), Response::Cct) => {
            let table = scenario.congestion_table(registers, 0);
            let gap = table.iter().map(|entry| {
                let part = packet >> entry.shift();
                part * u64::from(entry.multiplier())
            });
            packet + gap.max().unwrap_or_default()
        }
        _ => SLOWEST_RATE * packet,
    };
    fixed.max().unwrap_or_default().max(response)
}

/// Most flows that begin or end at a host.
fn most_connections(scenario: &Scenario) -> u64 {
    let mut connections = vec![0; scenario.hosts.len()];
    for flow in &scenario.flows {
        connections[flow.from] += 1;
        connections[flow.to] += 1;
    }
    connections.into_iter().max().unwrap_or_default()
}
