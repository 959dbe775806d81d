//! The MAC table.

use serde::{Deserialize, Serialize};
use tailback_spec::efl::switch::EthernetSwitch;

/// Bytes of a MAC address.
const ADDRESS_BYTES: usize = 6;

/// An entry that is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) address: u64,
    pub(super) port: usize,
}

/// The table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    switch: EthernetSwitch,
    entries: Vec<Option<Entry>>,
}

impl Table {
    pub(super) fn new(switch: &EthernetSwitch) -> Self {
        Table { switch: *switch, entries: vec![None; switch.addresses()] }
    }

    pub(super) fn reset(&mut self) {
        self.entries.fill(None);
    }

    /// Writes the entry for an address.
    pub(super) fn write(&mut self, entry: Entry, valid: bool) {
        self.entries[self.switch.index(entry.address)] = valid.then_some(entry);
    }

    /// Output for a frame that begins with these bytes.
    pub(super) fn output(&self, bytes: &[u8]) -> Option<usize> {
        let address = bytes.get(..ADDRESS_BYTES)?;
        let address = address.iter().fold(0, |address, byte| address << 8 | u64::from(*byte));
        let entry = self.entries[self.switch.index(address)]?;
        (entry.address == address).then_some(entry.port)
    }
}
