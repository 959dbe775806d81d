//! R1 to R17: rows of IPDPS 2010.

mod messages;

pub use messages::{BENCHMARKS, BENCHMARK_BYTES};

use super::{extent, listed, Found};
use crate::{
    fairness::jain,
    outcome::Outcome,
    results::{Ran, Results},
};
use std::ops::Range;
use tailback_model::fabric::Statistics;

/// All flows of scenario 1.
pub const FLOWS: [&str; 5] = ["F1", "F2", "F3", "F4", "F5"];
/// Flow to another destination.
pub const VICTIM: &str = FLOWS[0];
/// Flows to the overloaded host.
pub const CONTRIBUTORS: [&str; 4] = ["F2", "F3", "F4", "F5"];
/// Rate at which a host can send and receive, in Gbit/s.
const HOST: f64 = 13.0;
/// A contributor's fair share of the host's rate.
pub const FAIR_GBIT_PER_S: f64 = HOST / 4.0;
/// Minimum throughput of an unaffected victim, in Gbit/s (R5).
const UNHURT: f64 = 12.4;
/// Minimum of Jain's index for equal flows (R6).
const EQUAL: f64 = 0.99;
/// Interval after which another flow starts, in ms.
const STEP_MS: f64 = 1000.0;
/// Fraction of a step after which rates have settled.
const SETTLED: f64 = 0.4;

pub fn found(id: &str, results: &Results) -> Option<Found> {
    match id {
        "R1" | "R2" | "R3" | "R4" => without_control(id, results.single("gran10-fig7a")?),
        "R5" | "R7" => with_control(id, results.single("gran10-fig7b")?),
        "R6" => parking_lot(results.single("gran10-fig8b")?),
        "R8" | "R9" => table_2(id, results),
        "R11" | "R12" | "R13" | "R15" => surfaces(id, results.get("gran10-sweep")?),
        "R10" => messages::by_size(results),
        "R14" => settling(results),
        "R16" => thresholds(results.get("gran10-threshold")?),
        "R17" => messages::benchmark(results),
        _ => None,
    }
}

/// Returns the throughput of a flow in the windows within a time range in ms.
fn windows(outcome: &Outcome, flow: &str, time_ms: Range<f64>) -> Option<Vec<f64>> {
    let windows = outcome.curves.as_ref()?.throughput(flow)?.into_iter();
    Some(windows.filter(|(middle, _)| time_ms.contains(middle)).map(|(_, rate)| rate).collect())
}

/// Returns mean and spread of the windows' throughput.
fn statistics(outcome: &Outcome, flow: &str, time_ms: Range<f64>) -> Option<Statistics> {
    Some(Statistics::of(windows(outcome, flow, time_ms)?.into_iter()))
}

/// Returns the mean throughput of each of the first `flows` flows, settled and before the next flow
/// starts.
fn step(outcome: &Outcome, flows: usize) -> Option<Vec<f64>> {
    let end = flows as f64 * STEP_MS;
    let time = end - (1.0 - SETTLED) * STEP_MS..end;
    let mean = |flow: &&str| Some(statistics(outcome, flow, time.clone())?.mean);
    FLOWS[..flows].iter().map(mean).collect()
}

/// Whether all values are within a relative tolerance of `expected`.
fn near(values: &[f64], expected: f64, tolerance: f64) -> bool {
    values.iter().all(|value| (value / expected - 1.0).abs() <= tolerance)
}

fn without_control(id: &str, outcome: &Outcome) -> Option<Found> {
    let (ours, met) = match id {
        "R1" => {
            let (alone, both) = (step(outcome, 1)?, step(outcome, 2)?);
            let met = near(&alone, HOST, 0.03) && near(&both, HOST, 0.03);
            (format!("F1 {}; F1, F2 {} Gbit/s", listed(alone, 2), listed(both, 2)), met)
        }
        "R2" => {
            let rates = step(outcome, 3)?;
            let met = near(&rates, HOST / 2.0, 0.05) && near(&rates, rates[0], 0.05);
            (format!("F1 to F3 {} Gbit/s", listed(rates, 2)), met)
        }
        "R3" => {
            let rates = step(outcome, 4)?;
            let met = near(&rates[..3], HOST / 4.0, 0.1) && near(&rates[3..], HOST / 2.0, 0.1);
            (format!("F1 to F4 {} Gbit/s", listed(rates, 2)), met)
        }
        "R4" => {
            let rates = step(outcome, 5)?;
            let met = near(&rates[..3], HOST / 6.0, 0.1) && near(&rates[3..], HOST / 3.0, 0.1);
            (format!("F1 to F5 {} Gbit/s", listed(rates, 2)), met)
        }
        _ => return None,
    };
    Found::new("gran10-fig7a", ours, met)
}

