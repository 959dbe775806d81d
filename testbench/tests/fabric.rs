//! Fabrics of hardware match their twins in every cycle.

mod common;

use common::{amount, builder, never, planted};
use tailback_spec::{config::Override, fabric::Fabric, scenario::Scenario};
use tailback_testbench::{
    fabric::{bench, compare, design, Compared},
    harness::Job,
};

const ONE_FLOW: &str = include_str!("../../examples/fabrics/one-flow.toml");
const TWO_SWITCHES: &str = include_str!("../../examples/fabrics/two-switches.toml");
const SLOW_LINKS: &str = include_str!("../../examples/fabrics/slow-links.toml");
const TREE: &str = include_str!("../../examples/fabrics/tree.toml");
const SLOW_HOST: &str = include_str!("../../examples/fabrics/slow-host.toml");
const GRAN: &str = include_str!("../../examples/scenarios/gran10-fig7b.toml");
const FIG_2: &str = include_str!("../../examples/scenarios/infocom03-fig2.toml");
const FIG_4B: &str = include_str!("../../examples/scenarios/infocom03-fig4b.toml");

/// A millisecond at 125 MHz.
const MILLISECOND: u64 = 125_000;

fn run(source: &str, overrides: &[&str], cycles: u64) -> Compared {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    let scenario = Scenario::from_toml(source, &overrides).expect("valid");
    let fabric = Fabric::new(&scenario).expect("possible");
    let library = builder().build(&design(&fabric, "a test").expect("Verilog")).unwrap();
    let compared = compare(&fabric, &library, cycles, 1, &mut never).unwrap();
    assert_eq!(compared.difference, None);
    assert_eq!(compared.logs.twin, compared.logs.hardware);
    let passage = compared.passage.unwrap_or_else(|what| panic!("{what}"));
    println!("{}: {} records, {passage:?}", scenario.name, compared.logs.twin.len());
    compared
}

#[test]
fn a_single_flow_is_the_same_in_hardware() {
    let compared = run(ONE_FLOW, &[], 20_000);
    assert!(compared.logs.hardware.len() > 100);
}

#[test]
fn two_switches_with_marks_are_the_same_in_hardware() {
    let compared = run(TWO_SWITCHES, &[], 20_000);
    assert!(compared.logs.hardware.iter().any(|record| record.marked));
    let counted = |end: &str| -> u32 {
        let ours = compared.counters.iter().filter(|(counter, _)| counter.name.ends_with(end));
        ours.map(|(_, value)| value).sum()
    };
    assert!(counted("marks.becn_sent") > 0 && counted("lanes[0].marked") > 0);
    assert_eq!(counted("bad_vcrc") + counted("unknown_qp") + counted("ignored.starts"), 0);
}

#[test]
fn links_of_several_rates_are_the_same_in_hardware() {
    let compared = run(SLOW_LINKS, &[], amount(20_000, MILLISECOND));
    assert!(compared.logs.hardware.iter().any(|record| record.marked));
    let overrides = ["configuration.datapath.width_bits=256", "hosts.sink.rate_gbit_per_s=11"];
    let compared = run(SLOW_LINKS, &overrides, amount(8_000, MILLISECOND));
    assert!(compared.logs.hardware.len() > 100);
}

#[test]
fn a_slow_host_is_the_same_in_hardware() {
    run(SLOW_HOST, &[], amount(12_000, MILLISECOND));
}

/// All flows of the first scenario of Gran'10 start together.
#[test]
fn slow_hosts_on_slow_links_with_marks_are_the_same_in_hardware() {
    let cycles = amount(0, MILLISECOND / 2);
    if cycles > 0 {
        let overrides = [
            "run.stepped=true",
            "flows.F2.start_us=0",
            "flows.F3.start_us=0",
            "flows.F4.start_us=0",
            "flows.F5.start_us=0",
        ];
        let compared = run(GRAN, &overrides, cycles);
        assert!(compared.logs.hardware.iter().filter(|record| record.marked).count() > 100);
        let replied = compared.counters.iter().filter(|(it, _)| it.name.ends_with("becn_sent"));
        assert!(replied.map(|(_, value)| value).sum::<u32>() > 20);
    }
}

/// Overrides for congestion within the first millisecond.
const EARLY: [&str; 3] =
    ["flows.remote.start_us=0", "flows.remote.every_us=20", "flows.victim.start_us=200"];

#[test]
fn the_experiments_of_the_paper_are_the_same_in_hardware() {
    let cycles = amount(0, MILLISECOND);
    if cycles > 0 {
        run(FIG_2, &[], cycles);
        let compared = run(FIG_4B, &EARLY, cycles);
        assert!(compared.logs.hardware.iter().filter(|record| record.marked).count() > 100);
    }
}

#[test]
fn a_fat_tree_with_congestion_control_is_the_same_in_hardware() {
    let cycles = amount(0, 3 * MILLISECOND / 10);
    if cycles > 0 {
        let compared = run(TREE, &[], cycles);
        assert!(compared.logs.hardware.iter().filter(|record| record.marked).count() > 50);
    }
}

#[test]
fn a_wrong_wire_is_found_and_explained() {
    // The wrong fabric needs a build of its own.
    if !amount(false, true) {
        return;
    }
    let scenario = Scenario::from_toml(ONE_FLOW, &[]).expect("valid");
    let fabric = Fabric::new(&scenario).expect("possible");
    let pin = |wire: &str| format!(".s_axis_link.tlast(rx_s_to_sink_{wire})");
    let right = design(&fabric, "a test").expect("Verilog");
    let wrong = &planted(&right, &pin("tlast"), &pin("tvalid"));
    let builder = builder();
    let library = builder.build(wrong).unwrap();
    let compared = compare(&fabric, &library, 2000, 1, &mut never).unwrap();
    let at = compared.difference.expect("a difference");
    assert!(!compared.is_good());
    let out = tempfile::tempdir().expect("directory");
    let words = ["--scenario".into(), "one-flow.toml".into()];
    let job = Job {
        design: wrong,
        builder: &builder,
        seed: 1,
        cycles: at + 1,
        config: &words,
        out: out.path(),
        waves: false,
    };
    let verdict = bench(&fabric, 2000).simulate(&job, &mut never).unwrap();
    let failure = verdict.failure.expect("a failure");
    assert_eq!(failure.cycle, at);
    assert!(failure.files.waves.vcd.exists() && !failure.differences.is_empty());
    println!("{}", failure.history);
}
