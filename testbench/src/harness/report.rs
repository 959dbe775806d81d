//! Report of a co-simulation to the user.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::fields::Difference;
use super::recording::write_atomically;
use super::waves::Waves;

/// Result of a co-simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Name of the module.
    pub block: String,
    /// Parameters of the module, as text for the user.
    pub variant: String,
    /// Seed of the stimulus and of the initial register values.
    pub seed: u64,
    /// Cycles in which every output was compared.
    pub cycles: u64,
    /// Waveform of the first cycles of the run, if requested.
    pub waves: Option<Waves>,
    /// Difference or violation, if any.
    pub failure: Option<Failure>,
}

/// A difference between the Verilog and its golden model, or a violation, with the data that
/// explains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// First cycle in which an output differs, counted from 0 after the first reset.
    pub cycle: u64,
    /// Outputs that differ in that cycle; empty for a violation while both sides are equal.
    pub differences: Vec<Difference>,
    /// Violated property, if the two sides are equal.
    pub violation: Option<String>,
    /// Table of the cycles up to the difference, of both sides.
    pub history: String,
    /// Command that repeats the run.
    pub command: String,
    /// Command that repeats the minimised run, if there is one.
    pub replay: Option<String>,
    /// Number of cycles of the minimised run.
    pub minimised_cycles: Option<usize>,
    /// Files that were written.
    pub files: Files,
}

/// Files about a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files {
    /// Report as text.
    pub report: PathBuf,
    /// Waveform around the difference.
    #[serde(flatten)]
    pub waves: Waves,
    /// Recording from the last reset before the difference. None if that reset is too far back; the
    /// seed repeats the run then.
    pub stimulus: Option<PathBuf>,
    /// Recording with the fewest cycles and events found that show the difference.
    pub minimised: Option<PathBuf>,
}

impl Files {
    /// Names of the files about one run, in `directory`.
    pub fn named(directory: &Path, block: &str, seed: u64) -> Self {
        let file = |end: &str| directory.join(format!("{block}-seed{seed}{end}"));
        Files {
            report: file(".report.txt"),
            waves: Waves::named(directory, &format!("{block}-seed{seed}")),
            stimulus: Some(file(".stimulus.jsonl")),
            minimised: Some(file(".minimised.jsonl")),
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Verdict { block, variant, seed, cycles, .. } = self;
        let Some(failure) = &self.failure else {
            return write!(f, "{block} ({variant}): {cycles} cycles equal, seed {seed}");
        };
        let cycle = failure.cycle;
        match &failure.violation {
            None => writeln!(f, "{block} ({variant}): not equal in cycle {cycle}, seed {seed}\n")?,
            Some(what) => {
                writeln!(f, "{block} ({variant}): wrong in cycle {cycle}, seed {seed}\n\n  {what}")?
            }
        }
        for difference in &failure.differences {
            writeln!(f, "  {difference}")?;
        }
        writeln!(f, "\n{}", failure.history)?;
        write!(f, "{}", failure.files.waves)?;
        if let Some(stimulus) = &failure.files.stimulus {
            writeln!(f, "stimulus   {}", stimulus.display())?;
        }
        if let (Some(file), Some(cycles)) = (&failure.files.minimised, failure.minimised_cycles) {
            writeln!(f, "minimised  {} ({cycles} cycles)", file.display())?;
        }
        write!(f, "repeat     {}", failure.command)?;
        match &failure.replay {
            Some(replay) => write!(f, "\nreplay     {replay}"),
            None => Ok(()),
        }
    }
}

impl Verdict {
    /// Writes the report of a failure to its file.
    ///
    /// # Errors
    ///
    /// As [`write_atomically`].
    pub fn write(&self) -> Result<(), Error> {
        match &self.failure {
            Some(failure) => {
                write_atomically(&failure.files.report, &mut |file| writeln!(file, "{self}"))
            }
            None => Ok(()),
        }
    }
}

/// A shell command that co-simulates. `config` holds the command-line words that name the
/// configuration.
pub fn command(config: &[String], block: &str, more: &[&str]) -> String {
    let start = ["tailback", "cosim"].into_iter().chain(config.iter().map(String::as_str));
    let words = start.chain(["--module", block]).chain(more.iter().copied());
    line(words)
}

/// A shell command of these words.
pub fn line<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:@%+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        assert_eq!(
            command(&["my switch.toml".into()], "marking", &["--replay", "it's.jsonl"]),
            r"tailback cosim 'my switch.toml' --module marking --replay 'it'\''s.jsonl'"
        );
    }
}
