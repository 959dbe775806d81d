//! How long a tree of full buffers takes to fill, and to be gone.

use super::{is_cold, outcome, Found, FIG_5, HOT};
use crate::{
    outcome::Outcome,
    results::{Ran, Results},
};
use std::fmt;

/// Load of each case.
pub const LOADS: [f64; 4] = [0.5, 0.5, 0.9, 0.9];
/// Scenario with short hot spots of case 2.
const NAME: &str = "pfister05-recovery";
/// End of its hot spots in ms.
const END_MS: f64 = 2.0;

/// Time after a hot spot.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct After {
    ms: f64,
    /// Whether the run ended before.
    open: bool,
}

impl fmt::Display for After {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}{:.1} ms", if self.open { "> " } else { "" }, self.ms)
    }
}

/// Time from `end_ms` to the end of the last window in which a curve is not recovered.
pub fn after(curve: &[(f64, f64)], end_ms: f64, recovered: impl Fn(f64) -> bool) -> After {
    let last = curve.iter().rev().find(|(time, rate)| *time > end_ms && !recovered(*rate));
    let end = curve.last().map_or(end_ms, |(time, _)| *time);
    let time = last.map_or(end_ms, |(time, _)| *time);
    After { ms: time - end_ms, open: time >= end && end > end_ms }
}

/// Time after which cold hosts receive their load again.
fn cold(outcome: &Outcome) -> Option<After> {
    let cold = outcome.curves.as_ref()?.mean_utilisation(is_cold);
    Some(after(&cold, END_MS, |rate| rate >= 0.95 * LOADS[1]))
}

/// Time of 32 hosts without and with congestion control.
pub fn with_and_without(results: &Results) -> Option<[After; 2]> {
    let ran = results.get(NAME)?;
    let one = |controlled| cold(outcome(ran, "hosts-32", controlled)?);
    Some([one(false)?, one(true)?])
}

pub fn by_size(results: &Results) -> Option<Found> {
    let ran = results.get(NAME)?;
    let time = |hosts| cold(outcome(ran, hosts, false)?);
    let (small, large) = (time("hosts-32")?, time("hosts-128")?);
    let hot = outcome(results.get(FIG_5)?, "case-4", false)?.link(HOT);
    let ours = format!("{large} and {small}; the hot port of 128 hosts carries {hot:.2}");
    Found::new(NAME, ours, large > small)
}

/// Begin of the hot spot in ms.
const BEGIN_MS: f64 = 1.0;
/// Time of a packet through an empty network: its own time, links and switches.
const TRAVERSAL_US: f64 = 1.2;

pub fn filling(ran: &Ran) -> Option<Found> {
    let outcome = outcome(ran, "case-4", false)?;
    let curve = outcome.curves.as_ref()?.mean_utilisation(is_cold);
    let last = curve.last().map_or(0.0, |(_, rate)| *rate);
    let half = (LOADS[3] + last) / 2.0;
    let mut later = curve.iter().filter(|(time, _)| *time > BEGIN_MS);
    let time =
        later.find(|(_, rate)| *rate < half).map_or(f64::INFINITY, |(time, _)| time - BEGIN_MS);
    let count = time * 1e3 / TRAVERSAL_US;
    let ours = format!(
        "cold ports have lost half of what they lose after {time:.1} ms, some {:.0} traversals: buffers \
        hold 36 packets",
        count
    );
    Found::new(FIG_5, ours, count < 100.0)
}
