//! Patterns: flows among many hosts, described by a few numbers.

mod answers;
mod hot_spot;
mod listed;
mod messages;
mod pairs;
mod section;
mod sizes;

pub(super) use section::PatternSection;

use super::{
    builder::{Builder, Group},
    flows::{self, Times, MOST_FLOWS},
    network::{Flow, Scenario, Traffic},
    raw::{TimesSection, TrafficName},
};
use crate::config::Kind;
use pairs::{pairs, Pairs};
use section::PatternKind;

/// Key of the table.
pub(super) const PATTERNS: &str = "patterns";

/// Adds the flows of all patterns.
pub(super) fn flows(build: &mut Builder, scenario: &mut Scenario, groups: &[Group]) {
    for (name, mut section) in build.sections::<PatternSection>(PATTERNS) {
        let path = format!("{PATTERNS}.{name}");
        let before = build.problems.len();
        let Some(hosts) = hosts(build, &path, &section, scenario, groups) else { continue };
        let hosts = &hosts;
        allowed(build, &path, &section);
        let to = match &section.to {
            Some(to) => receiver(build, &path, to, groups),
            None => None,
        };
        if hosts.len() < 2 {
            let message = format!("{path} has {} hosts", hosts.len());
            let help = "a pattern needs two or more hosts";
            build.problem(Kind::OutOfRange, &path, message, "too few hosts", help);
        }
        if let Some(distance) = section.distance.filter(|far| *far as usize >= hosts.len()) {
            let key = format!("{path}.distance");
            let message = format!("{key} is {distance}, but the ring has {} hosts", hosts.len());
            let help = "a host sends to another one: the distance is less than the number of hosts";
            build.problem(Kind::OutOfRange, &key, message, "too far", help);
        }
        if build.problems.len() > before {
            continue;
        }
        let random_times = [PatternKind::Uniform, PatternKind::HotSpot].contains(&section.kind);
        if random_times {
            section.times.traffic.get_or_insert(TrafficName::Poisson);
        }
        let pattern = Pattern { name: &name, path: &path, section: &section, hosts, to };
        match section.kind {
            PatternKind::HotSpot => hot_spot::add(build, scenario, &pattern),
            PatternKind::Messages | PatternKind::HpccFlows | PatternKind::HtsimMatrix => {
                messages::add(build, scenario, &pattern);
            }
            PatternKind::PingPong | PatternKind::RingExchange => {
                answers::add(build, scenario, &pattern);
            }
            _ => pattern.add(build, scenario),
        }
    }
}

/// The hosts of a pattern; none if it names groups that do not exist.
fn hosts(
    build: &mut Builder,
    path: &str,
    section: &PatternSection,
    scenario: &Scenario,
    groups: &[Group],
) -> Option<Vec<usize>> {
    let key = format!("{path}.groups");
    let (names, key) = match (&section.hosts, &section.groups) {
        (None, None) => return Some((0..scenario.hosts.len()).collect()),
        (Some(_), Some(_)) => {
            let message = format!("{path} has both `hosts` and `groups`");
            let help = "remove one of the keys";
            build.problem(Kind::Superfluous, &key, message, "not allowed with `hosts`", help);
            return None;
        }
        (Some(name), None) => (std::slice::from_ref(name), format!("{path}.hosts")),
        (None, Some(names)) => (names.as_slice(), key),
    };
    let mut all = Vec::new();
    for name in names {
        let group = flows::group(build, &key, name, groups)?;
        if group.hosts.iter().any(|host| all.contains(host)) {
            let message = format!("{key} names {name:?} twice");
            build.problem(Kind::Duplicate, &key, message, "second time", "remove one of them");
            return None;
        }
        all.extend_from_slice(&group.hosts);
    }
    Some(all)
}

/// A pattern, with the hosts that it names.
struct Pattern<'p> {
    name: &'p str,
    path: &'p str,
    section: &'p PatternSection,
    hosts: &'p [usize],
    /// Host that receives, of a pattern with one.
    to: Option<usize>,
}

impl Pattern<'_> {
    /// Adds a flow for each pair of hosts.
    fn add(&self, build: &mut Builder, scenario: &mut Scenario) {
        let Some(pairs) = self.pairs(build, scenario) else { return };
        let mut times = self.section.times.clone();
        if self.section.kind == PatternKind::Uniform {
            share(&mut times, self.peers());
        }
        let cycles = scenario.hosts[self.hosts[0]].packet_cycles;
        let traffic = flows::traffic(build, self.path, &times, (scenario.transport, cycles));
        let times = Times::new(build, self.path, &times, pairs.len(), scenario.duration);
        self.add_flows(build, scenario, self.name.to_owned(), &pairs, &times, |_| traffic.clone());
    }

    /// Pairs of the pattern, unless there are too many.
    fn pairs(&self, build: &mut Builder, scenario: &Scenario) -> Option<Pairs> {
        let each = match self.section.kind {
            PatternKind::AllToAll => self.hosts.len() - 1,
            PatternKind::Uniform | PatternKind::HotSpot => self.peers(),
            _ => 1,
        };
        let count = each * self.hosts.len();
        if scenario.flows.len() + count > MOST_FLOWS {
            let message = format!("{} has {count} flows", self.path);
            let help = format!(
                "a scenario has at most {MOST_FLOWS} flows: name fewer `hosts`, or fewer `peers` of \
                 uniform traffic"
            );
            build.problem(Kind::OutOfRange, self.path, message, "too many flows", &help);
            return None;
        }
        Some(pairs(self, scenario.seed))
    }

    /// Hosts to which each host sends uniform traffic.
    fn peers(&self) -> usize {
        let others = self.hosts.len() - 1;
        self.section.peers.map_or(others, |peers| others.min(peers as usize))
    }

    /// Adds a group of flows; returns its number, unless the name is taken.
    fn group(&self, build: &mut Builder, scenario: &mut Scenario, name: String) -> Option<usize> {
        if scenario.groups.contains(&name) {
            let message = format!("there are two groups of flows with the name {name:?}");
            let help = "rename the pattern or the flows";
            build.problem(Kind::Duplicate, self.path, message, "second with this name", help);
            return None;
        }
        scenario.groups.push(name);
        Some(scenario.groups.len() - 1)
    }

    /// Adds a group with a flow for each pair; `traffic` is that of a pair.
    fn add_flows(
        &self,
        build: &mut Builder,
        scenario: &mut Scenario,
        name: String,
        pairs: &[(usize, usize)],
        times: &Times,
        traffic: impl Fn(&(usize, usize)) -> Traffic,
    ) {
        let Some(group) = self.group(build, scenario, name) else { return };
        for (number, pair) in pairs.iter().enumerate() {
            scenario.flows.push(Flow {
                group,
                from: pair.0,
                to: pair.1,
                traffic: traffic(pair),
                start: times.start_of(number),
                stop: times.stop,
                route: Vec::new(),
            });
        }
    }
}

