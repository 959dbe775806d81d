//! The cycles in which output ports may look for packets.

use crate::{bits::set_lanes, fabric::timing::NEVER};

/// First cycle in which each output port may look for a packet; [`NEVER`] if it has none, or waits for
/// credits.
#[derive(Debug)]
pub(super) struct Wakes {
    cycles: Vec<u64>,
    /// Bitmap of the ports whose cycle is not [`NEVER`]: often few of all.
    some: u64,
}

impl Wakes {
    /// So many output ports, none of which may look.
    pub fn none(ports: usize) -> Self {
        Wakes { cycles: vec![NEVER; ports], some: 0 }
    }

    /// Number of output ports.
    pub fn ports(&self) -> usize {
        self.cycles.len()
    }

    /// An output port may look from a cycle on.
    #[inline]
    pub fn set(&mut self, output: usize, cycle: u64) {
        self.cycles[output] = cycle;
        let bit = 1 << output;
        match cycle {
            NEVER => self.some &= !bit,
            _ => self.some |= bit,
        }
    }

    /// An output port may look from a cycle on, or from an earlier one as before.
    #[inline]
    pub fn advance(&mut self, output: usize, cycle: u64) {
        if cycle < self.cycles[output] {
            self.set(output, cycle);
        }
    }

    /// Bitmap of the output ports that may look in a cycle.
    #[inline]
    pub fn due(&self, now: u64) -> u64 {
        let is_due = |output: usize| u64::from(self.cycles[output] <= now) << output;
        set_lanes(self.some).fold(0, |due, output| due | is_due(output))
    }

    /// First cycle in which an output port may look.
    #[inline]
    pub fn first(&self) -> Option<u64> {
        set_lanes(self.some).map(|output| self.cycles[output]).min()
    }
}
