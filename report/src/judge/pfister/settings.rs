//! Settings of congestion control within and out of range.

use super::{cold, recovery::after, Found, HOT, IDEAL};
use crate::{outcome::Outcome, results::Ran};
use tailback_model::fabric::Statistics;

const FIG_4: &str = "pfister05-fig4";

/// Coefficient of variation of the hot port's rate in the hot spot, in windows of 0.1 ms.
fn variation(outcome: &Outcome) -> f64 {
    const FROM_MS: f64 = 6.0;
    let curve = outcome.curves.as_ref().and_then(|curves| curves.utilisation(HOT));
    let late = curve.into_iter().flatten().filter(|(time, _)| *time > FROM_MS);
    let all = Statistics::of(late.map(|(_, rate)| rate));
    all.deviation / all.mean.max(f64::MIN_POSITIVE)
}

pub fn found(id: &str, ran: &Ran) -> Option<Found> {
    let at = |variant: &str| {
        let mut points = ran.points();
        points.find(|(point, _)| ran.value(point, "variant") == variant).map(|(_, outcome)| outcome)
    };
    let tuned = at("tuned")?;
    let (ours, met) = match id {
        "P6" => {
            let [low, tuned, high] = [at("increase-1")?, tuned, at("increase-64")?]
                .map(|run| (variation(run), cold(run)));
            let ours = format!(
                "variation {:.3} with 1, {:.3} with 5, {:.3} with 64; cold ports {:.2}, {:.2}, {:.2}",
                low.0, tuned.0, high.0, low.1, tuned.1, high.1
            );
            (ours, low.0.min(high.0) >= 2.0 * tuned.0)
        }
        "P7" => {
            let (low, tuned) = (cold(at("timer-1")?), cold(tuned));
            (format!("{low:.3}, and {tuned:.3} tuned"), low < 0.7 * tuned)
        }
        "P8" => {
            let (high, tuned) = (at("timer-82")?.link(HOT), tuned.link(HOT));
            (format!("{high:.3}, and {tuned:.3} tuned"), high < 0.95)
        }
        _ => return None,
    };
    Found::new(FIG_4, ours, met)
}

/// P11: settings with which cold ports keep 90 % of the ideal, and the hot port 90 % of its link.
pub fn range(ran: &Ran) -> Option<Found> {
    const SIZES: [(&str, usize); 2] = [("hosts-32", 0), ("hosts-128", 1)];
    let stable = |(hosts, size): (&str, usize)| {
        let of_size = ran.points().filter(|(point, _)| ran.value(point, "variant") == hosts);
        let is_stable =
            |outcome: &Outcome| cold(outcome) >= 0.9 * IDEAL[size][3] && outcome.link(HOT) >= 0.9;
        let good = of_size.filter(|(_, outcome)| is_stable(outcome));
        let name = |key, point| ran.value(point, key).to_owned();
        let names = good.map(|(point, _)| {
            format!("{}/{}", name("ccti_increase", point), name("ccti_timer", point))
        });
        names.collect::<Vec<_>>()
    };
    let [small, large] = SIZES.map(stable);
    let ours = format!(
        "{} of 9 with 32 hosts (increase/timer {}), {} with 128 ({})",
        small.len(),
        small.join(", "),
        large.len(),
        large.join(", ")
    );
    Found::new("pfister05-range", ours, large.len() < small.len())
}

/// P12: the longest delay.
pub fn longest(ran: &Ran) -> Option<Found> {
    /// End of the hot spot in ms.
    const END_MS: f64 = 5.0;
    /// Load of the hot host after it, and of its link while packets are left.
    const BETWEEN: f64 = 0.7;
    let points: Vec<_> = ran.along("table_most", &[]);
    let recovery = |outcome: &Outcome| {
        let curve = outcome.curves.as_ref()?.utilisation(HOT)?;
        Some(after(&curve, END_MS, |rate| rate < BETWEEN))
    };
    let recoveries: Option<Vec<_>> = points.iter().map(|(_, outcome)| recovery(outcome)).collect();
    let (recoveries, protection) = (recoveries?, points.iter().map(|(_, outcome)| cold(outcome)));
    let protection: Vec<f64> = protection.collect();
    let texts = points.iter().zip(&protection).zip(&recoveries);
    let texts = texts.map(|(((most, _), cold), time)| format!("{most}: {cold:.2}, {time}"));
    let ours = format!(
        "longest delay in packet times, cold ports, recovery: {}",
        texts.collect::<Vec<_>>().join("; ")
    );
    let rises = |values: &[f64]| values.windows(2).all(|two| two[0] <= two[1] + 0.01);
    let longer = recoveries.first()? < recoveries.last()?;
    let middle = points.len() / 2 + 1;
    let incomplete = rises(&protection[..middle.min(protection.len())])
        && protection.first()? < &(0.9 * protection.get(points.len() / 2)?);
    Found::new("pfister05-longest", ours, longer && incomplete)
}
