//! Registers of the NIC.
//!
//! Settings for which InfiniBand has a management attribute have the layout of that attribute (IBA
//! annex A10): attribute 0x16 is at address 0x1600, with the words of the attribute in order, and the
//! bit transmitted first is bit 31. Registers of the congestion control table exist only with the
//! response `cct`; the addresses of all others are independent of the response.
//!
//! The addresses are the same for every configuration; a driver reads the numbers of flows and entries
//! from the first registers.
//!
//! **Counters** wrap around, and only reset clears them, as those of the switch
//! ([`super::switch`]). Those of a flow are behind a *window*: a write to `flow_select` copies
//! all values of one flow, taken in the same cycle, to the registers that follow. Thus 4096 flows use
//! a few addresses, and the two halves of a value of more than 32 bits belong together.

mod capabilities;
mod congestion;
mod counters;
mod flow;

use super::{identity, Invalid, Map};
use crate::{
    nic::{Nic, Response},
    Config,
};

pub use crate::nic::registers::address;

/// Value of the first register: "TLBN" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBN");

/// Version of the map, major and minor: the major version changes when drivers must change, the minor
/// version when registers are added.
pub const VERSION: (u32, u32) = (1, 0);

/// Events that the congestion log of a channel adapter holds (IBA annex A10).
pub const LOG_EVENTS: u32 = 13;

/// Entries of a block of the congestion control table (IBA annex A10).
pub const BLOCK_ENTRIES: u32 = 64;

/// Register map of the NIC of this configuration.
///
/// # Errors
///
/// If the map breaks a rule of [`Map::new`]; the map of a valid configuration breaks none.
pub fn map(config: &Config) -> Result<Map, Invalid> {
    let nic = config.nic();
    let mut entries = capabilities::entries(&nic);
    entries.extend(identity::entries("a NIC", IDENTIFICATION, VERSION));
    entries.extend(flow::entries(&nic));
    entries.extend(counters::entries());
    entries.push(congestion::time_stamp());
    if has_table(&nic) {
        entries.extend(congestion::entries(&nic));
    }
    let doc = format!("The NIC of configuration {}.", config.name());
    Map::new("nic", doc, entries)
}

/// Whether there is a congestion control table.
fn has_table(nic: &Nic) -> bool {
    nic.response() == Response::Cct
}
