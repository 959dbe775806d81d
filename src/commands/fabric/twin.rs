//! Comparison of the engine's packet log with the twin's.

use super::{form, PacketLog, StallRow};
use crate::{
    failure::Failure,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
    scenario_file::Loaded,
};
use serde::Serialize;
use std::path::Path;
use tailback_model::fabric::{
    check_passage, difference, engine_log, ethernet, known, Difference, Engine, Record, Sink,
    TwinRun,
};
use tailback_spec::scenario::Scenario;

/// Nanoseconds per millisecond.
const MS: f64 = 1e6;

/// Comparison of the two logs; the engine's is the first.
#[derive(Debug, Serialize)]
struct Ran {
    scenario: String,
    milliseconds: f64,
    records_engine: usize,
    records_twin: usize,
    equal: usize,
    equal_from_start: usize,
    other_cycle: usize,
    other_mark: usize,
    missing_in_twin: usize,
    twin_later_least: Option<i64>,
    twin_later_most: Option<i64>,
    first_engine: Option<String>,
    first_twin: Option<String>,
    /// Fault of the twin's log by itself.
    astray: Option<String>,
    engine: &'static str,
    engine_why: Option<String>,
    seed: u64,
    version: &'static str,
    /// Stalls of the twin and of the engine.
    stall_twin: Option<StallRow>,
    stall_engine: Option<StallRow>,
}

impl Ran {
    fn new(scenario: &Scenario, cycles: u64, found: &Difference) -> Self {
        let named = |record: Option<Record>| {
            record.map(|record| {
                let link = scenario.link_name(record.link.into());
                let flow = scenario.flow_name(record.flow.into());
                let mark = if record.marked { ", marked" } else { "" };
                let Record { cycle, sequence, .. } = record;
                format!("cycle {cycle}, {link}: packet {sequence} of {flow}{mark}")
            })
        };
        let [engine, twin] = found.first.unwrap_or([None, None]);
        Ran {
            scenario: scenario.name.clone(),
            milliseconds: scenario.nanoseconds(cycles) / MS,
            records_engine: found.records[0],
            records_twin: found.records[1],
            equal: found.equal,
            equal_from_start: found.equal_from_start,
            other_cycle: found.moved,
            other_mark: found.other_mark,
            missing_in_twin: found.missing,
            twin_later_least: found.later.map(|(least, _)| least),
            twin_later_most: found.later.map(|(_, most)| most),
            first_engine: named(engine),
            first_twin: named(twin),
            astray: None,
            engine: "",
            engine_why: None,
            seed: scenario.seed,
            version: env!("CARGO_PKG_VERSION"),
            stall_twin: None,
            stall_engine: None,
        }
    }
}

impl Report for Ran {
    fn human(&self) -> String {
        let mut text = format!(
            "{}: {} ms, {} records of the engine, {} of the twin\n{}, seed {}\n\
            {} equal, {} from the start; {} in another cycle, {} with another mark, {} missing\n",
            self.scenario,
            self.milliseconds,
            self.records_engine,
            self.records_twin,
            form(self.engine, self.engine_why.as_deref()),
            self.seed,
            self.equal,
            self.equal_from_start,
            self.other_cycle,
            self.other_mark,
            self.missing_in_twin,
        );
        if let (Some(least), Some(most)) = (self.twin_later_least, self.twin_later_most) {
            text += &format!("the twin is {least} to {most} cycles later\n");
        }
        let none = || "no more records".to_owned();
        if self.first_engine.is_some() || self.first_twin.is_some() {
            text += "\nThe first difference:\n";
            text += &format!("  engine  {}\n", self.first_engine.clone().unwrap_or_else(none));
            text += &format!("  twin    {}\n", self.first_twin.clone().unwrap_or_else(none));
        }
        if let Some(what) = &self.astray {
            text += &format!("\n{what}\n");
        }
        for (who, stall) in [("engine", &self.stall_engine), ("twin", &self.stall_twin)] {
            if let Some(stall) = stall {
                text += &format!("\n{who} {}", stall.text);
            }
        }
        text
    }
}

/// A run of the twin alone.
#[derive(Debug, Serialize)]
struct Alone {
    scenario: String,
    milliseconds: f64,
    records_twin: usize,
    /// Stall of the twin.
    stall_twin: Option<StallRow>,
}

impl Report for Alone {
    fn human(&self) -> String {
        let Alone { scenario, milliseconds, records_twin, stall_twin } = self;
        let stall = stall_twin.as_ref().map_or(String::new(), |stall| format!("\n{}", stall.text));
        format!(
            "{scenario}: {milliseconds} ms, {records_twin} records of the twin\n\
            the engine is not compared: only stepping the twin is exact here\n{stall}"
        )
    }
}

