//! Buffers at instants of a run.

use super::scenario;
use crate::fabric::{exact, stepped, Engine, Record, Snapshot, Snapshots};
use tailback_spec::{fabric::Fabric, scenario::Scenario};

/// All flows of the figure within 0.16 ms, which is 20,000 cycles.
fn congested(overrides: &[&str]) -> Scenario {
    let short = [
        "run.duration_ms=0.16",
        "measure.from_ms=0",
        "measure.to_ms=0.16",
        "flows.local.every_us=1",
        "flows.remote.start_us=0",
        "flows.victim.start_us=20",
    ];
    scenario("infocom03-fig2", &[&short[..], overrides].concat())
}

/// Instants that hit each phase of packets and blocks.
fn instants(scenario: &Scenario) -> impl Iterator<Item = u64> {
    (0..scenario.duration).step_by(97).chain(9000..9300)
}

#[test]
fn buffers_of_the_form_exact_are_those_of_the_twin_at_all_instants() {
    let settings = ["reading=arbitrated", "reading=waiting", "reading=received"]
        .map(|reading| format!("configuration.input_buffer.{reading}"));
    let others = ["configuration.allocator.kind=round-robin", "hosts.local.delay_ns=800"];
    let settings = settings.iter().map(String::as_str).chain(others);
    for setting in settings {
        let scenario = congested(&[setting]);
        let fabric = Fabric::new(&scenario).expect("hardware");
        let (mut exact, mut twin) =
            (exact::Engine::new(&fabric, ()), stepped::Engine::new(&fabric, ()));
        let mut instants: Vec<u64> = instants(&scenario).collect();
        instants.sort_unstable();
        let capacity = scenario.config.input_buffer().lane_blocks() as u64;
        let mut fullest = 0;
        for cycle in instants {
            exact.run_until(cycle);
            twin.run_until(cycle);
            assert_eq!(exact.blocks_in_use(), twin.blocks_in_use(), "{setting}, cycle {cycle}");
            fullest = exact.blocks_in_use().into_iter().flatten().max().max(Some(fullest)).unwrap();
            assert!(fullest <= capacity);
        }
        assert!(fullest + scenario.config.input_buffer().packet_blocks() as u64 > capacity);
    }
}

#[test]
fn reading_buffers_changes_no_run() {
    for form in [&[][..], &["readings.nics=immediate"], &["run.release_us=20"]] {
        let scenario = congested(form);
        let mut plain = Engine::new(&scenario, Vec::<Record>::new());
        plain.run_until(scenario.duration);
        let mut read = Engine::new(&scenario, (Snapshots::new(&scenario), Vec::<Record>::new()));
        for cycle in instants(&scenario).take_while(|cycle| *cycle < 9000) {
            read.run_until(cycle);
            let blocks = read.blocks_in_use();
            read.sink_mut().0.take(cycle, blocks);
        }
        read.run_until(scenario.duration);
        assert_eq!(plain.form(), read.form());
        assert_eq!(plain.counts(), read.counts(), "{form:?}");
        assert!(plain.into_sink() == read.into_sink().1, "{form:?}");
    }
}

/// Snapshots of a run, each after so many cycles.
fn snapshots(scenario: &Scenario, cycles: u64) -> Vec<Snapshot> {
    let mut engine = Engine::new(scenario, Snapshots::new(scenario));
    let mut all = Vec::new();
    for cycle in (cycles..=scenario.duration).step_by(cycles as usize) {
        engine.run_until(cycle);
        let blocks = engine.blocks_in_use();
        all.push(engine.sink_mut().take(cycle, blocks));
    }
    all
}

/// The tree of INFOCOM'03 §II: the root link is congested first, and then the link between the switches.
#[test]
fn a_congestion_tree_grows_from_the_root_to_the_link_between_the_switches() {
    for nics in ["hardware", "immediate"] {
        let nics = format!("readings.nics={nics}");
        let changes = ["flows.remote.start_us=60", "flows.victim.start_us=100", &nics];
        let scenario = congested(&changes);
        let link = |name: &str| {
            let found = (0..scenario.links()).find(|link| scenario.link_name(*link) == name);
            found.expect("link")
        };
        let buffer = scenario.config.input_buffer();
        let roomy = (buffer.lane_blocks() - buffer.packet_blocks()) as u64;
        let snapshots = snapshots(&scenario, 250);
        let filled = |name: &str| {
            let is_full = |snapshot: &&Snapshot| snapshot.blocks[link(name)] > Some(roomy);
            snapshots.iter().find(is_full).map(|snapshot| scenario.nanoseconds(snapshot.cycle))
        };
        let [local, trunk, victim] = ["local-1->B", "A->B", "victim->A"].map(filled);
        assert!(local < Some(60_000.0), "{local:?}");
        assert!(trunk > Some(60_000.0) && trunk.is_some(), "{trunk:?}");
        assert!(victim > trunk && victim > Some(100_000.0), "{victim:?} {trunk:?}");
        let last = snapshots.last().expect("snapshots");
        assert_eq!(last.blocks[link("B->root-sink")], None);
        let late = &snapshots[snapshots.len() / 2..];
        let mean = |name: &str| {
            late.iter().map(|snapshot| snapshot.busy[link(name)]).sum::<f64>() / late.len() as f64
        };
        // The trunk has a sixth of the root link, and the victim as much behind its packets.
        assert!(mean("B->root-sink") > 0.95 && mean("A->B") < 0.4, "{}", mean("A->B"));
    }
}

#[test]
fn the_time_in_which_links_are_busy_adds_up_to_the_packets_of_the_log() {
    let scenario = congested(&[]);
    let mut log = Engine::new(&scenario, Vec::<Record>::new());
    log.run_until(scenario.duration);
    let log = log.into_sink();
    let snapshots = snapshots(&scenario, 250);
    for link in 0..scenario.links() {
        let of_link = log.iter().filter(|record| usize::from(record.link) == link);
        let end = scenario.duration;
        let cycles: u64 =
            of_link.map(|record| scenario.packet_beats().min(end - record.cycle)).sum();
        let busy: f64 = snapshots.iter().map(|snapshot| snapshot.busy[link] * 250.0).sum();
        assert!((busy - cycles as f64).abs() < 1e-6, "{}", scenario.link_name(link));
    }
}
