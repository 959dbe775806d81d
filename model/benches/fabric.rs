//! Speed of the engine: the static flows of INFOCOM'03 Fig. 6, and scenario 1 of Gran'10.

use std::time::Instant;
use tailback_model::fabric::{Engine, Totals};
use tailback_spec::scenario::Scenario;

/// Flows of one congestion control each, on the hardware: half a second with LIPD.
const INFOCOM: &str = include_str!("../../examples/scenarios/infocom03-fig6.toml");
/// Scenario 1 of Gran'10, links of two rates: five seconds.
const GRAN: &str = include_str!("../../examples/scenarios/gran10-fig7a.toml");
const RUNS: usize = 5;

fn main() {
    for (text, half) in [(INFOCOM, 2), (INFOCOM, 1), (GRAN, 1)] {
        match Scenario::from_toml(text, &[]) {
            Ok(scenario) => measure(&scenario, scenario.duration / half),
            Err(problems) => return eprintln!("{problems}"),
        }
    }
    if let Some(memory) = peak_memory() {
        println!("peak memory: {memory}");
    }
}

/// Prints the fastest of several runs up to a cycle.
fn measure(scenario: &Scenario, end: u64) {
    let runs = (0..RUNS).map(|_| {
        let mut engine = Engine::new(scenario, Totals::new(scenario));
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

/// The most memory that the process has had, as Linux tells it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().to_owned())
}
