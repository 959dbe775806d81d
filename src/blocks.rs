//! The option that selects the modules of a command.

use crate::failure::Failure;
use tailback_spec::{config::nearest, Config};
use tailback_testbench::catalog::{self, Block};

/// Module that a command works on.
#[derive(Debug, clap::Args)]
pub struct BlockName {
    /// Name from the catalog.
    #[arg(id = "module", long = "module", alias = "block", value_name = "MODULE",
          default_value = catalog::names().next(),
          help = format!("The module: {}", listed()))]
    name: String,
}

fn listed() -> String {
    catalog::names().collect::<Vec<_>>().join(", ")
}

impl BlockName {
    /// Returns the module with these parameters, if it exists.
    ///
    /// # Errors
    ///
    /// As [`named`].
    pub fn of(&self, config: &Config) -> Result<Block, Failure> {
        named(&self.name, config)
    }
}

/// Modules that become parts of one package.
#[derive(Debug, clap::Args)]
pub struct BlockNames {
    /// Names from the catalog.
    #[arg(id = "module", long = "module", alias = "block", value_name = "MODULE",
          default_value = catalog::names().next(),
          help = format!("The module; several may be given for one package: {}", listed()))]
    names: Vec<String>,
}

impl BlockNames {
    /// Returns the modules with these parameters, if they exist, in the order of their names on the
    /// command line.
    ///
    /// # Errors
    ///
    /// As [`named`], for the first module that fails; if a module is given twice ([`Failure::Usage`]).
    pub fn of(&self, config: &Config) -> Result<Vec<Block>, Failure> {
        let twice =
            self.names.iter().enumerate().find(|(at, name)| self.names[..*at].contains(name));
        if let Some((_, name)) = twice {
            let message = format!("the module `{name}` is given twice");
            return Err(Failure::Usage { message, help: Some("name each module once".into()) });
        }
        self.names.iter().map(|name| named(name, config)).collect()
    }
}

/// Modules that a command works on; without the option, all modules of the configuration.
#[derive(Debug, clap::Args)]
pub struct AnyBlock {
    /// Names from the catalog.
    #[arg(id = "module", long = "module", alias = "block", value_name = "MODULE",
          help = format!("Only this module; may be given several times: {}", listed()))]
    names: Vec<String>,
}

impl AnyBlock {
    /// Returns the modules with these parameters, if they exist.
    ///
    /// # Errors
    ///
    /// As [`named`], for the first module that fails.
    pub fn of(&self, config: &Config) -> Result<Vec<Block>, Failure> {
        match self.names.as_slice() {
            [] => catalog::names_for(config).map(|name| named(name, config)).collect(),
            names => names.iter().map(|name| named(name, config)).collect(),
        }
    }

    /// Returns the arguments that select these modules.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.names.iter().flat_map(|name| ["--module".into(), name.clone()])
    }
}

/// Returns the module of this name, if it exists.
///
/// # Errors
///
/// If there is no module of this name, or it needs another width of the datapath ([`Failure::Usage`]),
/// or its description has no exact translation ([`Failure::Refused`]).
pub fn named(name: &str, config: &Config) -> Result<Block, Failure> {
    check_width(name, config)?;
    let Some(block) = catalog::block(name, config) else {
        let mut message = format!("there is no module `{name}`");
        if let Some(near) = nearest(name, catalog::names()) {
            message += &format!("; did you mean `{near}`?");
        }
        let help = format!("choose one of: {}", listed());
        return Err(Failure::Usage { message, help: Some(help) });
    };
    Ok(block?)
}

/// Checks that a module exists with the datapath of the configuration.
///
/// # Errors
///
/// If the module needs another width ([`Failure::Usage`]).
pub fn check_width(name: &str, config: &Config) -> Result<(), Failure> {
    let width = config.port().width_bits();
    match catalog::width_bits(name).filter(|needed| *needed != width) {
        None => Ok(()),
        Some(needed) => Err(Failure::Usage {
            message: format!(
                "`{name}` needs a datapath of {needed} bits, but this one has {width}"
            ),
            help: Some(format!("set `datapath.width_bits = {needed}`")),
        }),
    }
}
