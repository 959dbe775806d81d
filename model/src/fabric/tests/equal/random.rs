//! Random small fabrics, loads and configurations.

mod configuration;

use super::compare;
use configuration::{allocator, configuration, sizes, Configuration, Sizes};
use proptest::{collection::vec, prelude::*};
use std::fmt::Write;
use tailback_spec::scenario::Scenario;

/// Cycles for which both logs are compared.
const CYCLES: u64 = 20_000;

/// A host: its switch, and the delay of its link.
type Host = (usize, u64);

/// A flow: from, to beyond that, when it starts, and its traffic.
#[derive(Debug, Clone)]
struct Flow {
    from: usize,
    beyond: usize,
    start_us: f64,
    traffic: String,
}

#[derive(Debug, Clone)]
struct Fabric {
    switches: usize,
    ports: usize,
    trunk_delays: Vec<u64>,
    hosts: Vec<Host>,
    flows: Vec<Flow>,
    allocator: String,
    /// Flows of a NIC.
    nic_flows: usize,
    /// Lines of `[configuration]`, of `[registers]` if there are any, and of `[run]`.
    configuration: String,
    registers: Option<String>,
    run: String,
}

const GREEDY: &str = "traffic = \"greedy\"";

/// Trace of some flows.
const BURSTS: &str = "time_us,packets\n0,3\n10.5,1\n10.5,2\n12,1\n40,20\n90,1\n";

/// The scenario as a file.
fn text(fabric: &Fabric) -> String {
    let Fabric { switches, ports, trunk_delays, hosts, flows, allocator, .. } = fabric;
    let Fabric { nic_flows, configuration, registers, run, .. } = fabric;
    let names: Vec<String> = (0..*switches).map(|switch| format!("\"S{switch}\"")).collect();
    let mut text = format!("name = \"random\"\nswitches = [{}]\n", names.join(", "));
    let _ = writeln!(text, "[configuration]\npreset = \"santos-2003\"\n{configuration}");
    let _ = writeln!(text, "switch.ports = {ports}\n{allocator}\nnic.flows = {nic_flows}");
    if let Some(registers) = registers {
        let _ = writeln!(text, "[registers]\n{registers}");
    }
    for (number, (switch, delay)) in hosts.iter().enumerate() {
        let switch = switch % switches;
        let _ = writeln!(text, "[hosts.h{number}]\nswitch = \"S{switch}\"\ndelay_ns = {delay}");
    }
    // A chain of switches.
    for (switch, delay) in trunk_delays.iter().enumerate().take(*switches).skip(1) {
        let before = switch - 1;
        let _ = writeln!(
            text,
            "[links.l{switch}]\nfrom = \"S{before}\"\nto = \"S{switch}\"\ndelay_ns = {delay}"
        );
    }
    for (number, Flow { from, beyond, start_us, traffic }) in flows.iter().enumerate() {
        let from = from % hosts.len();
        let to = (from + 1 + beyond % (hosts.len() - 1)) % hosts.len();
        let _ = writeln!(
            text,
            "[flows.f{number}]\nfrom = \"h{from}\"\nto = \"h{to}\"\nstart_us = {start_us}\n{traffic}"
        );
    }
    let _ = writeln!(text, "[run]\nduration_ms = 0.5\n{run}");
    let _ = writeln!(text, "[measure]\nfrom_ms = 0.0\nto_ms = 0.5");
    text
}

fn flow() -> impl Strategy<Value = Flow> {
    let traffic = prop_oneof![
        3 => Just(GREEDY.to_owned()),
        1 => (1..20_u32, 1..20_u32)
            .prop_map(|(on, off)| format!("traffic = \"on-off\"\non_us = {on}\noff_us = {off}")),
        1 => (1..=10_u32)
            .prop_map(|tenths| format!("traffic = \"fixed-rate\"\nrate = {}", f64::from(tenths) / 10.0)),
        1 => (1..=10_u32)
            .prop_map(|tenths| format!("traffic = \"poisson\"\nrate = {}", f64::from(tenths) / 10.0)),
        1 => Just("traffic = \"trace\"\ntrace = \"bursts.csv\"".to_owned()),
    ];
    let start = prop_oneof![Just(0.0), (0..300_u32).prop_map(|tenths| f64::from(tenths) / 10.0)];
    (0..6_usize, 0..6_usize, start, traffic).prop_map(|(from, beyond, start_us, traffic)| Flow {
        from,
        beyond,
        start_us,
        traffic,
    })
}

/// Several hosts send to one, whose own packets go to a destination of other hosts, too: credits
/// for its ACKs are short, and the ACKs wait.
fn starved() -> impl Strategy<Value = Vec<Flow>> {
    // Numbers beyond the first two are taken modulo the hosts that exist.
    let greedy = |from: usize, to: usize| Flow {
        from,
        beyond: to + 6 - from - 1,
        start_us: 0.0,
        traffic: GREEDY.to_owned(),
    };
    (2..5_usize, 1..4_usize).prop_map(move |(to_first, to_second)| {
        let mut flows = vec![greedy(0, 1)];
        flows.extend((0..to_first).map(|from| greedy(2 + from, 0)));
        flows.extend((0..to_second).map(|from| greedy(5 - from, 1)));
        flows
    })
}

