//! `tailback fabric`: runs a scenario on the model.

mod csv;
pub mod ethernet;
mod exchanges;
mod latency;
mod messages;
mod stall;
pub mod sweep;
mod tree;
mod twin;

use exchanges::ExchangeRow;
use latency::LatencyRow;

pub use csv::PacketLog;
pub use stall::StallRow;

use crate::{
    bad_config::BadConfig,
    commands::duration::milliseconds,
    failure::Failure,
    files::{self, Stream},
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
    scenario_file::ScenarioFile,
    slurm::{self, Origin, Reader},
};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};
use tailback_model::fabric::{
    Counts, Engine, Latencies, MessageTimes, Messages, Sample, SizeClass, Snapshots, Summary,
    Timeline, Totals,
};
use tailback_spec::{
    config::{Override, Problems},
    fabric::of_engine,
    scenario::{Scenario, Sweep},
};

/// Run a scenario, and show the utilisation of its links and the rates of its flows.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Scenario, a TOML file; `examples/scenarios/` has those of the papers.
    #[arg(value_name = "SCENARIO", value_hint = clap::ValueHint::FilePath)]
    path: PathBuf,

    /// Replace a value of the file; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,

    /// Write the packet log: a line of CSV for each packet on each link.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath,
          conflicts_with = "on")]
    log: Option<PathBuf>,

    /// Write rates, packets in buffers and packet delays per `measure.window_ms`, as CSV.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath,
          conflicts_with_all = ["twin", "out", "on"])]
    trace: Option<PathBuf>,

    #[command(flatten)]
    tree: tree::TreeOptions,

    /// Compare the packet log with that of the twin, for MS ms (default 1); `--log` is the twin's.
    #[arg(long, value_name = "MS", num_args = 0..=1, require_equals = true,
          default_missing_value = "1", value_parser = milliseconds,
          conflicts_with_all = ["out", "on"])]
    twin: Option<f64>,

    /// Write all measurements at all points of a sweep, as CSV and as Parquet.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, conflicts_with = "log")]
    out: Option<PathBuf>,

    /// Run the scenario without its sweep.
    #[arg(long)]
    no_sweep: bool,

    #[command(flatten)]
    slurm: slurm::Options,
}

/// Most links that the table for people has.
const MOST_LISTED: usize = 64;

/// Number of progress updates.
const STEPS: u64 = 200;

/// A run and its results; rates are fractions of the datapath's rate, throughput is of payload.
#[derive(Debug, Serialize)]
struct Ran {
    scenario: String,
    about: String,
    seed: u64,
    version: &'static str,
    /// Form of the engine, and why it differs from the hardware.
    engine: &'static str,
    engine_why: Option<String>,
    duration_ms: f64,
    average_from_ms: f64,
    average_to_ms: f64,
    links: Vec<LinkRow>,
    flows: Vec<FlowRow>,
    /// Latency of packets by groups of flows.
    latencies: Vec<LatencyRow>,
    /// Slowdown and completion times of messages by size.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<SizeClass>,
    /// Times of messages that wait for others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exchanges: Vec<ExchangeRow>,
    packets: Packets,
    stall: Option<StallRow>,
    seconds: f64,
    packet_hops_per_second: f64,
}

/// Utilisation of a link.
#[derive(Debug, Serialize)]
struct LinkRow {
    name: String,
    utilisation: f64,
}

/// Results of a group of flows.
#[derive(Debug, Serialize)]
struct FlowRow {
    name: String,
    flows: usize,
    rate: f64,
    gbit_per_s: f64,
    lowest_rate: f64,
    highest_rate: f64,
    packets: u64,
    marked_packets: u64,
}

/// Packet counts of the whole run.
#[derive(Debug, Serialize)]
struct Packets {
    sent: u64,
    delivered: u64,
    hops: u64,
    buffer_full: u64,
    output_trigger: u64,
}

/// Results of packets and messages.
struct Rows {
    latencies: Vec<LatencyRow>,
    messages: Vec<SizeClass>,
    exchanges: Vec<ExchangeRow>,
}

/// End state of an engine.
struct Ended {
    counts: Counts,
    engine: &'static str,
    engine_why: Option<String>,
    stall: Option<StallRow>,
}

/// Form of the engine that steps the twin.
pub const STEPPED: &str = "stepped";

/// Returns the form of an engine in words.
pub fn form(engine: &str, why: Option<&str>) -> String {
    match why {
        None => format!("engine: {engine}, as the hardware"),
        Some(why) if engine == STEPPED => {
            format!("engine: {engine}, as the hardware, cycle by cycle, since {why}")
        }
        Some(why) => format!("engine: {engine}, as papers assume, since {why}"),
    }
}

