//! Co-simulation of a scenario's fabric: hardware against twin.

mod ethernet;

use super::{Arguments, LONG_RUN_CYCLES};
use crate::{
    commands::fabric::{form, PacketLog, StallRow},
    failure::Failure,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
    scenario_file::ScenarioFile,
};
use serde::Serialize;
use std::{ops::ControlFlow, time::Instant};
use tailback_gen::Design;
use tailback_model::fabric::{difference, engine_log, known, Engine, EngineLog, Record, Sink};
use tailback_spec::scenario::Scenario;
use tailback_testbench::{
    fabric::{self, compare, Compared},
    harness::{self, Bench, Builder, Job, Library, Optimise},
};

/// Nanoseconds per millisecond.
const MS: f64 = 1e6;
/// Default duration in ms.
const MILLISECONDS: f64 = 1.0;

/// Result of a run.
#[derive(Debug, Serialize)]
struct Ran {
    scenario: String,
    fabric: String,
    seed: u64,
    /// Compared cycles in total.
    cycles: u64,
    /// Compared cycles of the scenario.
    scenario_cycles: u64,
    milliseconds: f64,
    difference: Option<harness::Failure>,
    log_records: usize,
    logs_equal: bool,
    /// Whether the engine's log is equal too; none if the engine does not claim it, or if hardware
    /// and twin differ.
    engine_equal: Option<bool>,
    /// Form of the engine, and why it differs from the hardware.
    engine: &'static str,
    engine_why: Option<String>,
    version: &'static str,
    /// Description of a stall.
    stall: Option<StallRow>,
    astray: Option<String>,
    sent: u64,
    delivered: u64,
    marked: usize,
    links: Vec<LinkRow>,
    /// Counters with values other than zero.
    counters: Vec<CounterRow>,
    counters_read: usize,
    seconds: f64,
    cycles_per_second: f64,
}

/// Packets on a link.
#[derive(Debug, Serialize)]
struct LinkRow {
    name: String,
    data: u64,
    answers: u64,
    flow_control: u64,
}

/// A counter.
#[derive(Debug, Serialize)]
struct CounterRow {
    name: String,
    value: u32,
}

impl CounterRow {
    fn new((counter, value): &(fabric::Counter, u32)) -> Self {
        CounterRow { name: counter.name.clone(), value: *value }
    }
}

impl Ran {
    fn new(scenario: &Scenario, compared: &Compared, cycles: u64, seconds: f64) -> Self {
        let passage = compared.passage.unwrap_or_default();
        let on_last = |record: &&Record| {
            let to = scenario.flows[usize::from(record.flow)].to;
            usize::from(record.link) == scenario.downlink(to)
        };
        let links = compared.traffic.iter().enumerate().map(|(link, traffic)| LinkRow {
            name: scenario.link_name(link),
            data: traffic.data,
            answers: traffic.others,
            flow_control: traffic.flow_control,
        });
        let counted = compared.counters.iter().filter(|(_, value)| *value > 0);
        let arrived = compared.logs.hardware.iter().filter(on_last);
        Ran {
            scenario: scenario.name.clone(),
            fabric: String::new(),
            seed: scenario.seed,
            cycles: compared.cycles,
            scenario_cycles: cycles,
            milliseconds: scenario.nanoseconds(cycles) / MS,
            difference: None,
            log_records: compared.logs.hardware.len(),
            logs_equal: compared.logs.twin == compared.logs.hardware,
            engine_equal: None,
            engine: "",
            engine_why: None,
            version: env!("CARGO_PKG_VERSION"),
            stall: compared.stall.as_ref().map(|stall| StallRow::new(scenario, stall)),
            astray: compared.passage.err().map(|what| what.to_string()),
            sent: passage.sent,
            delivered: passage.delivered,
            marked: arrived.filter(|record| record.marked).count(),
            links: links.collect(),
            counters: counted.map(CounterRow::new).collect(),
            counters_read: compared.counters.len(),
            seconds,
            cycles_per_second: compared.cycles as f64 / seconds,
        }
    }
}

impl Report for Ran {
    fn human(&self) -> String {
        if let Some(failure) = &self.difference {
            let (block, variant) = ("fabric".into(), self.fabric.clone());
            let (seed, cycles) = (self.seed, failure.cycle + 1);
            let failure = Some(failure.clone());
            let verdict = harness::Verdict { block, variant, seed, cycles, waves: None, failure };
            return format!("{verdict}\n");
        }
        let mut table = crate::commands::fabric::table(["link", "data", "replies", "flow control"]);
        for link in &self.links {
            table.add_row([
                link.name.clone(),
                link.data.to_string(),
                link.answers.to_string(),
                link.flow_control.to_string(),
            ]);
        }
        let logs = match (self.logs_equal, self.engine_equal) {
            (false, _) => "both packet logs, not equal",
            (true, None) => "both packet logs, equal",
            (true, Some(true)) => "both packet logs and in the engine's, all equal",
            (true, Some(false)) => "both packet logs, equal; the engine's log differs",
        };
        let astray = self.astray.as_ref().map(|what| format!("{what}\n")).unwrap_or_default();
        let engine = match (self.engine, &self.engine_why) {
            ("", _) => String::new(),
            (NOT_RUN, why) => {
                let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
                format!("engine: {NOT_RUN}{why}\n")
            }
            (engine, why) => format!("{}\n", form(engine, why.as_deref())),
        };
        let stall = self.stall.as_ref().map(|stall| format!("\n{}", stall.text));
        format!(
            "{}: {} cycles equal, {} ms of the scenario\n{engine}\
            {} records in {logs}\n{} counters read from both, equal\n\n{}\n\n\
            {} packets sent, {} delivered, {} of them marked\n{astray}\
            {:.1} s, {:.0} thousand cycles/s\n{}",
            self.fabric,
            self.cycles,
            self.milliseconds,
            self.log_records,
            self.counters_read,
            table.trim_fmt(),
            self.sent,
            self.delivered,
            self.marked,
            self.seconds,
            self.cycles_per_second / 1e3,
            stall.unwrap_or_default(),
        )
    }
}

