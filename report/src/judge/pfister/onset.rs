//! The traffic that just saturates a port.

use super::{Found, HOT};
use crate::results::Ran;

/// Load of each host, and number of hosts.
const LOAD: f64 = 0.9;
const HOSTS: f64 = 128.0;
/// Utilisation of a saturated link.
const SATURATED: f64 = 0.99;

pub fn found(ran: &Ran) -> Option<Found> {
    let points = ran.along("severity", &[]);
    // Part of each source's traffic that is hot beyond the uniform part, in percent.
    let extra = |severity: f64| 100.0 * (severity - LOAD) / (LOAD * (HOSTS - 1.0));
    let exact = extra(1.0);
    let first = points.iter().find(|(_, outcome)| outcome.link(HOT) >= SATURATED);
    let first = first.map_or(f64::INFINITY, |(severity, _)| extra(*severity));
    let texts = points
        .iter()
        .map(|(severity, outcome)| format!("{:.3} %: {:.3}", extra(*severity), outcome.link(HOT)));
    let total = 100.0 / (HOSTS * LOAD);
    let ours = format!(
        "hot port by extra part: {}; {total:.2} % of the traffic in total",
        texts.collect::<Vec<_>>().join(", ")
    );
    Found::new("pfister05-onset", ours, (first / exact - 1.0).abs() <= 0.2)
}
