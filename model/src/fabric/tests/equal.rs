//! The engine's packet log is the twin's.

mod random;

use crate::fabric::{difference, engine_log, known, Record, TwinRun};
use std::fmt::Write;
use tailback_spec::{config::Override, fabric::Fabric, scenario::Scenario};

const ONE_FLOW: &str = include_str!("../../../../examples/fabrics/one-flow.toml");
const TWO_SWITCHES: &str = include_str!("../../../../examples/fabrics/two-switches.toml");

fn scenario(source: &str, overrides: &[&str]) -> Scenario {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    Scenario::from_toml(source, &overrides).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Packet log of the twin in so many cycles.
fn of_twin(scenario: &Scenario, cycles: u64) -> Vec<Record> {
    let fabric = Fabric::new(scenario).unwrap_or_else(|unfit| panic!("{unfit}"));
    let mut run = TwinRun::new(&fabric, cycles);
    (0..fabric.set_up_cycles() + cycles).for_each(|_| run.cycle());
    run.into_monitor().into_log()
}

/// Compares both logs; the error shows what they contain around their first difference.
pub(super) fn compare(scenario: &Scenario, cycles: u64) -> Result<usize, String> {
    const AROUND: usize = 6;
    let engine = engine_log(scenario, cycles);
    assert!(engine.exact, "{}", scenario.name);
    let [engine, twin] = &[engine.log, of_twin(scenario, cycles)].map(|log| known(&log, cycles));
    let found = difference(engine, twin);
    if found.first.is_none() {
        return Ok(engine.len());
    }
    let mut text = format!("{}: {found:?}\n", scenario.name);
    for (name, log) in [("engine", engine), ("twin", twin)] {
        let from = found.equal_from_start.saturating_sub(AROUND);
        for (place, record) in log.iter().enumerate().skip(from).take(2 * AROUND) {
            let link = scenario.link_name(record.link.into());
            let flow = scenario.flow_name(record.flow.into());
            let here = if place == found.equal_from_start { '*' } else { ' ' };
            let Record { cycle, sequence, marked, .. } = record;
            let marked = if *marked { " marked" } else { "" };
            let _ = writeln!(text, "{name:6} {here} {cycle:8} {link:20} {flow} {sequence}{marked}");
        }
    }
    Err(text)
}

/// # Panics
/// If the logs differ.
fn check(source: &str, overrides: &[&str], cycles: u64) {
    let scenario = scenario(source, overrides);
    let records = compare(&scenario, cycles).unwrap_or_else(|text| panic!("{overrides:?}: {text}"));
    assert!(records > 20, "{records} records");
}

/// A NIC of two flows whose packets fill its queue exactly or almost: beats of the next packet wait until
/// the second beat of the one before has left, which a flow-control packet delays.
#[test]
fn of_packets_as_long_as_the_queue_of_a_nic_the_log_is_that_of_the_twin() {
    const SOURCE: &str = "name = \"t\"\nswitches = [\"S\"]\n\
        configuration = { preset = \"santos-2003\", datapath.width_bits = 128, switch.ports = 3, \
        nic.flows = 2 }\n\
        hosts = { a = { switch = \"S\" }, b = { switch = \"S\" }, c = { switch = \"S\" } }\n\
        [flows.f1]\nfrom = \"a\"\nto = \"b\"\nstart_us = 2.4\n\
        traffic = \"on-off\"\non_us = 15\noff_us = 6\n\
        [flows.f2]\nfrom = \"a\"\nto = \"c\"\n\
        [run]\nduration_ms = 0.5\nwindow = 0\ncongestion_control = false\n\
        [measure]\nfrom_ms = 0\nto_ms = 0.5\n";
    for bytes in [172, 204, 220, 236, 251, 268, 284] {
        for seed in 1..=4 {
            let overrides = [format!("run.packet_bytes={bytes}"), format!("run.seed={seed}")];
            check(SOURCE, &overrides.each_ref().map(String::as_str), 20_000);
        }
    }
}

#[test]
fn of_one_flow_the_log_is_that_of_the_twin() {
    for window in ["run.window=1", "run.window=4", "run.window=0"] {
        check(ONE_FLOW, &[window], 12_000);
    }
}

#[test]
fn of_two_switches_the_log_is_that_of_the_twin() {
    for window in ["run.window=1", "run.window=4"] {
        check(TWO_SWITCHES, &[window, "run.congestion_control=false"], 20_000);
        for response in ["lipd", "fimd", "aimd"] {
            let response = format!("configuration.nic.response={response}");
            check(TWO_SWITCHES, &[window, &response], 20_000);
        }
    }
}

/// Padding to whole words and the VCRC can each begin another block.
#[test]
fn of_detectors_that_are_not_set_up_the_log_is_that_of_the_twin() {
    let off = ["configuration.marking.by=detector", "run.congestion_control=false"];
    check(TWO_SWITCHES, &off, 20_000);
}

#[test]
fn of_packets_of_every_length_in_a_block_the_log_is_that_of_the_twin() {
    const LEAST: usize = 252;
    for bytes in LEAST..LEAST + 64 {
        let length = format!("run.packet_bytes={bytes}");
        // A buffer of one packet: a sender that counts a block less sends sooner.
        let overrides = [
            "configuration.switch.packets_per_input=1",
            "configuration.switch.max_packet_bytes=320",
            &length,
        ];
        check(TWO_SWITCHES, &overrides, 4000);
    }
}

#[test]
fn of_a_padded_packet_that_needs_another_block_the_log_is_that_of_the_twin() {
    let overrides = [
        "flows.local.every_us=1",
        "flows.remote.start_us=0",
        "configuration.switch.packets_per_input=1",
        "run.packet_bytes=381",
    ];
    check(include_str!("../../../../examples/scenarios/infocom03-fig2.toml"), &overrides, 12_500);
}

#[test]
fn of_links_longer_than_the_set_up_the_log_is_that_of_the_twin() {
    for delay_ns in [2500, 3200, 6400, 32_000] {
        let delays = ["source", "sink"].map(|host| format!("hosts.{host}.delay_ns={delay_ns}"));
        let [source, sink] = &delays;
        check(ONE_FLOW, &[source, sink, "run.window=16"], 30_000);
        check(ONE_FLOW, &[source, "run.window=0"], 30_000);
    }
}

/// A NIC offers at most 2048 blocks.
#[test]
fn links_of_hosts_that_can_use_up_the_credits_of_a_nic_are_not_claimed() {
    let why = |delay_ns: u64| {
        let overrides =
            ["configuration.datapath.width_bits=512", &format!("hosts.sink.delay_ns={delay_ns}")];
        let scenario = scenario(ONE_FLOW, &overrides);
        crate::fabric::Engine::new(&scenario, ()).why_not_exact().map(str::to_owned)
    };
    assert_eq!(why(4096), None);
    assert!(why(4104).is_some_and(|why| why.contains("513 blocks")), "{:?}", why(4104));
}

/// An output port is chosen again before the packet before has reached it.
#[test]
fn of_packets_shorter_than_the_crossbar_the_log_is_that_of_the_twin() {
    for width in [256, 512] {
        for window in ["run.window=1", "run.window=16"] {
            let width = format!("configuration.datapath.width_bits={width}");
            let overrides = [&width, window, "run.packet_bytes=64", "run.congestion_control=false"];
            check(TWO_SWITCHES, &overrides, 8000);
        }
    }
}

/// The queue of a NIC for beats of its host holds 16.
#[test]
fn of_packets_that_just_fit_into_the_queue_of_a_nic_the_log_is_that_of_the_twin() {
    for bytes in [104, 112, 120, 128, 136] {
        let length = format!("run.packet_bytes={bytes}");
        for window in ["run.window=3", "run.window=16"] {
            let overrides = [
                "configuration.switch.virtual_lanes=8",
                "configuration.flow_control.period_cycles=64",
                window,
                &length,
            ];
            check(TWO_SWITCHES, &overrides, 8000);
        }
    }
}

/// Each scenario that the hardware can run, over its first simulated millisecond; without
/// `TAILBACK_SOAK`, some of them.
#[test]
fn of_each_scenario_the_first_millisecond_is_that_of_the_twin() {
    const NS_PER_MS: f64 = 1e6;
    const USUALLY: [&str; 2] = ["infocom03-fig2", "infocom03-fig4b"];
    let all = std::env::var_os("TAILBACK_SOAK").is_some();
    let directory = format!("{}/../examples/scenarios", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&directory).expect(&directory);
    let mut compared = Vec::new();
    for file in files.flatten() {
        let source = std::fs::read_to_string(file.path()).expect("text");
        let scenario = scenario(&source, &[]);
        let wanted = all || USUALLY.contains(&scenario.name.as_str());
        // Gran's links have several rates, for which there is no hardware.
        if !wanted || Fabric::new(&scenario).is_err() {
            continue;
        }
        let cycles = (NS_PER_MS / scenario.nanoseconds(1)).round() as u64;
        let records = compare(&scenario, cycles).unwrap_or_else(|text| panic!("{text}"));
        compared.push((scenario.name.clone(), records));
    }
    assert!(compared.len() >= USUALLY.len(), "{compared:?}");
    assert!(compared.iter().all(|(_, records)| *records > 500), "{compared:?}");
}
