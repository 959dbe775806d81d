//! Time, in frames of four cycles.

use super::sizes::{frame_bits, slot_bits};
use crate::prelude::*;
use tailback_spec::nic::rate_limiter::FAR_AHEAD;
use tailback_spec::nic::Nic;

/// The frame of the first slot that can be reached in frame 0.
const FIRST: u128 = FAR_AHEAD as u128;

block! {
    /// Counts cycles, and frames of four cycles.
    ///
    /// After reset, memories are cleared for as many cycles as there are slots.
    pub struct Frames(nic: &Nic) as "tailback_limiter_frames" {
        /// Number of the last cycle in which memories are cleared.
        count last_cleared = nic.slots() - 1;

        /// High while memories are cleared after reset.
        output_reg clearing = true;
        /// Cycles since the reset.
        output_reg cycle[nic.time_bits()];
        /// First slot that can be reached.
        output first[slot_bits(nic)];
        /// Number of the frame before that of the slot in `first`.
        output_reg first_before[frame_bits(nic)] = FIRST - 1;
        /// High in phase 0 of a frame.
        output_reg at_0 = true;
        /// High in phase 1 of a frame.
        output_reg at_1;
        /// High in phase 2 of a frame.
        output_reg at_2;
        /// High in phase 3 of a frame.
        output_reg at_3;

        /// Number of the first frame whose slot can be reached.
        reg reached[frame_bits(nic)] = FIRST;
    }
}

impl Logic for Frames {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.reached.val() >> 0;

        self.cycle.next = self.cycle.val() + 1;
        if self.cycle.val() == self.last_cleared.val() {
            self.clearing.next = false;
        }
        self.at_0.next = self.at_3.val();
        self.at_1.next = self.at_0.val();
        self.at_2.next = self.at_1.val();
        self.at_3.next = self.at_2.val();
        if self.at_3.val() {
            self.reached.next = self.reached.val() + 1;
            self.first_before.next = self.reached.val();
        }
    }
}
