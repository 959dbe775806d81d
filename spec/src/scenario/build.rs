//! From the tables of a scenario file to a valid scenario.

use super::{
    builder::{Builder, File, Group, MS, NS, US},
    ethernet::{self, frame_beats, Damage, Transport},
    flows,
    network::{Host, Scenario, Trunk},
    rates::{packet_beats, Pace},
    raw::{HostsSection, LinkSection, MOST_SWITCHES},
    readings, registers,
    routes::{self, RoutingKind},
    topology::{Plan, PlannedHost, PlannedLink, TOPOLOGY},
};
use crate::config::{document::Document, relate::value, Config, Kind, Problem};
use std::collections::{BTreeMap, HashSet};

pub(super) fn scenario(
    document: &Document,
    config: Config,
    plan: Option<&Plan>,
    file: File,
    problems: &mut Vec<Problem>,
) -> Option<Scenario> {
    let build = &mut Builder { document, config: &config, problems, file };
    let switches = match plan {
        Some(plan) => plan.switches.clone(),
        None => switches(build)?,
    };
    let transport = ethernet::transport(build);
    let (packet_bytes, payload_bytes, pace) = packet(build, transport);
    let (hosts, groups, trunks) = match plan {
        Some(plan) => planned(build, plan, pace),
        None => {
            let (hosts, groups) = hosts(build, &switches, transport, pace);
            (hosts, groups, trunks(build, &switches, transport, pace))
        }
    };
    if !transport.is_ethernet() {
        fits(build, &switches, &hosts, &trunks);
    }
    let optional = |key: &str| value::<f64>(document, key).unwrap_or_default();
    let congestion_control = value(document, "run.congestion_control").unwrap_or(true);
    let registers = match transport {
        Transport::Infiniband => registers::registers(build, congestion_control),
        Transport::Efl | Transport::Tcp => None,
    };
    let readings = readings::readings(build);
    let window: Option<u32> = value(document, "run.window");
    let window = window.unwrap_or(build.config.nic().window());
    let duration = build.cycles(value(document, "run.duration_ms")?, MS);
    let average = build.cycles(value(document, "measure.from_ms")?, MS)
        ..build.cycles(value(document, "measure.to_ms")?, MS);
    in_order(build, duration, &average);
    let rate_window = value(document, "measure.window_ms").unwrap_or(DEFAULT_WINDOW_MS);
    let rate_window = build.cycles(rate_window, MS).max(1);
    let mut scenario = Scenario {
        name: value(document, "name")?,
        about: value(document, "about").unwrap_or_default(),
        switches,
        hosts,
        trunks,
        routes: Vec::new(),
        choices: None,
        groups: Vec::new(),
        flows: Vec::new(),
        transport,
        tcp: ethernet::tcp(build),
        packet_bytes,
        payload_bytes,
        window: (window > 0).then_some(window),
        congestion_control,
        registers,
        readings,
        turnaround: build.cycles(optional("run.turnaround_ns"), NS),
        stepped: value(document, "run.stepped").unwrap_or_default(),
        release: value(document, "run.release_us").map(|time| build.cycles(time, US).max(1)),
        duration,
        average,
        rate_window,
        seed: value::<u32>(document, "run.seed").unwrap_or(DEFAULT_SEED).into(),
        config: build.config.clone(),
    };
    if build.problems.is_empty() {
        flows::flows(build, &mut scenario, &groups);
        let usual = plan.map_or(RoutingKind::Shortest, |plan| plan.routing);
        routes::routes(build, &mut scenario, &groups, usual);
    }
    Some(scenario)
}

/// Width of the sliding window of rate curves (INFOCOM'03 §III).
const DEFAULT_WINDOW_MS: f64 = 2.0;
const DEFAULT_SEED: u32 = 1;
/// Bytes of the headers LRH and BTH.
const HEADER_BYTES: usize = 20;

fn switches(build: &mut Builder) -> Option<Vec<String>> {
    let names: Vec<String> = value(build.document, "switches")?;
    let mut seen = HashSet::new();
    let twice = names.iter().find(|name| !seen.insert(name.as_str()));
    if let Some(name) = twice {
        let message = format!("switches has the name {name:?} twice");
        build.problem(
            Kind::Duplicate,
            "switches",
            message,
            "twice",
            "give each switch its own name",
        );
    }
    if names.is_empty() || names.len() > MOST_SWITCHES {
        let message = format!("switches has {} names", names.len());
        let help = format!("a fabric has 1 to {MOST_SWITCHES} switches");
        build.problem(Kind::OutOfRange, "switches", message, "wrong number", &help);
    }
    Some(names)
}

