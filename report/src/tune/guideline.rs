//! Settings by the guideline of Pfister'05 §VI-C.

use super::{HotSpot, Settings};
use tailback_spec::scenario::Scenario;

/// Weight of the threshold for 90 % of an input buffer.
const THRESHOLD: u32 = 1;
/// Timer of 10 µs, in 1.024 µs.
const TIMER: u32 = 10;

/// The guideline for `N` hosts, `H` of which form the hot spot: a threshold of 90 %, a longest gap of
/// 2/3 `H` µs, an increase of the smaller of `N` / 6 and `H` / 2, and a timer of 10 µs; each packet over
/// the threshold is marked.
pub fn guideline(scenario: &Scenario, spot: &HotSpot) -> Settings {
    const GAP_US: f64 = 2.0 / 3.0;
    const NS_PER_US: f64 = 1e3;
    let (hosts, degree) = (scenario.hosts.len() as f64, spot.degree(scenario) as f64);
    let packet = scenario.nanoseconds(scenario.hosts[spot.host].packet_cycles) / NS_PER_US;
    let most = (GAP_US * degree / packet).round().max(1.0);
    let increase = f64::min(hosts / 6.0, degree / 2.0).round().max(1.0);
    Settings([THRESHOLD, 0, increase as u32, TIMER, most as u32])
}