impl Ran {
    fn new(
        scenario: &Scenario,
        totals: &Totals,
        Rows { latencies, messages, exchanges }: Rows,
        ended: Ended,
        seconds: f64,
    ) -> Self {
        let Ended { counts, engine, engine_why, stall } = ended;
        const NS_PER_MS: f64 = 1e6;
        let milliseconds = |cycles| scenario.nanoseconds(cycles) / NS_PER_MS;
        let summary = Summary::new(scenario, totals);
        let link = |(number, utilisation): &(usize, f64)| LinkRow {
            name: scenario.link_name(*number),
            utilisation: *utilisation,
        };
        let group = |(number, name): (usize, &String)| {
            let of_group = scenario.flows.iter().zip(&summary.flows);
            let rates =
                of_group.filter(|(flow, _)| flow.group == number).map(|(_, flow)| flow.rate);
            let all = summary.group(scenario, number);
            FlowRow {
                name: name.clone(),
                flows: rates.clone().count(),
                rate: all.rate,
                gbit_per_s: all.gbit_per_s,
                lowest_rate: rates.clone().fold(f64::INFINITY, f64::min),
                highest_rate: rates.fold(0.0, f64::max),
                packets: all.packets,
                marked_packets: all.marked,
            }
        };
        Ran {
            scenario: scenario.name.clone(),
            about: scenario.about.clone(),
            seed: scenario.seed,
            version: env!("CARGO_PKG_VERSION"),
            engine,
            engine_why,
            stall,
            duration_ms: milliseconds(scenario.duration),
            average_from_ms: milliseconds(scenario.average.start),
            average_to_ms: milliseconds(scenario.average.end),
            links: summary.links.iter().map(link).collect(),
            flows: scenario.groups.iter().enumerate().map(group).collect(),
            latencies,
            messages,
            exchanges,
            packets: Packets {
                sent: counts.sent,
                delivered: counts.delivered,
                hops: counts.hops,
                buffer_full: counts.full,
                output_trigger: counts.output_triggers,
            },
            seconds,
            packet_hops_per_second: counts.hops as f64 / seconds,
        }
    }
}

impl Report for Ran {
    fn human(&self) -> String {
        let percent = |rate: f64| format!("{:.1} %", rate * 100.0);
        let mut links = table(["link", "used"]);
        // Of a large fabric, the links that are used most.
        let mut listed: Vec<&LinkRow> = self.links.iter().collect();
        if listed.len() > MOST_LISTED {
            listed.sort_by(|one, other| other.utilisation.total_cmp(&one.utilisation));
            listed.truncate(MOST_LISTED);
        }
        for link in &listed {
            links.add_row([link.name.clone(), percent(link.utilisation)]);
        }
        if listed.len() < self.links.len() {
            let others = self.links.len() - listed.len();
            links.add_row([format!("{others} others"), "--json lists them".into()]);
        }
        let mut flows =
            table(["flows", "", "rate", "Gbit/s", "each, at least", "at most", "marked"]);
        for group in &self.flows {
            let marked = group.marked_packets as f64 / group.packets.max(1) as f64;
            flows.add_row([
                group.name.clone(),
                group.flows.to_string(),
                percent(group.rate),
                format!("{:.3}", group.gbit_per_s),
                percent(group.lowest_rate),
                percent(group.highest_rate),
                percent(marked),
            ]);
        }
        format!(
            "{}: {}\n{} ms, averages from {} to {} ms, seed {}\n{}\n\n{}\n\n{}\n\n{}\n{}{}\n\
            {} packets sent, {} delivered; buffers became full {} times, outputs crowded {} times\n\
            {:.2} s, {:.1} million packet-hops/s\n{}",
            self.scenario,
            self.about,
            self.duration_ms,
            self.average_from_ms,
            self.average_to_ms,
            self.seed,
            form(self.engine, self.engine_why.as_deref()),
            links.trim_fmt(),
            flows.trim_fmt(),
            latency::human(&self.latencies),
            messages::human(&self.messages),
            exchanges::human(&self.exchanges),
            self.packets.sent,
            self.packets.delivered,
            self.packets.buffer_full,
            self.packets.output_trigger,
            self.seconds,
            self.packet_hops_per_second / 1e6,
            self.stall.as_ref().map(|stall| format!("\n{}", stall.text)).unwrap_or_default(),
        )
    }
}

/// Returns a table whose columns are numeric, except for the first.
pub(super) fn table(header: impl Into<comfy_table::Row>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    table
}

