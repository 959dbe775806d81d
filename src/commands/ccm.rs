//! `tailback ccm`: imports congestion-control settings from other software.

mod target;
mod text;

use self::target::Target;
use crate::{
    bad_config::BadConfig,
    config_file::ConfigFile,
    failure::Failure,
    files,
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;
use tailback_spec::{
    config::{Override, Problems},
    nic::opensm::{Room, Settings},
    presets,
    registers::Write,
    Config,
};

/// Import congestion-control settings.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Import(Import),
}

/// Convert the congestion control of OpenSM to a configuration and register writes.
///
/// Values that the hardware cannot hold are rejected, although OpenSM accepts them.
#[derive(Debug, clap::Args)]
struct Import {
    /// Congestion-control part of a configuration of OpenSM.
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    /// Configuration of the hardware; default: any NIC with a congestion control table.
    #[arg(long, value_name = "CONFIG", value_hint = clap::ValueHint::FilePath)]
    config: Option<PathBuf>,

    /// Replace a value of the configuration; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "config")]
    overrides: Vec<Override>,

    /// Module whose registers are written.
    #[arg(long = "module", alias = "block", value_name = "MODULE", value_enum,
          default_value_t = Target::Nic)]
    block: Target,

    /// Format; default: TOML on standard output, all formats in a directory.
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Directory for the files; created if it does not exist.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

/// Formats of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum Format {
    /// The configuration, or the keys that it needs.
    Toml,
    /// A C header with the writes and a function that performs them.
    C,
    /// A shell script that performs the writes with devmem.
    Devmem,
    /// The writes with their fields, and the configuration.
    Json,
}

/// Settings of another program in the terms of tailback.
#[derive(Debug, Serialize)]
struct Imported {
    /// Source file.
    source: String,
    block: Target,
    configuration: Value,
    writes: Vec<Write>,
    /// Settings without effect.
    remarks: Vec<String>,
    /// The configuration as a file.
    #[serde(skip)]
    toml: String,
}

impl Format {
    const ALL: [Self; 4] = [Format::Toml, Format::C, Format::Devmem, Format::Json];

    fn file_name(self, block: Target) -> String {
        let block = block.name();
        match self {
            Format::Toml => "imported.toml".into(),
            Format::C => format!("{block}_setup.h"),
            Format::Devmem => format!("{block}_setup.sh"),
            Format::Json => format!("{block}_setup.json"),
        }
    }

    fn text(self, imported: &Imported) -> String {
        match self {
            Format::Toml => text::toml(imported),
            Format::C => text::c(imported),
            Format::Devmem => text::devmem(imported),
            Format::Json => text::json(imported),
        }
    }
}

/// The settings on standard output. For a machine, text is wrapped, and JSON is not.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Shown {
    Json(Imported),
    Text { format: Format, text: String, remarks: Vec<String> },
}

impl Report for Shown {
    fn human(&self) -> String {
        match self {
            Shown::Json(imported) => Format::Json.text(imported),
            Shown::Text { text, .. } => text.clone(),
        }
    }
}

#[derive(Debug, Serialize)]
struct Written {
    files: Vec<PathBuf>,
    writes: usize,
    remarks: Vec<String>,
}

impl Report for Written {
    fn human(&self) -> String {
        let line = |file: &PathBuf| format!("wrote {}\n", file.display());
        let files: String = self.files.iter().map(line).collect();
        format!("{files}{} writes to registers\n", self.writes)
    }
}

/// Runs `tailback ccm`.
///
/// # Errors
///
/// If an input cannot be read or has problems, the switch is selected without `--config`, or
/// standard output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let Action::Import(arguments) = &arguments.action;
    let imported = arguments.import()?;
    for remark in &imported.remarks {
        output.note(format!("note: {remark}"));
    }
    let Some(directory) = &arguments.out else {
        let shown = match arguments.format.unwrap_or(Format::Toml) {
            Format::Json => Shown::Json(imported),
            format => {
                let text = format.text(&imported);
                Shown::Text { format, text, remarks: imported.remarks }
            }
        };
        output.report(&shown)?;
        return Ok(Verdict::Good);
    };
    let formats = Format::ALL.into_iter();
    let formats = formats.filter(|format| arguments.format.is_none_or(|wanted| wanted == *format));
    let texts: Vec<_> =
        formats.map(|format| (format.file_name(arguments.block), format.text(&imported))).collect();
    let files = files::write_together(directory, &texts)?;
    let (writes, remarks) = (imported.writes.len(), imported.remarks);
    output.report(&Written { files, writes, remarks })?;
    Ok(Verdict::Good)
}

impl Import {
    fn import(&self) -> Result<Imported, Failure> {
        let text = files::read_text(&self.file)?;
        let file = self.config.as_ref().map(|path| ConfigFile::new(path, &self.overrides));
        let room = match &file {
            Some(file) => Room::of(&file.load()?.nic()),
            None => Room::MOST,
        };
        let source = self.file.display().to_string();
        let settings = Settings::parse(&text, room).map_err(|Problems(problems)| {
            Failure::Config(Box::new(BadConfig { file: source.clone(), text, problems }))
        })?;
        let changes = settings.configuration(room);
        let config = match &file {
            Some(file) => file.load_with(&changes)?,
            None => any(&changes)?,
        };
        let map = self.block.block().map(&config)?;
        let writes = match (self.block, &file) {
            (Target::Nic, _) => settings.nic_writes(&map)?,
            (Target::Switch, Some(_)) => settings.switch_writes(&map, config.switch().ports())?,
            (Target::Switch, None) => {
                return Err(Failure::Usage {
                    message: "the registers of a switch depend on the number of its ports".into(),
                    help: Some("`--config CONFIG` names the configuration of the switch".into()),
                })
            }
        };
        let (configuration, toml) = match &file {
            Some(_) => (serde_json::json!(config), super::gen::toml(&config)?),
            None => (text::nested(&changes), text::tables(&changes)),
        };
        let remarks = settings.remarks();
        Ok(Imported { source, block: self.block, configuration, writes, remarks, toml })
    }
}

/// C headers and shell scripts that set up a NIC and a switch of a configuration, by file name.
///
/// # Errors
///
/// If the configuration has no registers for the settings ([`Failure::NoWrite`]).
pub(super) fn set_up(
    source: &str,
    settings: &Settings,
    config: &Config,
) -> Result<Vec<(String, String)>, Failure> {
    let mut files = Vec::new();
    for block in [Target::Nic, Target::Switch] {
        let map = block.block().map(config)?;
        let writes = match block {
            Target::Nic => settings.nic_writes(&map)?,
            Target::Switch => settings.switch_writes(&map, config.switch().ports())?,
        };
        let imported = Imported {
            source: source.into(),
            block,
            configuration: Value::Null,
            writes,
            remarks: Vec::new(),
            toml: String::new(),
        };
        for format in [Format::C, Format::Devmem] {
            files.push((format.file_name(block), format.text(&imported)));
        }
    }
    Ok(files)
}

/// Returns a configuration with these values: all NICs have the same addresses.
fn any(changes: &[Override]) -> Result<Config, Failure> {
    Config::from_toml_with(presets::ALL[0].toml, changes).map_err(|problems| Failure::Usage {
        message: problems.to_string(),
        help: Some("this is a bug in tailback".into()),
    })
}
