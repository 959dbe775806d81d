//! Routes of packets: those of the routing, unless the scenario sets others.

mod ports;
mod refuse;
mod section;
mod spread;

pub(super) use section::{RoutingKind, RoutingSection};

use super::{
    builder::{Builder, Group},
    choices::Choices,
    network::{Peer, Scenario},
    raw::RouteSection,
    readings::Nics,
    unknown,
};
use crate::{
    config::{relate::value, Kind},
    random::Random,
};
use ports::{Switches, Towards};
use spread::Digits;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Port of a missing route.
const NOWHERE: usize = usize::MAX;

/// Key of the routing.
const ROUTING: &str = "routing.kind";

/// Routes to one host that `[routes]` sets: switch and host.
type Chosen = BTreeSet<(usize, usize)>;

/// Routes of all hosts and flows; `usual` is the routing of a scenario that sets none.
pub(super) fn routes(
    build: &mut Builder,
    scenario: &mut Scenario,
    groups: &[Group],
    usual: RoutingKind,
) {
    let peers: Vec<Vec<Peer>> = (0..scenario.switches.len()).map(|s| scenario.ports(s)).collect();
    let section: RoutingSection = value(build.document, "routing").unwrap_or_default();
    let kind = section.kind.unwrap_or(usual);
    let root = root(build, scenario, &section, kind);
    let graph = Switches::new(scenario, &peers);
    let homes: BTreeSet<usize> = scenario.hosts.iter().map(|host| host.switch).collect();
    let order = match kind {
        RoutingKind::UpDown => graph.order(root),
        _ => Vec::new(),
    };
    let towards = homes.into_iter().map(|home| {
        let ports = match kind {
            RoutingKind::Shortest => graph.first(home),
            RoutingKind::UpDown => graph.up_down(home, &order),
            RoutingKind::DModK
            | RoutingKind::SModK
            | RoutingKind::Random
            | RoutingKind::RandomPerPacket => graph.shortest(home),
        };
        (home, ports)
    });
    let towards: BTreeMap<usize, Towards> = towards.collect();
    let digits = Digits::new(&graph, towards.values());
    scenario.routes = vec![vec![NOWHERE; scenario.hosts.len()]; scenario.switches.len()];
    for (number, host) in scenario.hosts.iter().enumerate() {
        for (switch, ports) in towards[&host.switch].iter().enumerate() {
            let port = digits.select(&graph, switch, ports, number);
            scenario.routes[switch][number] = port.unwrap_or(NOWHERE);
        }
        let exit = peers[host.switch].iter().position(|peer| *peer == Peer::Host(number));
        scenario.routes[host.switch][number] = exit.unwrap_or(NOWHERE);
    }
    let chosen = chosen(build, scenario, &peers, groups);
    let is_by_destination =
        matches!(kind, RoutingKind::Shortest | RoutingKind::DModK | RoutingKind::UpDown);
    if !is_by_destination && scenario.transport.is_ethernet() {
        let message = format!("{ROUTING} needs the transport infiniband");
        let help = "Ethernet switches forward by destination: choose another routing";
        build.problem(Kind::NotSupported, ROUTING, message, "not supported", help);
    } else if kind == RoutingKind::RandomPerPacket {
        scenario.choices = Some(choices(scenario, &towards, &chosen));
    } else if !is_by_destination {
        let per_flow = PerFlow { kind, graph: &graph, towards: &towards, digits: &digits };
        per_flow.set(scenario, &chosen);
    }
    reachable(build, scenario);
    refuse::cycles(build, scenario, groups);
}

/// Root of up/down routing, if the scenario names one.
fn root(
    build: &mut Builder,
    scenario: &Scenario,
    section: &RoutingSection,
    kind: RoutingKind,
) -> Option<usize> {
    const ROOT: &str = "routing.root";
    let name = section.root.as_deref()?;
    if kind != RoutingKind::UpDown {
        let message = format!("{ROOT} is not allowed with this routing");
        let help = "remove the key, or set `kind = \"up-down\"` in [routing]";
        build.problem(Kind::Superfluous, ROOT, message, "not allowed", help);
    }
    build.place(ROOT, "switch", name, &scenario.switches)
}

/// Routes that depend on more than the destination.
struct PerFlow<'r> {
    kind: RoutingKind,
    graph: &'r Switches,
    towards: &'r BTreeMap<usize, Towards>,
    digits: &'r Digits,
}

