//! Time: frames of four cycles.

use super::sizes::{frame_bits, time_bits};
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// The first frame whose slot a flow can be put into in frame 0.
const FIRST: u128 = 3;

block! {
    /// Counts cycles, and the frames of four of them.
    ///
    /// As it begins, memories are cleared for as many cycles as there are slots.
    pub struct Frames(nic: &Nic) as "tailback_limiter_frames" {
        /// The last of the cycles in which memories are cleared.
        count last_cleared = nic.slots() - 1;

        /// Memories are being cleared.
        output clearing;
        /// Cycles since the reset.
        output cycle[time_bits(nic)];
        /// In phase 3 the frame after the next two, in phase 0 the same: the first one whose slot can
        /// be reached.
        output first[frame_bits(nic)];
        /// The one before that.
        output first_before[frame_bits(nic)];
        /// The phase is 0.
        output at_0;
        /// The phase is 1.
        output at_1;
        /// The phase is 2.
        output at_2;
        /// The phase is 3.
        output at_3;

        /// Memories are being cleared.
        reg clears = true;
        /// Cycles since the reset.
        reg cycles[time_bits(nic)];
        /// The first frame whose slot can be reached.
        reg reached[frame_bits(nic)] = FIRST;
        /// The one before that.
        reg reached_before[frame_bits(nic)] = FIRST - 1;
        /// The phase is 0.
        reg is_0 = true;
        /// The phase is 1.
        reg is_1;
        /// The phase is 2.
        reg is_2;
        /// The phase is 3.
        reg is_3;
    }
}

impl Logic for Frames {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clears.val();
        self.cycle.next = self.cycles.val();
        self.first.next = self.reached.val();
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