/// Loads the scenario at all points of its sweep; a scenario without a sweep is a single point.
/// Also returns the texts from which it was read.
fn load(arguments: &Arguments) -> Result<(Sweep, Origin), Failure> {
    let text = files::read_text(&arguments.path)?;
    let directory = arguments.path.parent().unwrap_or(Path::new(""));
    let reader = Reader::new(directory);
    let file = |name: &str| reader.read(name);
    let read = match arguments.no_sweep {
        true => Sweep::without(&text, &arguments.overrides, file),
        false => Sweep::from_toml_with(&text, &arguments.overrides, file),
    };
    let refused =
        |sweep: &Sweep| sweep.points.iter().find_map(|point| of_engine(&point.scenario).err());
    let read = read.and_then(|sweep| match refused(&sweep) {
        Some(unfit) => Err(unfit.located(&text, &arguments.overrides)),
        None => Ok(sweep),
    });
    match read {
        Ok(sweep) => Ok((sweep, reader.origin(text))),
        Err(Problems(problems)) => {
            let file = arguments.path.display().to_string();
            Err(Failure::Config(Box::new(BadConfig { file, text, problems })))
        }
    }
}

/// Runs `tailback fabric`.
///
/// # Errors
///
/// If the scenario cannot be read or has problems, `--log`, `--trace` or `--tree` is given for a sweep of
/// several points, two of them name the same file, Ctrl-C was pressed, or a result cannot be written. A
/// stall is no error, but [`Verdict::Found`].
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    if let Some(time) = arguments.twin {
        let loaded = ScenarioFile::at(&arguments.path, &arguments.overrides).load()?;
        return twin::run(&loaded, time, arguments.log.as_deref(), output);
    }
    let files = [&arguments.log, &arguments.trace, &arguments.tree.tree].map(Option::as_deref);
    let files: Vec<&Path> = files.into_iter().flatten().collect();
    if (1..files.len()).any(|number| files[..number].contains(&files[number])) {
        return Err(Failure::Usage {
            message: "two of packet log, trace and congestion tree would be the same file".into(),
            help: Some("name different files".into()),
        });
    }
    let (sweep, origin) = load(arguments)?;
    let is_table = arguments.out.is_some() || arguments.slurm.requested();
    match sweep.points.as_slice() {
        [point] if !is_table && point.scenario.transport.is_ethernet() => {
            ethernet::run_once(&point.scenario, arguments, output)
        }
        [point] if !is_table => run_once(&point.scenario, arguments, output),
        points if !files.is_empty() => Err(Failure::Usage {
            message: format!(
                "a packet log, a trace or a congestion tree describes one run, but the sweep has {} points",
                points.len()
            ),
            help: Some("choose a point with `--set`, or add `--no-sweep`".into()),
        }),
        _ => sweep::run(&sweep, origin, arguments, output),
    }
}

fn run_once(
    scenario: &Scenario,
    arguments: &Arguments,
    output: &Output,
) -> Result<Verdict, Failure> {
    let log = arguments.log.as_deref().map(|path| PacketLog::new(path, scenario)).transpose()?;
    let mut trace = arguments.trace.as_deref().map(csv::trace).transpose()?;
    let timeline = trace
        .as_mut()
        .map(|file| Timeline::new(scenario, |sample: &Sample| file.line(format_args!("{sample}"))));
    let mut tree = tree::Recorder::new(scenario, &arguments.tree)?;
    let snapshots = tree.as_ref().map(|_| Snapshots::new(scenario));
    let hold = Hold::new();
    let bar = progress::bar(output, scenario.duration, "cycles");
    let start = Instant::now();
    let mut engine = {
        let messages = (Messages::new(scenario), MessageTimes::new(scenario));
        let followed = (Totals::new(scenario), (messages, Latencies::new(scenario)));
        Engine::new(scenario, ((followed, log), (timeline, snapshots)))
    };
    for step in 1..=STEPS {
        let end = (u128::from(scenario.duration) * u128::from(step) / u128::from(STEPS)) as u64;
        if let Some(tree) = &mut tree {
            tree.run_until(&mut engine, end, |(_, (_, snapshots))| snapshots.as_mut());
        }
        engine.run_until(end);
        bar.set_position(end);
        if hold.asked() {
            return Err(Failure::Interrupted);
        }
        if engine.stall().is_some() {
            break;
        }
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let ended = Ended {
        counts: engine.counts(),
        engine: engine.form(),
        engine_why: engine.why_not_exact().map(str::to_owned),
        stall: engine.stall().map(|stall| StallRow::new(scenario, stall)),
    };
    let verdict = if ended.stall.is_some() { Verdict::Found } else { Verdict::Good };
    let (((totals, ((messages, times), latencies)), log), (timeline, _)) = engine.into_sink();
    if let Some(timeline) = timeline {
        timeline.finish(scenario.duration);
    }
    log.map(PacketLog::finish).transpose()?;
    trace.map(Stream::finish).transpose()?;
    tree.map(|tree| tree.finish(&form(ended.engine, ended.engine_why.as_deref()))).transpose()?;
    let rows = Rows {
        latencies: latency::rows(scenario, &latencies),
        messages: messages.by_size(scenario),
        exchanges: exchanges::rows(scenario, &times),
    };
    output.report(&Ran::new(scenario, &totals, rows, ended, seconds))?;
    Ok(verdict)
}
