//! Co-simulation of a scenario's fabric over Ethernet: hardware against twin and engine.

use super::{built, cycles, explained, CounterRow, MS};
use crate::{
    commands::{
        cosim::Arguments,
        fabric::{ethernet::why, form, table, PacketLog},
    },
    failure::Failure,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
    scenario_file::Loaded,
};
use serde::Serialize;
use std::time::Instant;
use tailback_model::fabric::{difference, ethernet::Engine, Record, Sink};
use tailback_spec::scenario::Scenario;
use tailback_testbench::{
    fabric::ethernet::{self, compare, Compared},
    harness,
};

/// Cycles of a frame's header: a frame is logged once it has entered a link.
const HEADER_BEATS: u64 = 3;

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
    /// Whether the engine's log is equal too; none if hardware and twin differ.
    engine_equal: Option<bool>,
    engine: &'static str,
    engine_why: Option<String>,
    version: &'static str,
    /// Description of a payload that is lost or altered.
    wrong: Option<String>,
    /// Packets delivered.
    delivered: u64,
    links: Vec<LinkRow>,
    /// Counters with values other than zero.
    counters: Vec<CounterRow>,
    counters_read: usize,
    seconds: f64,
    cycles_per_second: f64,
}

/// Frames on a link, without copies.
#[derive(Debug, Serialize)]
struct LinkRow {
    name: String,
    data: u64,
    others: u64,
}

impl Ran {
    fn new(scenario: &Scenario, compared: &Compared, cycles: u64, seconds: f64) -> Self {
        let links = compared.traffic.iter().enumerate().map(|(link, traffic)| LinkRow {
            name: scenario.link_name(link),
            data: traffic.data,
            others: traffic.others,
        });
        let [twin, hardware] = &compared.logs;
        let counted = compared.counters.iter().filter(|(_, value)| *value > 0);
        let wrong = compared.wrong.map(|(host, packet)| {
            format!("host {:?} got another payload as packet {packet}", scenario.hosts[host].name)
        });
        Ran {
            scenario: scenario.name.clone(),
            fabric: String::new(),
            seed: scenario.seed,
            cycles: compared.cycles,
            scenario_cycles: cycles,
            milliseconds: scenario.nanoseconds(cycles) / MS,
            difference: None,
            log_records: hardware.len(),
            logs_equal: twin == hardware,
            engine_equal: None,
            engine: Engine::<()>::form(scenario),
            engine_why: why(scenario),
            version: env!("CARGO_PKG_VERSION"),
            wrong,
            delivered: compared.delivered.iter().sum(),
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
        let mut rows = table(["link", "data", "ACKs and replies"]);
        for link in &self.links {
            rows.add_row([link.name.clone(), link.data.to_string(), link.others.to_string()]);
        }
        let logs = match (self.logs_equal, self.engine_equal) {
            (false, _) => "both packet logs, not equal",
            (true, Some(false)) => "both packet logs, equal; the engine's log differs",
            (true, _) => "both packet logs and in the engine's, all equal",
        };
        let wrong = self.wrong.as_ref().map(|what| format!("{what}\n")).unwrap_or_default();
        format!(
            "{}: {} cycles equal, {} ms of the scenario\n{}\n\
            {} records in {logs}\n{} counters read from both, equal\n\n{}\n\n\
            {} packets delivered\n{wrong}{:.1} s, {:.0} thousand cycles/s\n",
            self.fabric,
            self.cycles,
            self.milliseconds,
            form(self.engine, self.engine_why.as_deref()),
            self.log_records,
            self.counters_read,
            rows.trim_fmt(),
            self.delivered,
            self.seconds,
            self.cycles_per_second / 1e3,
        )
    }
}

/// Runs hardware, twin and engine of a scenario over Ethernet.
///
/// # Errors
///
/// If the scenario has no hardware, a description is refused, a tool fails, Ctrl-C was pressed, or the
/// log or standard output cannot be written.
pub(super) fn run(
    arguments: &Arguments,
    loaded: &Loaded,
    output: &Output,
) -> Result<Verdict, Failure> {
    let (scenario, fabric) = (&loaded.scenario, loaded.ethernet_fabric()?);
    let design = ethernet::design(&fabric, &scenario.name)?;
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
    let [_, hardware] = &compared.logs;
    if let Some(mut log) = log {
        hardware.iter().for_each(|record| log.record(record));
        log.finish()?;
    }
    let mut ran = Ran::new(scenario, &compared, cycles, seconds);
    ran.fabric = ethernet::variant(&fabric);
    match compared.difference {
        Some(at) => {
            let bench = ethernet::bench(&fabric, cycles);
            ran.difference = explained(arguments, &*bench, &builder, &design, at)?;
        }
        None => ran.engine_equal = Some(engine_agrees(scenario, hardware, cycles)),
    }
    output.report(&ran)?;
    let good = compared.is_good() && ran.engine_equal != Some(false);
    Ok(if good { Verdict::Good } else { Verdict::Found })
}

/// Whether the engine's log has the same packets in the same cycles.
fn engine_agrees(scenario: &Scenario, hardware: &[Record], cycles: u64) -> bool {
    let mut engine = Engine::new(scenario, Vec::new());
    engine.run_until(cycles);
    let mut log: Vec<Record> = engine.into_watch();
    log.sort_by_key(|record| (record.cycle, record.link));
    let begun = |log: &[Record]| -> Vec<Record> {
        log.iter().filter(|record| record.cycle + HEADER_BEATS < cycles).cloned().collect()
    };
    difference(&begun(&log), &begun(hardware)).first.is_none()
}