fn fabric() -> impl Strategy<Value = Fabric> {
    let delay = || prop_oneof![Just(0_u64), 0..200_u64];
    let hosts = vec((0..3_usize, delay()), 2..7);
    let window = prop_oneof![3 => 0..6_u32, 1 => 6..=16_u32];
    let run = (window, any::<bool>(), any::<u32>());
    let flows = prop_oneof![3 => vec(flow(), 1..9), 1 => starved()];
    let more_ports = prop_oneof![Just(0_usize), 0..8_usize];
    let shape = (1..4_usize, vec(delay(), 3), hosts, more_ports);
    (shape, flows, allocator(), configuration(), sizes(), run).prop_map(
        |((switches, trunk_delays, hosts, more), flows, allocator, configuration, sizes, run)| {
            let Configuration { lines, registers } = configuration;
            let (window, congestion_control, seed) = run;
            let Sizes { most, bytes } = sizes;
            Fabric {
                switches,
                ports: most_ports(switches, &hosts) + more,
                trunk_delays,
                hosts,
                flows,
                allocator,
                nic_flows: 16,
                configuration: format!("switch.max_packet_bytes = {most}\n{lines}"),
                registers,
                run: format!(
                    "packet_bytes = {bytes}\npayload_bytes = 40\nwindow = {window}\n\
                    congestion_control = {congestion_control}\nseed = {seed}"
                ),
            }
        },
    )
}

/// Hosts of one switch that all send to each other: with round robin, some packets wait for a long
/// time for their input and output ports to be free at once.
fn crowded() -> impl Strategy<Value = Fabric> {
    (fabric(), 3..5_usize).prop_map(|(fabric, count)| {
        let pairs = (0..count).flat_map(|from| (0..count - 1).map(move |beyond| (from, beyond)));
        let greedy = |(from, beyond)| Flow { from, beyond, start_us: 0.0, traffic: GREEDY.into() };
        let delays = fabric.hosts.iter().cycle().take(count);
        Fabric {
            switches: 1,
            ports: count,
            hosts: delays.map(|(_, delay)| (0, *delay)).collect(),
            flows: pairs.map(greedy).collect(),
            allocator: "allocator.kind = \"round-robin\"".into(),
            ..fabric
        }
    })
}

/// NICs of one flow: each host sends or receives.
fn pairs() -> impl Strategy<Value = Fabric> {
    fabric().prop_map(|fabric| {
        let count = fabric.hosts.len() / 2;
        let flows = fabric.flows.iter().cycle().take(count).enumerate();
        let pair =
            |(number, flow): (usize, &Flow)| Flow { from: 2 * number, beyond: 0, ..flow.clone() };
        Fabric { nic_flows: 1, flows: flows.map(pair).collect(), ..fabric.clone() }
    })
}

/// Ports that the largest switch needs; no switch has fewer than two.
fn most_ports(switches: usize, hosts: &[Host]) -> usize {
    const TRUNKS: usize = 2;
    const LEAST: usize = 2;
    let ports = |of: usize| hosts.iter().filter(|host| host.0 % switches == of).count();
    let most = (0..switches).map(ports).max().unwrap_or_default();
    (most + TRUNKS.min(switches - 1)).max(LEAST)
}

/// # Errors
/// If the logs differ.
fn equal(fabric: &Fabric) -> Result<(), TestCaseError> {
    let text = text(fabric);
    let read = Scenario::from_toml_with(&text, &[], |_| Ok(BURSTS.into()));
    let scenario = read.unwrap_or_else(|what| panic!("{what}"));
    match compare(&scenario, CYCLES) {
        Ok(_) => Ok(()),
        Err(difference) => Err(TestCaseError::fail(format!("{text}\n{difference}"))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn of_random_fabrics_the_log_is_that_of_the_twin(fabric in fabric()) {
        equal(&fabric)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases() / 2, ..ProptestConfig::default() })]

    #[test]
    fn of_nics_of_one_flow_the_log_is_that_of_the_twin(fabric in pairs()) {
        equal(&fabric)?;
    }

    #[test]
    fn of_crowded_switches_the_log_is_that_of_the_twin(fabric in crowded()) {
        equal(&fabric)?;
    }
}

/// Fabrics that are compared.
fn cases() -> u32 {
    const USUALLY: u32 = 24;
    const SOAK: u32 = 2000;
    let set = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    set.unwrap_or(if std::env::var_os("TAILBACK_SOAK").is_some() { SOAK } else { USUALLY })
}
