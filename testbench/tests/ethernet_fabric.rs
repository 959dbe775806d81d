//! Fabrics of hardware over Ethernet match their twins in every cycle, and the engine's packet log.

mod common;

use common::{amount, builder, never, planted};
use tailback_model::fabric::{difference, ethernet::Engine, Record};
use tailback_spec::{config::Override, fabric::EthernetFabric, scenario::Scenario};
use tailback_testbench::{
    fabric::ethernet::{compare, counters, design, Compared},
    harness::Library,
};

const FIG_6: &str = include_str!("../../examples/scenarios/shimonishi07-fig6.toml");

/// Cycles of so many microseconds at 156.25 MHz.
const fn microseconds(time: u64) -> u64 {
    time * 625 / 4
}

/// Fig. 6 with changes; the hardware of all of them is the same. Outside of a soak, one flow joins
/// one other.
fn figure_6(changes: &[String]) -> Scenario {
    let hosts = ["source", "late-source", "sink", "late-sink"];
    let hosts = hosts.map(|group| format!("hosts.{group}.count={}", amount(1, 2)));
    let mut all = vec!["configuration.efl.rto_min_ns=300000".into()];
    all.extend(hosts);
    let changes: Vec<Override> =
        all.iter().chain(changes).map(|text| text.parse().expect("change")).collect();
    Scenario::from_toml(FIG_6, &changes).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The hardware of a scenario.
fn hardware(scenario: &Scenario) -> Library {
    let fabric = EthernetFabric::new(scenario).expect("possible");
    builder().build(&design(&fabric, "a test").expect("Verilog")).unwrap()
}

/// Runs hardware and twin, and compares their log with the engine's.
fn run(library: &Library, scenario: &Scenario, cycles: u64) -> Compared {
    let fabric = EthernetFabric::new(scenario).expect("possible");
    let compared = compare(&fabric, library, cycles, 1, &mut never).unwrap();
    assert!(compared.is_good(), "{:?} {:?}", compared.difference, compared.wrong);
    assert_eq!(compared.counters.len(), counters(&fabric).len());
    let mut engine = Engine::new(scenario, Vec::new());
    engine.run_until(cycles);
    let mut log: Vec<Record> = engine.into_watch();
    log.sort_by_key(|record| (record.cycle, record.link));
    // A frame is logged when its header has entered a link.
    const HEADER_BEATS: u64 = 3;
    let begun = |log: &[Record]| -> Vec<Record> {
        log.iter().filter(|record| record.cycle + HEADER_BEATS < cycles).cloned().collect()
    };
    let found = difference(&begun(&log), &begun(&compared.logs[1]));
    assert_eq!(found.first, None);
    println!("{}: {} records", scenario.name, log.len());
    compared
}

/// Value of a counter.
fn value(compared: &Compared, name: &str) -> u32 {
    let found = compared.counters.iter().find(|(counter, _)| counter.name == name);
    found.unwrap_or_else(|| panic!("{name} of {:?}", compared.counters)).1
}

#[test]
fn endpoints_and_switches_have_the_same_log_in_hardware_twin_and_engine_also_with_damage() {
    // In a soak, a whole millisecond of all flows.
    let joined_us = amount(60, 300);
    let joined = figure_6(&[format!("flows.late.start_us={joined_us}")]);
    let library = hardware(&joined);
    let compared = run(&library, &joined, microseconds(joined_us + amount(140, 1000)));
    let late = joined.flows.iter().filter(|flow| flow.start > 0).map(|flow| flow.to);
    for host in late {
        assert!(compared.delivered[host] > 10, "{:?}", compared.delivered);
    }
    let sent = u64::from(value(&compared, "switch_b.ports[0].sent"));
    assert!(sent >= compared.delivered[joined.flows[0].to], "{sent}");

    let links = ["hosts.source", "hosts.late-source", "hosts.late-sink", "links.bottleneck"];
    let damage = ["lost_ppm", "corrupted_ppm", "duplicated_ppm"];
    let changes = links.iter().flat_map(|link| damage.map(|what| format!("{link}.{what}=20000")));
    let damaged = figure_6(&changes.chain(["flows.late.start_us=10".into()]).collect::<Vec<_>>());
    let compared = run(&library, &damaged, microseconds(amount(400, 5000)));
    let counted = |end: &str| -> u32 {
        let ours = compared.counters.iter().filter(|(counter, _)| counter.name.ends_with(end));
        ours.map(|(_, value)| value).sum()
    };
    // Switches drop what is altered; receivers drop what comes twice, and what is behind a gap.
    assert!(counted(".malformed") > 0, "{:?}", compared.counters);
    assert!(compared.delivered.iter().sum::<u64>() > 20, "{:?}", compared.delivered);
}

#[test]
fn a_wrong_gate_at_a_link_is_found() {
    // The wrong fabric needs a build of its own.
    if !amount(false, true) {
        return;
    }
    let scenario = figure_6(&["links.bottleneck.lost_ppm=50000".into()]);
    let fabric = EthernetFabric::new(&scenario).expect("possible");
    let right = design(&fabric, "a test").expect("Verilog");
    let link = scenario.trunk_link(0, 0);
    let gate = |bit: usize| format!("& link_tready[{link}] & ~link_lost[{bit}]");
    let wrong = planted(&right, &gate(link), &gate(link + 1));
    let library = builder().build(&wrong).unwrap();
    let compared = compare(&fabric, &library, microseconds(500), 1, &mut never).unwrap();
    assert!(compared.difference.is_some() && !compared.is_good());
}
