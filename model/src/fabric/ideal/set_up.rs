//! The initial state of the fabric of a scenario.

use super::{
    adapter::Adapter,
    detector::{Detector, Settings},
    event::Kind,
    flow::Flow,
    marking::Marking,
    port::{Host, Input, Output, Packets, Sender},
    switch::Switch,
    Engine, Rules,
};
use crate::fabric::{
    counts::Counts, event::Queue, exchange::Exchanges, lengths::Lengths, log::Sink, looks::Looks,
    timing::ACK_BYTES, waiting::Waiting,
};
use std::collections::VecDeque;
use tailback_spec::{
    config::MarkedBy,
    nic::Response,
    scenario::{self, Full, Paths, Peer, Scenario, Traffic},
    switch::{input_buffer::Reading, port::beats, top::LATENCY_CYCLES},
    wire::lrh::WORD_BYTES,
};

/// Index of the first port of each switch in the fabric.
fn first_ports(scenario: &Scenario, paths: &Paths) -> Vec<usize> {
    let mut first = vec![0];
    for switch in 0..scenario.switches.len() {
        first.push(first[switch] + paths.ports(switch).len());
    }
    first
}

/// Local port number of a trunk's end.
fn local(paths: &Paths, switch: usize, peer: Peer) -> usize {
    paths.ports(switch).iter().position(|other| *other == peer).unwrap_or_default()
}

fn rules(scenario: &Scenario) -> Rules {
    let config = &scenario.config;
    let buffer = config.input_buffer();
    let lengths = Lengths::new(scenario);
    let stored = scenario.readings.full == Some(Full::Stored);
    let by_policy = config.marked_by() == MarkedBy::Policy;
    Rules {
        least: lengths.least_blocks(),
        lengths,
        blocks: scenario.packet_blocks() as u32,
        longest: buffer.packet_blocks() as u32,
        buffer: buffer.lane_blocks() as u32,
        reading: buffer.reading(),
        stored,
        counts: by_policy || stored || buffer.reading() == Reading::Received,
        unmarked_after_blocked: scenario.readings.unmarked_after_blocked,
        sources: scenario.readings.sources,
    }
}

/// Cycles from the first beat of a packet on its last link to the arrival of its ACK.
fn ack_cycles(scenario: &Scenario, flow: &scenario::Flow, path: &[(usize, Peer)]) -> u64 {
    let delay = |peer: &Peer| match peer {
        Peer::Host(host) => scenario.hosts[*host].delay,
        Peer::Switch { trunk, .. } => scenario.trunks[*trunk].delay,
    };
    let there: u64 = path.iter().map(|(_, peer)| delay(peer)).sum();
    let width = scenario.config.port().width_bytes();
    let ack = beats(ACK_BYTES / WORD_BYTES, width) as u64;
    let hosts = [flow.from, flow.to].map(|host| scenario.hosts[host].packet_cycles);
    let trunks = path.iter().filter_map(|(_, peer)| match peer {
        Peer::Host(_) => None,
        Peer::Switch { trunk, .. } => Some(scenario.trunks[*trunk].packet_cycles),
    });
    // The slowest link determines the rate.
    let slowest = trunks.chain(hosts).max().unwrap_or_default();
    let ack = (ack * slowest).div_ceil(scenario.packet_beats());
    let switches = (path.len() * LATENCY_CYCLES) as u64;
    scenario.hosts[flow.to].delay
        + scenario.hosts[flow.to].packet_cycles
        + scenario.turnaround
        + there
        + scenario.hosts[flow.from].delay
        + switches
        + ack
        - 1
}

