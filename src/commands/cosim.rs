//! `tailback cosim`: the Verilog of a module in lockstep with its golden model.

mod fabric;

use crate::{
    blocks::BlockName,
    commands::duration::milliseconds,
    config_file::ConfigFile,
    failure::Failure,
    files,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};
use tailback_gen::Design;
use tailback_testbench::harness::{self, rtl, Builder, Error, Job, Optimise};

/// Co-simulate a module with its golden model: every output in every cycle.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,

    /// Read the file as a scenario; compare its fabric with the twin, driven by its hosts.
    #[arg(long, conflicts_with_all = ["module", "replay", "rtl", "waves"])]
    scenario: bool,

    /// Clock cycles to compare. Default: 1000000; with a scenario, its first millisecond.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    cycles: Option<u64>,

    /// Time of the scenario to compare, instead of cycles.
    #[arg(long, value_name = "MS", requires = "scenario", conflicts_with = "cycles",
          value_parser = milliseconds)]
    milliseconds: Option<f64>,

    /// Write the packet log of the scenario: a line of CSV for each packet on each link.
    #[arg(long, value_name = "FILE", requires = "scenario", value_hint = clap::ValueHint::FilePath)]
    log: Option<PathBuf>,

    /// Seed of the stimulus and of the initial values of registers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Repeat a recorded stimulus, with its recorded seed and length.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath,
          conflicts_with_all = ["cycles", "seed"])]
    replay: Option<PathBuf>,

    /// Compare this Verilog file: its modules replace the generated ones of the same names.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    rtl: Option<PathBuf>,

    /// Write a waveform of the first cycles, even without a difference.
    #[arg(long)]
    waves: bool,

    /// Directory for waveforms and for the files about a difference.
    #[arg(long, value_name = "DIR", default_value = OUT,
          value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
}

/// Default output directory.
const OUT: &str = "build/cosim";

/// Default number of cycles.
const CYCLES: u64 = 1_000_000;

/// Minimum length of a run that repays a slower compilation.
const LONG_RUN_CYCLES: u64 = 1_000_000;

/// Result of a comparison, with the speed reached.
#[derive(Debug, Serialize)]
struct Compared {
    #[serde(flatten)]
    verdict: harness::Verdict,
    seconds: f64,
    cycles_per_second: f64,
}

impl Report for Compared {
    fn human(&self) -> String {
        let speed = self.cycles_per_second / 1e6;
        let waves = match &self.verdict.waves {
            Some(waves) => format!("\n{waves}"),
            None => "\n".into(),
        };
        // Handling a difference takes time of its own, so the speed would be meaningless.
        let speed = match &self.verdict.failure {
            None => format!("{:.1} s, {speed:.2} million cycles/s\n", self.seconds),
            Some(_) => String::new(),
        };
        format!("{}{waves}{speed}", self.verdict)
    }
}

/// Returns the design with the modules of `file` instead of the generated ones.
fn with_rtl(design: &Design, file: &Path, builder: &Builder) -> Result<Design, Failure> {
    // For an unreadable file, Verilator's own message names only the missing module.
    files::regular(file)?;
    let text = builder.preprocess(file).map_err(|error| explained(error, file))?;
    rtl::substitute(design, &text).map_err(|error| Failure::Usage {
        message: format!("`{}` cannot be compared: {error}", file.display()),
        help: Some(
            "name each module as `tailback gen` does, or wrap it in a module of that name".into(),
        ),
    })
}

/// Attributes an error of the tools to the user's Verilog.
fn explained(error: Error, file: &Path) -> Failure {
    match error {
        Error::ToolFailed { tool, summary, log } => {
            Failure::Verilog { file: file.into(), tool, summary, log }
        }
        error => error.into(),
    }
}

/// Runs `tailback cosim`.
///
/// # Errors
///
/// If an input cannot be read or has problems, a tool is missing or fails, the Verilog of `--rtl`
/// cannot be compared, Ctrl-C was pressed, or a result cannot be written. A difference is no error,
/// but [`Verdict::Found`].
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    if arguments.scenario {
        return fabric::run(arguments, output);
    }
    let cycles = arguments.cycles.unwrap_or(CYCLES);
    let config = arguments.config.load()?;
    let block = arguments.block.of(&config)?;
    let mut words = arguments.config.words();
    let long = arguments.replay.is_none() && cycles >= LONG_RUN_CYCLES;
    let optimise = if long { Optimise::Run } else { Optimise::Build };
    let hold = Hold::new();
    let builder = Builder::of_user(optimise)?;
    let mut design = block.design;
    if let Some(file) = &arguments.rtl {
        design = with_rtl(&design, file, &builder)?;
        words.extend(["--rtl".into(), file.display().to_string()]);
    }
    if arguments.out != Path::new(OUT) {
        words.extend(["--out".into(), arguments.out.display().to_string()]);
    }
    let job = Job {
        design: &design,
        builder: &builder,
        seed: arguments.seed,
        cycles,
        config: &words,
        out: &arguments.out,
        waves: arguments.waves,
    };
    // The build time does not count.
    let spinner = progress::spinner(output).with_message("building the model");
    let built = builder.build(&design);
    spinner.finish_and_clear();
    built.map_err(|error| match &arguments.rtl {
        Some(file) => explained(error, file),
        None => error.into(),
    })?;
    if hold.asked() {
        return Err(Failure::Interrupted);
    }

    // Only the recording contains its length, which is short.
    let bar = match arguments.replay {
        None => progress::bar(output, cycles, "cycles"),
        Some(_) => progress::spinner(output),
    };
    let mut watch = |done: u64| {
        bar.set_position(done);
        hold.go_on()
    };
    let start = Instant::now();
    let verdict = match &arguments.replay {
        Some(file) => block.bench.replay(&job, file, &mut watch),
        None => block.bench.simulate(&job, &mut watch),
    };
    bar.finish_and_clear();
    let verdict = verdict?;
    let seconds = start.elapsed().as_secs_f64();
    let cycles_per_second = verdict.cycles as f64 / seconds;
    let equal = verdict.failure.is_none();
    output.report(&Compared { verdict, seconds, cycles_per_second })?;
    Ok(if equal { Verdict::Good } else { Verdict::Found })
}
