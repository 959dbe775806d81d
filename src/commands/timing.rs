//! `tailback timing`: area and highest clock frequency of a block, beside hand-written Verilog.

use crate::{
    blocks::BlockName,
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
use tailback_spec::switch::marking::Policy;

/// Measure area and clock frequency of a block with Yosys and nextpnr.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,

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
    let block = arguments.block.of(&config)?;
    let marking = config.marking();
    let name = format!("{}, {}", block.name, config.name());
    let mut candidates = vec![Candidate::generated(name, &block.design)];
    // Written by hand are the counters, which the naive policy does not have.
    if marking.policy() != Policy::Naive {
        candidates.extend(comparables::marking(marking.ports(), marking.counter_bits()));
        let open: Vec<Candidate> = candidates
            .iter()
            .map(|candidate| candidate.clone().with_open(&comparables::MARKING_STATE))
            .collect();
        candidates.extend(open);
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