pub(super) fn engine<S: Sink>(scenario: &Scenario, sink: S) -> Engine<S> {
    let paths = scenario.paths();
    let first = first_ports(scenario, &paths);
    let (rules, mut queue) = (rules(scenario), Queue::default());
    let (mut inputs, mut outputs, mut switches) = (Vec::new(), Vec::new(), Vec::new());
    let mut hosts: Vec<Host> = Vec::new();
    let mut entrances = vec![0; scenario.hosts.len()];
    for switch in 0..scenario.switches.len() {
        let ports = paths.ports(switch);
        for (number, peer) in ports.iter().enumerate() {
            let (link, delay, sender, to, drain) = match *peer {
                Peer::Host(host) => {
                    entrances[host] = first[switch] + number;
                    let scenario::Host { delay, host_cycles, .. } = scenario.hosts[host];
                    let sender = Sender::Host(host as u16);
                    (scenario.downlink(host), delay, sender, None, host_cycles)
                }
                Peer::Switch { trunk, end } => {
                    let other = scenario.trunks[trunk].ends[1 - end];
                    let there = Peer::Switch { trunk, end: 1 - end };
                    let far = (first[other] + local(&paths, other, there)) as u16;
                    let delay = scenario.trunks[trunk].delay;
                    (scenario.trunk_link(trunk, end), delay, Sender::Output(far), Some(far), 0)
                }
            };
            // Both directions of a link have one rate.
            let cycles = scenario.link_cycles(link);
            inputs.push(Input::new(switch, sender, delay, cycles));
            outputs.push(Output {
                link: link as u16,
                delay,
                to,
                cycles,
                drain,
                drained: 0,
                unmarked_until: 0,
                // A host with a limit has a buffer like that of a switch; one without accepts every
                // packet.
                credits: if to.is_some() || drain > 0 { rules.buffer } else { u32::MAX },
                returning: VecDeque::new(),
                claimed: 0,
                free_at: 0,
                counts_from: 0,
                crossing: VecDeque::new(),
            });
        }
        switches.push(Switch {
            first: first[switch],
            ports: ports.len(),
            list: Waiting::new(ports.len(), &scenario.config),
            arrived: VecDeque::new(),
            looks: Looks::none(),
            looked: None,
        });
    }
    for (number, host) in scenario.hosts.iter().enumerate() {
        hosts.push(Host {
            link: scenario.uplink(number) as u16,
            delay: host.delay,
            to: entrances[number] as u16,
            interval: host.packet_cycles.max(host.host_cycles),
            credits: rules.buffer,
            free_at: 0,
            returning: VecDeque::with_capacity(4),
            lacks: false,
            waits: false,
            due: VecDeque::new(),
        });
    }
    let mut flows = Vec::new();
    for (number, flow) in scenario.flows.iter().enumerate() {
        let waits = matches!(flow.traffic, Traffic::Exchange(_));
        match (waits, flow.stop) {
            // Each message has an event of its own.
            (true, Some(stop)) => queue.push(stop, Kind::Toggle, number as u16),
            (true, None) => {}
            (false, _) => queue.push(flow.start, Kind::Toggle, number as u16),
        }
        let path = paths.switches(flow);
        let ack_cycles = ack_cycles(scenario, flow, &path);
        flows.push(Flow::new(number, flow, &path, ack_cycles, scenario));
    }
    let (adapters, detectors) = congestion_control(scenario, &outputs);
    let most = switches.iter().map(|switch: &Switch| switch.ports).max().unwrap_or_default();
    let (exchanges, starts) = match scenario.has_exchanges() {
        true => {
            let (exchanges, starts) = Exchanges::new(scenario);
            (Some(exchanges), starts)
        }
        false => (None, Vec::new()),
    };
    let mut engine = Engine {
        sink,
        marking: Marking::new(scenario, inputs.len(), most),
        detectors,
        adapters,
        rules,
        queue,
        now: 0,
        flows,
        hosts,
        switches,
        inputs,
        outputs,
        packets: Packets::default(),
        exchanges,
        starts,
        routes: scenario.routes.iter().flatten().map(|port| *port as u8).collect(),
        choices: scenario.choices.clone(),
        counts: Counts::default(),
    };
    engine.begin_messages();
    engine
}

/// Settings by software: tables of hosts, detectors of output ports.
fn congestion_control(scenario: &Scenario, outputs: &[Output]) -> (Vec<Adapter>, Vec<Detector>) {
    let Some(registers) = &scenario.registers else { return Default::default() };
    let adapter = |host| Adapter::new(scenario, registers, host);
    let adapters = match scenario.config.nic().response() {
        Response::Cct => (0..scenario.hosts.len()).map(adapter).collect(),
        _ => Vec::new(),
    };
    let detector =
        |output: &Output| Detector::new(Settings::new(scenario, registers, output.to.is_none()));
    let detectors = match scenario.config.marked_by() {
        MarkedBy::Detector => outputs.iter().map(detector).collect(),
        MarkedBy::Policy => Vec::new(),
    };
    (adapters, detectors)
}