impl PerFlow<'_> {
    /// Sets the route of each flow, except at switches for which `[routes]` sets it.
    fn set(&self, scenario: &mut Scenario, chosen: &Chosen) {
        for number in 0..scenario.flows.len() {
            scenario.flows[number].route = self.route(scenario, number, chosen);
        }
    }

    /// Output ports of a flow, switch by switch; cut short if no port leads on, or the route is a loop.
    fn route(&self, scenario: &Scenario, number: usize, chosen: &Chosen) -> Vec<usize> {
        let flow = &scenario.flows[number];
        let home = scenario.hosts[flow.to].switch;
        let mut random = Random::of_name(scenario.seed, "routes", number as u64);
        let (mut switch, mut route) = (scenario.hosts[flow.from].switch, Vec::new());
        while switch != home && route.len() < scenario.switches.len() {
            let ports = &self.towards[&home][switch];
            let port = match self.kind {
                _ if chosen.contains(&(switch, flow.to)) => Some(scenario.routes[switch][flow.to]),
                RoutingKind::Random if ports.is_empty() => None,
                RoutingKind::Random => Some(ports[random.index(ports.len())]),
                _ => self.digits.select(self.graph, switch, ports, flow.from),
            };
            let next = port.and_then(|port| self.graph.next(switch, port));
            let (Some(port), Some(next)) = (port, next) else { return route };
            route.push(port);
            switch = next;
        }
        if switch == home {
            route.push(scenario.routes[home][flow.to]);
        }
        route
    }
}

/// Ports among which switches choose for each packet: all on shortest paths, except where `[routes]` sets
/// one.
fn choices(scenario: &Scenario, towards: &BTreeMap<usize, Towards>, chosen: &Chosen) -> Choices {
    let narrow = |ports: &[usize]| ports.iter().map(|port| *port as u8).collect::<Arc<[u8]>>();
    let shared: BTreeMap<usize, Vec<Arc<[u8]>>> = towards
        .iter()
        .map(|(home, ports)| (*home, ports.iter().map(|ports| narrow(ports)).collect()))
        .collect();
    let hosts = scenario.hosts.len();
    let all =
        (0..scenario.switches.len()).flat_map(|switch| (0..hosts).map(move |to| (switch, to)));
    let ports = all.map(|(switch, to)| {
        let home = scenario.hosts[to].switch;
        match switch == home || chosen.contains(&(switch, to)) {
            true => narrow(&[scenario.routes[switch][to]]),
            false => Arc::clone(&shared[&home][switch]),
        }
    });
    Choices::new(scenario.seed, hosts, ports.collect())
}

/// Applies the entries of `[routes]`.
fn chosen(
    build: &mut Builder,
    scenario: &mut Scenario,
    ports: &[Vec<Peer>],
    groups: &[Group],
) -> Chosen {
    let mut set = Chosen::new();
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
        let leads = |peer: &Peer| scenario.behind(*peer) == Some(via);
        let Some(port) = ports[at].iter().position(leads) else {
            let message = format!("no link connects {:?} to {:?}", section.at, section.via);
            let help = "name a switch to which [links] has a link";
            build.problem(Kind::Unreachable, &key("via"), message, "not a neighbour", help);
            continue;
        };
        for host in &group.hosts {
            scenario.routes[at][*host] = port;
            set.insert((at, *host));
        }
    }
    set
}

/// Checks that each flow, and its ACKs, reach their destination.
fn reachable(build: &mut Builder, scenario: &Scenario) {
    let paths = scenario.paths();
    let has_acks = scenario.readings.nics != Nics::Immediate;
    let mut reported = None;
    for flow in &scenario.flows {
        if reported == Some(flow.group) {
            continue;
        }
        let there = paths.of_packets(flow);
        // ACKs of a flow with its own route take this route back.
        let has_own = !flow.route.is_empty() || scenario.choices.is_some();
        let back = (has_acks && !has_own).then(|| paths.of_acknowledgements(flow));
        let ways = [(flow.from, flow.to, Some(there), ""), (flow.to, flow.from, back, ACKS)];
        for (from, to, links, what) in ways {
            let Some(links) = links else { continue };
            let arrives = links.last() == Some(&scenario.downlink(to));
            let loops = scenario.choices.is_some() && paths.may_loop(flow);
            if arrives && !loops {
                continue;
            }
            reported = Some(flow.group);
            let key = build.key_of_flows(&scenario.groups[flow.group]);
            let names = (&scenario.hosts[from].name, &scenario.hosts[to].name);
            let (kind, message, help) = if !loops && links.len() <= scenario.switches.len() {
                (
                    Kind::Unreachable,
                    format!("there is no route from {:?} to {:?}", names.0, names.1),
                    "connect their switches in [links]",
                )
            } else {
                (
                    Kind::RoutingLoop,
                    format!("the route from {:?} to {:?}{what} is a loop", names.0, names.1),
                    "change the entries of [routes]",
                )
            };
            build.problem(kind, &key, message, "not reached", help);
            break;
        }
    }
}

const ACKS: &str = ", which ACKs take,";
