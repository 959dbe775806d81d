//! Registers of the switch: the MAC table, and counters.

use super::table::Entry;
use super::{output::Output, PortCounters, COUNTERS};
use crate::bits::is_set;
use crate::efl::bus::{Access, Done};
use serde::{Deserialize, Serialize};
use tailback_spec::efl::switch::{address, EthernetSwitch, IDENTIFICATION, VERSION};

/// Bits of `ENTRY_HIGH` that are stored: upper part of the address, port, and valid.
const HIGH_MASK: u32 = 0x80FF_FFFF;

/// Registers that are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Registers {
    low: u32,
    high: u32,
}

impl Registers {
    /// Value of the register at an address.
    fn value(
        &self,
        at: u32,
        switch: &EthernetSwitch,
        counters: &[PortCounters],
        outputs: &[Output],
    ) -> Option<u32> {
        const BYTES: u32 = 4;
        match at {
            address::IDENTIFICATION => Some(IDENTIFICATION),
            address::VERSION => Some(VERSION.0 << 16 | VERSION.1),
            address::CAPABILITIES => {
                Some((switch.addresses() as u32) << 16 | switch.ports() as u32)
            }
            address::BUFFER => Some(switch.buffer_bytes()),
            address::ENTRY_LOW => Some(self.low),
            address::ENTRY_HIGH => Some(self.high),
            _ => {
                let offset = at.checked_sub(address::COUNTERS)?;
                let port = (offset / address::COUNTERS_STRIDE) as usize;
                let index = (offset % address::COUNTERS_STRIDE / BYTES) as usize;
                let output = outputs.get(port)?;
                Some(match index {
                    ..COUNTERS => counters[port][index],
                    COUNTERS => output.occupied,
                    _ => output.peak,
                })
            }
        }
    }

    /// Does an access; returns the entry of the MAC table that is written, and whether it is valid.
    pub(super) fn perform(
        &mut self,
        access: Access,
        switch: &EthernetSwitch,
        counters: &[PortCounters],
        outputs: &[Output],
    ) -> (Done, Option<(Entry, bool)>) {
        let mut entry = None;
        let done = match access {
            Access::Read(at) => Done::Read(self.value(at, switch, counters, outputs)),
            Access::Write { address: address::ENTRY_LOW, data } => {
                self.low = data;
                Done::Write(true)
            }
            Access::Write { address: address::ENTRY_HIGH, data } => {
                let port = (data >> 16 & 0xFF) as usize;
                let exists = port < switch.ports();
                if exists {
                    self.high = data & HIGH_MASK;
                    let address = u64::from(data & 0xFFFF) << u32::BITS | u64::from(self.low);
                    entry = Some((Entry { address, port }, is_set(data.into(), 31)));
                }
                Done::Write(exists)
            }
            Access::Write { .. } | Access::Partial => Done::Write(false),
        };
        (done, entry)
    }
}
