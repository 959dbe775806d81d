//! Expected routes: the forwarding table as written over AXI4-Lite.

use tailback_model::switch::top::{SwitchTopInputs, SwitchTopOutputs};
use tailback_spec::registers::switch::address;
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

/// VALID bit of an entry.
const VALID: u64 = 1 << 31;

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

    /// Clock edge: applies a register write.
    pub fn clock(&mut self, inputs: &SwitchTopInputs, outputs: &SwitchTopOutputs) {
        const ALL_BYTES: u64 = 0xF;
        self.clearing = self.clearing.saturating_sub(1);
        let taken = inputs.s_axil.awvalid && inputs.s_axil.wvalid && outputs.s_axil.awready;
        if !taken || inputs.s_axil.wstrb != ALL_BYTES {
            return;
        }
        let (address, data) = (inputs.s_axil.awaddr, inputs.s_axil.wdata);
        let Some(behind) = address.checked_sub(address::FORWARDING.into()) else { return };
        if let Some(entry) = self.entries.get_mut((behind / u64::from(WORD_BYTES)) as usize) {
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
