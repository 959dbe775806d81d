//! `tailback board`: runs a scenario on a board or its simulation, and compares the counters with the twin.

mod live;
mod outcome;

use crate::{
    board::{open, BoardError, Client, Comparison, Line, Session, Simulated},
    commands::{
        build::{self, BAUD, BAUDS},
        duration::milliseconds,
    },
    failure::Failure,
    interrupt::Hold,
    output::{Output, Verdict},
    progress,
    scenario_file::ScenarioFile,
};
use live::Live;
use outcome::Outcome;
use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::Duration,
};
use tailback_gen::boards::TARGETS;
use tailback_spec::{
    board::{uart::Uart, Board},
    config::Override,
    scenario::Scenario,
};
use tailback_testbench::{
    board::twin::{self, NoResult, Ran},
    fabric::counters,
    harness::{Builder, Optimise},
};

/// Run a scenario on a board, and compare what switches, NICs and hosts have counted with the golden models.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("line").required(true).args(["port", "simulate"]))]
pub struct Arguments {
    /// Scenario, a TOML file, of whose fabric the board has the bitstream.
    #[arg(value_name = "SCENARIO", value_hint = clap::ValueHint::FilePath)]
    path: PathBuf,

    /// Replace a value of the file; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,

    /// Serial line to the board, such as /dev/ttyUSB0.
    #[arg(long, value_name = "PATH", value_hint = clap::ValueHint::FilePath)]
    port: Option<String>,

    /// Simulate the board with Verilator, behind a pseudo-terminal.
    #[arg(long)]
    simulate: bool,

    /// Bits per second of the serial line. Default: 1000000; simulated: as many as the bridge can receive.
    #[arg(long, value_name = "BAUD", value_parser = clap::value_parser!(u32).range(BAUDS))]
    baud: Option<u32>,

    /// Time for which flows send, instead of that of the scenario.
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    ms: Option<f64>,

    /// Do not compare the counters with the twin, which takes much longer than a board.
    #[arg(long)]
    no_compare: bool,
}

/// Time for which a board may take for a byte.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time for which a simulation may take for a byte.
const SIMULATED_PATIENCE: Duration = Duration::from_secs(60);

/// Nanoseconds per millisecond.
const MS: f64 = 1e6;

impl Arguments {
    /// Returns the scenario, of which each flow stops at the end of the run, so that all packets are delivered in
    /// the end; and the cycles of the run.
    fn stopped(&self, scenario: &Scenario) -> (Scenario, u64) {
        let asked = self.ms.map(|ms| (ms * MS / scenario.nanoseconds(1)).round() as u64);
        let cycles = asked.unwrap_or(scenario.duration);
        let mut scenario = scenario.clone();
        for flow in &mut scenario.flows {
            flow.stop = Some(flow.stop.map_or(cycles, |stop| stop.min(cycles)));
        }
        (scenario, cycles)
    }

    /// Returns the bits per second of the serial line.
    fn baud(&self, scenario: &Scenario) -> u32 {
        let fastest = scenario.config.clock().frequency_hz() / Uart::BIT_CYCLES.start();
        self.baud.unwrap_or(if self.simulate { fastest as u32 } else { BAUD })
    }

    /// Returns the command that builds the bitstream.
    fn build(&self) -> String {
        let mut words =
            vec!["tailback".to_owned(), "build".into(), self.path.display().to_string()];
        for change in &self.overrides {
            words.extend(["--set".into(), format!("{}={}", change.key, change.value)]);
        }
        words.extend(["--board".into(), TARGETS[0].name.into()]);
        words.extend(self.baud.map(|baud| format!("--baud {baud}")));
        words.extend(["--out".into(), "build/board".into()]);
        words.join(" ")
    }
}

/// Runs `tailback board`.
///
/// # Errors
///
/// If the scenario cannot be read, has problems or no hardware, the board is another one or does not respond, a tool
/// is missing or fails, Ctrl-C was pressed, or standard output cannot be written. A counter that differs is no
/// error, but [`Verdict::Found`].
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let loaded = ScenarioFile::at(&arguments.path, &arguments.overrides).load()?;
    let (scenario, cycles) = arguments.stopped(&loaded.scenario);
    let baud = arguments.baud(&scenario);
    let board = loaded.board(&scenario, baud)?;
    let hold = Hold::new();
    let run = Run { arguments, board: &board, cycles, hold: &hold, output };
    let outcome = match &arguments.port {
        Some(port) => run.on(open(port, baud, PATIENCE)?)?,
        None => run.simulated()?,
    };
    output.report(&outcome)?;
    Ok(if outcome.is_equal() { Verdict::Good } else { Verdict::Found })
}

