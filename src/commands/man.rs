//! `tailback man`: writes manual pages, one for the command and one for each of its subcommands.

use crate::{
    failure::Failure,
    files,
    output::{Output, Report, Verdict},
};
use clap_mangen::Man;
use serde::Serialize;
use std::path::PathBuf;

/// Write manual pages in section 1, for packages and for `man -l`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Directory for the pages; created if it does not exist.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
}

/// Result of the command.
#[derive(Debug, Serialize)]
struct Written {
    directory: PathBuf,
    pages: Vec<String>,
}

impl Report for Written {
    fn human(&self) -> String {
        let page = |page| format!("wrote {}\n", self.directory.join(page).display());
        self.pages.iter().map(page).collect()
    }
}

/// Runs `tailback man`. `definition` is clap's definition of the command line.
///
/// # Errors
///
/// If the directory, a page or standard output cannot be written, or Ctrl-C was pressed.
pub fn run(
    arguments: &Arguments,
    definition: clap::Command,
    output: &Output,
) -> Result<Verdict, Failure> {
    // Without the subcommand `help`, which would need pages of its own.
    let mut definition = definition.disable_help_subcommand(true);
    definition.build();
    let mut pages = Vec::new();
    add(&definition, &mut pages);
    files::write_together(&arguments.out, &pages)?;
    output.report(&Written {
        directory: arguments.out.clone(),
        pages: pages.into_iter().map(|(name, _)| name).collect(),
    })?;
    Ok(Verdict::Good)
}

/// Adds the file name and the text of the page of a command, and of its subcommands that are not
/// hidden.
fn add(command: &clap::Command, pages: &mut Vec<(String, String)>) {
    let manual = Man::new(command.clone());
    let mut text = Vec::new();
    // Writing into memory cannot fail.
    let _ = manual.render(&mut text);
    let text = String::from_utf8_lossy(&text);
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    pages.push((manual.get_filename(), with_title(name, &text)));
    let inner = command.get_subcommands().filter(|inner| !inner.is_hide_set());
    inner.for_each(|inner| add(inner, pages));
}

/// Replaces the title line of a page: `clap_mangen` omits an empty date, so that the source would take
/// its position. A date would make the page differ from day to day.
fn with_title(name: &str, text: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let title = format!(".TH {name} 1 \"\" \"Tailback {version}\" \"Tailback Manual\"");
    let line = |line| if str::starts_with(line, ".TH ") { title.as_str() } else { line };
    text.lines().map(line).flat_map(|line| [line, "\n"]).collect()
}
