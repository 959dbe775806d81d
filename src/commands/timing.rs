//! `tailback timing`: how large and how fast is a block, beside Verilog written by hand?

use super::gen::BLOCKS;
use crate::{
    block,
    config_file::ConfigFile,
    failure::Failure,
    files,
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use std::path::PathBuf;
use tailback_gen::flow::{self, comparables, report, Candidate, Timing};

/// Measure area and clock frequency of every block of a configuration.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    /// Write the page `docs/timing.md` to this file too.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    markdown: Option<PathBuf>,
}

/// The numbers.
#[derive(Debug, Serialize)]
struct Timed {
    #[serde(flatten)]
    timing: Timing,
}

impl Report for Timed {
    fn human(&self) -> String {
        report::table(&self.timing) + "\n"
    }
}

pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let marking = config.marking();
    let mut candidates = Vec::new();
    for block in BLOCKS {
        let design = block::design(&config, block)?;
        candidates.push(Candidate::generated(format!("{block}, {}", config.name()), &design));
    }
    candidates.extend(comparables::marking(marking.ports(), marking.counter_bits()));
    let timing = flow::measure(&candidates, &|step| output.note(step))?;
    if let Some(path) = &arguments.markdown {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let command = format!("tailback {}", words.join(" "));
        let date = jiff::Zoned::now().date().to_string();
        let page = report::markdown(&timing, config.name(), &command, &date);
        files::write(path, &page, files::Existing::Replace)?;
    }
    output.report(&Timed { timing })?;
    Ok(Verdict::Good)
}
