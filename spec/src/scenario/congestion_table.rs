//! Congestion control tables of hosts.

use super::{
    network::Scenario,
    registers::{CctTable, Registers},
};
use crate::nic::congestion_table::{
    presets::{self, InUse, Packets},
    CctEntry,
};

impl Scenario {
    /// Congestion control table of a host; times become packet times of the host's link.
    pub fn congestion_table(&self, registers: &Registers, host: usize) -> Vec<CctEntry> {
        const GRAN_BASE: u32 = 106;
        const VENDOR_BASE: u32 = 95;
        const BITS_PER_BYTE: u128 = 8;
        let entries = self.config.nic().cct_entries();
        let bytes = self.packet_beats() * self.config.port().width_bytes() as u64;
        let bits = u128::from(bytes) * BITS_PER_BYTE;
        let hertz = u128::from(self.config.clock().frequency_hz());
        let bits_per_s = (bits * hertz / u128::from(self.hosts[host].packet_cycles)) as u64;
        let packets = Packets { bytes: bytes as u32, bits_per_s };
        let squared = |divisor| presets::squared(divisor, packets, entries);
        let in_use = |name: &str| {
            let found: Option<&InUse> = presets::IN_USE.iter().find(|table| table.name == name);
            found.map(|table| table.entries(entries)).unwrap_or_default()
        };
        match registers.table {
            CctTable::Gran => squared(presets::GRAN),
            CctTable::GranSquared => squared(GRAN_BASE.pow(2)),
            CctTable::Vendor => squared(presets::VENDOR),
            CctTable::VendorSquared => squared(VENDOR_BASE.pow(2)),
            CctTable::Linear => presets::linear(registers.table_most, entries),
            CctTable::MellanoxDefault => in_use("mellanox_default"),
            CctTable::MellanoxLlnl => in_use("mellanox_llnl"),
            CctTable::SimulaOptimal => in_use("simula_optimal"),
            CctTable::SimulaLlnl => in_use("simula_llnl"),
        }
    }
}
