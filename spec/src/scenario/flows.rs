//! Flows of a scenario.

use super::{
    builder::{Builder, Group, US},
    exchange::Exchange,
    network::{Flow, Scenario, Size, Traffic},
    patterns,
    raw::{FlowsSection, TimesSection, TrafficName},
    trace, unknown, Transport,
};
use crate::config::Kind;

/// Most flows of a scenario: the index of a flow has 16 bits.
pub(super) const MOST_FLOWS: usize = 1 << 16;

pub(super) fn flows(build: &mut Builder, scenario: &mut Scenario, groups: &[Group]) {
    for (name, section) in build.sections::<FlowsSection>("flows") {
        let path = format!("flows.{name}");
        let times = &section.times;
        let from = group(build, &format!("{path}.from"), &section.from, groups);
        let to = group(build, &format!("{path}.to"), &section.to, groups);
        let cycles = from.map_or(1, |from| scenario.hosts[from.hosts[0]].packet_cycles);
        let traffic = traffic(build, &path, times, (scenario.transport, cycles));
        let (Some(from), Some(to)) = (from, to) else { continue };
        if to.hosts.len() != 1 && to.hosts.len() != from.hosts.len() {
            let key = format!("{path}.to");
            let (sources, sinks) = (from.hosts.len(), to.hosts.len());
            let message = format!("{path} has {sources} source hosts, but {sinks} destinations");
            build.problem(
                Kind::NotOneOf,
                &key,
                message,
                "different number of hosts",
                "name one host, or as many hosts as in `from`",
            );
            continue;
        }
        let single = to.hosts.len() == 1;
        let receiver = |place: usize| to.hosts[if single { 0 } else { place }];
        if from.hosts.iter().enumerate().any(|(place, host)| receiver(place) == *host) {
            let message = format!("source and destination of {path} are the same host");
            let key = format!("{path}.to");
            let help = "a flow needs two hosts";
            build.problem(Kind::NotOneOf, &key, message, "the same host", help);
        }
        let times = Times::new(build, &path, times, from.hosts.len(), scenario.duration);
        let number = scenario.groups.len();
        scenario.groups.push(name);
        for place in 0..from.hosts.len() {
            scenario.flows.push(Flow {
                group: number,
                from: from.hosts[place],
                to: receiver(place),
                traffic: traffic.clone(),
                start: times.start_of(place),
                stop: times.stop,
                route: Vec::new(),
            });
        }
    }
    patterns::flows(build, scenario, groups);
    connections(build, scenario);
    let count = scenario.flows.len();
    if count > MOST_FLOWS || count == 0 && build.problems.is_empty() {
        let message = format!("there are {count} flows");
        let help = format!("a scenario has 1 to {MOST_FLOWS} flows");
        let is_listed = build.document.entry("flows").is_some();
        let key = if is_listed { "flows" } else { patterns::PATTERNS };
        build.problem(Kind::OutOfRange, key, message, "wrong number", &help);
    }
}

/// Checks that each EFL endpoint has a flow for each connection of its host, incoming or outgoing.
fn connections(build: &mut Builder, scenario: &Scenario) {
    const KEY: &str = "configuration.efl.flows";
    if scenario.transport != Transport::Efl {
        return;
    }
    let mut ends = vec![0; scenario.hosts.len()];
    scenario.flows.iter().flat_map(|flow| [flow.from, flow.to]).for_each(|host| ends[host] += 1);
    let flows = build.config.efl().flows();
    let Some((host, count)) = ends.into_iter().enumerate().max_by_key(|(_, count)| *count) else {
        return;
    };
    if count > flows {
        let name = &scenario.hosts[host].name;
        let located = build.document.entry(KEY).is_some();
        let key = if located { KEY } else { super::CONFIGURATION };
        let message = format!("host {name:?} has {count} flows, but its endpoint only {flows}");
        let help = format!("set `efl.flows` of the configuration to {count} or more");
        build.problem(Kind::OutOfRange, key, message, "too few flows", &help);
    }
}

pub(super) fn group<'g>(
    build: &mut Builder,
    key: &str,
    name: &str,
    groups: &'g [Group],
) -> Option<&'g Group> {
    let found = groups.iter().find(|group| group.name == name);
    if found.is_none() {
        let names = groups.iter().map(|group| group.name.as_str());
        build.problems.push(unknown(build.document, key, "group of hosts", name, names));
    }
    found
}

