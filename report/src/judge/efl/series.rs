//! Series of a run over Ethernet, by time.

use crate::{outcome::Outcome, results::Ran};
use tailback_model::fabric::ethernet::{Flow, Measured, Queue};

/// Results of a variant; of several runs, the first.
pub fn of<'r>(ran: &'r Ran, variant: &str) -> Option<&'r Measured> {
    let found = ran.points().find(|(point, _)| ran.value(point, "variant") == variant);
    measured(found?.1)
}

/// Results beyond rates of a run.
pub fn measured(outcome: &Outcome) -> Option<&Measured> {
    outcome.ethernet.as_ref().map(|ethernet| &ethernet.measured)
}

/// Queue of the bottleneck in the direction of the data.
pub fn bottleneck(measured: &Measured) -> Option<&Queue> {
    measured.queues.first()
}

/// Values in an interval of time in ms, each with the time at the end of its window.
pub fn between<T: Copy + Into<f64>>(
    measured: &Measured,
    values: &[T],
    [from, to]: [f64; 2],
) -> Vec<(f64, f64)> {
    let window = measured.window_ms;
    let points = values.iter().enumerate();
    let points = points.map(|(number, value)| ((number + 1) as f64 * window, (*value).into()));
    points.filter(|(time, _)| (from..to).contains(time)).collect()
}

/// First of the largest values, with its time; 0 if there is none.
pub fn peak(points: &[(f64, f64)]) -> (f64, f64) {
    let larger = |best: (f64, f64), point: &(f64, f64)| match point.1 > best.1 {
        true => *point,
        false => best,
    };
    points.iter().fold(points.first().copied().unwrap_or_default(), larger)
}

/// Time of the first point that meets a condition.
pub fn first(points: &[(f64, f64)], meets: impl Fn(f64) -> bool) -> Option<f64> {
    points.iter().find(|(_, value)| meets(*value)).map(|(time, _)| *time)
}

/// Sum of the rates of all flows in each window, in Gbit/s.
pub fn sum_of_rates(measured: &Measured) -> Vec<f64> {
    let windows = measured.flows.first().map_or(0, |flow| flow.gbit_per_s.len());
    let sum = |window: usize| {
        measured.flows.iter().map(|flow: &Flow| f64::from(flow.gbit_per_s[window])).sum()
    };
    (0..windows).map(sum).collect()
}
