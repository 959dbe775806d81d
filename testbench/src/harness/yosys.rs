//! Runs Yosys scripts and reads the solver's verdict.

use std::fs;
use std::path::Path;

use serde::Serialize;
use tailback_gen::Design;

pub use super::tools::Limits;
use super::tools::{Job, Tools, OVER_ITS_LIMITS};
use super::{Builder, Error};

/// File name of the log of the last [`yosys`] run in a directory.
pub const LOG: &str = "yosys.log";

/// Runs a Yosys script in `place`, with its log in [`LOG`].
///
/// # Errors
///
/// If Yosys cannot be started or fails ([`Error::ToolFailed`]), or if the script or the log cannot
/// be written.
pub fn yosys(builder: &Builder, place: &Path, name: &str, script: &str) -> Result<(), Error> {
    within(builder, place, name, script, None)
}

/// Runs a Yosys script like [`yosys`], within resource limits.
fn within(
    builder: &Builder,
    place: &Path,
    name: &str,
    script: &str,
    limits: Option<Limits>,
) -> Result<(), Error> {
    fs::write(place.join(name), script).map_err(|source| Error::cache(place, source))?;
    let key = blake3::hash(script.as_bytes()).to_hex();
    Job {
        tool: &builder.tools().yosys,
        variable: Tools::YOSYS,
        // Without `-q`, because the log must show why a proof fails.
        arguments: vec!["-s".into(), name.into()],
        directory: place,
        log: LOG,
        keep: builder.cache().failed_log(&key, "yosys"),
        limits,
    }
    .run()
}

/// Writes the modules of a design into `place`, and returns the Yosys command that reads them.
///
/// # Errors
///
/// If a file cannot be written to `place`.
pub fn read_design(design: &Design, place: &Path) -> Result<String, Error> {
    let mut command = String::from("read_verilog");
    for module in &design.modules {
        let file = format!("{}.v", module.name);
        fs::write(place.join(&file), &module.text).map_err(|source| Error::cache(place, source))?;
        command += " ";
        command += &file;
    }
    Ok(command)
}

/// Verdict of Yosys's solver on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The claim holds.
    Proven,
    /// The claim does not hold.
    Refuted,
    /// Neither proven nor refuted within the limits, or by an induction of that length.
    Open,
    /// The claim holds because its assumptions contradict each other, so it proves nothing.
    Vacuous,
    /// The two circuits have different registers, so their states cannot be compared.
    OtherState,
}

/// Reason in a log why `sat -verify` was not satisfied; `None` if it failed for another reason.
fn answer(log: &str) -> Option<Answer> {
    /// Log messages of the two halves of an induction.
    const BASE: &str = "[base case";
    const STEP: &str = "[induction step";
    /// Log messages of Yosys and its solver when they run out of memory.
    const OUT_OF_MEMORY: [&str; 2] = ["bad_alloc", "OutOfMemoryException"];
    // A register without a name of its own, for example behind a memory, is a port of neither
    // circuit.
    if ["No matching port in", "Failed to import cell"].iter().any(|said| log.contains(said)) {
        Some(Answer::OtherState)
    } else if log.contains("Called with -verify and proof did time out!")
        || log.contains(OVER_ITS_LIMITS)
        || OUT_OF_MEMORY.iter().any(|said| log.contains(said))
    {
        Some(Answer::Open)
    } else if log.contains("Called with -verify and proof did fail!") {
        // An induction that ends with its step has found no counterexample: it is too short.
        let open = log.rfind(STEP) > log.rfind(BASE);
        Some(if open { Answer::Open } else { Answer::Refuted })
    } else {
        None
    }
}

/// Runs a script that ends with `sat -verify`.
///
/// # Errors
///
/// If Yosys cannot be started or fails without a verdict of the solver ([`Error::ToolFailed`]), or
/// if a file in `place` cannot be written or read.
pub fn solve(
    builder: &Builder,
    place: &Path,
    name: &str,
    script: &str,
    limits: Option<Limits>,
) -> Result<Answer, Error> {
    match within(builder, place, name, script, limits) {
        Ok(()) => Ok(Answer::Proven),
        Err(Error::ToolFailed { tool, summary, log }) => {
            let text = fs::read_to_string(place.join(LOG))
                .map_err(|source| Error::cache(place, source))?;
            match answer(&text) {
                Some(answer) => {
                    // A verdict is not a failure, so its log is removed.
                    let _ = fs::remove_file(log);
                    Ok(answer)
                }
                None => Err(Error::ToolFailed { tool, summary, log }),
            }
        }
        Err(error) => Err(error),
    }
}
