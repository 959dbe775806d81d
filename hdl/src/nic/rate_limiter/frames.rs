//! Time, in frames of four cycles.

use super::sizes::{frame_bits, slot_bits, time_bits};
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// The frame of the first slot that can be reached in frame 0.
const FIRST: u128 = 3;

block! {
    /// Counts cycles, and frames of four cycles.
    ///
    /// After reset, memories are cleared for as many cycles as there are slots.
    pub struct Frames(nic: &Nic) as "tailback_limiter_frames" {
        /// Number of the last cycle in which memories are cleared.
        count last_cleared = nic.slots() - 1;

        /// High while memories are cleared after reset.
        output clearing;
        /// Cycles since the reset.
        output cycle[time_bits(nic)];
        /// First slot that can be reached.
        output first[slot_bits(nic)];
        /// Number of the frame before that of the slot in `first`.
        output first_before[frame_bits(nic)];
        /// High in phase 0 of a frame.
        output at_0;
        /// High in phase 1 of a frame.
        output at_1;
        /// High in phase 2 of a frame.
        output at_2;
        /// High in phase 3 of a frame.
        output at_3;

        /// Register of `clearing`.
        reg clears = true;
        /// Register of `cycle`.
        reg cycles[time_bits(nic)];
        /// Number of the first frame whose slot can be reached.
        reg reached[frame_bits(nic)] = FIRST;
        /// Register of `first_before`.
        reg reached_before[frame_bits(nic)] = FIRST - 1;
        /// Register of `at_0`.
        reg is_0 = true;
        /// Register of `at_1`.
        reg is_1;
        /// Register of `at_2`.
        reg is_2;
        /// Register of `at_3`.
        reg is_3;
    }
}

impl Logic for Frames {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clears.val();
        self.cycle.next = self.cycles.val();
        self.first.next = self.reached.val() >> 0;
        self.first_before.next = self.reached_before.val();
        self.at_0.next = self.is_0.val();
        self.at_1.next = self.is_1.val();
        self.at_2.next = self.is_2.val();
        self.at_3.next = self.is_3.val();

        self.cycles.next = self.cycles.val() + 1;
        if self.cycles.val() == self.last_cleared.val() {
            self.clears.next = false;
        }
        self.is_0.next = self.is_3.val();
        self.is_1.next = self.is_0.val();
        self.is_2.next = self.is_1.val();
        self.is_3.next = self.is_2.val();
        if self.is_3.val() {
            self.reached.next = self.reached.val() + 1;
            self.reached_before.next = self.reached.val();
        }
    }
}
