//! Detection of a full buffer: "whenever an arriving packet fills it up" (Globecom'02 §IV-A); the
//! paper does not define it further. See [`tailback_spec::switch::input_buffer::Reading`].

use crate::bits::first_lanes;
use serde::{Deserialize, Serialize};
use tailback_spec::switch::input_buffer::{InputBuffer as Parameters, Reading, STANDSTILL_CYCLES};

/// Observations of a cycle; bit *v* belongs to virtual lane *v*.
pub(crate) struct Seen {
    /// Data VLs without free space for another longest packet.
    pub low: u64,
    /// Virtual lanes of which a packet is sent or started.
    pub goes: u64,
    /// No packet of any virtual lane is sent or started, or ended in the cycle before.
    pub is_idle: bool,
}

/// State of the data VLs, one bit for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fullness {
    reading: Reading,
    /// All data VLs.
    all: u64,
    /// `Received`: VLs that have not been full since they had free space for another longest
    /// packet.
    armed: u64,
    /// `Received`: VLs of which a tail was received in the cycle before, while they were low on space.
    tail: u64,
    /// VLs of which a tail is received in this cycle.
    tail_comes: u64,
    /// `Arbitrated` and `Waiting`: VLs that were full in the cycle before.
    was_full: u64,
    /// `Arbitrated` and `Waiting`: VLs that became full in the cycle before.
    became_full: u64,
    /// `Arbitrated`: VLs that stood still in each of the last cycles.
    stood: [u64; STANDSTILL_CYCLES - 1],
}

impl Fullness {
    /// The state after reset.
    pub fn new(buffer: &Parameters) -> Self {
        let all = first_lanes(buffer.virtual_lanes());
        Fullness {
            reading: buffer.reading(),
            all,
            armed: all,
            tail: 0,
            tail_comes: 0,
            was_full: 0,
            became_full: 0,
            stood: [0; STANDSTILL_CYCLES - 1],
        }
    }

    /// VLs that have become full.
    pub fn became_full(&self) -> u64 {
        match self.reading {
            Reading::Received => self.tail & self.armed,
            Reading::Arbitrated | Reading::Waiting => self.became_full,
        }
    }

    /// The last word of a packet is received.
    pub fn tail_comes(&mut self, lane: usize) {
        self.tail_comes = 1 << lane;
    }

    /// The clock edge.
    pub fn step(&mut self, seen: &Seen) {
        let Seen { low, goes, is_idle } = *seen;
        // A VL with free space for a longest packet can become full again.
        self.armed = (!low & self.all) | (self.armed & !self.became_full());
        self.tail = std::mem::take(&mut self.tail_comes) & low;
        let stands = low & !goes;
        let full = match self.reading {
            Reading::Arbitrated => self.stood.iter().fold(stands, |full, stood| full & stood),
            Reading::Waiting if is_idle => low,
            Reading::Waiting | Reading::Received => 0,
        };
        self.became_full = full & !self.was_full;
        self.was_full = full;
        self.stood.rotate_right(1);
        self.stood[0] = stands;
    }

    /// Resets the state.
    pub fn reset(&mut self) {
        (self.tail, self.was_full, self.became_full) = (0, 0, 0);
        (self.armed, self.stood) = (self.all, [0; STANDSTILL_CYCLES - 1]);
    }
}
