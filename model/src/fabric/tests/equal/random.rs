//! Random small fabrics, loads and configurations.

use super::compare;
use proptest::{collection::vec, option, prelude::*, sample::select};
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
    trunk_delays: Vec<u64>,
    hosts: Vec<Host>,
    flows: Vec<Flow>,
    /// Lines of `[configuration]` and of `[run]`.
    configuration: String,
    run: String,
}

/// Trace of some flows.
const BURSTS: &str = "time_us,packets\n0,3\n10.5,1\n10.5,2\n12,1\n40,20\n90,1\n";

/// The scenario as a file.
fn text(fabric: &Fabric) -> String {
    let Fabric { switches, trunk_delays, hosts, flows, configuration, run } = fabric;
    let names: Vec<String> = (0..*switches).map(|switch| format!("\"S{switch}\"")).collect();
    let mut text = format!("name = \"random\"\nswitches = [{}]\n", names.join(", "));
    let _ = writeln!(text, "[configuration]\npreset = \"santos-2003\"\n{configuration}");
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
        3 => Just("traffic = \"greedy\"".to_owned()),
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
        traffic: "traffic = \"greedy\"".to_owned(),
    };
    (2..5_usize, 1..4_usize).prop_map(move |(to_first, to_second)| {
        let mut flows = vec![greedy(0, 1)];
        flows.extend((0..to_first).map(|from| greedy(2 + from, 0)));
        flows.extend((0..to_second).map(|from| greedy(5 - from, 1)));
        flows
    })
}

/// Lines of `[configuration]`, all but the marking policy.
fn configuration() -> impl Strategy<Value = String> {
    let policy = prop_oneof![
        Just("marking.policy = \"input-triggered\"".to_owned()),
        Just("marking.policy = \"naive\"".to_owned()),
        (1..6_u32, select(vec!["above", "crossing"])).prop_map(|(threshold, trigger)| format!(
            "marking.policy = \"input-output-triggered\"\nmarking.output_threshold = {threshold}\n\
            marking.output_trigger = \"{trigger}\""
        )),
    ];
    let allocator = (0..6_u32).prop_map(|bypasses| format!("allocator.bypasses = {bypasses}"));
    let reading = select(vec!["arbitrated", "waiting", "received"]);
    let response = select(vec!["lipd", "fimd", "aimd"]);
    let after_idle = select(vec!["keep", "reset"]);
    let period = option::of(16..2000_u32);
    let entries = select(vec![64_u32, 512]);
    (policy, allocator, 2..5_u32, reading, (response, after_idle), period, entries).prop_map(
        |(policy, allocator, packets, reading, (response, after_idle), period, entries)| {
            let period = period.map(|period| format!("flow_control.period_cycles = {period}"));
            format!(
                "switch.ports = 8\nswitch.packets_per_input = {packets}\nnic.flows = 16\n\
                switch.forwarding_entries = {entries}\n{policy}\n{allocator}\n\
                input_buffer.reading = \"{reading}\"\nnic.response = \"{response}\"\n\
                nic.after_idle = \"{after_idle}\"\n{}",
                period.unwrap_or_default()
            )
        },
    )
}

fn fabric() -> impl Strategy<Value = Fabric> {
    let sizes = (140..600_usize, 0..200_usize).prop_map(|(most, less)| {
        let most = most / 4 * 4;
        (most, (most.saturating_sub(less)).max(140) / 4 * 4)
    });
    let delay = || prop_oneof![Just(0_u64), 0..200_u64];
    let hosts = vec((0..3_usize, delay()), 2..7);
    let window = prop_oneof![3 => 0..6_u32, 1 => 6..=16_u32];
    let run = (window, any::<bool>(), any::<u32>());
    let flows = prop_oneof![3 => vec(flow(), 1..9), 1 => starved()];
    (1..4_usize, vec(delay(), 3), hosts, flows, configuration(), sizes, run).prop_map(
        |(switches, trunk_delays, hosts, flows, configuration, (most, bytes), run)| {
            let (window, congestion_control, seed) = run;
            Fabric {
                switches,
                trunk_delays,
                hosts,
                flows,
                configuration: format!("switch.max_packet_bytes = {most}\n{configuration}"),
                run: format!(
                    "packet_bytes = {bytes}\npayload_bytes = 100\nwindow = {window}\n\
                    congestion_control = {congestion_control}\nseed = {seed}"
                ),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn of_random_fabrics_the_log_is_that_of_the_twin(fabric in fabric()) {
        let text = text(&fabric);
        let read = Scenario::from_toml_with(&text, &[], |_| Ok(BURSTS.into()));
        let scenario = read.unwrap_or_else(|what| panic!("{what}"));
        if let Err(difference) = compare(&scenario, CYCLES) {
            prop_assert!(false, "{text}\n{difference}");
        }
    }
}

/// Fabrics that are compared.
fn cases() -> u32 {
    const USUALLY: u32 = 24;
    const SOAK: u32 = 2000;
    let set = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    set.unwrap_or(if std::env::var_os("TAILBACK_SOAK").is_some() { SOAK } else { USUALLY })
}
