//! Outcomes of a sweep as a tidy table: one row per point and metric.

mod parquet;

pub use parquet::to_parquet;

use crate::outcome::Outcome;
use serde::Serialize;
use tailback_spec::scenario::Sweep;

/// A row: one metric at one point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Index of the point, from 0.
    pub point: usize,
    /// Value of the point in each column of the sweep.
    pub at: Vec<String>,
    /// Metric: `utilisation` of a link; `rate`, `lowest-rate`, `highest-rate`, `packets` and
    /// `marked-packets`, `median-latency-us`, `percentile-99-latency-us` and `most-latency-us` of a group
    /// of flows; of one with messages that wait for others `messages`, `mean-message-us` and
    /// `message-mbyte-per-s`; of a class of sizes `sized-messages`, `complete-messages`, and mean, median,
    /// percentiles and maximum of `slowdown` and `completion-us`; `mean-queue-us` of a link; or an event
    /// count.
    pub metric: String,
    /// Link, group of flows or class of sizes; empty for counts of the whole fabric.
    pub of: String,
    /// Value. Rates are fractions of a link's rate.
    pub value: f64,
    /// Seed of the point.
    pub seed: u64,
    /// Form of the engine: `exact` or `stepped`, as the hardware, or `ideal`, as papers assume.
    pub engine: String,
}

/// Version of the program that made a table.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns all rows of a sweep; `outcomes` are those of its points.
pub fn rows(sweep: &Sweep, outcomes: &[Outcome]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, (point, outcome)) in sweep.points.iter().zip(outcomes).enumerate() {
        let mut add = |metric: &str, of: &str, value| {
            let (at, metric, of) = (point.values.clone(), metric.to_owned(), of.to_owned());
            let (seed, engine) = (point.scenario.seed, outcome.engine.clone());
            rows.push(Row { point: number, at, metric, of, value, seed, engine });
        };
        for link in &outcome.links {
            add("utilisation", &link.name, link.utilisation);
        }
        for group in outcome.groups() {
            let flows = outcome.group(group);
            let rates = flows.clone().map(|flow| flow.rate);
            add("rate", group, rates.clone().sum());
            add("lowest-rate", group, rates.clone().fold(f64::INFINITY, f64::min));
            add("highest-rate", group, rates.fold(0.0, f64::max));
            add("packets", group, flows.clone().map(|flow| flow.packets).sum::<u64>() as f64);
            add("marked-packets", group, flows.map(|flow| flow.marked).sum::<u64>() as f64);
            let delays = outcome.delays.iter().find(|delays| delays.group == group);
            for (metric, value) in [
                ("median-latency-us", delays.and_then(|delays| delays.median_us)),
                ("percentile-99-latency-us", delays.and_then(|delays| delays.percentile_99_us)),
                ("most-latency-us", delays.and_then(|delays| delays.most_us)),
            ] {
                value.into_iter().for_each(|value| add(metric, group, value));
            }
            let Some((messages, mean_us, rate)) = outcome.messages(group) else { continue };
            add("messages", group, messages as f64);
            mean_us.into_iter().for_each(|mean_us| add("mean-message-us", group, mean_us));
            rate.into_iter().for_each(|rate| add("message-mbyte-per-s", group, rate));
        }
        for class in &outcome.messages {
            add("sized-messages", &class.name, class.messages as f64);
            add("complete-messages", &class.name, class.complete as f64);
            for (what, spread) in [("slowdown", class.slowdown), ("completion-us", class.us)] {
                for (statistic, value) in spread.named() {
                    let Some(value) = value else { continue };
                    add(&format!("{statistic}-{what}"), &class.name, value);
                }
            }
        }
        for (metric, count) in [
            ("sent-packets", outcome.counts.sent),
            ("delivered-packets", outcome.counts.delivered),
            ("buffer-full", outcome.counts.buffer_full),
            ("packets-in-full-buffers", outcome.counts.in_full_buffers),
            ("output-trigger", outcome.counts.output_trigger),
        ] {
            add(metric, "", count as f64);
        }
        let Some(ethernet) = &outcome.ethernet else { continue };
        for queue in &ethernet.measured.queues {
            add("mean-queue-us", &queue.name, queue.mean_us);
        }
        let counts = &ethernet.counts;
        for (metric, count) in [
            ("sent-again", counts.sent_again),
            ("dropped-frames", counts.dropped),
            ("time-outs", counts.time_outs),
            ("transfers", ethernet.measured.transfers.len() as u64),
            ("incomplete-transfers", counts.unfinished),
        ] {
            add(metric, "", count as f64);
        }
    }
    rows
}

/// Names of the columns after the value: origin of a row.
const ORIGIN: [&str; 3] = ["seed", "engine", "version"];

/// Returns the names of a table's columns before the value.
fn header(sweep: &Sweep) -> Vec<&str> {
    let keys = sweep.columns.iter().map(String::as_str);
    ["point"].into_iter().chain(keys).chain(["metric", "of"]).collect()
}

/// Returns the rows as CSV.
///
/// # Errors
///
/// If a row does not have one value in [`Row::at`] for each column of the sweep.
pub fn to_csv(sweep: &Sweep, rows: &[Row]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header(sweep).into_iter().chain(["value"]).chain(ORIGIN))?;
    for row in rows {
        let (point, value) = (row.point.to_string(), row.value.to_string());
        let at = row.at.iter().map(String::as_str);
        let before = [point.as_str()].into_iter().chain(at);
        let seed = row.seed.to_string();
        let values = [row.metric.as_str(), &row.of, &value, &seed, &row.engine, VERSION];
        writer.write_record(before.chain(values))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    // All input of the writer was text.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests;
