//! `tailback lint`: checks the Verilog of a module with three independent readers.

use crate::{
    blocks::BlockName,
    commands::gen::package,
    config_file::ConfigFile,
    failure::Failure,
    files::FileError,
    interrupt::Hold,
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use tailback_gen::flow::lint::{lint, Lint};

/// Check the Verilog of a module with Verilator, Icarus and Yosys.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,
}

/// Findings of the tools.
#[derive(Debug, Serialize)]
struct Linted {
    block: &'static str,
    tools: Vec<Lint>,
}

impl Report for Linted {
    fn human(&self) -> String {
        let mut text = String::new();
        for tool in &self.tools {
            let verdict = match tool.findings.len() {
                0 => "clean".into(),
                1 => "1 finding".into(),
                many => format!("{many} findings"),
            };
            text += &format!("{} in {} ({}): {verdict}\n", self.block, tool.tool, tool.version);
            for finding in &tool.findings {
                text += &format!("  {finding}\n");
            }
        }
        text
    }
}

/// Runs `tailback lint`.
///
/// # Errors
///
/// If the configuration cannot be read or has problems, a tool is missing or fails without a
/// finding, or standard output or a temporary file cannot be written. A finding is no error, but
/// [`Verdict::Found`].
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let block = arguments.block.of(&config)?;
    let package = package(&config, &block.design)?;
    // The guard ensures that every end of the command removes the temporary directory.
    let _hold = Hold::new();
    let place =
        tempfile::tempdir().map_err(|error| FileError::write(&std::env::temp_dir(), error))?;
    package.write_to(place.path()).map_err(|error| Failure::write(place.path(), error))?;
    let files: Vec<&str> = package.verilog().collect();
    let tools = lint(place.path(), &package.top, &files)?;
    let clean = tools.iter().all(|tool| tool.findings.is_empty());
    output.report(&Linted { block: block.name, tools })?;
    Ok(if clean { Verdict::Good } else { Verdict::Found })
}
