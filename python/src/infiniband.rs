//! Runs over InfiniBand.

use crate::{
    columns::Columns,
    progress::drive,
    run::{flow_names, groups_of, milliseconds, Measured},
    times,
};
use pyo3::{prelude::*, types::PyDict};
use tailback_model::fabric::{
    Engine, Latencies, MessageTimes, Messages, Of, Sample, Summary, Timeline, Totals,
};
use tailback_spec::scenario::Scenario;

/// Samples of flows and of links, column by column.
#[derive(Default)]
struct Samples {
    time_ms: Vec<f64>,
    number: Vec<i32>,
    rate: Vec<f64>,
    stored: Vec<Option<u64>>,
    ipd: Vec<u64>,
}

impl Samples {
    fn add(&mut self, scenario: &Scenario, number: usize, sample: &Sample<'_>) {
        self.time_ms.push(milliseconds(scenario, sample.cycle));
        self.number.push(number as i32);
        self.rate.push(sample.rate);
        self.stored.push(sample.stored);
        self.ipd.extend(sample.ipd.map(u64::from));
    }
}

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
    let (mut flows, mut links) = (Samples::default(), Samples::default());
    let timeline = wants_series.then(|| {
        Timeline::new(scenario, |sample: &Sample| match sample.of {
            Of::Flow(flow) => flows.add(scenario, flow, sample),
            Of::Link(link) => links.add(scenario, link, sample),
        })
    });
    let times = (MessageTimes::new(scenario), Latencies::new(scenario));
    let sink = (((Totals::new(scenario), Messages::new(scenario)), times), timeline);
    let mut engine = py.detach(|| Engine::new(scenario, sink));
    let seconds = drive(py, scenario.duration, progress, |end| {
        engine.run_until(end);
        engine.stall().is_none()
    })?;
    let (form, why) = (engine.form(), engine.why_not_exact().map(str::to_owned));
    let stall = engine.stall().map(|stall| stall.describe(scenario));
    let totals = engine.counts();
    let counts = PyDict::new(py);
    for (name, count) in [
        ("sent", totals.sent),
        ("delivered", totals.delivered),
        ("hops", totals.hops),
        ("buffer_full", totals.full),
        ("output_trigger", totals.output_triggers),
    ] {
        counts.set_item(name, count)?;
    }
    let (((totals, messages), (exchanges, latencies)), timeline) = engine.into_sink();
    if let Some(timeline) = timeline {
        timeline.finish(scenario.duration);
    }
    let summary = Summary::new(scenario, &totals);
    Ok(Measured {
        engine: form,
        engine_why: why,
        seconds,
        counts: counts.unbind(),
        stall,
        links: used_links(scenario, &summary),
        messages: times::messages(scenario, &messages),
        message_sizes: times::sizes(scenario, &messages),
        exchanges: times::exchanges(scenario, Some(&exchanges)),
        latencies: times::latencies(scenario, Some(&latencies)),
        flow_series: flow_series(scenario, flows),
        link_series: link_series(scenario, links),
        summary,
    })
}

/// Links that carried packets.
fn used_links(scenario: &Scenario, summary: &Summary) -> Columns {
    let used = &summary.links;
    Columns::new()
        .text("link", used.iter().map(|(link, _)| scenario.link_name(*link)).collect())
        .numbers("utilisation", used.iter().map(|(_, utilisation)| *utilisation).collect())
}

fn flow_series(scenario: &Scenario, samples: Samples) -> Columns {
    let groups = groups_of(scenario, &samples.number);
    Columns::new()
        .numbers("time_ms", samples.time_ms)
        .category("flow", samples.number, &flow_names(scenario))
        .category("group", groups, &scenario.groups)
        .numbers("rate", samples.rate)
        .maybe_counts("stored_packets", samples.stored)
        .counts("ipd", samples.ipd)
}

fn link_series(scenario: &Scenario, samples: Samples) -> Columns {
    let names: Vec<String> = (0..scenario.links()).map(|link| scenario.link_name(link)).collect();
    Columns::new()
        .numbers("time_ms", samples.time_ms)
        .category("link", samples.number, &names)
        .numbers("utilisation", samples.rate)
        .maybe_counts("stored_packets", samples.stored)
}
