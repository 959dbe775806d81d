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
fn half_round_trip(outcome: &Outcome) -> Option<f64> {
    let flows: Option<Vec<f64>> =
        outcome.group(VICTIM).map(|flow| flow.messages.and_then(|it| it.mean_us)).collect();
    let flows = flows?;
    Some(flows.iter().sum::<f64>() / flows.len() as f64)
}

/// Time of a message in the ring, in µs: each process sends two in the time in which it receives one of
/// each neighbour.
fn of_ring(outcome: &Outcome) -> Option<f64> {
    Some(exchanged(outcome)?.interval_us? / 2.0)
}

/// R17: latency and bandwidth of the benchmark, congested and controlled, as multiples of those without
/// congestion.
pub fn benchmark(results: &Results) -> Option<Found> {
    /// Latency and bandwidth of the ring in random order, congested (Table III).
    const CONGESTED: [f64; 2] = [5.4, 0.51];
    /// Outcomes by size: 8 bytes, then 2,000,000.
    fn times(results: &Results, name: &str, time: fn(&Outcome) -> Option<f64>) -> Option<[f64; 2]> {
        let points = results.get(name)?.along(BYTES, &[]);
        let [(_, short), (_, long)] = points.as_slice() else { return None };
        Some([time(short)?, time(long)?])
    }
    let ratios = |kind: &str, time: fn(&Outcome) -> Option<f64>| {
        let name = |end: &str| format!("gran10-table3{kind}{end}");
        let alone = times(results, &name("-alone"), time)?;
        let ratio = |times: [f64; 2]| [times[0] / alone[0], alone[1] / times[1]];
        let congested = ratio(times(results, &name(""), time)?);
        let controlled = ratio(times(results, &name("-control"), time)?);
        Some((congested, controlled, alone))
    };
    let (congested, controlled, alone) = ratios("-ring", of_ring)?;
    let (pairs, pairs_controlled, pairs_alone) = ratios("", half_round_trip)?;
    let near = |found: [f64; 2], expected: [f64; 2], tolerance: f64| {
        found
            .iter()
            .zip(expected)
            .all(|(found, expected)| (found / expected - 1.0).abs() <= tolerance)
    };
    let met = near(congested, CONGESTED, 0.25) && near(controlled, [1.0; 2], 0.05);
    let text = |ratios: [f64; 2]| format!("latency ×{:.2}, bandwidth ×{:.3}", ratios[0], ratios[1]);
    let ours = format!(
        "congested {}, controlled {}; back and forth {} and {}; alone {:.2} and {:.2} µs",
        text(congested),
        text(controlled),
        text(pairs),
        text(pairs_controlled),
        alone[0],
        pairs_alone[0],
    );
    Found::new("gran10-table3", ours, met)
}
