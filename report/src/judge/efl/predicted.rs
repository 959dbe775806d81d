//! E1 and E2: when the round-trip times rise and peak, Fig. 6.

use super::super::{listed, Found};
use super::series::{between, bottleneck, first, of, peak};
use crate::results::Ran;
use tailback_model::fabric::ethernet::Measured;

/// Two further flows start.
const START_MS: f64 = 10.0;
const US: f64 = 1e3;

/// Actual, measured and predicted RTT over an interval: those of the first flow.
fn times(measured: &Measured, interval: [f64; 2]) -> Option<[Vec<(f64, f64)>; 3]> {
    let flow = measured.flows.first()?;
    Some([
        between(measured, &bottleneck(measured)?.most_us, interval),
        between(measured, &flow.rtt_us, interval),
        between(measured, &flow.predicted_us, interval),
    ])
}

/// Time after the start at which each exceeds what it was before.
fn rises(measured: &Measured) -> Option<[f64; 3]> {
    /// Time before the start with which a value is compared.
    const BEFORE_MS: f64 = 0.1;
    /// Rise that is none of the fluctuations before.
    const RISE_US: f64 = 2.0;
    let before = times(measured, [START_MS - BEFORE_MS, START_MS])?;
    let after = times(measured, [START_MS, f64::INFINITY])?;
    let mut all = [f64::NAN; 3];
    for (place, rise) in all.iter_mut().enumerate() {
        let (_, most) = peak(&before[place]);
        *rise = first(&after[place], |value| value > most + RISE_US).unwrap_or(f64::NAN);
    }
    Some(all)
}

/// Lags of the peaks of measured and predicted RTT behind that of the actual one in µs, and the peak
/// of the queueing delay.
fn peaks(measured: &Measured) -> Option<[f64; 3]> {
    /// All peaks are within this time.
    const AFTER_MS: f64 = 2.0;
    let all = times(measured, [START_MS, START_MS + AFTER_MS])?;
    let [(actual, most), (measured, _), (predicted, _)] = [0, 1, 2].map(|one| peak(&all[one]));
    Some([(measured - actual) * US, (predicted - actual) * US, most])
}

pub fn found(id: &str, ran: &Ran) -> Option<Found> {
    let (probe, proposed) = (of(ran, "bw-probe")?, of(ran, "proposed")?);
    let (ours, met) = match id {
        "E1" => {
            let lags = |measured| {
                let [actual, rtt, predicted] = rises(measured)?;
                Some([rtt, predicted].map(|rise| (rise - actual) * US))
            };
            let (with, without) = (lags(proposed)?, lags(probe)?);
            let ours = format!(
                "measured and predicted {} µs with Proposed, {} with BW probe",
                listed(with, 0),
                listed(without, 0)
            );
            (ours, with.iter().all(|lag| (80.0..=120.0).contains(lag)))
        }
        "E2" => {
            let (with, without) = (peaks(proposed)?, peaks(probe)?);
            let text = |[measured, predicted, most]: [f64; 3]| {
                format!("predicted {predicted:.0} µs, measured {measured:.0} µs at a queue of {most:.0} µs")
            };
            let [measured, predicted, _] = without;
            let ours = format!("{} with BW probe; {} with Proposed", text(without), text(with));
            (ours, predicted.abs() < 100.0 && (250.0..=600.0).contains(&measured))
        }
        _ => return None,
    };
    Found::new(super::FIG_6, ours, met)
}