pub(super) fn traffic(
    build: &mut Builder,
    path: &str,
    section: &TimesSection,
    (transport, packet_cycles): (Transport, u64),
) -> Traffic {
    let name = section.traffic.unwrap_or_default();
    let rated = [TrafficName::FixedRate, TrafficName::Poisson].contains(&name);
    let on_off = name == TrafficName::OnOff;
    let groups = name == TrafficName::Groups;
    let messages = name == TrafficName::Messages;
    if messages && transport.is_ethernet() {
        let key = format!("{path}.traffic");
        let message = format!("{key} is \"messages\", which needs InfiniBand");
        let help = "remove run.transport, or use the traffic \"groups\"";
        build.problem(Kind::NotSupported, &key, message, "not supported", help);
    }
    if groups && !transport.is_ethernet() {
        let key = format!("{path}.traffic");
        let message = format!("{key} is \"groups\", which needs Ethernet");
        let help = "set run.transport to \"efl\" or \"tcp\", or use a trace";
        build.problem(Kind::NotSupported, &key, message, "not supported", help);
    }
    for (key, there, wanted) in [
        ("rate", section.rate.is_some(), rated),
        ("on_us", section.on_us.is_some(), on_off),
        ("off_us", section.off_us.is_some(), on_off),
        ("trace", section.trace.is_some(), name == TrafficName::Trace),
        ("group_bytes", section.group_bytes.is_some(), groups),
        ("interval_us", section.interval_us.is_some(), groups),
        ("message_bytes", section.message_bytes.is_some(), messages),
        ("in_flight", section.in_flight.is_some(), messages && section.in_flight.is_some()),
        ("overhead_us", section.overhead_us.is_some(), messages && section.overhead_us.is_some()),
        ("pareto_shape", section.pareto_shape.is_some(), groups && section.pareto_shape.is_some()),
    ] {
        let here = format!("{path}.{key}");
        if there && !wanted {
            let message = format!("{here} is not allowed with this traffic");
            build.problem(Kind::Superfluous, &here, message, "not allowed", "remove the key");
        } else if wanted && !there {
            let message = format!("the key `{here}` is missing");
            let table = format!("{path}.traffic");
            let (label, help) = (format!("needs `{key}`"), format!("add `{key}` to [{path}]"));
            build.problem(Kind::Missing, &table, message, &label, &help);
        }
    }
    let interval = packet_cycles as f64 / section.rate.unwrap_or(1.0);
    match name {
        TrafficName::Greedy => Traffic::Greedy,
        TrafficName::FixedRate => Traffic::FixedRate { interval: interval.round() as u64 },
        TrafficName::Poisson => Traffic::Poisson { interval },
        TrafficName::Trace => {
            let key = format!("{path}.trace");
            let file = section.trace.as_deref();
            Traffic::Trace(file.map(|file| trace::cycles(build, &key, file)).unwrap_or_default())
        }
        TrafficName::Groups => {
            let bytes = section.group_bytes.unwrap_or(1);
            let pareto = |shape: f64| Size::Pareto {
                least: f64::from(bytes) * (shape - 1.0) / shape,
                shape,
            };
            Traffic::Groups {
                size: section.pareto_shape.map_or(Size::Fixed(bytes), pareto),
                interval: build.cycles(section.interval_us.unwrap_or(1.0), US).max(1) as f64,
            }
        }
        TrafficName::Messages => Exchange::new(build, section).traffic(),
        TrafficName::OnOff => {
            let mean = |time: Option<f64>| build.cycles(time.unwrap_or(1.0), US).max(1) as f64;
            Traffic::OnOff { on: mean(section.on_us), off: mean(section.off_us) }
        }
    }
}

/// Starts and end of the flows of a group.
pub(super) struct Times {
    start: u64,
    every: u64,
    pub stop: Option<u64>,
}

impl Times {
    /// Times of the section at `path`, for so many flows.
    pub fn new(
        build: &mut Builder,
        path: &str,
        section: &TimesSection,
        flows: usize,
        duration: u64,
    ) -> Self {
        let start = build.cycles(section.start_us.unwrap_or_default(), US);
        let every = build.cycles(section.every_us.unwrap_or_default(), US);
        let stop = section.stop_us.map(|time| build.cycles(time, US));
        let times = Times { start, every, stop };
        let last_start = times.start_of(flows.saturating_sub(1));
        if last_start >= duration {
            let key = format!("{path}.start_us");
            let located = build.document.entry(&key).is_some();
            let key = if located { key } else { path.to_owned() };
            let message = format!("not all flows of {path} start before the end of the run");
            let help = "run.duration_ms sets the end of the run";
            build.problem(Kind::OutOfOrder, &key, message, "too late", help);
        }
        if stop.is_some_and(|stop| stop <= last_start) {
            let key = format!("{path}.stop_us");
            let message = format!("{key} is not after the last start of {path}");
            let help = "start_us and every_us set the last start";
            build.problem(Kind::OutOfOrder, &key, message, "too early", help);
        }
        times
    }

    /// First cycle of the flow with a number in its group.
    pub fn start_of(&self, number: usize) -> u64 {
        self.start + self.every * number as u64
    }
}
