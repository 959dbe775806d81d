//! Modules with congestion control.

use crate::commands::regs::Block;
use serde::Serialize;

/// Module for which settings are imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The lossless switch.
    Switch,
    /// The NIC.
    Nic,
}

impl Target {
    /// Module in the list of those with registers.
    pub fn block(self) -> Block {
        match self {
            Target::Switch => Block::Switch,
            Target::Nic => Block::Nic,
        }
    }

    /// Name in the register map.
    pub fn name(self) -> &'static str {
        self.block().name()
    }
}
