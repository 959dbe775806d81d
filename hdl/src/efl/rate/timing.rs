//! The frames of the rate controller.

use super::PHASES;
use crate::prelude::*;
use tailback_spec::efl::Efl;
use tailback_spec::parameter::bits_for;

block! {
    /// Counts the 24 phases of each frame, and the frames in which records are cleared after reset.
    pub struct RateTiming(efl: &Efl) as "tailback_efl_rate_timing" {
        /// Number of the last frame in which records are cleared.
        count last_frame = efl.sweep_frames() as usize - 1;

        /// Phase 0 of a frame.
        output at_0;
        /// Phase 1 of a frame.
        output at_1;
        /// Phase 2 of a frame.
        output at_2;
        /// Phase 3 of a frame.
        output at_3;
        /// Phase 4 of a frame.
        output at_4;
        /// Phase 5 of a frame.
        output at_5;
        /// Phase 6 of a frame.
        output at_6;
        /// Phase 7 of a frame.
        output at_7;
        /// Phase 8 of a frame.
        output at_8;
        /// Phase 10 of a frame.
        output at_10;
        /// Phase 13 of a frame.
        output at_13;
        /// Phase 16 of a frame.
        output at_16;
        /// Phase 17 of a frame.
        output at_17;
        /// Phase 19 of a frame.
        output at_19;
        /// Phase 22 of a frame.
        output at_22;
        /// Phase 23 of a frame.
        output at_23;
        /// Products begin in phases 1, 4, and so on.
        output begins;
        /// A product begins in the next cycle.
        output begins_next;
        /// Without a record, the frame computes the pace of R_0.
        output_reg is_initial = true;
        /// Without a record, the frame computes the pace of R_MIN.
        output_reg is_minimum;
        /// Records are being cleared.
        output_reg sweeping = true;
        /// The settings are sampled.
        output samples;

        /// For each phase, whether it is this cycle's.
        reg phase[PHASES] = 1;
        /// One bit per cycle between the beginnings of two products.
        reg third[3] = 1;
        /// Without a record, the frame computes the pace of the line.
        reg is_maximum;
        /// The first cycle after reset.
        reg wakes = true;
        /// Number of the frame, while records are cleared.
        reg frame[bits_for(efl.sweep_frames() - 1)];
    }
}

impl Logic for RateTiming {
    #[hdl_gen]
    fn update(&mut self) {
        self.wakes.next = false;
        self.phase.next = (self.phase.val() << 1).replace_bit(0, self.phase.val().get_bit(23));
        if self.phase.val().get_bit(23) {
            self.is_initial.next = self.is_maximum.val();
            self.is_minimum.next = self.is_initial.val();
            self.is_maximum.next = self.is_minimum.val();
            self.frame.next = self.frame.val() + 1;
            if self.frame.val() == self.last_frame.val() {
                self.sweeping.next = false;
            }
        }
        self.at_0.next = self.phase.val().get_bit(0);
        self.at_1.next = self.phase.val().get_bit(1);
        self.at_2.next = self.phase.val().get_bit(2);
        self.at_3.next = self.phase.val().get_bit(3);
        self.at_4.next = self.phase.val().get_bit(4);
        self.at_5.next = self.phase.val().get_bit(5);
        self.at_6.next = self.phase.val().get_bit(6);
        self.at_7.next = self.phase.val().get_bit(7);
        self.at_8.next = self.phase.val().get_bit(8);
        self.at_10.next = self.phase.val().get_bit(10);
        self.at_13.next = self.phase.val().get_bit(13);
        self.at_16.next = self.phase.val().get_bit(16);
        self.at_17.next = self.phase.val().get_bit(17);
        self.at_19.next = self.phase.val().get_bit(19);
        self.at_22.next = self.phase.val().get_bit(22);
        self.at_23.next = self.phase.val().get_bit(23);
        self.third.next = (self.third.val() << 1).replace_bit(0, self.third.val().get_bit(2));
        self.begins_next.next = self.third.val().get_bit(0);
        self.begins.next = self.third.val().get_bit(1);
        self.samples.next = self.wakes.val() || self.phase.val().get_bit(23);
    }
}
