//! Runs of scenarios.

use crate::{ethernet, infiniband, source::Source, table::Table, values};
use pyo3::{
    prelude::*,
    types::{PyAny, PyDict},
};
use tailback_model::fabric::Summary;
use tailback_spec::{config::Override, scenario::Scenario};

use crate::columns::Columns;

/// Results of a run. Rates are fractions of the datapath's rate, throughput is of payload.
#[pyclass(frozen, get_all, module = "tailback")]
pub struct Run {
    /// Name of the scenario.
    pub scenario: String,
    /// Purpose of the scenario, in a sentence.
    pub about: String,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Form of the engine: `exact` and `stepped` behave like the hardware, `ideal` as papers assume.
    pub engine: &'static str,
    /// Reason why the form is not `exact`; None if it is.
    pub engine_why: Option<String>,
    /// Duration of the run in the fabric.
    pub duration_ms: f64,
    /// Begin of the averages.
    pub average_from_ms: f64,
    /// End of the averages.
    pub average_to_ms: f64,
    /// Duration of the run on this machine.
    pub seconds: f64,
    /// Totals of the whole run by name, as `sent` and `delivered`.
    pub counts: Py<PyDict>,
    /// Description of the stall that ended the run; None if there was none.
    pub stall: Option<String>,
    /// Averages by directed link.
    pub links: Py<Table>,
    /// Averages by flow.
    pub flows: Py<Table>,
    /// Averages by group of flows.
    pub groups: Py<Table>,
    /// Messages, and over Ethernet groups of packets.
    pub messages: Py<Table>,
    /// Slowdown and completion times of messages by size.
    pub message_sizes: Py<Table>,
    /// Messages that wait for others, by flow; empty over Ethernet.
    pub exchanges: Py<Table>,
    /// Latency of packets by group of flows; empty over Ethernet.
    pub latencies: Py<Table>,
    /// State of each flow at the end of each window of `measure.window_ms`.
    pub flow_series: Py<Table>,
    /// State of each link at the end of each window of `measure.window_ms`.
    pub link_series: Py<Table>,
}

#[pymethods]
impl Run {
    fn __repr__(&self) -> String {
        let Run { scenario, duration_ms, engine, .. } = self;
        format!("<tailback.Run: {scenario}, {duration_ms} ms, engine {engine}>")
    }
}

/// Measurements of a run, over InfiniBand or over Ethernet.
pub struct Measured {
    pub engine: &'static str,
    pub engine_why: Option<String>,
    pub seconds: f64,
    pub counts: Py<PyDict>,
    pub stall: Option<String>,
    pub links: Columns,
    pub messages: Columns,
    pub message_sizes: Columns,
    pub exchanges: Columns,
    pub latencies: Columns,
    pub flow_series: Columns,
    pub link_series: Columns,
    pub summary: Summary,
}

/// Milliseconds of so many cycles of a scenario.
pub fn milliseconds(scenario: &Scenario, cycles: u64) -> f64 {
    const NS_PER_MS: f64 = 1e6;
    scenario.nanoseconds(cycles) / NS_PER_MS
}

/// Names of all flows.
pub fn flow_names(scenario: &Scenario) -> Vec<String> {
    (0..scenario.flows.len()).map(|flow| scenario.flow_name(flow)).collect()
}

/// Groups of the flows with these numbers, as indices.
pub fn groups_of(scenario: &Scenario, flows: &[i32]) -> Vec<i32> {
    flows.iter().map(|flow| scenario.flows[*flow as usize].group as i32).collect()
}