/// A run.
#[derive(Clone, Copy)]
struct Run<'a> {
    arguments: &'a Arguments,
    board: &'a Board,
    cycles: u64,
    hold: &'a Hold,
    output: &'a Output,
}

impl Run<'_> {
    /// Runs the scenario on a simulated board.
    fn simulated(&self) -> Result<Outcome, Failure> {
        let name = &self.board.fabric().scenario().name;
        let design = build::design(self.board, name)?;
        let spinner = progress::spinner(self.output).with_message("building the model");
        let library = Builder::of_user(Optimise::Build)?.build(&design);
        spinner.finish_and_clear();
        let (simulated, line) = Simulated::start(self.board, &library?, SIMULATED_PATIENCE)?;
        let outcome = self.on(line);
        // A simulation that has failed does not respond.
        simulated.end()?;
        outcome
    }

    /// Runs the scenario on the board at the end of a line.
    fn on(&self, line: impl Line) -> Result<Outcome, Failure> {
        let mut client = Client::new(line, self.board);
        client.identify(&self.arguments.build())?;
        let spinner = progress::spinner(self.output).with_message("writing the registers");
        let session = Session::set_up(client, self.board, self.cycles, &mut || self.hold.go_on());
        spinner.finish_and_clear();
        let mut session = session?.ok_or(Failure::Interrupted)?;
        let first = session.first();
        let twin = match self.arguments.no_compare {
            true => {
                self.wait(&mut session, 0)?;
                None
            }
            false => {
                let Ran { counts, settled } = self.beside_twin(&mut session)?;
                self.wait(&mut session, settled)?;
                Some(counts)
            }
        };
        let bar =
            progress::bar(self.output, counters(self.board.fabric()).len() as u64, "counters");
        let found = session.counts(&|read| bar.set_position(read as u64));
        bar.finish_and_clear();
        let found = found?;
        let comparison = twin.map(|twin| Comparison::new(self.board, &found, &twin));
        let port = self.arguments.port.as_deref();
        Ok(Outcome::new(self.board, port, (first, self.cycles), &found, comparison))
    }

    /// Shows the counts of the board until the run is over, and at least until cycle `settled` of the scenario.
    fn wait(&self, session: &mut Session<impl Line>, settled: u64) -> Result<(), Failure> {
        let mut live = Live::new(self.board, session.marked(), self.cycles, self.output);
        let is_over = session.wait(settled, &mut |snapshot| {
            live.show(snapshot);
            self.hold.go_on()
        });
        live.end();
        match is_over? {
            true => Ok(()),
            false => Err(Failure::Interrupted),
        }
    }

    /// Shows the counts of the board until the run is over, and runs the twin meanwhile.
    fn beside_twin(&self, session: &mut Session<impl Line>) -> Result<Ran, Failure> {
        /// Interval between two looks at the twin.
        const LOOK: Duration = Duration::from_millis(50);
        let fabric = self.board.fabric();
        let first = twin::equivalent_beginning(fabric, session.first());
        let (cycle, ends) = (AtomicU64::new(0), AtomicBool::new(false));
        let ran = thread::scope(|scope| {
            let twin = scope.spawn(|| {
                twin::run(fabric, first, self.cycles, &mut |done| {
                    cycle.store(done, Ordering::Relaxed);
                    match ends.load(Ordering::Relaxed) {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                })
            });
            let waited = self.wait(session, 0);
            let bar = progress::bar(self.output, first + self.cycles, "cycles of the twin");
            while !twin.is_finished() && waited.is_ok() && !self.hold.asked() {
                bar.set_position(cycle.load(Ordering::Relaxed));
                thread::sleep(LOOK);
            }
            bar.finish_and_clear();
            ends.store(true, Ordering::Relaxed);
            let ran = twin.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            waited.map(|()| ran)
        })?;
        ran.map_err(|error| match error {
            NoResult::Cancelled => Failure::Interrupted,
            error => BoardError::from(error).into(),
        })
    }
}