fn with_control(id: &str, outcome: &Outcome) -> Option<Found> {
    let (ours, met) = match id {
        "R5" => {
            let means = (1..=FLOWS.len()).map(|flows| Some(step(outcome, flows)?[0]));
            let (low, high) = extent(means.collect::<Option<Vec<_>>>()?);
            (format!("{low:.2} to {high:.2} Gbit/s"), low >= UNHURT)
        }
        "R7" => {
            let part = step(outcome, 3)?[1..].iter().sum::<f64>() / HOST;
            (format!("{part:.3} of 13 Gbit/s"), (0.9..=1.0).contains(&part))
        }
        _ => return None,
    };
    Found::new("gran10-fig7b", ours, met)
}

fn parking_lot(outcome: &Outcome) -> Option<Found> {
    let rates = CONTRIBUTORS.map(|flow| outcome.gbit_per_s(flow));
    let jain = jain(&rates);
    let met = near(&rates, FAIR_GBIT_PER_S, 0.08) && jain >= EQUAL;
    let ours = format!("{} Gbit/s, Jain's index {jain:.4}", listed(rates, 2));
    Found::new("gran10-fig8b", ours, met)
}

fn table_2(id: &str, results: &Results) -> Option<Found> {
    /// Period in which all three flows send and have settled.
    const TIME_MS: Range<f64> = 2200.0..6000.0;
    /// Mean of Table II(a), in Gbit/s.
    const PAPER: f64 = 10.4276;
    const MBIT_PER_GBIT: f64 = 1e3;
    let of = |name: &str| -> Option<Vec<Statistics>> {
        let outcome = results.single(name)?;
        FLOWS[..3].iter().map(|flow| statistics(outcome, flow, TIME_MS)).collect()
    };
    let (off, on) = (of("gran10-fig10a")?, of("gran10-fig10b")?);
    let means = |flows: &[Statistics]| flows.iter().map(|flow| flow.mean).collect::<Vec<_>>();
    let mean = |flows: &[Statistics]| means(flows).iter().sum::<f64>() / flows.len() as f64;
    let text = |flows: &[Statistics]| {
        let variation = flows.iter().map(|flow| 100.0 * flow.deviation / flow.mean);
        let least = flows.iter().map(|flow| flow.least);
        let most = flows.iter().map(|flow| flow.most);
        format!(
            "{} Mbit/s; variation {} %, {:.0} to {:.0} Mbit/s",
            listed(means(flows).iter().map(|mean| mean * MBIT_PER_GBIT), 1),
            listed(variation, 1),
            extent(least).0 * MBIT_PER_GBIT,
            extent(most).1 * MBIT_PER_GBIT
        )
    };
    let variations = |flows: &[Statistics], allowed: Range<f64>| {
        flows.iter().all(|flow| allowed.contains(&(flow.deviation / flow.mean)))
    };
    if id == "R8" {
        let met = near(&means(&off), PAPER, 0.02) && variations(&off, 0.0..0.02);
        return Found::new("gran10-fig10a", text(&off), met);
    }
    let loss = 1.0 - mean(&on) / mean(&off);
    let met = (0.01..=0.08).contains(&loss)
        && near(&means(&on), mean(&on), 0.03)
        && variations(&on, 0.08..0.3);
    Found::new("gran10-fig10b", format!("{:.1} % lost; {}", 100.0 * loss, text(&on)), met)
}

/// Returns the mean throughput of the contributors.
pub fn contributors(outcome: &Outcome) -> f64 {
    let all = CONTRIBUTORS.iter().map(|flow| outcome.gbit_per_s(flow));
    all.sum::<f64>() / CONTRIBUTORS.len() as f64
}

/// Returns the variance of the difference between the contributors with the highest and the lowest
/// throughput, from the start on (Gran'10 §VII-B).
pub fn variation(outcome: &Outcome) -> f64 {
    let flows = CONTRIBUTORS.iter().filter_map(|flow| windows(outcome, flow, 0.0..f64::INFINITY));
    let flows: Vec<Vec<f64>> = flows.collect();
    let count = flows.iter().map(Vec::len).min().unwrap_or_default();
    let difference = |window| {
        let (least, most) = extent(flows.iter().map(|flow| flow[window]));
        most - least
    };
    let differences: Vec<f64> = (0..count).map(difference).collect();
    Statistics::of(differences.into_iter()).deviation.powi(2)
}

