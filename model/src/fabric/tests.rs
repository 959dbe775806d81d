//! The claims of the engine.

mod acks;
mod alive;
mod equal;
mod exchanges;
mod gran;
mod hand;
mod papers;
mod per_packet;
mod readings;
mod round_trip;
mod slow_host;
mod snapshots;
mod stepped;
mod topologies;

use super::{Counts, Engine, Record, Summary, Totals};
use tailback_spec::{config::Override, scenario::Scenario};

/// A scenario of `examples/scenarios/`, with values replaced.
fn scenario(name: &str, overrides: &[&str]) -> Scenario {
    let path = format!("{}/../examples/scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(&path).expect(&path);
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    Scenario::from_toml(&source, &overrides).expect(name)
}

/// Averages and counts of a run of a scenario.
fn run(scenario: &Scenario) -> (Summary, Counts) {
    let mut totals = Totals::new(scenario);
    let mut engine = Engine::new(scenario, &mut totals);
    engine.run_until(scenario.duration);
    let counts = engine.counts();
    (Summary::new(scenario, &totals), counts)
}

#[test]
fn no_packet_is_lost_and_none_comes_twice() {
    for name in ["infocom03-fig2", "infocom03-fig4b", "globecom02-fig3c", "infocom03-fig7b"] {
        for allocator in ["fifo", "round-robin"] {
            let scenario = scenario(name, &[&format!("configuration.allocator.kind={allocator}")]);
            let mut engine = Engine::new(&scenario, Vec::<Record>::new());
            engine.run_until(scenario.duration / 10);
            let counts = engine.counts();
            assert_eq!(counts.sent, counts.delivered + engine.inside() as u64, "{name}");
            let mut next = vec![vec![0; scenario.flows.len()]; scenario.links()];
            let mut busy = vec![0; scenario.links()];
            for record in engine.into_sink() {
                let link = usize::from(record.link);
                let next = &mut next[link][usize::from(record.flow)];
                assert_eq!(record.sequence, *next, "{name}: {record:?}");
                *next += 1;
                // Packets of a link do not overlap.
                assert!(record.cycle >= busy[link], "{name}: {record:?}");
                busy[link] = record.cycle + scenario.packet_beats();
            }
        }
    }
}

#[test]
fn a_run_is_the_same_however_it_is_cut_up() {
    let scenario = scenario("infocom03-fig7a", &[]);
    let end = scenario.duration / 20;
    let mut whole = Engine::new(&scenario, Vec::<Record>::new());
    whole.run_until(end);
    let mut parts = Engine::new(&scenario, Vec::<Record>::new());
    (0..=end).step_by(997).chain([end]).for_each(|cycle| parts.run_until(cycle));
    assert_eq!(whole.counts(), parts.counts());
    assert!(whole.into_sink() == parts.into_sink());
}

#[test]
fn another_seed_is_another_run() {
    let log = |seed: &str| {
        let scenario = scenario("infocom03-fig7b", &[seed]);
        let mut engine = Engine::new(&scenario, Vec::<Record>::new());
        engine.run_until(scenario.duration / 100);
        engine.into_sink()
    };
    assert!(log("run.seed=1") == log("run.seed=1"));
    assert!(log("run.seed=1") != log("run.seed=2"));
}
