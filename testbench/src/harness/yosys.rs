//! Yosys, asked a question in a script.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::tools::{Job, Tools};
use super::{Builder, Error};

/// The log of the last [`yosys`] in its directory.
pub const LOG: &str = "yosys.log";

/// Runs a Yosys script in `place`. Its log is [`LOG`].
pub fn yosys(builder: &Builder, place: &Path, name: &str, script: &str) -> Result<(), Error> {
    fs::write(place.join(name), script).map_err(|source| Error::cache(place, source))?;
    let key = blake3::hash(script.as_bytes()).to_hex();
    Job {
        tool: &builder.tools().yosys,
        variable: Tools::YOSYS,
        // Not quiet: the log must say why a proof fails.
        arguments: vec!["-s".into(), name.into()],
        directory: place,
        log: LOG,
        keep: builder.cache().failed_log(&key, "yosys"),
    }
    .run()
}

/// What Yosys's solver says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It holds.
    Proven,
    /// It does not.
    Refuted,
    /// Neither was found in the time that it had, or by an induction of that length.
    Open,
    /// The two circuits have other registers, so that their states cannot be compared.
    OtherState,
}

/// What the log has for each answer but the first.
const ANSWERS: &[(&str, Answer)] = &[
    ("Called with -verify and proof did time out!", Answer::Open),
    ("Reached maximum number of time steps -> proof failed.", Answer::Open),
    ("Called with -verify and proof did fail!", Answer::Refuted),
    ("No matching port in", Answer::OtherState),
];

/// Runs a script that ends with `sat -verify`.
pub fn solve(builder: &Builder, place: &Path, name: &str, script: &str) -> Result<Answer, Error> {
    match yosys(builder, place, name, script) {
        Ok(()) => Ok(Answer::Proven),
        Err(Error::ToolFailed { tool, summary, log }) => {
            let text = fs::read_to_string(place.join(LOG))
                .map_err(|source| Error::cache(place, source))?;
            match ANSWERS.iter().find(|(said, _)| text.contains(said)) {
                Some((_, answer)) => {
                    // The log of an answer is no log of a failure.
                    let _ = fs::remove_file(log);
                    Ok(*answer)
                }
                None => Err(Error::ToolFailed { tool, summary, log }),
            }
        }
        Err(error) => Err(error),
    }
}
