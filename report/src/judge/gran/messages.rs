//! R10 and R17: messages instead of packets.

use super::{super::Found, VICTIM};
use crate::{
    outcome::{Exchanged, Outcome},
    results::{Ran, Results},
};

/// Size of the messages, in a sweep.
const BYTES: &str = "message_bytes";
/// Least throughput with congestion control as a fraction of that without congestion (R10).
const UNHURT: f64 = 0.95;
/// Least gain by congestion control (R10).
const GAIN: f64 = 4.0;

/// Throughput of the victim at each size.
fn curve(ran: &Ran) -> Vec<(f64, f64)> {
    let points = ran.along(BYTES, &[]).into_iter();
    points.map(|(bytes, outcome)| (bytes, outcome.gbit_per_s(VICTIM))).collect()
}

/// R10: the victim's throughput by size, with congestion control as multiples of that alone and of that
/// without.
pub fn by_size(results: &Results) -> Option<Found> {
    let of = |name| results.get(name).map(curve);
    let (off, on) = (of("gran10-fig9")?, of("gran10-fig9-control")?);
    let alone = of("gran10-fig9-alone")?;
    let mut met = !off.is_empty();
    let mut texts = Vec::new();
    for ((&(bytes, off), &(_, on)), &(_, alone)) in off.iter().zip(&on).zip(&alone) {
        let (kept, gain) = (on / alone, on / off);
        met &= kept >= UNHURT && gain >= GAIN;
        texts.push(format!("{bytes}: {kept:.3}, {gain:.1}"));
    }
    let ours = format!(
        "with control, as multiples of that without congestion and of that without control, by bytes: {}",
        texts.join("; ")
    );
    Found::new("gran10-fig9", ours, met)
}

/// Messages of the first flow of the benchmark.
fn exchanged(outcome: &Outcome) -> Option<Exchanged> {
    outcome.group(VICTIM).find_map(|flow| flow.messages)
}

/// Time of a message of the ping-pong, half of a round trip, in µs: the mean over both directions.
/// Without messages, no number.
fn half_round_trip(outcome: &Outcome) -> f64 {
    let flows = outcome.group(VICTIM);
    let times = flows.clone().map(|flow| flow.messages.and_then(|it| it.mean_us));
    times.map(|time| time.unwrap_or(f64::NAN)).sum::<f64>() / flows.count() as f64
}

/// Time of a message in the ring, in µs: each process sends two in the time in which it receives one of
/// each neighbour. With fewer than two messages, no number.
fn of_ring(outcome: &Outcome) -> f64 {
    let interval = exchanged(outcome).and_then(|messages| messages.interval_us);
    interval.unwrap_or(f64::NAN) / 2.0
}

/// A variant of the benchmark.
#[derive(Clone, Copy)]
pub struct Benchmark {
    /// Name of its scenario; `-alone` and `-control` are appended to those of its variants.
    pub scenario: &'static str,
    /// Time of a message in µs.
    time: fn(&Outcome) -> f64,
}

/// Messages back and forth, and in a ring.
pub const BENCHMARKS: [Benchmark; 2] = [
    Benchmark { scenario: "gran10-table3", time: half_round_trip },
    Benchmark { scenario: "gran10-table3-ring", time: of_ring },
];

/// Payload bytes of the messages of the tests of latency and of bandwidth.
pub const BENCHMARK_BYTES: [f64; 2] = [8.0, 2e6];

impl Benchmark {
    /// Times of a message of 8 and of 2,000,000 bytes, in µs; `end` is that of the scenario's name.
    pub fn times(&self, results: &Results, end: &str) -> Option<[f64; 2]> {
        let points = results.get(&format!("{}{end}", self.scenario))?.along(BYTES, &[]);
        let [(_, short), (_, long)] = points.as_slice() else { return None };
        Some([(self.time)(short), (self.time)(long)])
    }
}

/// R17: latency and bandwidth of the benchmark, congested and controlled, as multiples of those without
/// congestion.
pub fn benchmark(results: &Results) -> Option<Found> {
    /// Latency and bandwidth of the ring in random order, congested (Table III).
    const CONGESTED: [f64; 2] = [5.4, 0.51];
    let ratios = |benchmark: Benchmark| {
        let alone = benchmark.times(results, "-alone")?;
        let ratio = |times: [f64; 2]| [times[0] / alone[0], alone[1] / times[1]];
        let congested = ratio(benchmark.times(results, "")?);
        let controlled = ratio(benchmark.times(results, "-control")?);
        Some((congested, controlled, alone[0]))
    };
    let [pairs, ring] = BENCHMARKS;
    let (congested, controlled, alone_us) = ratios(ring)?;
    let (pairs, pairs_controlled, pairs_alone_us) = ratios(pairs)?;
    let near = |found: [f64; 2], expected: [f64; 2], tolerance: f64| {
        let both = found.iter().zip(expected);
        both.into_iter().all(|(found, expected)| (found / expected - 1.0).abs() <= tolerance)
    };
    let met = near(congested, CONGESTED, 0.25) && near(controlled, [1.0; 2], 0.05);
    let text = |ratios: [f64; 2]| format!("latency ×{:.2}, bandwidth ×{:.3}", ratios[0], ratios[1]);
    let ours = format!(
        "congested {}, controlled {}; back and forth {} and {}; alone {alone_us:.2} and \
        {pairs_alone_us:.2} µs",
        text(congested),
        text(controlled),
        text(pairs),
        text(pairs_controlled),
    );
    Found::new("gran10-table3", ours, met)
}
