//! Processes that wait for each other's messages: pairs that answer, and rings.

use super::{
    section::{PatternKind, RingOrder},
    Pattern,
};
use crate::{
    config::Kind,
    scenario::{
        builder::Builder,
        exchange::{After, Exchange},
        flows::{Times, MOST_FLOWS},
        network::Scenario,
    },
};
use std::collections::BTreeMap;

/// A flow of the pattern before its group is known: hosts, and its messages.
struct Planned {
    pair: (usize, usize),
    exchange: Exchange,
}

/// Adds the flows of a pattern of the kind `ping-pong` or `ring-exchange`.
pub(super) fn add(build: &mut Builder, scenario: &mut Scenario, pattern: &Pattern) {
    const TRANSPORT: &str = "run.transport";
    if scenario.transport.is_ethernet() {
        let message = format!("{TRANSPORT} is Ethernet, but {} needs InfiniBand", pattern.path);
        let help = "remove the key, or use another pattern";
        build.problem(Kind::NotSupported, TRANSPORT, message, "not supported", help);
    }
    let (first, messages) = (scenario.flows.len(), Exchange::new(build, &pattern.section.times));
    let planned = match pattern.section.kind {
        PatternKind::PingPong => pairs(build, pattern, first, &messages),
        _ => ring(build, pattern, first, &messages),
    };
    if first + planned.len() > MOST_FLOWS {
        let message = format!("{} has {} flows", pattern.path, planned.len());
        let help = format!("a scenario has at most {MOST_FLOWS} flows");
        build.problem(Kind::OutOfRange, pattern.path, message, "too many flows", &help);
        return;
    }
    let times =
        Times::new(build, pattern.path, &pattern.section.times, planned.len(), scenario.duration);
    let hosts: Vec<_> = planned.iter().map(|flow| flow.pair).collect();
    let before = scenario.flows.len();
    pattern.add_flows(build, scenario, pattern.name.to_owned(), &hosts, &times, |_| {
        messages.clone().traffic()
    });
    for (flow, Planned { exchange, .. }) in scenario.flows[before..].iter_mut().zip(planned) {
        flow.traffic = exchange.traffic();
    }
}

/// Hosts in pairs: the first one of a pair begins, and each answers the other's messages.
fn pairs(
    build: &mut Builder,
    pattern: &Pattern,
    first: usize,
    messages: &Exchange,
) -> Vec<Planned> {
    let hosts = pattern.hosts;
    if !hosts.len().is_multiple_of(2) {
        let message = format!("{} has {} hosts", pattern.path, hosts.len());
        let help = "hosts answer each other in pairs: name an even number of hosts";
        build.problem(Kind::OutOfRange, pattern.path, message, "odd number of hosts", help);
        return Vec::new();
    }
    let mut planned = Vec::new();
    for (place, pair) in hosts.chunks_exact(2).enumerate() {
        let ping = first + 2 * place;
        let after = |flow: usize, ahead: u64| {
            let after = vec![After { flow, ahead }];
            Exchange { after, ..messages.clone() }
        };
        planned.push(Planned { pair: (pair[0], pair[1]), exchange: after(ping + 1, 1) });
        planned.push(Planned { pair: (pair[1], pair[0]), exchange: after(ping, 0) });
    }
    planned
}

/// Processes in a ring: each sends to the next and then to the previous one, and again when it has
/// received a message from both and its own have been received.
fn ring(build: &mut Builder, pattern: &Pattern, first: usize, messages: &Exchange) -> Vec<Planned> {
    let section = pattern.section;
    let each = section.processes.unwrap_or(1) as usize;
    let processes = pattern.hosts.len() * each;
    let host = |process: usize| match section.order.unwrap_or_default() {
        RingOrder::Natural => pattern.hosts[process / each],
        RingOrder::Spread => pattern.hosts[process % pattern.hosts.len()],
    };
    if processes > MOST_FLOWS {
        let message = format!("{} has {processes} processes", pattern.path);
        let help = format!("a scenario has at most {MOST_FLOWS} flows");
        build.problem(Kind::OutOfRange, pattern.path, message, "too many processes", &help);
        return Vec::new();
    }
    let next = |process: usize, forward: bool| match forward {
        true => (process + 1) % processes,
        false => (process + processes - 1) % processes,
    };
    // The two messages of each process, to the next and to the previous one; those that stay in a host
    // have no flow.
    let all = (0..processes).flat_map(|process| [(process, true), (process, false)]);
    let leaves =
        |(process, forward): &(usize, bool)| host(*process) != host(next(*process, *forward));
    let flows: Vec<(usize, bool)> = all.filter(leaves).collect();
    let numbers: BTreeMap<(usize, bool), usize> =
        flows.iter().enumerate().map(|(place, flow)| (*flow, first + place)).collect();
    let number = |process: usize, forward: bool| numbers.get(&(process, forward)).copied();
    // Flows of a process and to it.
    let around = |process: usize| {
        let (before, behind) = (next(process, false), next(process, true));
        let sent = [number(process, true), number(process, false)];
        sent.into_iter().chain([number(before, true), number(behind, false)]).flatten()
    };
    let plan = |&(process, forward): &(usize, bool)| {
        let own = number(process, forward);
        let mut after: Vec<After> = Vec::new();
        for direction in [true, false] {
            // A neighbour in the same host is a message behind at most, and waits for its own flows.
            let (mut at, mut ahead) = (process, 1);
            loop {
                let others = around(at).filter(|flow| Some(*flow) != own);
                for flow in others {
                    if !after.iter().any(|known| known.flow == flow) {
                        after.push(After { flow, ahead });
                    }
                }
                let further = next(at, direction);
                if host(further) != host(at) {
                    break;
                }
                (at, ahead) = (further, ahead + 1);
            }
        }
        // Software sends one message after the other.
        let second = !forward && number(process, true).is_some();
        let overhead = messages.overhead * if second { 2 } else { 1 };
        Planned {
            pair: (host(process), host(next(process, forward))),
            exchange: Exchange { after, overhead, ..messages.clone() },
        }
    };
    flows.iter().map(plan).collect()
}