/// Checks that names of hosts and switches differ, since links and results are named after them.
fn distinct(build: &mut Builder, key: &str, name: &str, taken: &mut HashSet<String>) {
    if !taken.insert(name.to_owned()) {
        let message = format!("there are two hosts or switches with the name {name:?}");
        let help = "hosts of a group with `count` are named NAME-1, NAME-2, …; rename one";
        build.problem(Kind::Duplicate, key, message, "second with this name", help);
    }
}

/// Bytes and payload of each data packet, and its pace on links.
fn packet(build: &mut Builder, transport: Transport) -> (usize, usize, Pace) {
    if transport.is_ethernet() {
        let bytes = ethernet::frame_bytes(build, transport);
        let payload_bytes = ethernet::payload_bytes(build, transport, bytes);
        let beats = frame_beats(bytes, build.config.efl().overhead_bytes());
        return (bytes, payload_bytes, Pace { beats, payload_bytes });
    }
    let bytes = packet_bytes(build);
    let payload_bytes = payload_bytes(build, bytes);
    (bytes, payload_bytes, Pace { beats: packet_beats(build.config, bytes), payload_bytes })
}

/// Hosts, groups of hosts and trunks of a topology. The groups are all hosts, those of each switch, and
/// each host.
fn planned(build: &mut Builder, plan: &Plan, pace: Pace) -> (Vec<Host>, Vec<Group>, Vec<Trunk>) {
    let mut cycles = Rates { pace, known: BTreeMap::new() };
    let mut hosts = Vec::new();
    let mut groups = vec![Group { name: ALL.into(), hosts: (0..plan.hosts.len()).collect() }];
    groups.extend(plan.switches.iter().map(|name| Group { name: name.clone(), hosts: vec![] }));
    for (number, host) in plan.hosts.iter().enumerate() {
        let PlannedHost { name, switch, delay_ns, gbit_per_s } = host;
        groups[1 + switch].hosts.push(number);
        groups.push(Group { name: name.clone(), hosts: vec![number] });
        hosts.push(Host {
            name: name.clone(),
            switch: *switch,
            delay: build.cycles(*delay_ns, NS),
            packet_cycles: cycles.of(build, "host_rate_gbit_per_s", *gbit_per_s),
            host_cycles: 0,
            damage: Damage::default(),
        });
    }
    groups.retain(|group| !group.hosts.is_empty());
    let trunk = |PlannedLink { ends, delay_ns, gbit_per_s }: &PlannedLink| Trunk {
        ends: *ends,
        delay: build.cycles(*delay_ns, NS),
        packet_cycles: cycles.of(build, "link_rate_gbit_per_s", *gbit_per_s),
        damage: Damage::default(),
    };
    let trunks = plan.links.iter().map(trunk).collect();
    (hosts, groups, trunks)
}

/// Key of the file of a topology.
const FILE: &str = "topology.file";

/// Name of the group of all hosts of a topology.
const ALL: &str = "all";

/// Cycles of a packet at the rates of a topology, each of which is converted, and judged, once.
struct Rates {
    pace: Pace,
    known: BTreeMap<Option<u64>, u64>,
}

impl Rates {
    /// Cycles of a packet at a rate that the key of [topology] sets, or else its file.
    fn of(&mut self, build: &mut Builder, key: &str, gbit_per_s: Option<f64>) -> u64 {
        let pace = self.pace;
        *self.known.entry(gbit_per_s.map(f64::to_bits)).or_insert_with(|| {
            let key = format!("{TOPOLOGY}.{key}");
            match build.document.entry(&key) {
                Some(_) => pace.link(build, &key, gbit_per_s),
                None => pace.link_of(build, FILE, "the rate of a link of ", gbit_per_s),
            }
        })
    }
}

fn hosts(
    build: &mut Builder,
    switches: &[String],
    transport: Transport,
    pace: Pace,
) -> (Vec<Host>, Vec<Group>) {
    let (mut hosts, mut groups) = (Vec::new(), Vec::new());
    let mut taken: HashSet<String> = switches.iter().cloned().collect();
    for (group, section) in build.sections::<HostsSection>("hosts") {
        let key = format!("hosts.{group}.switch");
        let Some(switch) = build.place(&key, "switch", &section.switch, switches) else {
            continue;
        };
        let count = section.count.unwrap_or(1) as usize;
        let numbers = (hosts.len()..hosts.len() + count).collect();
        groups.push(Group { name: group.clone(), hosts: numbers });
        let delay = build.cycles(section.delay_ns.unwrap_or_default(), NS);
        let key = format!("hosts.{group}.rate_gbit_per_s");
        let packet_cycles = pace.link(build, &key, section.rate_gbit_per_s);
        let host_cycles = pace.host(build, section.host_gbit_per_s);
        let path = format!("hosts.{group}");
        if transport.is_ethernet() && section.host_gbit_per_s.is_some() {
            let key = format!("{path}.host_gbit_per_s");
            let message = format!("{key} is not allowed with Ethernet");
            let help = "its hosts send and receive at the rate of their links; remove the key";
            build.problem(Kind::Superfluous, &key, message, "not allowed", help);
        }
        let damage = [section.lost_ppm, section.corrupted_ppm, section.duplicated_ppm];
        let damage = ethernet::damage(build, transport, &path, damage);
        for number in 1..=count {
            let name = match section.count {
                Some(_) => format!("{group}-{number}"),
                None => group.clone(),
            };
            distinct(build, &format!("hosts.{group}"), &name, &mut taken);
            hosts.push(Host { name, switch, delay, packet_cycles, host_cycles, damage });
        }
    }
    (hosts, groups)
}

