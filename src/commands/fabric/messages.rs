//! Slowdown of messages in reports.

use super::table;
use serde::Serialize;
use tailback_model::fabric::{Messages, Slowdown};
use tailback_spec::scenario::Scenario;

/// Sizes that divide messages, in payload bytes.
const SIZES: [u64; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// Slowdown of the messages of some sizes; times as multiples of those in an empty fabric.
#[derive(Debug, Serialize)]
pub struct MessageRow {
    /// Largest size in payload bytes; none for the largest messages.
    up_to_bytes: Option<u64>,
    messages: usize,
    complete: usize,
    median: Option<f64>,
    percentile_95: Option<f64>,
    percentile_99: Option<f64>,
    most: Option<f64>,
}

/// Rows by size, of a scenario that has messages.
pub(super) fn rows(scenario: &Scenario, messages: &Messages) -> Vec<MessageRow> {
    let row = |class: &Slowdown| MessageRow {
        up_to_bytes: Some(class.up_to_bytes).filter(|bytes| *bytes < u64::MAX),
        messages: class.messages,
        complete: class.complete(),
        median: class.percentile(0.5),
        percentile_95: class.percentile(0.95),
        percentile_99: class.percentile(0.99),
        most: class.percentile(1.0),
    };
    messages.by_size(scenario, &SIZES).iter().map(row).collect()
}

/// The rows as a table between empty lines; without rows, nothing.
pub(super) fn human(rows: &[MessageRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut messages =
        table(["messages up to", "", "complete", "slowdown", "95 %", "99 %", "most"]);
    for row in rows {
        let size = row.up_to_bytes.map_or("more".into(), |bytes| format!("{} kB", bytes / 1000));
        let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
        messages.add_row([
            size,
            row.messages.to_string(),
            row.complete.to_string(),
            shown(row.median),
            shown(row.percentile_95),
            shown(row.percentile_99),
            shown(row.most),
        ]);
    }
    format!("\n{}\n", messages.trim_fmt())
}
