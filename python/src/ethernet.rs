//! Runs over Ethernet, with EFL endpoints or TCP hosts.

use crate::{
    columns::Columns,
    progress::drive,
    run::{flow_names, groups_of, Measured},
    times,
};
use pyo3::{prelude::*, types::PyDict};
use tailback_model::fabric::{
    ethernet::{Engine, Gauges, Queue},
    Messages, Summary, Totals,
};
use tailback_spec::{fabric::EthernetFabric, scenario::Scenario};

/// Runs a scenario.
///
/// # Errors
///
/// As [`drive`].
pub fn run(
    py: Python<'_>,
    scenario: &Scenario,
    wants_series: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Measured> {
    let watches = (Totals::new(scenario), (Gauges::new(scenario), Messages::new(scenario)));
    let mut engine = py.detach(|| Engine::new(scenario, watches));
    let seconds = drive(py, scenario.duration, progress, |end| {
        engine.run_until(end);
        true
    })?;
    let totals = engine.counts();
    let counts = PyDict::new(py);
    for (name, count) in [
        ("sent", totals.sent),
        ("sent_again", totals.sent_again),
        ("delivered", totals.delivered),
        ("hops", totals.hops),
        ("dropped", totals.dropped),
        ("lost", totals.lost),
        ("corrupted", totals.corrupted),
        ("time_outs", totals.time_outs),
        ("by_duplicates", totals.by_duplicates),
        ("unfinished", totals.unfinished),
    ] {
        counts.set_item(name, count)?;
    }
    let (totals, (gauges, messages)) = engine.into_watch();
    let mut measured = gauges.finish(scenario, scenario.duration);
    let summary = Summary::new(scenario, &totals);
    let links = link_columns(scenario, &summary, &measured.queues);
    if !wants_series {
        measured.flows.clear();
        measured.queues.clear();
    }
    Ok(Measured {
        engine: Engine::<()>::form(scenario),
        engine_why: EthernetFabric::new(scenario).err().map(|unfit| unfit.message),
        seconds,
        counts: counts.unbind(),
        stall: None,
        links,
        messages: times::messages(scenario, &messages),
        message_sizes: times::sizes(scenario, &messages),
        exchanges: times::exchanges(scenario, None),
        latencies: times::latencies(scenario, None),
        flow_series: flow_series(scenario, &measured.flows, measured.window_ms),
        link_series: link_series(&measured.queues, measured.window_ms),
        summary,
    })
}

/// Links between switches.
fn link_columns(scenario: &Scenario, summary: &Summary, queues: &[Queue]) -> Columns {
    let first = 2 * scenario.hosts.len();
    let longest = |queue: &Queue| queue.most_us.iter().copied().fold(0.0, f32::max);
    let numbers = first..first + queues.len();
    Columns::new()
        .text("link", queues.iter().map(|queue| queue.name.clone()).collect())
        .numbers("utilisation", numbers.map(|link| summary.utilisation(link)).collect())
        .numbers("mean_delay_us", queues.iter().map(|queue| queue.mean_us).collect())
        .short_numbers("longest_delay_us", queues.iter().map(longest).collect())
}

/// Ends of the windows of several series, one series after the other.
fn times(series: usize, windows: usize, window_ms: f64) -> Vec<f64> {
    let ends = (1..=windows).map(|window| window as f64 * window_ms);
    std::iter::repeat_n(ends, series).flatten().collect()
}

/// Number of the series of each row.
fn numbers(series: usize, windows: usize) -> Vec<i32> {
    (0..series as i32).flat_map(|number| std::iter::repeat_n(number, windows)).collect()
}

fn flow_series(
    scenario: &Scenario,
    flows: &[tailback_model::fabric::ethernet::Flow],
    window_ms: f64,
) -> Columns {
    let windows = flows.first().map_or(0, |flow| flow.packets.len());
    let rows = numbers(flows.len(), windows);
    let packets = flows.iter().flat_map(|flow| &flow.packets);
    Columns::new()
        .numbers("time_ms", times(flows.len(), windows, window_ms))
        .category("flow", rows.clone(), &flow_names(scenario))
        .category("group", groups_of(scenario, &rows), &scenario.groups)
        .short_numbers(
            "gbit_per_s",
            flows.iter().flat_map(|flow| &flow.gbit_per_s).copied().collect(),
        )
        .short_numbers("rtt_us", flows.iter().flat_map(|flow| &flow.rtt_us).copied().collect())
        .short_numbers(
            "predicted_rtt_us",
            flows.iter().flat_map(|flow| &flow.predicted_us).copied().collect(),
        )
        .counts("packets", packets.map(|packets| u64::from(*packets)).collect())
}

fn link_series(queues: &[Queue], window_ms: f64) -> Columns {
    let windows = queues.first().map_or(0, |queue| queue.means_us.len());
    let names: Vec<String> = queues.iter().map(|queue| queue.name.clone()).collect();
    Columns::new()
        .numbers("time_ms", times(queues.len(), windows, window_ms))
        .category("link", numbers(queues.len(), windows), &names)
        .short_numbers(
            "queue_mean_us",
            queues.iter().flat_map(|queue| &queue.means_us).copied().collect(),
        )
        .short_numbers(
            "queue_longest_us",
            queues.iter().flat_map(|queue| &queue.most_us).copied().collect(),
        )
}
