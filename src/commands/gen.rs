//! `tailback gen`: writes the Verilog of a module, with all other files of a tool flow.

use crate::{
    blocks::BlockNames,
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
    package::{Context, File, Package},
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
    blocks: BlockNames,

    /// Read the file as a scenario and write its whole fabric.
    #[arg(long, conflicts_with = "module")]
    scenario: bool,

    /// Begin the names of all modules and files with this instead of `tailback`.
    #[arg(long, value_name = "PREFIX")]
    prefix: Option<Prefix>,

    /// Add a module around the topmost one, for tools and IP of AXI: one interface for each element of an
    /// array, whole bytes of data, AxPROT, and a reset that is active low.
    #[arg(long, conflicts_with = "floorplan")]
    axi: bool,

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
    /// Further modules, and the names of their topmost Verilog modules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Other>,
    directory: PathBuf,
    files: Vec<PathBuf>,
    verilog_lines: usize,
}

#[derive(Debug, Serialize)]
struct Other {
    block: &'static str,
    top: String,
}

impl Report for Generated {
    fn human(&self) -> String {
        let Generated { block, top, others, verilog_lines, .. } = self;
        let mut text = format!("{block}: module {top}");
        for Other { block, top } in others {
            text += &format!("; {block}: module {top}");
        }
        text += &format!(", {verilog_lines} lines of Verilog\n");
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

/// Refuses a floorplan of modules of which none has one; only the switch has.
fn check_floorplan(parts: &[(&'static str, Design)]) -> Result<(), Failure> {
    let blocks: Vec<&str> = parts.iter().map(|(block, _)| *block).collect();
    match blocks.contains(&SWITCH) {
        true => Ok(()),
        false => Err(Failure::Usage {
            message: format!(
                "`--floorplan` is for the module `{SWITCH}`, not for `{}`",
                blocks.join("`, `")
            ),
            help: Some(format!("add `--module {SWITCH}`, or omit `--floorplan`")),
        }),
    }
}

/// Returns the data of a package about one of its modules.
fn context_of(block: &str, config: &Config, arguments: &Arguments) -> Result<Context, Failure> {
    let mut context = context(config)?;
    if arguments.floorplan && block == SWITCH {
        context = context.with_floorplan(config.lossless_switch().port.ports());
    }
    if arguments.x_interface_info {
        context = context.with_interface_attributes();
    }
    match regs::Block::of(block) {
        Some(registers) => Ok(context.with_registers(registers.map(config)?)),
        None => Ok(context),
    }
}

/// Runs `tailback gen`.
///
/// # Errors
///
/// If the configuration or scenario cannot be read, has problems or no hardware, a description is
/// refused, its registers do not fit a map, a module is given twice, a floorplan is requested without the
/// switch, Ctrl-C was pressed, or the directory or standard output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let (parts, config) = if arguments.scenario {
        let loaded = ScenarioFile::new(&arguments.config).load()?;
        let name = &loaded.scenario.name;
        let design = match loaded.scenario.transport.is_ethernet() {
            true => fabric::ethernet::design(&loaded.ethernet_fabric()?, name)?,
            false => fabric::design(&loaded.fabric()?, name)?,
        };
        (vec![("fabric", design)], loaded.scenario.config)
    } else {
        let config = arguments.config.load()?;
        let blocks = arguments.blocks.of(&config)?;
        (blocks.into_iter().map(|block| (block.name, block.design)).collect(), config)
    };
    if arguments.floorplan {
        check_floorplan(&parts)?;
    }
    let names: Vec<&'static str> = parts.iter().map(|(block, _)| *block).collect();
    let mut designs = Vec::new();
    for (block, design) in parts {
        let context = context_of(block, &config, arguments)?;
        let design = if arguments.axi { design.with_axi_wrapper() } else { design };
        let design = match &arguments.prefix {
            Some(prefix) => design.with_prefix(prefix),
            None => design,
        };
        designs.push((design, context));
    }
    let package = Package::several(designs)?;
    let hold = Hold::new();
    package.write_to(&arguments.out).map_err(|error| Failure::write(&arguments.out, error))?;
    if hold.asked() {
        return Err(Failure::Interrupted);
    }
    let verilog = |file: &&File| file.path.ends_with(".v");
    let lines = package.files.iter().filter(verilog).map(|file| file.text.lines().count()).sum();
    let others = names[1..].iter().zip(&package.others);
    output.report(&Generated {
        block: names[0],
        top: package.top.clone(),
        others: others.map(|(block, top)| Other { block, top: top.clone() }).collect(),
        directory: arguments.out.clone(),
        files: package.files.iter().map(|file| arguments.out.join(&file.path)).collect(),
        verilog_lines: lines,
    })?;
    Ok(Verdict::Good)
}
