//! `tailback gen`: writes the Verilog of a module, with all other files of a tool flow.

use crate::{
    blocks::BlockName,
    commands::regs,
    config_file::ConfigFile,
    failure::Failure,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    scenario_file::ScenarioFile,
};
use serde::Serialize;
use std::path::PathBuf;
use tailback_gen::{
    package::{Context, Package},
    Design, Prefix,
};
use tailback_spec::Config;
use tailback_testbench::fabric;

/// Name of the only module with a floorplan.
const SWITCH: &str = "switch";

/// Generate the Verilog of a module.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,

    /// Read the file as a scenario and write its whole fabric.
    #[arg(long, conflicts_with = "module")]
    scenario: bool,

    /// Begin the names of all modules and files with this instead of `tailback`.
    #[arg(long, value_name = "PREFIX")]
    prefix: Option<Prefix>,

    /// Mark the bus interfaces in the Verilog of the topmost module by attributes for Vivado.
    #[arg(long)]
    x_interface_info: bool,

    /// Also write a floorplan of the switch's ports, for nextpnr-ecp5 and Vivado.
    #[arg(long, conflicts_with = "scenario")]
    floorplan: bool,

    /// Directory for the files; created if it does not exist.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
}

/// Result of the command.
#[derive(Debug, Serialize)]
struct Generated {
    block: &'static str,
    top: String,
    directory: PathBuf,
    files: Vec<PathBuf>,
    verilog_lines: usize,
}

impl Report for Generated {
    fn human(&self) -> String {
        let Generated { block, top, verilog_lines, .. } = self;
        let mut text = format!("{block}: module {top}, {verilog_lines} lines of Verilog\n");
        for file in &self.files {
            text += &format!("  {}\n", file.display());
        }
        text
    }
}

/// Returns the TOML text of a configuration.
///
/// # Errors
///
/// As [`Config::to_toml`].
pub fn toml(config: &Config) -> Result<String, Failure> {
    config.to_toml().map_err(|error| Failure::Usage { message: error.to_string(), help: None })
}

/// Returns the files of a design.
///
/// # Errors
///
/// If the design or the configuration does not fit a package: [`Context::new`], [`Package::new`].
pub fn package(config: &Config, design: &Design) -> Result<Package, Failure> {
    Ok(Package::new(design, &context(config)?)?)
}

fn context(config: &Config) -> Result<Context, Failure> {
    let text = toml(config)?;
    Ok(Context::new(config.name(), config.clock().frequency_mhz(), &text)?)
}

/// Adds a floorplan to the files of a module; only the switch has one.
fn with_floorplan(context: Context, block: &str, config: &Config) -> Result<Context, Failure> {
    if block != SWITCH {
        return Err(Failure::Usage {
            message: format!("`--floorplan` is for the module `{SWITCH}`, not for `{block}`"),
            help: Some(format!("add `--module {SWITCH}`, or omit `--floorplan`")),
        });
    }
    Ok(context.with_floorplan(config.lossless_switch().port.ports()))
}

/// Runs `tailback gen`.
///
/// # Errors
///
/// If the configuration or scenario cannot be read, has problems or no hardware, a description is
/// refused, its registers do not fit a map, a floorplan is requested of another module than the switch, Ctrl-C was pressed, or the
/// directory or standard output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let (block, design, config) = if arguments.scenario {
        let loaded = ScenarioFile::new(&arguments.config).load()?;
        let name = &loaded.scenario.name;
        let design = match loaded.scenario.transport.is_ethernet() {
            true => fabric::ethernet::design(&loaded.ethernet_fabric()?, name)?,
            false => fabric::design(&loaded.fabric()?, name)?,
        };
        ("fabric", design, loaded.scenario.config)
    } else {
        let config = arguments.config.load()?;
        let block = arguments.block.of(&config)?;
        (block.name, block.design, config)
    };
    let mut context = context(&config)?;
    if arguments.floorplan {
        context = with_floorplan(context, block, &config)?;
    }
    if arguments.x_interface_info {
        context = context.with_interface_attributes();
    }
    if let Some(registers) = regs::Block::of(block) {
        context = context.with_registers(registers.map(&config)?);
    }
    let design = match &arguments.prefix {
        Some(prefix) => design.with_prefix(prefix),
        None => design,
    };
    let package = Package::new(&design, &context)?;
    let hold = Hold::new();
    package.write_to(&arguments.out).map_err(|error| Failure::write(&arguments.out, error))?;
    if hold.asked() {
        return Err(Failure::Interrupted);
    }
    output.report(&Generated {
        block,
        top: package.top.clone(),
        directory: arguments.out.clone(),
        files: package.files.iter().map(|file| arguments.out.join(&file.path)).collect(),
        verilog_lines: design.modules.iter().map(|module| module.text.lines().count()).sum(),
    })?;
    Ok(Verdict::Good)
}
