//! Messages: flows of a limited number of bytes, from a file or at random.

use super::{
    listed::{self, Listed},
    section::PatternKind,
    sizes::Sizes,
    Pattern,
};
use crate::{
    config::{relate::value, Kind},
    random::Random,
    scenario::{
        broken::Broken,
        builder::{Builder, US},
        flows::MOST_FLOWS,
        network::{Flow, Scenario, Traffic},
        topology::TopologyFormat,
    },
};

/// Adds the messages of a pattern as a group of flows.
pub(super) fn add(build: &mut Builder, scenario: &mut Scenario, pattern: &Pattern) {
    let flows = match pattern.section.kind {
        PatternKind::Messages => at_random(build, scenario, pattern),
        kind => from_file(build, scenario, pattern, kind),
    };
    let Some(flows) = flows else { return };
    if flows.is_empty() {
        let message = format!("{} has no messages before the end of the run", pattern.path);
        let help = "run.duration_ms sets the end of the run";
        build.problem(Kind::OutOfRange, pattern.path, message, "no messages", help);
    } else if scenario.flows.len() + flows.len() > MOST_FLOWS {
        let message = format!("{} has {} flows", pattern.path, flows.len());
        let help = format!("a scenario has at most {MOST_FLOWS} flows");
        build.problem(Kind::OutOfRange, pattern.path, message, "too many flows", &help);
    } else if let Some(group) = pattern.group(build, scenario, pattern.name.to_owned()) {
        scenario.flows.extend(flows.into_iter().map(|flow| Flow { group, ..flow }));
    }
}

fn message(from: usize, to: usize, start: u64, traffic: Traffic) -> Flow {
    Flow { group: 0, from, to, traffic, start, stop: None, route: Vec::new() }
}

/// Reads a file that a key names.
fn read<T>(
    build: &mut Builder,
    key: &str,
    name: Option<&String>,
    read: impl FnOnce(&str) -> Result<T, Broken>,
) -> Option<T> {
    let name = name?;
    let problem = match (build.file)(name) {
        Err(why) => {
            let help = "the path is relative to the directory of the scenario";
            (format!("{key} cannot be read: {why}"), "cannot be read", help)
        }
        Ok(text) => match read(&text) {
            Ok(contents) => return Some(contents),
            Err(broken) => (broken.located(name), "not of this format", broken.help),
        },
    };
    build.problem(Kind::NotOneOf, key, problem.0, problem.1, problem.2);
    None
}

/// The flows of a file that start before the end of the run.
fn from_file(
    build: &mut Builder,
    scenario: &Scenario,
    pattern: &Pattern,
    kind: PatternKind,
) -> Option<Vec<Flow>> {
    let key = format!("{}.file", pattern.path);
    let name = pattern.section.file.as_ref();
    let flows = read(build, &key, name, |text| match kind {
        PatternKind::HpccFlows => listed::hpcc(text),
        _ => listed::htsim(text),
    })?;
    // Nodes of a topology of HPCC are the hosts and the switches; other numbers are those of hosts.
    let format: Option<TopologyFormat> = value(build.document, "topology.format");
    let hosts: Vec<Option<usize>> = match format {
        Some(TopologyFormat::Hpcc) => by_name(scenario),
        _ => pattern.hosts.iter().copied().map(Some).collect(),
    };
    let mut found = Vec::new();
    for Listed { line, from, to, start_us, bytes } in flows {
        let host = |number: usize| hosts.get(number).copied().flatten().ok_or(number);
        let (from, to) = match (host(from), host(to)) {
            (Ok(from), Ok(to)) => (from, to),
            (Err(number), _) | (_, Err(number)) => {
                let name = name.map(String::as_str).unwrap_or_default();
                let message = format!("{name}, line {line}: there is no host {number}");
                let help = "hosts are numbered from 0 in the order of the scenario";
                build.problem(Kind::NotOneOf, &key, message, "unknown host", help);
                return None;
            }
        };
        let start = build.cycles(start_us, US);
        let traffic = match bytes {
            Some(bytes) => Traffic::Message { packets: packets(scenario, bytes) },
            None => Traffic::Greedy,
        };
        if start < scenario.duration {
            found.push(message(from, to, start, traffic));
        }
    }
    Some(found)
}

/// Hosts by the numbers of nodes in their names.
fn by_name(scenario: &Scenario) -> Vec<Option<usize>> {
    let mut hosts = Vec::new();
    for (host, named) in scenario.hosts.iter().enumerate() {
        let number = named.name.rsplit_once('-').and_then(|(_, number)| number.parse().ok());
        let Some(number): Option<usize> = number else { continue };
        hosts.resize(hosts.len().max(number + 1), None);
        hosts[number] = Some(host);
    }
    hosts
}

/// Packets of a message.
fn packets(scenario: &Scenario, bytes: u64) -> u64 {
    bytes.div_ceil(scenario.payload_bytes as u64).max(1)
}

/// Messages that arrive at random, at each host with the mean rate of payload that is its share of the
/// link, for random other hosts.
fn at_random(build: &mut Builder, scenario: &Scenario, pattern: &Pattern) -> Option<Vec<Flow>> {
    let (section, times) = (pattern.section, &pattern.section.times);
    let key = format!("{}.sizes", pattern.path);
    let sizes = read(build, &key, section.sizes.as_ref(), Sizes::read)?;
    let rate = times.rate.unwrap_or(1.0);
    let start = build.cycles(times.start_us.unwrap_or_default(), US);
    let end = times.stop_us.map_or(u64::MAX, |time| build.cycles(time, US)).min(scenario.duration);
    let mut flows = Vec::new();
    let mean = sizes.mean().max(1.0) / scenario.payload_bytes as f64;
    for (place, from) in pattern.hosts.iter().enumerate() {
        let mut random = Random::of_name(scenario.seed, pattern.name, *from as u64);
        let interval = mean * scenario.hosts[*from].packet_cycles as f64 / rate;
        let mut now = start as f64;
        loop {
            now += -random.uniform().ln() * interval;
            if now >= end as f64 || scenario.flows.len() + flows.len() > MOST_FLOWS {
                break;
            }
            let other = random.index(pattern.hosts.len() - 1);
            let to = pattern.hosts[other + usize::from(other >= place)];
            let packets = packets(scenario, sizes.draw(&mut random));
            flows.push(message(*from, to, now as u64, Traffic::Message { packets }));
        }
    }
    Some(flows)
}