/// Returns the number of compared cycles of the scenario.
fn cycles(arguments: &Arguments, scenario: &Scenario) -> u64 {
    let of_time = |time: f64| (time * MS / scenario.nanoseconds(1)).round().max(1.0) as u64;
    arguments.cycles.unwrap_or_else(|| match arguments.milliseconds {
        Some(time) => of_time(time),
        None => of_time(MILLISECONDS).min(scenario.duration),
    })
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let loaded = ScenarioFile::new(&arguments.config).load()?;
    if loaded.scenario.transport.is_ethernet() {
        return ethernet::run(arguments, &loaded, output);
    }
    let fabric = loaded.fabric()?;
    let scenario = &loaded.scenario;
    let design = fabric::design(&fabric, &scenario.name)?;
    let cycles = cycles(arguments, scenario);
    let log = arguments.log.as_deref().map(|path| PacketLog::new(path, scenario)).transpose()?;
    let hold = Hold::new();
    let (builder, library) = built(&design, cycles, output)?;
    if hold.asked() {
        return Err(Failure::Interrupted);
    }
    let bar = progress::bar(output, fabric.set_up_cycles() + cycles, "cycles");
    let mut watch = |done: u64| {
        bar.set_position(done);
        hold.go_on()
    };
    let start = Instant::now();
    let compared = compare(&fabric, &library, cycles, arguments.seed, &mut watch);
    bar.finish_and_clear();
    let compared = compared?;
    let seconds = start.elapsed().as_secs_f64();
    if let Some(mut log) = log {
        compared.logs.hardware.iter().for_each(|record| log.record(record));
        log.finish()?;
    }
    let mut ran = Ran::new(scenario, &compared, cycles, seconds);
    ran.fabric = fabric::variant(&fabric);
    if let Some(at) = compared.difference {
        let bench = fabric::bench(&fabric, cycles);
        ran.difference = explained(arguments, &*bench, &builder, &design, at)?;
    }
    if Engine::steps(scenario) {
        (ran.engine, ran.engine_why) =
            (NOT_RUN, Some("only stepping the twin is exact here".into()));
    } else if ran.difference.is_none() && ran.stall.is_none() {
        let engine = engine_log(scenario, cycles);
        ran.engine_equal = engine_agrees(&engine, &compared.logs.hardware, cycles);
        (ran.engine, ran.engine_why) = (engine.form, engine.why_not_exact);
    }
    output.report(&ran)?;
    let good = compared.is_good() && ran.engine_equal != Some(false);
    Ok(if good { Verdict::Good } else { Verdict::Found })
}

/// Builds the simulation of a design for a run of so many cycles.
fn built(design: &Design, cycles: u64, output: &Output) -> Result<(Builder, Library), Failure> {
    let long = cycles >= LONG_RUN_CYCLES;
    let builder = Builder::of_user(if long { Optimise::Run } else { Optimise::Build })?;
    let spinner = progress::spinner(output).with_message("building the model");
    let built = builder.build(design);
    spinner.finish_and_clear();
    Ok((builder, built?))
}

/// Stands for the form of an engine that is not compared.
const NOT_RUN: &str = "not run";

/// Whether the engine's log has the same packets in the same cycles; none if the engine does not
/// claim it.
fn engine_agrees(engine: &EngineLog, hardware: &[Record], cycles: u64) -> Option<bool> {
    let log = &engine.log;
    let same = || difference(&known(log, cycles), &known(hardware, cycles)).first.is_none();
    engine.exact.then(same)
}

/// Repeats the run up to the difference, and writes the files that document it.
fn explained(
    arguments: &Arguments,
    bench: &dyn Bench,
    builder: &Builder,
    design: &Design,
    at: u64,
) -> Result<Option<harness::Failure>, Failure> {
    let mut words = vec!["--scenario".into()];
    words.extend(arguments.config.words());
    let job = Job {
        design,
        builder,
        seed: arguments.seed,
        cycles: at + 1,
        config: &words,
        out: &arguments.out,
        waves: false,
    };
    let verdict = bench.simulate(&job, &mut |_| ControlFlow::Continue(()))?;
    Ok(verdict.failure)
}