fn surfaces(id: &str, ran: &Ran) -> Option<Found> {
    let rates = ran.values("marking_rate");
    let by_timer = |rate: &String, value: fn(&Outcome) -> f64| -> Vec<(f64, f64)> {
        let points = ran.along("ccti_timer", &[("marking_rate", rate)]).into_iter();
        points.map(|(timer, outcome)| (timer, value(outcome))).collect()
    };
    let victim = |outcome: &Outcome| outcome.gbit_per_s(VICTIM);
    let (ours, met) = match id {
        "R11" => {
            // The shortest timer with which, and with all longer ones, the victim is unaffected.
            let first = |rate: &String| {
                let points = by_timer(rate, victim);
                let unhurt = points.iter().rev().take_while(|(_, rate)| *rate >= UNHURT);
                unhurt.last().map_or(f64::INFINITY, |(timer, _)| *timer)
            };
            let least = rates.iter().map(first).fold(f64::INFINITY, f64::min);
            let each = rates.iter().map(|rate| format!("{} with rate {rate}", first(rate)));
            let each = each.collect::<Vec<_>>().join(", ");
            (format!("unhurt from {each}"), (75.0..=300.0).contains(&least))
        }
        "R12" => {
            let curves: Vec<_> = rates.iter().map(|rate| by_timer(rate, victim)).collect();
            let (lowest, highest) = (curves.first()?, curves.last()?);
            let best = lowest.iter().zip(highest).all(|(one, other)| one.1 >= 0.99 * other.1);
            let spread = |place: usize| {
                let (low, high) = extent(curves.iter().map(|curve| curve[place].1));
                high - low
            };
            let spreads: Vec<f64> = (0..lowest.len()).map(spread).collect();
            let [first, .., last] = spreads[..] else { return None };
            let best_text = if best { "best" } else { "not best" };
            let ours = format!(
                "{first:.1} Gbit/s between the rates with the shortest timer, {last:.1} with the \
                longest; rate {} is {best_text}",
                rates.first()?
            );
            (ours, last < first && best)
        }
        "R13" => {
            let long = rates.iter().flat_map(|rate| by_timer(rate, contributors));
            let (low, high) = extent(long.filter(|(timer, _)| *timer >= 150.0).map(|(_, r)| r));
            (format!("{low:.2} to {high:.2} Gbit/s from 150 on"), high - low < 0.1 * high)
        }
        "R15" => {
            let ends = |rate: &String| {
                let points = by_timer(rate, variation);
                let at = |wanted: f64| points.iter().find(|(timer, _)| *timer == wanted);
                Some([at(150.0)?.1, at(2000.0)?.1])
            };
            let ends: Vec<[f64; 2]> = rates.iter().map(ends).collect::<Option<_>>()?;
            let texts = rates
                .iter()
                .zip(&ends)
                .map(|(rate, [low, high])| format!("{low:.2} and {high:.2} with rate {rate}"));
            let texts = texts.collect::<Vec<_>>().join(", ");
            let mean =
                |end: usize| ends.iter().map(|ends| ends[end]).sum::<f64>() / ends.len() as f64;
            let [low, high] = [mean(0), mean(1)];
            let ours = format!("150 and 2000: {low:.2} and {high:.2} in the mean ({texts})");
            (ours, low < high)
        }
        _ => return None,
    };
    Found::new("gran10-sweep", ours, met)
}

/// Returns the time in ms after which the contributors stay equal, in the step with `flows` flows.
fn settle_ms(outcome: &Outcome, flows: usize) -> Option<f64> {
    /// Number of windows of the run per averaging window.
    const TOGETHER: usize = 5;
    let start = (flows - 1) as f64 * STEP_MS;
    let rates = FLOWS[1..flows]
        .iter()
        .map(|flow| windows(outcome, flow, start..start + STEP_MS))
        .collect::<Option<Vec<_>>>()?;
    let count = rates.iter().map(Vec::len).min()? / TOGETHER;
    let equal = |window: &usize| {
        let mean = |flow: &Vec<f64>| {
            let part = &flow[window * TOGETHER..][..TOGETHER];
            part.iter().sum::<f64>() / TOGETHER as f64
        };
        jain(&rates.iter().map(mean).collect::<Vec<_>>()) >= EQUAL
    };
    let equal = (0..count).rev().take_while(equal).count();
    Some((count - equal) as f64 / count.max(1) as f64 * STEP_MS)
}

fn settling(results: &Results) -> Option<Found> {
    let (usual, slow) = (results.single("gran10-fig7b")?, results.single("gran10-fig13")?);
    let times = |outcome: &Outcome| -> Option<Vec<f64>> {
        (3..=FLOWS.len()).map(|flows| settle_ms(outcome, flows)).collect()
    };
    let (usual, slow) = (times(usual)?, times(slow)?);
    let met = usual.iter().all(|time| *time < 300.0) && slow.iter().all(|time| *time >= STEP_MS);
    let text = |times: &[f64]| {
        let text = |time: &f64| match *time < STEP_MS {
            true => format!("{time:.0} ms"),
            false => "> 1 s".into(),
        };
        times.iter().map(text).collect::<Vec<_>>().join(", ")
    };
    let ours = format!("F3, F4, F5: {}; with 150: {}", text(&slow), text(&usual));
    Found::new("gran10-fig13", ours, met)
}

fn thresholds(ran: &Ran) -> Option<Found> {
    let all = |outcome: &Outcome| FLOWS.iter().map(|flow| outcome.gbit_per_s(flow)).sum::<f64>();
    let points = ran.along("threshold", &[]);
    let sums: Vec<(f64, f64)> = points.iter().map(|(at, outcome)| (*at, all(outcome))).collect();
    let best = sums.iter().max_by(|one, other| one.1.total_cmp(&other.1))?.0;
    let texts = sums.iter().map(|(threshold, sum)| format!("{threshold}: {sum:.2}"));
    let texts = texts.collect::<Vec<_>>().join(", ");
    Found::new("gran10-threshold", format!("all flows, Gbit/s, {texts}"), best == 15.0)
}
