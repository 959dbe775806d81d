//! Registers of the EFL endpoint.
//!
//! The addresses are the same for every configuration; only the number of peers differs. Counters have
//! 32 bits, wrap around, and are cleared by reset only. The values of a flow are behind a *window*: a
//! write to `flow_select` copies all values of one flow, taken in the same cycle, to the registers
//! that follow.

mod capabilities;
mod counters;
mod flow;
mod settings;

use super::{identity, Access, Field, Invalid, Map};
use crate::Config;

pub use crate::efl::registers::{address, IDENTIFICATION, VERSION};

/// Register map of the EFL endpoint of this configuration.
///
/// # Errors
///
/// If the map breaks a rule of [`Map::new`]; the map of a valid configuration breaks none.
pub fn map(config: &Config) -> Result<Map, Invalid> {
    let efl = config.efl();
    let mut entries = capabilities::entries(&efl);
    entries.extend(identity::entries("an EFL endpoint", IDENTIFICATION, VERSION));
    entries.extend(settings::entries(&efl));
    entries.extend(flow::entries(&efl));
    entries.push(counters::entry());
    let doc = format!("The EFL endpoint of configuration {}.", config.name());
    Map::new("efl", doc, entries)
}

/// Number that software reads and writes.
fn writable(name: &str, width: u32, doc: &str) -> Field {
    Field::new(name, 0, width, Access::ReadWrite, doc)
}