/// Runs a scenario without its sweep: a path to a TOML file, or a dict of the same content.
///
/// `progress` is called with the cycles that have been run and all cycles. Without `series`, the
/// tables `flow_series` and `link_series` are empty. All other arguments are overrides.
#[pyfunction]
#[pyo3(signature = (scenario, overrides=None, progress=None, series=true))]
pub fn run(
    py: Python<'_>,
    scenario: &Bound<'_, PyAny>,
    overrides: Option<&Bound<'_, PyDict>>,
    progress: Option<&Bound<'_, PyAny>>,
    series: bool,
) -> PyResult<Run> {
    let sweep = Source::new(scenario, overrides)?.scenarios(py, false)?;
    let scenario = &sweep.points[0].scenario;
    let measured = match scenario.transport.is_ethernet() {
        true => ethernet::run(py, scenario, series, progress)?,
        false => infiniband::run(py, scenario, series, progress)?,
    };
    let Measured { engine, engine_why, seconds, counts, stall, .. } = measured;
    Ok(Run {
        scenario: scenario.name.clone(),
        about: scenario.about.clone(),
        seed: scenario.seed,
        engine,
        engine_why,
        duration_ms: milliseconds(scenario, scenario.duration),
        average_from_ms: milliseconds(scenario, scenario.average.start),
        average_to_ms: milliseconds(scenario, scenario.average.end),
        seconds,
        counts,
        stall,
        flows: Table::new(py, flows(scenario, &measured.summary))?,
        groups: Table::new(py, groups(scenario, &measured.summary))?,
        links: Table::new(py, measured.links)?,
        messages: Table::new(py, measured.messages)?,
        message_sizes: Table::new(py, measured.message_sizes)?,
        exchanges: Table::new(py, measured.exchanges)?,
        latencies: Table::new(py, measured.latencies)?,
        flow_series: Table::new(py, measured.flow_series)?,
        link_series: Table::new(py, measured.link_series)?,
    })
}

/// Averages by flow.
fn flows(scenario: &Scenario, summary: &Summary) -> Columns {
    let all = &summary.flows;
    let host = |host: usize| scenario.hosts[host].name.clone();
    let numbers: Vec<i32> = (0..all.len() as i32).collect();
    Columns::new()
        .text("flow", flow_names(scenario))
        .category("group", groups_of(scenario, &numbers), &scenario.groups)
        .text("source", scenario.flows.iter().map(|flow| host(flow.from)).collect())
        .text("destination", scenario.flows.iter().map(|flow| host(flow.to)).collect())
        .numbers("rate", all.iter().map(|flow| flow.rate).collect())
        .numbers("gbit_per_s", all.iter().map(|flow| flow.gbit_per_s).collect())
        .counts("packets", all.iter().map(|flow| flow.packets).collect())
        .counts("marked_packets", all.iter().map(|flow| flow.marked).collect())
}

/// Averages by group of flows.
fn groups(scenario: &Scenario, summary: &Summary) -> Columns {
    let numbers = || 0..scenario.groups.len();
    let rates = |group: usize| {
        let all = scenario.flows.iter().zip(&summary.flows);
        all.filter(move |(flow, _)| flow.group == group).map(|(_, flow)| flow.rate)
    };
    let sums: Vec<_> = numbers().map(|group| summary.group(scenario, group)).collect();
    let least = |group| rates(group).reduce(f64::min);
    let most = |group| rates(group).reduce(f64::max);
    Columns::new()
        .text("group", scenario.groups.clone())
        .counts("flows", numbers().map(|group| rates(group).count() as u64).collect())
        .numbers("rate", sums.iter().map(|sum| sum.rate).collect())
        .numbers("gbit_per_s", sums.iter().map(|sum| sum.gbit_per_s).collect())
        .maybe_numbers("lowest_rate", numbers().map(least).collect())
        .maybe_numbers("highest_rate", numbers().map(most).collect())
        .counts("packets", sums.iter().map(|sum| sum.packets).collect())
        .counts("marked_packets", sums.iter().map(|sum| sum.marked).collect())
}

/// The points of a scenario's sweep: for each, the overrides that `run` takes to run it. A scenario
/// without a sweep has one point without overrides.
#[pyfunction]
#[pyo3(signature = (scenario, overrides=None))]
pub fn points<'py>(
    py: Python<'py>,
    scenario: &Bound<'py, PyAny>,
    overrides: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let sweep = Source::new(scenario, overrides)?.scenarios(py, true)?;
    let point = |point: &[Override]| {
        let dict = PyDict::new(py);
        for Override { key, value } in point {
            dict.set_item(key, values::python(py, value)?)?;
        }
        Ok(dict)
    };
    sweep.points.iter().map(|each| point(&each.overrides)).collect()
}
