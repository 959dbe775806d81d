//! From a scenario to a fabric at its beginning.

use super::{Counts, Engine, Rules};
use crate::fabric::{
    event::{Kind, Queue},
    flow::Flow,
    log::Sink,
    marking::Marking,
    port::{Host, Input, Output, Packets, Sender, NONE},
    switch::Switch,
    timing::ACK_BYTES,
};
use std::collections::VecDeque;
use tailback_spec::{
    link::{BLOCK_BYTES, VCRC_BYTES},
    scenario::{self, Peer, Scenario},
    switch::{lossless::LATENCY_CYCLES, port::beats},
    wire::lrh::WORD_BYTES,
};

/// Where each switch's ports begin in the fabric.
fn first_ports(scenario: &Scenario) -> Vec<usize> {
    let mut first = vec![0];
    for switch in 0..scenario.switches.len() {
        first.push(first[switch] + scenario.ports(switch).len());
    }
    first
}

/// The local number of a trunk's end.
fn local(scenario: &Scenario, switch: usize, peer: Peer) -> usize {
    scenario.ports(switch).iter().position(|other| *other == peer).unwrap_or_default()
}

fn rules(scenario: &Scenario) -> Rules {
    let config = &scenario.config;
    let buffer = config.input_buffer();
    Rules {
        beats: scenario.packet_beats(),
        blocks: (scenario.packet_bytes + VCRC_BYTES).div_ceil(BLOCK_BYTES) as u32,
        longest: buffer.packet_blocks() as u32,
        buffer: buffer.lane_blocks() as u32,
        reading: buffer.reading(),
        allocator: config.allocator(),
        bypasses: config.fifo().bypasses(),
        entries: config.fifo().entries(),
    }
}

/// Cycles from the first beat of a packet on its last link to that in which its ACK has come.
fn ack_cycles(scenario: &Scenario, flow: &scenario::Flow) -> u64 {
    let path = scenario.path(flow);
    let delay = |peer: &Peer| match peer {
        Peer::Host(host) => scenario.hosts[*host].delay,
        Peer::Switch { trunk, .. } => scenario.trunks[*trunk].delay,
    };
    let there: u64 = path.iter().map(|(_, peer)| delay(peer)).sum();
    let width = scenario.config.port().width_bytes();
    let ack = beats(ACK_BYTES / WORD_BYTES, width) as u64;
    let switches = (path.len() * LATENCY_CYCLES) as u64;
    scenario.hosts[flow.to].delay
        + scenario.packet_beats()
        + scenario.turnaround
        + there
        + scenario.hosts[flow.from].delay
        + switches
        + ack
        - 1
}

pub(super) fn engine<S: Sink>(scenario: &Scenario, sink: S) -> Engine<S> {
    let first = first_ports(scenario);
    let (rules, mut queue) = (rules(scenario), Queue::default());
    let (mut inputs, mut outputs, mut switches) = (Vec::new(), Vec::new(), Vec::new());
    let mut hosts: Vec<Host> = Vec::new();
    let mut entrances = vec![0; scenario.hosts.len()];
    for switch in 0..scenario.switches.len() {
        let ports = scenario.ports(switch);
        for (number, peer) in ports.iter().enumerate() {
            let (link, delay, sender, to) = match *peer {
                Peer::Host(host) => {
                    entrances[host] = first[switch] + number;
                    let delay = scenario.hosts[host].delay;
                    (scenario.downlink(host), delay, Sender::Host(host as u16), None)
                }
                Peer::Switch { trunk, end } => {
                    let other = scenario.trunks[trunk].ends[1 - end];
                    let there = Peer::Switch { trunk, end: 1 - end };
                    let far = (first[other] + local(scenario, other, there)) as u16;
                    let delay = scenario.trunks[trunk].delay;
                    (scenario.trunk_link(trunk, end), delay, Sender::Output(far), Some(far))
                }
            };
            inputs.push(Input::new(switch, sender, delay));
            outputs.push(Output {
                link: link as u16,
                delay,
                to,
                // A host takes whatever comes.
                credits: if to.is_some() { rules.buffer } else { u32::MAX },
                free_at: 0,
                blink: u64::MAX,
                packet: NONE,
                input: 0,
                bypassed: 0,
                last_input: u8::MAX,
            });
        }
        switches.push(Switch {
            first: first[switch],
            ports: ports.len(),
            list: Vec::with_capacity(rules.entries),
            offered: 0,
            last_passed: ports.len() - 1,
            next_choice: 0,
            wake: 0,
            looked: None,
        });
    }
    for (number, host) in scenario.hosts.iter().enumerate() {
        hosts.push(Host {
            link: scenario.uplink(number) as u16,
            delay: host.delay,
            to: entrances[number] as u16,
            credits: rules.buffer,
            free_at: 0,
            waits: false,
            due: VecDeque::new(),
        });
    }
    let mut flows = Vec::new();
    for (number, flow) in scenario.flows.iter().enumerate() {
        queue.push(flow.start, Kind::Toggle, number as u16);
        flows.push(Flow::new(number, flow, ack_cycles(scenario, flow), scenario));
    }
    let most = switches.iter().map(|switch: &Switch| switch.ports).max().unwrap_or_default();
    Engine {
        sink,
        marking: Marking::new(scenario.config.marking().policy(), inputs.len(), most),
        rules,
        queue,
        now: 0,
        flows,
        hosts,
        switches,
        inputs,
        outputs,
        packets: Packets::default(),
        routes: scenario.routes.iter().flatten().map(|port| *port as u8).collect(),
        counts: Counts::default(),
    }
}