/// Divides the rate of a host among its flows.
fn share(times: &mut TimesSection, flows: usize) {
    times.rate = times.rate.map(|rate| rate / flows as f64);
}

/// The single host of a group.
fn receiver(build: &mut Builder, path: &str, to: &str, groups: &[Group]) -> Option<usize> {
    let key = format!("{path}.to");
    let group = flows::group(build, &key, to, groups)?;
    if group.hosts.len() != 1 {
        let message = format!("{key} has {} hosts", group.hosts.len());
        build.problem(Kind::NotOneOf, &key, message, "not one host", "name one host");
        return None;
    }
    Some(group.hosts[0])
}

/// Checks that a pattern has the keys of its kind, and no other ones.
fn allowed(build: &mut Builder, path: &str, section: &PatternSection) {
    use PatternKind::{
        HotSpot, HpccFlows, HtsimMatrix, Incast, Messages, PingPong, Ring, RingExchange, Uniform,
    };
    let hot = section.kind == HotSpot;
    let to_one = [Incast, HotSpot].contains(&section.kind);
    let at_random = [Uniform, HotSpot].contains(&section.kind);
    let in_file = [HpccFlows, HtsimMatrix].contains(&section.kind);
    let sized = section.kind == Messages;
    let answers = [PingPong, RingExchange].contains(&section.kind);
    let ring = section.kind == RingExchange;
    let times = &section.times;
    // Keys of times that a pattern sets itself; other traffic has keys of its own.
    let free = !in_file && !sized && !answers;
    let keys = [
        ("file", section.file.is_some(), in_file, in_file),
        ("sizes", section.sizes.is_some(), sized, sized),
        ("traffic", times.traffic.is_some(), free, false),
        ("rate", times.rate.is_some(), !in_file && !answers, sized || at_random),
        ("start_us", times.start_us.is_some(), !in_file, false),
        ("every_us", times.every_us.is_some(), free && !hot, false),
        ("stop_us", times.stop_us.is_some(), !in_file, false),
        ("on_us", times.on_us.is_some(), free && !hot, false),
        ("off_us", times.off_us.is_some(), free && !hot, false),
        ("trace", times.trace.is_some(), free && !hot, false),
        ("group_bytes", times.group_bytes.is_some(), free && !hot, false),
        ("pareto_shape", times.pareto_shape.is_some(), free && !hot, false),
        ("interval_us", times.interval_us.is_some(), free && !hot, false),
        ("message_bytes", times.message_bytes.is_some(), (free && !hot) || answers, answers),
        ("in_flight", times.in_flight.is_some(), free && !hot, false),
        ("overhead_us", times.overhead_us.is_some(), (free && !hot) || answers, false),
        ("processes", section.processes.is_some(), ring, false),
        ("order", section.order.is_some(), ring, false),
        ("to", section.to.is_some(), to_one, to_one),
        ("degree", section.degree.is_some(), to_one, false),
        ("distance", section.distance.is_some(), section.kind == Ring, false),
        ("peers", section.peers.is_some(), at_random, false),
        ("severity", section.severity.is_some(), hot, hot),
        ("mode", section.mode.is_some(), hot, false),
        ("from_us", section.from_us.is_some(), hot, false),
        ("until_us", section.until_us.is_some(), hot, false),
    ];
    for (key, there, wanted, required) in keys {
        let here = format!("{path}.{key}");
        if there && !wanted {
            let message = format!("{here} is not allowed with this pattern");
            build.problem(Kind::Superfluous, &here, message, "not allowed", "remove the key");
        } else if required && !there {
            let message = format!("the key `{here}` is missing");
            let (label, help) = (format!("needs `{key}`"), format!("add `{key}` to [{path}]"));
            build.problem(Kind::Missing, &format!("{path}.kind"), message, &label, &help);
        }
    }
    let is_poisson = times.traffic.unwrap_or(TrafficName::Poisson) == TrafficName::Poisson;
    if at_random && !is_poisson {
        let here = format!("{path}.traffic");
        let message = format!("{here} is not allowed with this pattern, which is `poisson`");
        build.problem(Kind::Superfluous, &here, message, "not allowed", "remove the key");
    }
}
