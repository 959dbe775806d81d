//! Congestion table that stores written data, and returns it a cycle later.

use tailback_model::nic::registers::NicRegistersOutputs;
use tailback_spec::nic::Nic;

/// Settings of service levels, and CCT entries.
#[derive(Debug, Clone)]
pub(super) struct Table {
    levels: [u64; Nic::SERVICE_LEVELS],
    entries: Vec<u64>,
}

impl Table {
    pub(super) fn new(nic: &Nic) -> Self {
        Table { levels: [0; Nic::SERVICE_LEVELS], entries: vec![0; nic.cct_entries()] }
    }

    pub(super) fn reset(&mut self) {
        self.levels.fill(0);
        self.entries.fill(0);
    }

    /// Applies the writes of the previous cycle.
    pub(super) fn write(&mut self, last: &NicRegistersOutputs) {
        if last.set_valid {
            self.levels[last.set_sl as usize] = last.set_timer
                | last.set_increase << 16
                | last.set_trigger << 24
                | last.set_min << 32;
        }
        if last.write {
            self.entries[last.write_index as usize] = last.write_entry;
        }
    }

    /// Timer, increase, trigger and minimum of the addressed service level.
    pub(super) fn level(&self, last: &NicRegistersOutputs) -> u64 {
        self.levels[last.read_sl as usize]
    }

    /// The addressed entry.
    pub(super) fn entry(&self, last: &NicRegistersOutputs) -> u64 {
        self.entries[last.read_index as usize]
    }
}
