//! The packet log of the engine is that of the golden models, stepped in every cycle.

use super::super::TwinRun;
use super::*;
use tailback_spec::fabric::EthernetFabric;

/// Runs both up to a cycle, and asserts that their logs are equal.
fn compare(scenario: &Scenario, cycles: u64) -> usize {
    let fabric = EthernetFabric::new(scenario).unwrap_or_else(|unfit| panic!("{unfit}"));
    let mut twin = TwinRun::new(&fabric, Vec::new());
    twin.run_until(cycles);
    assert_eq!(twin.surroundings().wrong(), None);
    let delivered: u64 = twin.surroundings().delivered().iter().sum();
    let mut of_twin: Vec<Record> = twin.into_sink();
    let mut engine = Engine::new(scenario, Checked::new(scenario, true));
    engine.run_until(cycles);
    let of_engine = engine.into_watch();
    let mut log = of_engine.log;
    // A frame is logged by the twin with its last beat.
    const BEATS: u64 = 24;
    for log in [&mut log, &mut of_twin] {
        log.retain(|record| record.cycle + 2 * BEATS < cycles);
        log.sort_by_key(|record| (record.cycle, record.link));
    }
    let apart = log.iter().zip(&of_twin).position(|(one, other)| one != other);
    if let Some(place) = apart {
        let from = place.saturating_sub(3);
        let near = |log: &[Record]| {
            let shown = &log[from..(place + 6).min(log.len())];
            shown.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
        };
        panic!("record {place} of {}: engine\n{}\ntwin\n{}", log.len(), near(&log), near(&of_twin));
    }
    assert_eq!(log.len(), of_twin.len());
    assert!(of_engine.delivered.iter().sum::<u64>().abs_diff(delivered) <= 8);
    log.len()
}

#[test]
fn one_flow_has_the_log_of_the_golden_models() {
    let scenario =
        dumb_bell(1, "efl.variant = \"plain\"\nefl.initial_mbps = 5000", "", "", "duration_ms = 1");
    assert!(compare(&scenario, 40_000) > 1000);
}

#[test]
fn each_variant_has_the_log_of_the_golden_models_as_flows_join() {
    for variant in ["plain", "bw-probe", "proposed"] {
        let keys = format!("efl.variant = \"{variant}\"");
        let scenario = dumb_bell(4, &keys, "", "every_us = 40", "duration_ms = 1");
        assert!(compare(&scenario, 100_000) > 500, "{variant}");
    }
}

/// Fig. 6 with changes.
fn figure_6(changes: &[&str]) -> Scenario {
    const FIG_6: &str = include_str!("../../../../../examples/scenarios/shimonishi07-fig6.toml");
    let changes: Vec<_> = changes.iter().map(|text| text.parse().expect("change")).collect();
    Scenario::from_toml(FIG_6, &changes).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Two flows join at 10 ms with `TAILBACK_SOAK`, as in the paper; otherwise, after 0.3 ms.
#[test]
fn figure_6_has_the_log_of_the_golden_models_in_the_millisecond_after_flows_join() {
    let (start_us, cycles, records) = match std::env::var_os("TAILBACK_SOAK") {
        Some(_) => (10_000, 1_718_750, 100_000),
        None => (300, 203_125, 10_000),
    };
    for variant in ["bw-probe", "proposed"] {
        let variant = format!("configuration.efl.variant={variant}");
        let scenario = figure_6(&[&variant, &format!("flows.late.start_us={start_us}")]);
        assert!(compare(&scenario, cycles) > records, "{variant}");
    }
}

#[test]
fn losses_and_duplicates_leave_the_log_that_of_the_golden_models() {
    let damage = "lost_ppm = 10000\ncorrupted_ppm = 10000\nduplicated_ppm = 10000";
    let keys = "efl.variant = \"proposed\"\nefl.rto_min_ns = 300000";
    let flows = "traffic = \"groups\"\ngroup_bytes = 20000\ninterval_us = 100";
    let scenario = dumb_bell(2, keys, damage, flows, "duration_ms = 2");
    assert!(compare(&scenario, 300_000) > 500);
}