/// Runs both for `time` ms, or the twin alone if the engine steps it.
pub(super) fn run(
    loaded: &Loaded,
    time: f64,
    log: Option<&Path>,
    output: &Output,
) -> Result<Verdict, Failure> {
    let scenario = &loaded.scenario;
    if scenario.transport.is_ethernet() {
        return over_ethernet(loaded, time, log, output);
    }
    let fabric = loaded.fabric()?;
    let cycles = ((time * MS / scenario.nanoseconds(1)).round() as u64).min(scenario.duration);
    let csv = log.map(|path| PacketLog::new(path, scenario)).transpose()?;
    let hold = Hold::new();
    let engine = (!Engine::steps(scenario)).then(|| engine_log(scenario, cycles));
    let total = fabric.set_up_cycles() + cycles;
    let bar = progress::bar(output, total, "cycles");
    let mut run = TwinRun::new(&fabric, cycles);
    for cycle in 0..total {
        run.cycle();
        const SHOWN: u64 = 1 << 12;
        if cycle % SHOWN == 0 {
            bar.set_position(cycle);
            if hold.asked() {
                return Err(Failure::Interrupted);
            }
        }
        if run.is_stalled() {
            break;
        }
    }
    bar.finish_and_clear();
    let mut monitor = run.into_monitor();
    let stall = monitor.stall().cloned();
    let twin = known(&monitor.into_log(), cycles);
    if let Some(mut csv) = csv {
        twin.iter().for_each(|record| csv.record(record));
        csv.finish()?;
    }
    let row = |stall: Option<_>| stall.map(|stall| StallRow::new(scenario, &stall));
    let Some(engine) = engine else {
        let milliseconds = scenario.nanoseconds(cycles) / MS;
        let (name, stall_twin) = (scenario.name.clone(), row(stall));
        let alive = stall_twin.is_none();
        let records_twin = twin.len();
        output.report(&Alone { scenario: name, milliseconds, records_twin, stall_twin })?;
        return Ok(if alive { Verdict::Good } else { Verdict::Found });
    };
    let found = difference(&known(&engine.log, cycles), &twin);
    let mut ran = Ran::new(scenario, cycles, &found);
    ran.astray = check_passage(scenario, &twin).err().map(|what| what.to_string());
    (ran.stall_twin, ran.stall_engine) = (row(stall), row(engine.stall));
    (ran.engine, ran.engine_why) = (engine.form, engine.why_not_exact);
    output.report(&ran)?;
    let stalled = ran.stall_twin.is_some() || ran.stall_engine.is_some();
    Ok(if found.first.is_none() && !stalled { Verdict::Good } else { Verdict::Found })
}

/// Runs golden models and engine of a scenario over Ethernet for `time` ms.
fn over_ethernet(
    loaded: &Loaded,
    time: f64,
    log: Option<&Path>,
    output: &Output,
) -> Result<Verdict, Failure> {
    /// Cycles after which the twin has logged a frame that begins: more than its beats.
    const LOGGED_CYCLES: u64 = 256;
    const STEPS: u64 = 200;
    let (scenario, fabric) = (&loaded.scenario, loaded.ethernet_fabric()?);
    let cycles = ((time * MS / scenario.nanoseconds(1)).round() as u64).min(scenario.duration);
    let total = cycles + LOGGED_CYCLES;
    let csv = log.map(|path| PacketLog::new(path, scenario)).transpose()?;
    let hold = Hold::new();
    let bar = progress::bar(output, total, "cycles");
    let mut twin = ethernet::TwinRun::new(&fabric, Vec::new());
    let mut engine = ethernet::Engine::new(scenario, Vec::new());
    for step in 1..=STEPS {
        let end = total * step / STEPS;
        twin.run_until(end);
        engine.run_until(end);
        bar.set_position(end);
        if hold.asked() {
            return Err(Failure::Interrupted);
        }
    }
    bar.finish_and_clear();
    let wrong = twin.surroundings().wrong();
    let wrong = wrong.map(|(host, packet)| {
        format!("host {:?} got another payload as packet {packet}", scenario.hosts[host].name)
    });
    let mut logs: [Vec<Record>; 2] = [engine.into_watch(), twin.into_sink()];
    for log in &mut logs {
        log.retain(|record| record.cycle < cycles);
        log.sort_by_key(|record| (record.cycle, record.link));
    }
    let [engine, twin] = &logs;
    if let Some(mut csv) = csv {
        twin.iter().for_each(|record| csv.record(record));
        csv.finish()?;
    }
    let found = difference(engine, twin);
    let mut ran = Ran::new(scenario, cycles, &found);
    (ran.engine, ran.astray) = (ethernet::Engine::<()>::form(scenario), wrong);
    output.report(&ran)?;
    let good = found.first.is_none() && ran.astray.is_none();
    Ok(if good { Verdict::Good } else { Verdict::Found })
}
