//! The host of a flow: gives packets to the retransmission buffer, as far as it has credits.

use super::latency::{DOORBELL, NEXT_BEAT};
use super::supply::Supply;

/// The host of a flow.
#[derive(Debug)]
pub struct Feed {
    pub supply: Supply,
    /// Cycles from the first beat of a packet to its last.
    beats: u64,
    /// First cycle in which the next packet can begin.
    free: u64,
    credits: u64,
    /// Cycle of the last doorbell, from which on the packet is in the buffer.
    pub rang: u64,
    /// The doorbell of the next packet is awaited.
    pub awaits: bool,
}

impl Feed {
    pub fn new(supply: Supply, payload_beats: u64, credits: u64) -> Self {
        Feed { supply, beats: payload_beats - 1, free: 0, credits, rang: 0, awaits: false }
    }

    /// Credits that can be used from a cycle on.
    pub fn credit(&mut self, packets: u64, cycle: u64) {
        if self.credits == 0 {
            self.free = self.free.max(cycle);
        }
        self.credits += packets;
    }

    /// Cycle of the next packet's first beat, if there are a packet and a credit for it.
    pub fn next(&mut self) -> Option<u64> {
        if self.credits == 0 {
            return None;
        }
        self.supply.ready_at(self.free)
    }

    /// Gives the packet that begins in this cycle, which is that of `next`. Returns the cycle of its
    /// doorbell.
    pub fn give(&mut self, begins: u64) -> u64 {
        self.supply.take(begins);
        self.credits -= 1;
        self.free = begins + self.beats + NEXT_BEAT;
        self.rang = self.rings(begins);
        self.rang
    }

    /// Cycle of the doorbell of a packet.
    pub fn rings(&self, begins: u64) -> u64 {
        begins + self.beats + DOORBELL
    }

    /// Cycle of the first beat of a packet whose doorbell rings in a cycle.
    pub fn begins(&self, rings: u64) -> Option<u64> {
        rings.checked_sub(self.beats + DOORBELL)
    }
}
