//! Speed of the engine: the static flows of INFOCOM'03 Fig. 6, half a second with LIPD.

use std::time::Instant;
use tailback_model::fabric::{Engine, Totals};
use tailback_spec::scenario::Scenario;

const SCENARIO: &str = include_str!("../../examples/scenarios/infocom03-fig6.toml");
const RUNS: usize = 5;

fn main() {
    let scenario = match Scenario::from_toml(SCENARIO, &[]) {
        Ok(scenario) => scenario,
        Err(problems) => return eprintln!("{problems}"),
    };
    for half in [2, 1] {
        let end = scenario.duration / half;
        let runs = (0..RUNS).map(|_| {
            let mut engine = Engine::new(&scenario, Totals::new(&scenario));
            let start = Instant::now();
            engine.run_until(end);
            (start.elapsed().as_secs_f64(), engine.counts())
        });
        let best = runs.min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((seconds, counts)) = best else { return };
        let milliseconds = scenario.nanoseconds(end) / 1e6;
        let (hops, events) = (counts.hops as f64 / 1e6, counts.events as f64 / 1e6);
        println!(
            "{milliseconds} ms of {} in {seconds:.3} s: {hops:.2} million packet-hops, {:.1} million/s; \
            {events:.2} million events, {:.1} million/s",
            scenario.name,
            hops / seconds,
            events / seconds,
        );
    }
    if let Some(memory) = peak_memory() {
        println!("peak memory: {memory}");
    }
}

/// The most memory that the process has had, as Linux tells it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().to_owned())
}
