//! The frames of the flows' memories.

use crate::prelude::*;
use tailback_spec::efl::loss::FRAME_CYCLES;
use tailback_spec::efl::Efl;
use tailback_spec::parameter::bits_for;

/// Frames in which the memories are cleared.
fn sweep_frames(efl: &Efl) -> u32 {
    (efl.flows() as u32).div_ceil(FRAME_CYCLES)
}

block! {
    /// Counts the eight phases of each frame, and clears the memories after reset.
    pub struct LossFrames(efl: &Efl) as "tailback_efl_loss_frames" {
        /// Number of the last frame in which memories are cleared.
        count last_frame = sweep_frames(efl) as usize - 1;
        /// Bits of a phase.
        count phase_bits = bits_for(FRAME_CYCLES - 1);

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
        /// High while the memories are cleared.
        output_reg sweeping = true;
        /// Flow that is cleared in this cycle; it may be none that exists.
        output swept[efl.flow_bits()];

        /// Number of this cycle, while memories are cleared.
        local cycle[bits_for(sweep_frames(efl) - 1) + 3];

        /// For each phase, whether it is this cycle's.
        reg phase[FRAME_CYCLES as usize] = 1;
        /// Number of the frame, while memories are cleared.
        reg frame[bits_for(sweep_frames(efl) - 1)];
        /// Number of the phase.
        reg number[bits_for(FRAME_CYCLES - 1)];
    }
}

impl Logic for LossFrames {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = self.number.val() + 1;
        self.phase.next = (self.phase.val() << 1).replace_bit(0, self.phase.val().get_bit(7));
        if self.phase.val().get_bit(7) {
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
        self.cycle.next = self.frame.val();
        self.cycle.next = (self.cycle.val() << self.phase_bits.val()) | self.number.val();
        self.swept.next = self.cycle.val() >> 0;
    }
}
