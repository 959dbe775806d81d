//! Expected routes: the forwarding table as written over AXI4-Lite.

use tailback_spec::registers::switch::address;
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

use crate::axi_lite::Write;

/// VALID bit of an entry.
const VALID: u32 = 1 << 31;

/// Entries of the forwarding table.
#[derive(Debug, Clone)]
pub struct Table {
    ports: usize,
    /// Output port of each LID with a valid entry.
    entries: Vec<Option<usize>>,
    /// Cycles until the table is cleared after reset.
    clearing: usize,
}

impl Table {
    /// Table after reset.
    pub fn new(forwarding: &Forwarding) -> Self {
        let entries = forwarding.entries();
        Table { ports: forwarding.ports(), entries: vec![None; entries], clearing: entries }
    }

    /// Whether the table is still being cleared.
    pub fn is_clearing(&self) -> bool {
        self.clearing > 0
    }

    /// Output port for a LID, whether or not its link is up.
    pub fn port(&self, lid: u16) -> Option<usize> {
        let entry = self.entries.get(lid as usize).copied().flatten();
        entry.filter(|port| !self.is_clearing() && *port < self.ports)
    }

    /// Clock edge: applies a register write that takes effect with it.
    pub fn clock(&mut self, write: Option<&Write>) {
        self.clearing = self.clearing.saturating_sub(1);
        let Some(Write { address, data, .. }) = write else { return };
        let Some(behind) = address.checked_sub(address::FORWARDING) else { return };
        if let Some(entry) = self.entries.get_mut((behind / WORD_BYTES) as usize) {
            let port = (data & ((1 << PORT_BITS) - 1)) as usize;
            *entry = (data & VALID != 0).then_some(port);
        }
    }

    /// State after reset.
    pub fn reset(&mut self) {
        self.entries.fill(None);
        self.clearing = self.entries.len();
    }
}
