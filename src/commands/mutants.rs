//! `tailback mutants`: tests whether the co-simulation detects errors in the Verilog.

use crate::{
    blocks::BlockName,
    config_file::ConfigFile,
    failure::Failure,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use tailback_testbench::{
    harness::{Builder, Error, Optimise},
    mutants::{survey, Plan, Survey},
};

/// Plant errors in the Verilog of a module, and report which ones the co-simulation finds.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,

    /// Number of mutants.
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..=65_535))]
    count: u32,

    /// Cycles after which a mutant counts as surviving.
    #[arg(long, value_name = "N", default_value_t = 200_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    cycles: u64,

    /// Seed of the choice of mutants and of the stimulus.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// CPU seconds for each of the three proofs that a mutant not found soon is equivalent.
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = clap::value_parser!(u32).range(1..))]
    proof_seconds: u32,

    /// Test only the mutants of these numbers, such as those that survived fewer cycles.
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..=65_535))]
    only: Vec<u32>,
}

/// Result of the survey, with its counts.
#[derive(Debug, Serialize)]
struct Surveyed {
    killed: usize,
    equivalent: usize,
    survived: usize,
    #[serde(flatten)]
    survey: Survey,
}

impl Report for Surveyed {
    fn human(&self) -> String {
        format!("{}\n", self.survey)
    }
}

/// Runs `tailback mutants`.
///
/// # Errors
///
/// If the configuration cannot be read or has problems, there is no mutant of a number, a tool is
/// missing or fails, the module differs from its golden model without a mutant, Ctrl-C was pressed, or
/// standard output cannot be written. A surviving mutant is no error, but [`Verdict::Found`].
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let block = arguments.block.of(&config)?;
    let hold = Hold::new();
    let builder = Builder::of_user(Optimise::Run)?;
    let spinner = progress::spinner(output).with_message("planting and building the mutants");
    let bar = progress::bar(output, arguments.count.into(), "mutants");
    let plan = Plan {
        count: arguments.count,
        seed: arguments.seed,
        cycles: arguments.cycles,
        proof_seconds: arguments.proof_seconds,
        only: arguments.only.clone(),
    };
    let mut watch = |done: usize, all: usize| {
        if done > 0 && !spinner.is_finished() {
            spinner.finish_and_clear();
            // The rate excludes the time before the first mutant.
            bar.reset();
        }
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        hold.go_on()
    };
    let survey = survey(&*block.bench, &block.design, &builder, plan, &mut watch);
    spinner.finish_and_clear();
    bar.finish_and_clear();
    let survey = survey.map_err(|error| match error {
        Error::NoMutant { .. } => Failure::Usage { message: error.to_string(), help: None },
        other => other.into(),
    })?;
    let survived = survey.survived();
    output.report(&Surveyed {
        killed: survey.killed(),
        equivalent: survey.equivalent(),
        survived,
        survey,
    })?;
    Ok(if survived == 0 { Verdict::Good } else { Verdict::Found })
}
