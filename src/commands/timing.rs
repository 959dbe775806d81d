//! `tailback timing`: area and highest clock frequency of each block, beside hand-written Verilog.

use crate::{
    blocks::AnyBlock,
    config_file::ConfigFile,
    failure::Failure,
    files::{self, Existing},
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use std::path::PathBuf;
use tailback_gen::flow::{
    comparables::{self, Candidate},
    report,
    timing::{measure, Timing},
};
use tailback_spec::{switch::marking::Policy, Config};

/// Measure area and clock frequency of each block with Yosys and nextpnr.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: AnyBlock,

    /// Write the numbers to a page, with the tools and the command that made them.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    markdown: Option<PathBuf>,
}

/// The numbers.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Measured(Timing);

impl Report for Measured {
    fn human(&self) -> String {
        report::table(&self.0) + "\n"
    }
}

pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let mut candidates = Vec::new();
    for block in arguments.block.of(&config)? {
        let name = format!("{}, {}", block.name, config.name());
        let generated = Candidate::generated(name, &block.design);
        match block.name {
            MARKING => candidates.extend(beside_counters(generated, &config)),
            _ => candidates.push(generated),
        }
    }

    let spinner = progress::spinner(output);
    let timing = measure(&candidates, &|what| spinner.set_message(what.to_owned()))?;
    spinner.finish_and_clear();
    if let Some(page) = &arguments.markdown {
        let command = format!("tailback timing {}", arguments.config.words().join(" "));
        let date = jiff::Zoned::now().date().to_string();
        let text = report::markdown(&timing, config.name(), &command, &date);
        files::write(page, &text, Existing::Replace)?;
    }
    output.report(&Measured(timing))?;
    Ok(Verdict::Good)
}

/// The block that has Verilog written by hand beside it.
const MARKING: &str = "marking";

/// The marking block, and what it is measured beside.
fn beside_counters(generated: Candidate, config: &Config) -> Vec<Candidate> {
    let (mut candidates, marking) = (vec![generated], config.marking());
    // Written by hand are the counters, which the naive policy does not have.
    if marking.policy() != Policy::Naive {
        candidates.extend(comparables::marking(marking.ports(), marking.counter_bits()));
        let open = candidates.iter().map(|it| it.clone().with_open(&comparables::MARKING_STATE));
        candidates.extend(open.collect::<Vec<_>>());
    }
    candidates
}