fn trunks(
    build: &mut Builder,
    switches: &[String],
    transport: Transport,
    pace: Pace,
) -> Vec<Trunk> {
    let mut trunks = Vec::new();
    for (name, section) in build.sections::<LinkSection>("links") {
        let (from, to) = (format!("links.{name}.from"), format!("links.{name}.to"));
        let one = build.place(&from, "switch", &section.from, switches);
        let other = build.place(&to, "switch", &section.to, switches);
        let (Some(one), Some(other)) = (one, other) else { continue };
        if one == other {
            let message = format!("links.{name} connects a switch to itself");
            build.problem(Kind::NotOneOf, &to, message, "the same switch", "name two switches");
        }
        let key = format!("links.{name}.rate_gbit_per_s");
        let packet_cycles = pace.link(build, &key, section.rate_gbit_per_s);
        let delay = build.cycles(section.delay_ns.unwrap_or_default(), NS);
        let damage = [section.lost_ppm, section.corrupted_ppm, section.duplicated_ppm];
        let damage = ethernet::damage(build, transport, &format!("links.{name}"), damage);
        trunks.push(Trunk { ends: [one, other], delay, packet_cycles, damage });
    }
    trunks
}

/// Checks that the switch with the most links has a port for each of them.
fn fits(build: &mut Builder, switches: &[String], hosts: &[Host], trunks: &[Trunk]) {
    let ports = build.config.switch().ports();
    let mut links = vec![0; switches.len()];
    let ends = trunks.iter().flat_map(|trunk| trunk.ends);
    ends.chain(hosts.iter().map(|host| host.switch)).for_each(|switch| links[switch] += 1);
    let needed = links.iter().copied().max().unwrap_or_default();
    let busiest = switches.iter().zip(links).find(|(_, links)| *links == needed);
    if let Some((name, _)) = busiest.filter(|_| needed > ports) {
        let key = "configuration.switch.ports";
        let located = build.document.entry(key).is_some();
        let key = if located { key } else { super::CONFIGURATION };
        let message = format!("switch {name:?} has {needed} links, but only {ports} ports");
        let help = format!("set `switch.ports` of the configuration to {needed} or more");
        build.problem(Kind::OutOfRange, key, message, "too few ports", &help);
    }
}

fn packet_bytes(build: &mut Builder) -> usize {
    let most = build.config.switch().max_packet_bytes();
    let Some(bytes) = value::<u32>(build.document, "run.packet_bytes") else { return most };
    if bytes as usize > most {
        let message = format!("run.packet_bytes is {bytes}, but the maximum is {most} bytes");
        let help = "increase `switch.max_packet_bytes` of the configuration";
        build.problem(Kind::OutOfRange, "run.packet_bytes", message, "too long", help);
    }
    bytes as usize
}

fn payload_bytes(build: &mut Builder, packet_bytes: usize) -> usize {
    let key = "run.payload_bytes";
    let Some(bytes) = value::<u32>(build.document, key) else {
        return packet_bytes.saturating_sub(HEADER_BYTES).max(1);
    };
    if bytes as usize > packet_bytes {
        let message = format!("{key} is {bytes}, but packets have only {packet_bytes} bytes");
        let help = "run.packet_bytes sets the length of packets";
        build.problem(Kind::OutOfRange, key, message, "too long", help);
    }
    bytes as usize
}

fn in_order(build: &mut Builder, duration: u64, average: &std::ops::Range<u64>) {
    if average.end <= average.start {
        let message = "measure.to_ms is not after measure.from_ms".into();
        let help = "averages are taken from measure.from_ms to measure.to_ms";
        build.problem(Kind::OutOfOrder, "measure.to_ms", message, "too early", help);
    } else if average.end > duration {
        let message = "measure.to_ms is after the end of the run".into();
        let help = "run.duration_ms sets the end of the run";
        build.problem(Kind::OutOfOrder, "measure.to_ms", message, "too late", help);
    }
}
