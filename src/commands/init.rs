//! `tailback init`: writes a commented configuration to start from.

use crate::{
    failure::Failure,
    files::{self, Existing},
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use std::path::PathBuf;
use tailback_spec::{config::nearest, presets, presets::Preset};

/// Write a commented configuration to start from.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// File to write.
    #[arg(value_name = "FILE", default_value = "tailback.toml", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    /// Preset to start from: santos-2003, santos-2003-8port, santos-2003-36port, gran-2010 or
    /// shimonishi-2007.
    #[arg(long, value_name = "NAME", default_value = presets::ALL[0].name)]
    preset: String,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Serialize)]
struct Written {
    file: String,
    preset: &'static str,
}

impl Report for Written {
    fn human(&self) -> String {
        format!("wrote {}, the preset {}\n", self.file, self.preset)
    }
}

/// Runs `tailback init`.
///
/// # Errors
///
/// If there is no such preset, the file exists and `--force` is not given, or the file or standard
/// output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let preset = find(&arguments.preset)?;
    let file = arguments.file.display().to_string();
    let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
    files::write(&arguments.file, &adapted(preset, &file), existing)?;
    let next = format!("next: tailback check {file}");
    output.report(&Written { file, preset: preset.name })?;
    output.note(next);
    Ok(Verdict::Good)
}

fn find(name: &str) -> Result<&'static Preset, Failure> {
    presets::find(name).ok_or_else(|| {
        let names = || presets::ALL.iter().map(|preset| preset.name);
        let mut message = format!("there is no preset `{name}`");
        if let Some(near) = nearest(name, names()) {
            message += &format!("; did you mean `{near}`?");
        }
        let line = |preset: &Preset| format!("\n  {:<20}{}", preset.name, preset.about);
        let help = format!("the presets are{}", presets::ALL.iter().map(line).collect::<String>());
        Failure::Usage { message, help: Some(help) }
    })
}

/// Adapts a preset for use outside the repository: the schema is beside the file, and the commands
/// in its comments name the file.
fn adapted(preset: &Preset, file: &str) -> String {
    const SCHEMA_LINE: &str = "#:schema ./tailback.schema.json\n\
        # An editor that supports the line above checks this file as you type, after\n\
        # `tailback schema --out tailback.schema.json` has written the schema beside the file.\n";
    let (_, text) = preset.toml.split_once('\n').unwrap_or_default();
    let mut text = SCHEMA_LINE.to_owned() + text;
    for command in ["check", "gen", "cosim"] {
        let shown = format!("tailback {command} {}.toml", preset.name);
        text = text.replace(&shown, &format!("tailback {command} {file}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::Config;

    #[test]
    fn an_adapted_preset_means_the_same_and_names_its_file() {
        for preset in presets::ALL {
            let text = adapted(&preset, "mine.toml");
            assert_eq!(Config::from_toml(&text), Config::from_toml(preset.toml));
            assert_eq!(text.matches("mine.toml").count(), 3, "{text}");
            assert!(!text.contains("../docs"), "{text}");
        }
    }

    #[test]
    fn the_help_of_preset_names_every_preset() {
        let help = crate::arguments::definition();
        let init = help.find_subcommand("init").map(|init| init.clone().render_help().to_string());
        let init = init.unwrap_or_default();
        assert!(presets::ALL.iter().all(|preset| init.contains(preset.name)), "{init}");
    }
}
