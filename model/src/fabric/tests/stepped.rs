//! The form that steps the twin.

use super::{run, scenario};
use crate::fabric::{difference, engine_log, known, Engine, Record, TwinRun};
use tailback_spec::{
    fabric::{of_engine, Fabric},
    scenario::Scenario,
};

const CYCLES: u64 = 20_000;

/// The time of [`CYCLES`], in which all flows start.
const SHORT: &[&str] = &[
    "run.duration_ms=0.16",
    "measure.from_ms=0",
    "measure.to_ms=0.16",
    "flows.local.every_us=1",
    "flows.remote.start_us=0",
    "flows.victim.start_us=20",
];

fn small(overrides: &[&str]) -> Scenario {
    let overrides = [SHORT, overrides];
    scenario("infocom03-fig2", &overrides.concat())
}

/// Scenarios with hardware that the form `exact` does not support.
const OTHERS: [&[&str]; 8] = [
    &["configuration.switch.packets_per_input=63", "configuration.switch.max_packet_bytes=2248"],
    &["run.release_us=20"],
    &["hosts.local.delay_ns=33000"],
    &["links.inter-switch.rate_gbit_per_s=4", "run.stepped=true"],
    &["hosts.local.rate_gbit_per_s=3", "hosts.root-sink.rate_gbit_per_s=6", "run.stepped=true"],
    &["run.stepped=true"],
    &["configuration.nic.receive_packets=2"],
    &["configuration.nic.receive_packets=1", "hosts.victim.host_gbit_per_s=3"],
];

#[test]
fn what_the_form_exact_does_not_support_is_stepped_and_what_hardware_does_not_have_is_not() {
    let form = |overrides: &[&str]| Engine::new(&small(overrides), ()).form();
    assert_eq!(form(&[]), "exact");
    assert_eq!(form(&["readings.nics=immediate"]), "ideal");
    let slow = Engine::new(&small(&["links.inter-switch.rate_gbit_per_s=4"]), ());
    assert_eq!((slow.form(), slow.is_exact()), ("ideal", false));
    let why = slow.why_not_exact().expect("a reason");
    assert!(why.contains("run.stepped") && why.contains("rate of its own"), "{why}");
    for overrides in OTHERS {
        let scenario = small(overrides);
        let engine = Engine::new(&scenario, ());
        assert_eq!((engine.form(), engine.is_exact()), ("stepped", true), "{overrides:?}");
        assert!(engine.why_not_exact().is_some() && Engine::steps(&scenario), "{overrides:?}");
    }
}

/// The log of a run in several parts is that of the twin, and its counts are those of its log.
#[test]
fn a_stepped_log_is_that_of_the_twin_however_the_run_is_cut_up() {
    for overrides in OTHERS {
        let scenario = small(overrides);
        let fabric = Fabric::new(&scenario).expect("hardware");
        let mut twin = TwinRun::new(&fabric, CYCLES);
        (0..fabric.set_up_cycles() + CYCLES).for_each(|_| twin.cycle());
        let twin = known(&twin.into_monitor().into_log(), CYCLES);
        let mut engine = Engine::new(&scenario, Vec::<Record>::new());
        for end in [1, 2, 700, 701, 9999, CYCLES] {
            engine.run_until(end);
        }
        let counts = engine.counts();
        let log = engine.into_sink();
        assert!(log.windows(2).all(|two| two[0].cycle <= two[1].cycle), "{overrides:?}");
        let found = difference(&known(&log, CYCLES), &twin);
        assert_eq!(found.first, None, "{overrides:?}: {found:?}");
        assert!(twin.len() > 30, "{overrides:?}: {}", twin.len());
        let sent = log.iter().filter(|record| usize::from(record.link) < scenario.hosts.len());
        assert_eq!(counts.sent, sent.count() as u64);
        assert!(counts.delivered <= counts.sent && counts.hops > counts.sent);
    }
}

/// Both forms run the same scenario: what they have in common is equal.
#[test]
fn a_stepped_run_counts_what_an_exact_one_counts() {
    let scenario = small(&["configuration.switch.packets_per_input=4"]);
    let fabric = Fabric::new(&scenario).expect("hardware");
    let (summary, exact) = run(&scenario);
    let totals = crate::fabric::Totals::new(&scenario);
    let mut engine = crate::fabric::stepped::Engine::new(&fabric, totals);
    engine.run_until(scenario.duration);
    let counts = engine.counts();
    let stepped = crate::fabric::Summary::new(&scenario, &engine.into_sink());
    assert_eq!(stepped, summary);
    assert_eq!((counts.sent, counts.delivered), (exact.sent, exact.delivered));
    assert!(exact.full > 3 && counts.full.abs_diff(exact.full) <= 1, "{counts:?} {exact:?}");
    assert!(counts.hops.abs_diff(exact.hops) <= 12, "{counts:?} {exact:?}");
}

#[test]
fn packets_that_wait_too_long_are_dropped_by_the_engine_where_there_is_hardware() {
    let limited = |other: &[&str]| {
        let keys = ["configuration.marking.by=detector", "configuration.nic.response=cct"];
        let registers = [
            "registers.threshold=15",
            "registers.marking_rate=1",
            "registers.packet_size=1",
            "registers.victim_mask=all",
            "registers.ccti_increase=1",
            "registers.ccti_limit=15",
            "registers.ccti_min=0",
            "registers.ccti_timer=10",
            "registers.table=gran",
            "registers.hoq_life=0",
        ];
        small(&[&keys[..], &registers[..], other].concat())
    };
    let scenario = limited(&[]);
    assert!(of_engine(&scenario).is_ok());
    assert_eq!(engine_log(&scenario, 3000).form, "stepped");
    let unfit = of_engine(&limited(&["readings.nics=immediate"])).expect_err("no hardware");
    assert_eq!(unfit.key, "registers.hoq_life");
    assert!(unfit.message.contains("no hardware"), "{unfit}");
    let slow = limited(&["links.inter-switch.rate_gbit_per_s=4"]);
    assert_eq!(engine_log(&slow, 3000).form, "stepped");
    let stepped = small(&["run.stepped=true", "readings.nics=immediate"]);
    assert_eq!(of_engine(&stepped).expect_err("no hardware").key, "run.stepped");
}

/// Throughput of hardware on links of other rates is that of the form `ideal`, whose beats are spread evenly.
#[test]
fn slow_links_of_hardware_carry_what_the_form_ideal_carries() {
    let share = |overrides: &[&str]| {
        let all = [&["run.window=0", "run.congestion_control=false"], overrides].concat();
        run(&small(&all)).1.delivered
    };
    for slow in [
        &["links.inter-switch.rate_gbit_per_s=4"][..],
        &["hosts.local.rate_gbit_per_s=2", "hosts.victim.rate_gbit_per_s=5"],
        &["hosts.root-sink.rate_gbit_per_s=3"],
    ] {
        let (ideal, stepped) = (share(slow), share(&[slow, &["run.stepped=true"]].concat()));
        assert!(ideal.abs_diff(stepped) <= 6 + ideal / 25, "{slow:?}: {ideal} {stepped}");
    }
}
