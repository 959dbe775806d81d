//! E3 to E8: long flows, Figs. 7 to 9.

use super::super::{extent, listed, Found};
use super::series::{between, bottleneck, first, of, peak, sum_of_rates};
use super::VARIANTS;
use crate::results::Ran;
use tailback_model::fabric::{ethernet::Measured, Statistics};

/// Steps in which flows are added: flows then, and the last 5 ms of the step.
const STEPS: [(usize, [f64; 2]); 4] =
    [(3, [15.0, 20.0]), (7, [25.0, 30.0]), (15, [35.0, 40.0]), (31, [45.0, 50.0])];
const LINE_GBIT_PER_S: f64 = 10.0;
/// The second and third flow start.
const START_MS: f64 = 10.0;
const US: f64 = 1e3;

/// Time in ms at which the rates of all flows reach those of the line.
fn full(measured: &Measured) -> f64 {
    const NEARLY: f64 = 0.95 * LINE_GBIT_PER_S;
    let rates = between(measured, &sum_of_rates(measured), [0.0, f64::INFINITY]);
    first(&rates, |rate| rate >= NEARLY).unwrap_or(f64::NAN)
}

/// First rate of each of the two flows that start at 10 ms in Gbit/s, and the time at which both are
/// known.
fn estimates(measured: &Measured) -> Option<([f64; 2], f64)> {
    let known = |flow: usize| {
        let flow = measured.flows.get(flow)?;
        let rates = between(measured, &flow.gbit_per_s, [START_MS, f64::INFINITY]);
        rates.into_iter().find(|(_, rate)| *rate > 0.0)
    };
    let [one, other] = [known(1), known(2)];
    let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
    Some(([one.1, other.1], one.0.max(other.0)))
}

/// Time in µs from the estimates of the new flows until the sum of all rates is 5 % lower.
fn reduced(measured: &Measured) -> Option<f64> {
    const LOWER: f64 = 0.95;
    let (_, known) = estimates(measured)?;
    let rates = between(measured, &sum_of_rates(measured), [known, f64::INFINITY]);
    let begin = rates.first().copied().unwrap_or_default().1;
    let time = first(&rates, |rate| rate <= LOWER * begin);
    Some((time.unwrap_or(f64::NAN) - known) * US)
}

/// Largest queueing delay in µs in an interval.
fn most(measured: &Measured, interval: [f64; 2]) -> Option<f64> {
    Some(peak(&between(measured, &bottleneck(measured)?.most_us, interval)).1)
}

/// Packets of each flow in an interval.
fn shares(measured: &Measured, flows: usize, interval: [f64; 2]) -> Vec<f64> {
    let packets = |flow: &tailback_model::fabric::ethernet::Flow| {
        between(measured, &flow.packets, interval).iter().map(|(_, packets)| packets).sum()
    };
    measured.flows.iter().take(flows).map(packets).collect()
}

fn jain(shares: &[f64]) -> f64 {
    let (sum, squares) = (shares.iter().sum::<f64>(), shares.iter().map(|x| x * x).sum::<f64>());
    sum * sum / (shares.len() as f64 * squares.max(f64::MIN_POSITIVE))
}

/// Mean coefficient of variation of the flows' rates over all steps.
fn variation(measured: &Measured) -> f64 {
    let of_step = |(flows, interval): &(usize, [f64; 2])| {
        let of_flow = |flow: &tailback_model::fabric::ethernet::Flow| {
            let rates = between(measured, &flow.gbit_per_s, *interval);
            let all = Statistics::of(rates.iter().map(|(_, rate)| *rate));
            all.deviation / all.mean.max(f64::MIN_POSITIVE)
        };
        measured.flows.iter().take(*flows).map(of_flow).sum::<f64>() / *flows as f64
    };
    STEPS.iter().map(of_step).sum::<f64>() / STEPS.len() as f64
}

pub fn found(id: &str, ran: &Ran) -> Option<Found> {
    let [proposed, probe, plain] = VARIANTS.map(|(variant, _)| of(ran, variant));
    let (proposed, probe, plain) = (proposed?, probe?, plain?);
    let (ours, met) = match id {
        "E3" => {
            let [plain, probe, proposed] = [plain, probe, proposed].map(full);
            let ours =
                format!("Plain {plain:.1} ms, BW probe {probe:.2} ms, Proposed {proposed:.2} ms");
            (ours, (11.0..=15.0).contains(&plain) && probe < 0.5 && proposed < 0.5)
        }
        "E4" => {
            let (probe, _) = estimates(probe)?;
            let (proposed, _) = estimates(proposed)?;
            let (low, high) = extent(probe.into_iter().chain(proposed));
            let ours =
                format!("BW probe {}, Proposed {} Gbit/s", listed(probe, 2), listed(proposed, 2));
            (ours, low >= 3.3 && high <= 5.0)
        }
        "E5" => {
            let (proposed, probe) = (reduced(proposed)?, reduced(probe)?);
            let ours = format!("Proposed {proposed:.0} µs, BW probe {probe:.0} µs");
            (ours, proposed < 120.0 && (150.0..=300.0).contains(&probe))
        }
        "E6" => {
            const AFTER_MS: f64 = 2.0;
            let at_start = |measured| most(measured, [START_MS, START_MS + AFTER_MS]);
            let (proposed, probe) = (at_start(proposed)?, at_start(probe)?);
            let ratio = probe / proposed;
            let ours = format!("{proposed:.0} and {probe:.0} µs, ratio {ratio:.2}");
            let near = |value: f64, paper: f64| (value / paper - 1.0).abs() <= 0.25;
            let met = near(proposed, 120.0) && near(probe, 250.0);
            (ours, met && (1.7..=2.6).contains(&ratio))
        }
        "E7" => {
            let mut ratios = Vec::new();
            let mut texts = Vec::new();
            for (flows, interval) in STEPS {
                let [proposed, probe, plain] =
                    [most(proposed, interval)?, most(probe, interval)?, most(plain, interval)?];
                ratios.push(probe / proposed);
                texts.push(format!("{flows} flows {proposed:.0}, {probe:.0}, {plain:.0}"));
            }
            let ours = format!(
                "Proposed, BW probe, Plain in µs, of {}; ratios {}",
                texts.join("; "),
                listed(ratios.iter().copied(), 1)
            );
            (ours, ratios[0] >= 2.0)
        }
        "E8" => {
            let (flows, interval) = STEPS[STEPS.len() - 1];
            let fair = [proposed, probe, plain].map(|one| jain(&shares(one, flows, interval)));
            let spread = [proposed, probe, plain].map(variation);
            let ours = format!(
                "Jain's index {}; variation {} (Proposed, BW probe, Plain)",
                listed(fair, 3),
                listed(spread, 2)
            );
            let steady = spread[0] < spread[1].min(spread[2]);
            (ours, steady && fair.iter().all(|index| *index >= 0.98))
        }
        _ => return None,
    };
    Found::new(super::FIG_7, ours, met)
}
