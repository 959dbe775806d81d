//! `tailback lint`: have three tools anything to say against the Verilog of a block?

use super::gen::BlockName;
use crate::{
    block,
    config_file::ConfigFile,
    failure::Failure,
    files::FileError,
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use tailback_gen::flow::{self, Lint};

/// Let Verilator, Icarus and Yosys look for faults in the Verilog of a block.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,
}

/// What the tools say.
#[derive(Debug, Serialize)]
struct Linted {
    tools: Vec<Lint>,
}

impl Report for Linted {
    fn human(&self) -> String {
        let mut text = String::new();
        for Lint { version, findings, .. } in &self.tools {
            let count = match findings.len() {
                0 => "no finding".to_owned(),
                1 => "1 finding".to_owned(),
                many => format!("{many} findings"),
            };
            text += &format!("{version}: {count}\n");
            for finding in findings {
                text += &format!("  {finding}\n");
            }
        }
        text
    }
}

pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let block = arguments.block.find()?;
    let config = arguments.config.load()?;
    let package = block::package(&config, block)?;
    let dir =
        tempfile::tempdir().map_err(|error| FileError::write(&std::env::temp_dir(), error))?;
    package.write_to(dir.path())?;
    let files: Vec<&str> = package.verilog().collect();
    let tools = flow::lint(dir.path(), &package.top, &files)?;
    let clean = tools.iter().all(|lint| lint.findings.is_empty());
    output.report(&Linted { tools })?;
    Ok(if clean { Verdict::Good } else { Verdict::Found })
}
