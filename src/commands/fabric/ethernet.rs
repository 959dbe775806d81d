//! `tailback fabric` of a scenario over Ethernet.

use super::{csv::PacketLog, form, messages, table, Arguments, STEPS};
use crate::{
    failure::Failure,
    files::Stream,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use std::{path::Path, time::Instant};
use tailback_model::fabric::{
    ethernet::{Counts, Engine, Gauges, Measured, Ordered},
    Messages, SizeClass, Summary, Totals,
};
use tailback_spec::{fabric::EthernetFabric, scenario::Scenario};

/// A run and its results.
#[derive(Debug, Serialize)]
struct Ran {
    scenario: String,
    about: String,
    seed: u64,
    version: &'static str,
    engine: &'static str,
    /// Why the engine differs from hardware.
    engine_why: Option<String>,
    duration_ms: f64,
    average_from_ms: f64,
    average_to_ms: f64,
    links: Vec<LinkRow>,
    flows: Vec<FlowRow>,
    transfers: Transfers,
    /// Slowdown and completion times by size of messages and of groups of packets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<SizeClass>,
    packets: Counts,
    seconds: f64,
    packet_hops_per_second: f64,
}

/// Utilisation of a link between switches, and its queueing delay.
#[derive(Debug, Serialize)]
struct LinkRow {
    name: String,
    utilisation: f64,
    mean_delay_us: f64,
    longest_delay_us: f64,
}

/// Throughput of a group of flows.
#[derive(Debug, Serialize)]
struct FlowRow {
    name: String,
    flows: usize,
    gbit_per_s: f64,
    packets: u64,
}

/// Transfers of groups of packets.
#[derive(Debug, Serialize)]
struct Transfers {
    complete: usize,
    incomplete: u64,
    median_us: f64,
    within_95_percent_us: f64,
}

impl Transfers {
    /// Of all transfers that have begun, incomplete ones take longest; 0 if there are none, or if so
    /// many are not complete.
    fn of(measured: &Measured, incomplete: u64) -> Self {
        let mut times: Vec<f64> = measured.transfers.iter().map(|(_, time)| *time).collect();
        times.sort_by(f64::total_cmp);
        let count = times.len() + incomplete as usize;
        let within = |percent: usize| times.get(count * percent / 100).copied().unwrap_or_default();
        let (median_us, within_95_percent_us) = (within(50), within(95));
        Transfers { complete: times.len(), incomplete, median_us, within_95_percent_us }
    }
}

impl Report for Ran {
    fn human(&self) -> String {
        let mut links = table(["link", "used", "queue, mean", "longest"]);
        for link in &self.links {
            links.add_row([
                link.name.clone(),
                format!("{:.1} %", link.utilisation * 100.0),
                format!("{:.1} us", link.mean_delay_us),
                format!("{:.1} us", link.longest_delay_us),
            ]);
        }
        let mut flows = table(["flows", "", "Gbit/s", "packets"]);
        for group in &self.flows {
            flows.add_row([
                group.name.clone(),
                group.flows.to_string(),
                format!("{:.3}", group.gbit_per_s),
                group.packets.to_string(),
            ]);
        }
        let Counts { sent, sent_again, delivered, dropped, lost, corrupted, .. } = self.packets;
        let Transfers { complete, incomplete, median_us, within_95_percent_us } = self.transfers;
        let transfers = match complete {
            0 => String::new(),
            _ => format!(
                "{complete} transfers, {incomplete} of them incomplete; half within \
                {median_us:.0} us, 95 % within {within_95_percent_us:.0} us\n"
            ),
        };
        format!(
            "{}: {}\n{} ms, averages from {} to {} ms, seed {}\n{}\n\n{}\n\n{}\n{}\n{transfers}\
            {sent} packets sent, {sent_again} of them again; {delivered} delivered\n\
            frames: {dropped} dropped, {lost} lost, {corrupted} altered; losses: {} by time-out, {} by \
            duplicate ACKs\n{:.2} s, {:.1} million packet-hops/s\n",
            self.scenario,
            self.about,
            self.duration_ms,
            self.average_from_ms,
            self.average_to_ms,
            self.seed,
            form(self.engine, self.engine_why.as_deref()),
            links.trim_fmt(),
            flows.trim_fmt(),
            messages::human(&self.messages),
            self.packets.time_outs,
            self.packets.by_duplicates,
            self.seconds,
            self.packet_hops_per_second / 1e6,
        )
    }
}

/// Reason why the engine differs from hardware, if it does.
pub fn why(scenario: &Scenario) -> Option<String> {
    EthernetFabric::new(scenario).err().map(|unfit| unfit.message)
}

/// Runs a scenario once.
///
/// # Errors
///
/// If Ctrl-C was pressed, or the log, the trace or standard output cannot be written.
pub fn run_once(
    scenario: &Scenario,
    arguments: &Arguments,
    output: &Output,
) -> Result<Verdict, Failure> {
    if arguments.tree.tree.is_some() {
        return Err(Failure::Usage {
            message: "Ethernet switches have no input buffers that fill up to their senders".into(),
            help: Some("remove --tree; --trace writes the queues of links over time".into()),
        });
    }
    let log = arguments.log.as_deref().map(|path| PacketLog::new(path, scenario)).transpose()?;
    let hold = Hold::new();
    let bar = progress::bar(output, scenario.duration, "cycles");
    let start = Instant::now();
    let gauges = (Gauges::new(scenario), Messages::new(scenario));
    let watches = ((Totals::new(scenario), gauges), log.map(Ordered::new));
    let mut engine = Engine::new(scenario, watches);
    for step in 1..=STEPS {
        let end = (u128::from(scenario.duration) * u128::from(step) / u128::from(STEPS)) as u64;
        engine.run_until(end);
        bar.set_position(end);
        if hold.asked() {
            return Err(Failure::Interrupted);
        }
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let counts = engine.counts();
    let ((totals, (gauges, messages)), log) = engine.into_watch();
    let measured = gauges.finish(scenario, scenario.duration);
    log.map(|log| log.finish().finish()).transpose()?;
    if let Some(path) = &arguments.trace {
        trace(path, &measured)?;
    }
    let messages = messages.by_size(scenario);
    output.report(&ran(scenario, &totals, (&measured, messages), counts, seconds))?;
    Ok(Verdict::Good)
}

fn ran(
    scenario: &Scenario,
    totals: &Totals,
    (measured, messages): (&Measured, Vec<SizeClass>),
    counts: Counts,
    seconds: f64,
) -> Ran {
    const NS_PER_MS: f64 = 1e6;
    let milliseconds = |cycles| scenario.nanoseconds(cycles) / NS_PER_MS;
    let summary = Summary::new(scenario, totals);
    let first = 2 * scenario.hosts.len();
    let link = |(number, queue): (usize, &tailback_model::fabric::ethernet::Queue)| LinkRow {
        name: queue.name.clone(),
        utilisation: summary.utilisation(first + number),
        mean_delay_us: queue.mean_us,
        longest_delay_us: queue.most_us.iter().copied().fold(0.0, f32::max).into(),
    };
    let group = |(number, name): (usize, &String)| {
        let all = summary.group(scenario, number);
        let flows = scenario.flows.iter().filter(|flow| flow.group == number).count();
        FlowRow { name: name.clone(), flows, gbit_per_s: all.gbit_per_s, packets: all.packets }
    };
    Ran {
        scenario: scenario.name.clone(),
        about: scenario.about.clone(),
        seed: scenario.seed,
        version: env!("CARGO_PKG_VERSION"),
        engine: Engine::<()>::form(scenario),
        engine_why: why(scenario),
        duration_ms: milliseconds(scenario.duration),
        average_from_ms: milliseconds(scenario.average.start),
        average_to_ms: milliseconds(scenario.average.end),
        links: measured.queues.iter().enumerate().map(link).collect(),
        flows: scenario.groups.iter().enumerate().map(group).collect(),
        transfers: Transfers::of(measured, counts.unfinished),
        messages,
        packets: counts,
        seconds,
        packet_hops_per_second: counts.hops as f64 / seconds,
    }
}

/// Writes the state at the end of each window.
fn trace(path: &Path, measured: &Measured) -> Result<(), Failure> {
    let mut file = Stream::new(path)?;
    file.line(format_args!(
        "time_ms,what,name,gbit_per_s,rtt_us,predicted_rtt_us,packets,queue_mean_us,queue_longest_us"
    ));
    let windows = measured.queues.first().map_or(0, |queue| queue.means_us.len());
    for window in 0..windows {
        let time = (window + 1) as f64 * measured.window_ms;
        for flow in &measured.flows {
            let (rate, rtt) = (flow.gbit_per_s[window], flow.rtt_us[window]);
            let (predicted, packets) = (flow.predicted_us[window], flow.packets[window]);
            let name = &flow.name;
            file.line(format_args!(
                "{time:.6},flow,{name},{rate:.5},{rtt},{predicted},{packets},,"
            ));
        }
        for queue in &measured.queues {
            let (mean, most) = (queue.means_us[window], queue.most_us[window]);
            file.line(format_args!("{time:.6},link,{},,,,,{mean:.3},{most:.3}", queue.name));
        }
    }
    Ok(file.finish()?)
}
