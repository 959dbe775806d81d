//! The option that names the block that a command works on.

use crate::failure::Failure;
use tailback_spec::{config::nearest, Config};
use tailback_testbench::catalog::{self, Block};

/// The block that a command works on.
#[derive(Debug, clap::Args)]
pub struct BlockName {
    /// One of the catalog's names.
    #[arg(id = "block", long = "block", value_name = "BLOCK",
          default_value = catalog::names().next(),
          help = format!("The block: {}", listed()))]
    name: String,
}

fn listed() -> String {
    catalog::names().collect::<Vec<_>>().join(", ")
}

impl BlockName {
    /// The block with these parameters, if there is such a block.
    pub fn of(&self, config: &Config) -> Result<Block, Failure> {
        named(&self.name, config)
    }
}

/// The blocks that a command works on, or all of them.
#[derive(Debug, clap::Args)]
pub struct AnyBlock {
    /// Some of the catalog's names.
    #[arg(id = "block", long = "block", value_name = "BLOCK",
          help = format!("Only this block; may be given several times: {}", listed()))]
    names: Vec<String>,
}

impl AnyBlock {
    /// The blocks with these parameters, if there are such blocks.
    pub fn of(&self, config: &Config) -> Result<Vec<Block>, Failure> {
        match self.names.as_slice() {
            [] => catalog::names().map(|name| named(name, config)).collect(),
            names => names.iter().map(|name| named(name, config)).collect(),
        }
    }

    /// The words that ask for these blocks.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.names.iter().flat_map(|name| ["--block".into(), name.clone()])
    }
}

/// The block of this name, if there is one.
pub fn named(name: &str, config: &Config) -> Result<Block, Failure> {
    let Some(block) = catalog::block(name, config) else {
        let mut message = format!("there is no block `{name}`");
        if let Some(near) = nearest(name, catalog::names()) {
            message += &format!("; did you mean `{near}`?");
        }
        let help = format!("the blocks are {}", listed());
        return Err(Failure::Usage { message, help: Some(help) });
    };
    Ok(block?)
}
