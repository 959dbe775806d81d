//! Register writes before anything is sent.

use super::{Fabric, QP_BASE};
use crate::{
    nic::congestion_table,
    registers::{nic, switch, WORD_BYTES},
};

/// A write to a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Write {
    /// Byte address of the register.
    pub address: u32,
    /// Write data.
    pub data: u32,
}

/// Valid bit of an entry, of the forwarding table and of the table of queue pairs.
const VALID: u32 = 1 << 31;

/// Most cycles of a write: a NIC takes five, and the environment sees the response a cycle later.
const WRITE_CYCLES: u64 = 8;

/// Cycles, beside those of the longest link, from reset to that in which each sender has the
/// credits of the whole buffer at the other end, for each data VL and for all of them: a
/// flow-control packet is built in every cycle or every other one, and passes a few registers on
/// either side of the link. On a slow link, each takes as long as a beat.
const CREDIT_CYCLES_OF_A_LANE: u64 = 4;
const CREDIT_CYCLES: u64 = 64;

/// The length of the set-up is a multiple of this many cycles, so that slots of 4 or 16 cycles
/// since reset fall as if the scenario began with the reset.
const ROUND_CYCLES: u64 = 64;

impl Fabric {
    /// Writes to a component, in this order.
    pub fn writes(&self, component: usize) -> Vec<Write> {
        let entry = |base: u32, number: usize, value: u32| Write {
            address: base + number as u32 * WORD_BYTES,
            data: VALID | value,
        };
        let mut writes: Vec<Write> = match component.checked_sub(self.scenario.switches.len()) {
            None => {
                let base = switch::address::FORWARDING;
                let ways = self.forwarding(component).into_iter();
                ways.map(|(lid, port)| entry(base, lid.into(), port as u32)).collect()
            }
            Some(host) => {
                let base = Write { address: nic::address::QP_BASE, data: QP_BASE };
                let pairs = self.connections[host].iter().enumerate();
                let pair = |(number, end): (usize, &super::Connection)| {
                    entry(nic::address::QPS, number, end.remote_qp())
                };
                std::iter::once(base).chain(pairs.map(pair)).collect()
            }
        };
        writes.extend(self.settings(component));
        writes
    }

    /// Cycles from reset to cycle 0 of the scenario: in these, all memories are cleared, all writes
    /// are made, and the first credits have crossed each link.
    pub fn set_up_cycles(&self) -> u64 {
        let nic = self.nic;
        let table = if nic.has_table() { congestion_table::clear_cycles(&nic) } else { 0 };
        let cleared =
            [self.scenario.config.switch().forwarding_entries(), nic.flows(), nic.slots(), table];
        let cleared = cleared.into_iter().max().unwrap_or_default() as u64;
        let writes = (0..self.components()).map(|component| self.writes(component).len());
        let writes = writes.max().unwrap_or_default() as u64;
        let written = cleared + (writes + 2) * WRITE_CYCLES;
        let longest = self
            .link_delays
            .iter()
            .map(|link_delay| link_delay.delay() as u64)
            .max()
            .unwrap_or_default();
        let lanes = self.nic.virtual_lanes() as u64;
        let beats = CREDIT_CYCLES + lanes * CREDIT_CYCLES_OF_A_LANE;
        let credits = longest + beats * self.beat_cycles();
        written.max(credits).next_multiple_of(ROUND_CYCLES)
    }
}
