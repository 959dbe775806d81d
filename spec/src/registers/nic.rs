//! The registers of the NIC.
//!
//! What InfiniBand has a management attribute for is laid out after it (IBA annex A10): attribute
//! 0x16 is at address 0x1600, with the words of the attribute in their order, and the first bit on
//! the wire is bit 31. What has to do with the congestion control table is there only with the
//! response `cct`; nothing else moves if it is not.
//!
//! The addresses are the same for every configuration; how many flows and entries there are, a
//! driver reads from the registers at the beginning.
//!
//! **Counters** wrap around, and only reset clears them, as those of the switch
//! ([`super::switch`]). Those of a flow are behind a *window*: writing `flow_select` copies all
//! values of one flow, as they are in one moment, to the registers that follow it. So 4096 flows take
//! up a handful of addresses, and a value of more than 32 bits is read in one piece.

mod congestion;
mod counters;
mod flow;
mod identity;

use super::{Invalid, Map};
use crate::{
    nic::{Nic, Response},
    Config,
};

/// What the first register says: "TLBN" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBN");

/// Version of the map: another one of the first number means that drivers must change, another one
/// of the second that there is something new.
pub const VERSION: (u32, u32) = (1, 0);

/// Events that the congestion log of a channel adapter holds (IBA annex A10).
pub const LOG_EVENTS: u32 = 13;

/// Entries of a block of the congestion control table (IBA annex A10).
pub const BLOCK_ENTRIES: u32 = 64;

/// Where the parts of the map are, in bytes.
pub mod address {
    #![allow(missing_docs, reason = "the map names and documents each of them")]

    pub const IDENTIFICATION: u32 = 0x00;
    pub const VERSION: u32 = 0x04;
    pub const CAPABILITIES: u32 = 0x08;
    pub const DATAPATH: u32 = 0x0C;
    pub const CLOCK: u32 = 0x10;
    pub const QP_BASE: u32 = 0x20;

    pub const FLOW_SELECT: u32 = 0x80;
    /// The values of the flow that is selected.
    pub const FLOW: u32 = 0x84;
    /// Of SL 0; the others follow.
    pub const SERVICE_LEVEL_CCTI: u32 = 0xC0;

    pub const TRAFFIC: u32 = 0x100;
    pub const MARKS: u32 = 0x120;
    pub const MALFORMED: u32 = 0x140;
    pub const IGNORED: u32 = 0x160;

    /// Where the words of a management attribute are.
    pub const fn attribute(id: u32) -> u32 {
        id << 8
    }

    pub const CONGESTION_INFO: u32 = attribute(0x11);
    pub const CONGESTION_LOG: u32 = attribute(0x13);
    pub const CA_CONGESTION_SETTING: u32 = attribute(0x16);
    pub const CONGESTION_CONTROL_TABLE: u32 = attribute(0x17);
    pub const TIME_STAMP: u32 = attribute(0x18);

    /// The entries of the congestion control table, which are more than fit behind its limit.
    pub const TABLE_ENTRIES: u32 = 0x2000;
    pub const QPS: u32 = 0x4000;
}

/// The map of the NIC of this configuration.
pub fn map(config: &Config) -> Result<Map, Invalid> {
    let nic = config.nic();
    let mut entries = identity::entries(&nic);
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
