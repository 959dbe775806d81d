//! Latency of packets in reports.

use super::table;
use serde::Serialize;
use tailback_model::fabric::{Latencies, Latency};
use tailback_spec::scenario::Scenario;

/// Latency of the packets of a group of flows, in microseconds; none without a packet received in the
/// averaging window.
#[derive(Debug, Serialize)]
pub struct LatencyRow {
    name: String,
    least_us: Option<f64>,
    median_us: Option<f64>,
    percentile_95_us: Option<f64>,
    percentile_99_us: Option<f64>,
    most_us: Option<f64>,
}

/// A row for each group of flows.
pub(super) fn rows(scenario: &Scenario, latencies: &Latencies) -> Vec<LatencyRow> {
    const NS_PER_US: f64 = 1e3;
    let row = |(name, latency): (&String, &Latency)| {
        let microseconds = |fraction| {
            latency.percentile(fraction).map(|cycles| scenario.nanoseconds(cycles) / NS_PER_US)
        };
        LatencyRow {
            name: name.clone(),
            least_us: microseconds(0.0),
            median_us: microseconds(0.5),
            percentile_95_us: microseconds(0.95),
            percentile_99_us: microseconds(0.99),
            most_us: microseconds(1.0),
        }
    };
    scenario.groups.iter().zip(latencies.groups()).map(row).collect()
}

/// The rows as a table.
pub(super) fn human(rows: &[LatencyRow]) -> String {
    let mut latencies = table(["latency in µs", "least", "median", "95 %", "99 %", "most"]);
    for row in rows {
        let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
        latencies.add_row([
            row.name.clone(),
            shown(row.least_us),
            shown(row.median_us),
            shown(row.percentile_95_us),
            shown(row.percentile_99_us),
            shown(row.most_us),
        ]);
    }
    latencies.trim_fmt()
}
