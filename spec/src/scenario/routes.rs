//! Routes of packets: shortest ones, unless the scenario sets others.

use super::{
    builder::{Builder, Group},
    cycles::Dependency,
    network::{Peer, Scenario},
    raw::{LinkSection, RouteSection},
    readings::Nics,
    unknown,
};
use crate::config::{relate::value, Kind};
use std::collections::VecDeque;

/// Port of a missing route.
const NOWHERE: usize = usize::MAX;

pub(super) fn routes(build: &mut Builder, scenario: &mut Scenario, groups: &[Group]) {
    let ports: Vec<Vec<Peer>> = (0..scenario.switches.len()).map(|s| scenario.ports(s)).collect();
    scenario.routes = vec![vec![NOWHERE; scenario.hosts.len()]; scenario.switches.len()];
    // Routes to hosts of one switch differ only in that switch.
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
    let mut reported = None;
    for flow in scenario.flows.clone() {
        if reported == Some(flow.group) {
            continue;
        }
        let has_acks = scenario.readings.nics != Nics::Immediate;
        let directions = [(flow.from, flow.to, ""), (flow.to, flow.from, ", which ACKs take,")];
        for (from, to, what) in directions.into_iter().take(1 + usize::from(has_acks)) {
            let found = walk(scenario, &ports, scenario.hosts[from].switch, to);
            let Err(kind) = found else { continue };
            reported = Some(flow.group);
            let key = format!("flows.{}.to", scenario.groups[flow.group]);
            let names = (&scenario.hosts[from].name, &scenario.hosts[to].name);
            let (message, help) = match kind {
                Kind::Unreachable => (
                    format!("there is no route from {:?} to {:?}", names.0, names.1),
                    "connect their switches in [links]",
                ),
                _ => (
                    format!("the route from {:?} to {:?}{what} is a loop", names.0, names.1),
                    "change the entries of [routes]",
                ),
            };
            build.problem(kind, &key, message, "not reached", help);
            break;
        }
    }
    // A switch that drops frames waits for nothing.
    let can_lock_up = !scenario.transport.is_ethernet();
    let allowed = value(build.document, ALLOW_CYCLES).unwrap_or(false);
    if build.problems.is_empty() && can_lock_up && !allowed {
        let cycle = scenario.channel_cycle();
        if !cycle.is_empty() {
            refuse_cycle(build, scenario, groups, &cycle);
        }
    }
}

/// Key that allows a fabric whose routes can lock up.
const ALLOW_CYCLES: &str = "run.allow_cycles";

/// Reports a cycle of channel dependencies, at a route that closes it or else at one of its links.
fn refuse_cycle(build: &mut Builder, scenario: &Scenario, groups: &[Group], cycle: &[Dependency]) {
    let steps = cycle.iter().map(|step| {
        let packets = if step.acknowledges { "ACKs" } else { "packets" };
        let [link, next] = [step.link, step.next].map(|link| scenario.link_name(link));
        format!("{packets} of {:?} from {link} to {next}", scenario.flow_name(step.flow))
    });
    let steps = steps.collect::<Vec<_>>().join("; ");
    let message = format!(
        "the routes close a cycle, in which packets can wait for each other for ever: {steps}"
    );
    let help = "change [routes] or [links] to remove the cycle, or allow cycles with \
                `allow_cycles = true` in [run]";
    let key = cycle.iter().find_map(|step| chosen_by(build, scenario, groups, step));
    let key = key.unwrap_or_else(|| {
        let names = build.sections::<LinkSection>("links");
        let trunk = (cycle[0].link - 2 * scenario.hosts.len()) / 2;
        names.get(trunk).map_or("links".into(), |(name, _)| format!("links.{name}"))
    });
    build.problem(Kind::ChannelCycle, &key, message, "part of the cycle", help);
}

/// Key of the route in `[routes]`, if there is one, that leads to the second link of a dependency.
fn chosen_by(
    build: &Builder,
    scenario: &Scenario,
    groups: &[Group],
    step: &Dependency,
) -> Option<String> {
    let trunk = step.next.checked_sub(2 * scenario.hosts.len())?;
    let ends = scenario.trunks[trunk / 2].ends;
    let (at, via) = (ends[trunk % 2], ends[1 - trunk % 2]);
    let flow = &scenario.flows[step.flow];
    let to = if step.acknowledges { flow.from } else { flow.to };
    let sections = build.sections::<RouteSection>("routes");
    let closes = |section: &RouteSection| {
        let hosts = groups.iter().find(|group| group.name == section.to);
        scenario.switches[at] == section.at
            && scenario.switches[via] == section.via
            && hosts.is_some_and(|group| (group.first..group.first + group.count).contains(&to))
    };
    let (name, _) = sections.into_iter().find(|(_, section)| closes(section))?;
    Some(format!("routes.{name}.via"))
}

/// Sets the routes to a host to those of another host of the same switch, except in that switch.
fn alike(scenario: &mut Scenario, ports: &[Vec<Peer>], host: usize, other: usize) {
    for routes in &mut scenario.routes {
        routes[host] = routes[other];
    }
    let home = scenario.hosts[host].switch;
    let exit = ports[home].iter().position(|peer| *peer == Peer::Host(host));
    scenario.routes[home][host] = exit.unwrap_or(NOWHERE);
}

/// Sets the ports towards a host on shortest routes; the first port of several.
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

/// Switch connected to a port.
fn next(scenario: &Scenario, peer: Peer) -> Option<usize> {
    match peer {
        Peer::Host(_) => None,
        Peer::Switch { trunk, end } => Some(scenario.trunks[trunk].ends[1 - end]),
    }
}

/// Applies the entries of `[routes]`.
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
            let message = format!("no link connects {:?} to {:?}", section.at, section.via);
            let help = "name a switch to which [links] has a link";
            build.problem(Kind::Unreachable, &key("via"), message, "not a neighbour", help);
            continue;
        };
        for host in group.first..group.first + group.count {
            scenario.routes[at][host] = port;
        }
    }
}

/// Follows the route from a switch to a host.
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
