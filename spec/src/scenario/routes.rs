//! The ways of packets: shortest ones, unless the scenario says otherwise.

use super::{
    build::{Builder, Group},
    network::{Peer, Scenario},
    raw::RouteSection,
    unknown,
};
use crate::config::Kind;
use std::collections::VecDeque;

/// A port that there is not: no way is known.
const NOWHERE: usize = usize::MAX;

pub(super) fn routes(build: &mut Builder, scenario: &mut Scenario, groups: &[Group]) {
    let ports: Vec<Vec<Peer>> = (0..scenario.switches.len()).map(|s| scenario.ports(s)).collect();
    scenario.routes = vec![vec![NOWHERE; scenario.hosts.len()]; scenario.switches.len()];
    // Hosts of one switch differ only there.
    let mut of_switch: Vec<Option<usize>> = vec![None; scenario.switches.len()];
    for host in 0..scenario.hosts.len() {
        let home = scenario.hosts[host].switch;
        match of_switch[home] {
            None => shortest(scenario, &ports, host),
            Some(other) => alike(scenario, &ports, host, other),
        }
        of_switch[home] = Some(host);
    }
    chosen(build, scenario, &ports, groups);
    let mut told = None;
    for flow in scenario.flows.clone() {
        if told == Some(flow.group) {
            continue;
        }
        let found = walk(scenario, &ports, scenario.hosts[flow.from].switch, flow.to);
        let Err(kind) = found else { continue };
        told = Some(flow.group);
        let key = format!("flows.{}.to", scenario.groups[flow.group]);
        let names = (&scenario.hosts[flow.from].name, &scenario.hosts[flow.to].name);
        let (message, help) = match kind {
            Kind::Unreachable => (
                format!("there is no way from {:?} to {:?}", names.0, names.1),
                "connect their switches in [links]",
            ),
            _ => (
                format!("the way from {:?} to {:?} is a loop", names.0, names.1),
                "change what [routes] says",
            ),
        };
        build.problem(kind, &key, message, "does not get there", help);
    }
}

/// Routes to a host that are, but for its own switch, those to another host of that switch.
fn alike(scenario: &mut Scenario, ports: &[Vec<Peer>], host: usize, other: usize) {
    for routes in &mut scenario.routes {
        routes[host] = routes[other];
    }
    let home = scenario.hosts[host].switch;
    let exit = ports[home].iter().position(|peer| *peer == Peer::Host(host));
    scenario.routes[home][host] = exit.unwrap_or(NOWHERE);
}

/// The ports towards a host on shortest ways; the first one of several.
fn shortest(scenario: &mut Scenario, ports: &[Vec<Peer>], host: usize) {
    let home = scenario.hosts[host].switch;
    let exit = ports[home].iter().position(|peer| *peer == Peer::Host(host));
    scenario.routes[home][host] = exit.unwrap_or(NOWHERE);
    let mut queue = VecDeque::from([home]);
    while let Some(near) = queue.pop_front() {
        for (far, peers) in ports.iter().enumerate() {
            if scenario.routes[far][host] != NOWHERE {
                continue;
            }
            let leads = |peer: &Peer| next(scenario, *peer) == Some(near);
            if let Some(port) = peers.iter().position(leads) {
                scenario.routes[far][host] = port;
                queue.push_back(far);
            }
        }
    }
}

/// The switch behind a port.
fn next(scenario: &Scenario, peer: Peer) -> Option<usize> {
    match peer {
        Peer::Host(_) => None,
        Peer::Switch { trunk, end } => Some(scenario.trunks[trunk].ends[1 - end]),
    }
}

/// What `[routes]` says.
fn chosen(build: &mut Builder, scenario: &mut Scenario, ports: &[Vec<Peer>], groups: &[Group]) {
    for (name, section) in build.sections::<RouteSection>("routes") {
        let key = |part: &str| format!("routes.{name}.{part}");
        let place = |name: &str| scenario.switches.iter().position(|other| other == name);
        let group = groups.iter().find(|group| group.name == section.to);
        let (at, via) = (place(&section.at), place(&section.via));
        let names = || scenario.switches.iter().map(String::as_str);
        let mut bad = Vec::new();
        if at.is_none() {
            bad.push(unknown(build.document, &key("at"), "switch", &section.at, names()));
        }
        if via.is_none() {
            bad.push(unknown(build.document, &key("via"), "switch", &section.via, names()));
        }
        if group.is_none() {
            let groups = groups.iter().map(|group| group.name.as_str());
            let what = "group of hosts";
            bad.push(unknown(build.document, &key("to"), what, &section.to, groups));
        }
        build.problems.extend(bad);
        let (Some(at), Some(via), Some(group)) = (at, via, group) else { continue };
        let leads = |peer: &Peer| next(scenario, *peer) == Some(via);
        let Some(port) = ports[at].iter().position(leads) else {
            let message = format!("no link goes from {:?} to {:?}", section.at, section.via);
            let help = "name a switch to which [links] has a link";
            build.problem(Kind::Unreachable, &key("via"), message, "not a neighbour", help);
            continue;
        };
        for host in group.first..group.first + group.count {
            scenario.routes[at][host] = port;
        }
    }
}

/// Follows the way from a switch to a host.
fn walk(
    scenario: &Scenario,
    ports: &[Vec<Peer>],
    mut switch: usize,
    host: usize,
) -> Result<(), Kind> {
    for _ in 0..scenario.switches.len() {
        let peer = ports[switch].get(scenario.routes[switch][host]);
        match peer.ok_or(Kind::Unreachable)? {
            Peer::Host(_) => return Ok(()),
            there => switch = next(scenario, *there).ok_or(Kind::Unreachable)?,
        }
    }
    Err(Kind::RoutingLoop)
}
