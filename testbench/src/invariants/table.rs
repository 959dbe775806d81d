//! Where packets have to go: the forwarding table, as what was written over AXI4-Lite makes it.

use tailback_model::switch::lossless::{LosslessSwitchInputs, LosslessSwitchOutputs};
use tailback_spec::registers::switch::address;
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

/// VALID of an entry.
const VALID: u64 = 1 << 31;

/// The entries.
#[derive(Debug, Clone)]
pub struct Table {
    ports: usize,
    /// The port of each LID that has one.
    entries: Vec<Option<usize>>,
    /// Cycles for which the table is still being cleared.
    clearing: usize,
}

impl Table {
    /// The table after reset.
    pub fn new(forwarding: &Forwarding) -> Self {
        let entries = forwarding.entries();
        Table { ports: forwarding.ports(), entries: vec![None; entries], clearing: entries }
    }

    /// Whether there are no entries yet.
    pub fn is_clearing(&self) -> bool {
        self.clearing > 0
    }

    /// The port to which a LID leads, be the link up or not.
    pub fn port(&self, lid: u16) -> Option<usize> {
        let entry = self.entries.get(lid as usize).copied().flatten();
        entry.filter(|port| !self.is_clearing() && *port < self.ports)
    }

    /// The clock edge.
    pub fn clock(&mut self, inputs: &LosslessSwitchInputs, outputs: &LosslessSwitchOutputs) {
        const ALL_BYTES: u64 = 0xF;
        self.clearing = self.clearing.saturating_sub(1);
        let taken = inputs.s_axil_awvalid && inputs.s_axil_wvalid && outputs.s_axil_awready;
        if !taken || inputs.s_axil_wstrb != ALL_BYTES {
            return;
        }
        let (address, data) = (inputs.s_axil_awaddr, inputs.s_axil_wdata);
        let Some(behind) = address.checked_sub(address::FORWARDING.into()) else { return };
        if let Some(entry) = self.entries.get_mut((behind / u64::from(WORD_BYTES)) as usize) {
            let port = (data & ((1 << PORT_BITS) - 1)) as usize;
            *entry = (data & VALID != 0).then_some(port);
        }
    }

    /// Reset.
    pub fn reset(&mut self) {
        self.entries.fill(None);
        self.clearing = self.entries.len();
    }
}
