//! Hardware, twin and engine have the same packet log.

use super::*;
use crate::harness::{Builder, Optimise};
use std::ops::ControlFlow;
use tailback_model::fabric::{difference, ethernet::Engine};
use tailback_spec::scenario::Scenario;

/// Cycles of a millisecond.
const MILLISECOND: u64 = 156_250;

fn figure_6(changes: &[&str]) -> Scenario {
    const FIG_6: &str = include_str!("../../../../examples/scenarios/shimonishi07-fig6.toml");
    let changes: Vec<_> = changes.iter().map(|text| text.parse().expect("change")).collect();
    Scenario::from_toml(FIG_6, &changes).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Runs hardware and twin, and compares their log with the engine's.
fn run(scenario: &Scenario, cycles: u64) -> Compared {
    let fabric = EthernetFabric::new(scenario).expect("possible");
    let design = design(&fabric, "a test").expect("Verilog");
    let library = Builder::of_user(Optimise::Run).expect("builder").build(&design).expect("builds");
    let go_on = &mut |_| ControlFlow::Continue(());
    let compared = compare(&fabric, &library, cycles, 1, go_on).expect("runs");
    assert!(compared.is_good(), "{:?} {:?}", compared.difference, compared.wrong);
    let mut engine = Engine::new(scenario, Vec::new());
    engine.run_until(cycles);
    let mut log: Vec<Record> = engine.into_watch();
    log.sort_by_key(|record| (record.cycle, record.link));
    // A frame is logged when its header has entered a link.
    const HEADER_BEATS: u64 = 3;
    let begun = |log: &[Record]| -> Vec<Record> {
        let all = log.iter().filter(|record| record.cycle + HEADER_BEATS < cycles);
        all.cloned().collect()
    };
    assert_eq!(difference(&begun(&log), &begun(&compared.logs[1])).first, None);
    compared
}

fn value(compared: &Compared, name: &str) -> u32 {
    let found = compared.counters.iter().find(|(counter, _)| counter.name == name);
    found.unwrap_or_else(|| panic!("{name} of {:?}", compared.counters)).1
}

#[test]
fn figure_6_is_the_same_in_hardware_twin_and_engine_in_the_millisecond_after_flows_join() {
    let scenario = figure_6(&["flows.late.start_us=300"]);
    let compared = run(&scenario, MILLISECOND * 13 / 10);
    assert!(compared.logs[1].len() > 10_000);
    assert!(compared.delivered.iter().filter(|packets| **packets > 100).count() == 4);
    // Two sinks each have as many packets as the counters of the switch say.
    let sent = value(&compared, "switch_b.ports[0].sent");
    assert!(u64::from(sent) >= compared.delivered[4], "{sent} of {:?}", compared.delivered);
}

#[test]
fn losses_alterations_and_copies_on_each_link_are_the_same_in_hardware_twin_and_engine() {
    let damage = ["lost_ppm", "corrupted_ppm", "duplicated_ppm"];
    let links = ["hosts.source", "hosts.late-source", "hosts.sink", "links.bottleneck"];
    let damaged = links.iter().flat_map(|link| damage.map(|what| format!("{link}.{what}=10000")));
    let mut changes: Vec<String> = damaged.collect();
    changes.extend(
        [
            "flows.late.start_us=10",
            "configuration.efl.variant=proposed",
            "configuration.efl.rto_min_ns=300000",
        ]
        .map(String::from),
    );
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    let compared = run(&figure_6(&changes), 2 * MILLISECOND);
    assert!(compared.delivered.iter().filter(|packets| **packets > 50).count() == 4);
}
