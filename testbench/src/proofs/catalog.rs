//! Which claims are made of which block.

use tailback_spec::Config;

use super::{switch, Proof};

/// The claims about a block of a configuration.
pub fn proofs(block: &str, config: &Config) -> Vec<Proof> {
    match block {
        "marking" => switch::marking::proofs(&config.marking()),
        _ => Vec::new(),
    }
}
