//! When a buffer is full: "whenever an arriving packet fills it up" (Globecom'02 §IV-A), on whose
//! meaning the paper is silent. See [`tailback_spec::switch::input_buffer::Reading`].

use crate::bits::first_lanes;
use serde::{Deserialize, Serialize};
use tailback_spec::switch::input_buffer::{InputBuffer as Parameters, Reading, STANDSTILL_CYCLES};

/// What is seen in a cycle; bit *v* belongs to lane *v*.
pub(crate) struct Seen {
    /// Data VLs without room for another longest packet.
    pub low: u64,
    /// A packet of the lane is sent or started.
    pub goes: u64,
    /// No packet of any lane is.
    pub is_idle: bool,
}

/// What has been seen of the data VLs, one bit for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fullness {
    reading: Reading,
    /// The data VLs.
    all: u64,
    /// `Received`: those that have not been full since they had room for another longest packet.
    armed: u64,
    /// `Received`: those of which a tail came in the cycle before.
    tail: u64,
    /// Those of which one comes in this cycle.
    tail_comes: u64,
    /// `Arbitrated` and `Waiting`: those that were full in the cycle before.
    was_full: u64,
    /// `Arbitrated` and `Waiting`: those that became full in the cycle before.
    became_full: u64,
    /// `Arbitrated`: those that stood still in each of the last cycles.
    stood: [u64; STANDSTILL_CYCLES - 1],
}

impl Fullness {
    /// After reset.
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

    /// VLs that have become full, with those that are low on space now.
    pub fn became_full(&self, low: u64) -> u64 {
        match self.reading {
            Reading::Received => self.tail & low & self.armed,
            Reading::Arbitrated | Reading::Waiting => self.became_full,
        }
    }

    /// The last word of a packet comes.
    pub fn tail_comes(&mut self, lane: usize) {
        self.tail_comes = 1 << lane;
    }

    /// The clock edge.
    pub fn step(&mut self, seen: &Seen) {
        let Seen { low, goes, is_idle } = *seen;
        // A VL with room for a longest packet can become full again.
        self.armed = (!low & self.all) | (self.armed & !self.became_full(low));
        self.tail = std::mem::take(&mut self.tail_comes);
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

    /// A reset.
    pub fn reset(&mut self) {
        (self.tail, self.was_full, self.became_full) = (0, 0, 0);
        (self.armed, self.stood) = (self.all, [0; STANDSTILL_CYCLES - 1]);
    }
}
