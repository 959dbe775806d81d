//! Times of messages that wait for others, in reports.

use super::table;
use serde::Serialize;
use tailback_model::fabric::{MessageTimes, Times};
use tailback_spec::scenario::{Scenario, Traffic};

/// Messages of a group of flows that were received in the averaging window. A time is that from the moment
/// in which a message waits for software alone to its last beat received.
#[derive(Debug, Serialize)]
pub struct ExchangeRow {
    name: String,
    /// Payload bytes of each message.
    bytes: u64,
    messages: u64,
    least_us: Option<f64>,
    mean_us: Option<f64>,
    most_us: Option<f64>,
    /// Payload of each flow in 10^6 bytes per second, in the mean of the flows.
    mbyte_per_s: Option<f64>,
}

/// Rows by group, of a scenario that has such messages.
pub(super) fn rows(scenario: &Scenario, times: &MessageTimes) -> Vec<ExchangeRow> {
    let groups = scenario.groups.iter().enumerate();
    groups.filter_map(|(group, name)| row(scenario, times, group, name)).collect()
}

fn row(scenario: &Scenario, times: &MessageTimes, group: usize, name: &str) -> Option<ExchangeRow> {
    const NS_PER_US: f64 = 1e3;
    let flows = scenario.flows.iter().enumerate().filter(|(_, flow)| flow.group == group);
    let of_group: Vec<&Times> = flows.clone().filter_map(|(flow, _)| times.of(flow)).collect();
    let bytes = flows.clone().find_map(|(_, flow)| match &flow.traffic {
        Traffic::Exchange(exchange) => Some(exchange.bytes),
        _ => None,
    })?;
    let messages = of_group.iter().map(|times| times.messages).sum();
    let microseconds = |cycles: u64| scenario.nanoseconds(cycles) / NS_PER_US;
    let some = |cycles: Option<u64>| cycles.filter(|_| messages > 0).map(microseconds);
    let sum: u64 = of_group.iter().map(|times| times.sum).sum();
    let intervals: Option<Vec<f64>> = of_group.iter().map(|times| times.interval()).collect();
    let rates = intervals.map(|intervals| {
        let period = scenario.nanoseconds(1) / NS_PER_US;
        let rates = intervals.iter().map(|interval| bytes as f64 / (interval * period));
        rates.sum::<f64>() / intervals.len() as f64
    });
    Some(ExchangeRow {
        name: name.to_owned(),
        bytes,
        messages,
        least_us: some(of_group.iter().map(|times| times.least).min()),
        mean_us: (messages > 0).then(|| microseconds(sum) / messages as f64),
        most_us: some(of_group.iter().map(|times| times.most).max()),
        mbyte_per_s: rates,
    })
}

/// The rows as a table between empty lines; without rows, nothing.
pub(super) fn human(rows: &[ExchangeRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut messages =
        table(["messages", "bytes", "received", "least µs", "mean", "most", "MB/s of a flow"]);
    for row in rows {
        let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
        messages.add_row([
            row.name.clone(),
            row.bytes.to_string(),
            row.messages.to_string(),
            shown(row.least_us),
            shown(row.mean_us),
            shown(row.most_us),
            shown(row.mbyte_per_s),
        ]);
    }
    format!("\n{}\n", messages.trim_fmt())
}
