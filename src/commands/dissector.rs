//! `tailback dissector`: writes a Wireshark dissector of EFL.

use crate::{
    config_file::ConfigFile,
    failure::Failure,
    files::{self, Existing},
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use std::path::PathBuf;
use tailback_spec::wire::efl::dissector;

/// Write a Wireshark dissector, in Lua, for EFL frames with the EtherType of the configuration.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
}

/// Dissector on standard output.
#[derive(Debug, Serialize)]
struct Shown {
    ether_type: u16,
    text: String,
}

impl Report for Shown {
    fn human(&self) -> String {
        self.text.clone()
    }
}

/// File that was written.
#[derive(Debug, Serialize)]
struct Written {
    file: String,
    ether_type: u16,
}

impl Report for Written {
    fn human(&self) -> String {
        format!("wrote {}: EtherType {:#06X}\n", self.file, self.ether_type)
    }
}

/// Runs `tailback dissector`.
///
/// # Errors
///
/// If the configuration cannot be read or has problems, or the file or standard output cannot be
/// written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let ether_type = arguments.config.load()?.efl().ether_type();
    let text = dissector::lua(ether_type);
    match &arguments.out {
        None => output.report(&Shown { ether_type, text })?,
        Some(path) => {
            files::make_parent(path)?;
            files::write(path, &text, Existing::Replace)?;
            output.report(&Written { file: path.display().to_string(), ether_type })?;
        }
    }
    Ok(Verdict::Good)
}
