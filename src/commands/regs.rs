//! `tailback regs`: writes a register map, for software and for documents.

use crate::{
    blocks,
    config_file::ConfigFile,
    failure::Failure,
    files::{self, Existing},
    output::{Output, Report, Verdict},
};
use clap::ValueEnum;
use serde::Serialize;
use std::path::PathBuf;
use tailback_gen::registers::{c, markdown, systemrdl};
use tailback_spec::{
    registers::{efl, ethernet_switch, nic, switch, Invalid, Map},
    Config,
};

/// Write the register map of a switch, a NIC or an EFL endpoint: C header, Markdown, SystemRDL or JSON.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    /// Module whose registers are written.
    #[arg(long = "module", alias = "block", value_name = "MODULE", value_enum,
          default_value_t = Block::Switch)]
    block: Block,

    /// Format of the output.
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,

    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
}

/// Modules with registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// The lossless switch.
    Switch,
    /// The NIC.
    Nic,
    /// The EFL endpoint.
    EflEndpoint,
    /// The tail-drop Ethernet switch.
    EthernetSwitch,
}

impl Block {
    /// Returns the module of this name in the catalog; none if it has no register map.
    pub fn of(module: &str) -> Option<Self> {
        let mut all = Self::value_variants().iter().copied();
        all.find(|block| block.module() == module)
    }

    /// Name in the catalog of modules.
    pub fn module(self) -> &'static str {
        match self {
            Block::Switch => "switch",
            Block::Nic => "nic",
            Block::EflEndpoint => "efl-endpoint",
            Block::EthernetSwitch => "ethernet-switch",
        }
    }

    /// Name in the register map.
    pub fn name(self) -> &'static str {
        match self {
            Block::Switch => "switch",
            Block::Nic => "nic",
            Block::EflEndpoint => "efl",
            Block::EthernetSwitch => "ethernet_switch",
        }
    }

    /// Returns the register map.
    ///
    /// # Errors
    ///
    /// As the function `map` of the module's register map, such as [`switch::map`].
    pub fn map(self, config: &Config) -> Result<Map, Invalid> {
        match self {
            Block::Switch => switch::map(config),
            Block::Nic => nic::map(config),
            Block::EflEndpoint => efl::map(config),
            Block::EthernetSwitch => ethernet_switch::map(config),
        }
    }
}

/// Formats of a register map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum Format {
    /// A C header with addresses, masks and shifts.
    C,
    /// A page of documentation.
    Markdown,
    /// SystemRDL 2.0, for other tools.
    Rdl,
    /// The map as JSON.
    Json,
}

impl Format {
    fn text(self, map: &Map) -> String {
        match self {
            Format::C => c::header(map),
            Format::Markdown => markdown::page(map),
            Format::Rdl => systemrdl::text(map),
            Format::Json => format!("{:#}\n", serde_json::json!(map)),
        }
    }
}

/// The map on standard output. For a machine, text is wrapped, and the map itself is not.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Shown {
    Map(Map),
    Text { format: Format, text: String },
}

impl Report for Shown {
    fn human(&self) -> String {
        match self {
            Shown::Map(map) => Format::Json.text(map),
            Shown::Text { text, .. } => text.clone(),
        }
    }
}

#[derive(Debug, Serialize)]
struct Written {
    file: String,
    format: Format,
    registers: usize,
    bytes: u32,
}

impl Report for Written {
    fn human(&self) -> String {
        format!("wrote {}: {} registers in {} bytes\n", self.file, self.registers, self.bytes)
    }
}

/// Runs `tailback regs`.
///
/// # Errors
///
/// If the configuration cannot be read or has problems, the module needs another datapath, or the file
/// or standard output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    blocks::check_width(arguments.block.module(), &config)?;
    let map = arguments.block.map(&config)?;
    let format = arguments.format;
    match &arguments.out {
        None if format == Format::Json => output.report(&Shown::Map(map))?,
        None => output.report(&Shown::Text { format, text: format.text(&map) })?,
        Some(path) => {
            files::make_parent(path)?;
            files::write(path, &format.text(&map), Existing::Replace)?;
            output.report(&Written {
                file: path.display().to_string(),
                format,
                registers: map.words(),
                bytes: map.bytes(),
            })?;
        }
    }
    Ok(Verdict::Good)
}
