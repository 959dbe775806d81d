//! Frames of eight cycles, and the clearing of memories.

use crate::prelude::*;
use tailback_spec::efl::transmit::FRAME_CYCLES;
use tailback_spec::efl::Efl;

block! {
    /// Counts the phases of frames of eight cycles, and clears the memories in whole frames after
    /// reset.
    pub struct TransmitTiming(efl: &Efl) as "tailback_efl_transmit_timing" {
        /// Last flow.
        count last = efl.flows() - 1;
        /// Last phase.
        count last_phase = FRAME_CYCLES as usize - 1;

        /// Phase 0 of a frame.
        output phase_0;
        /// Phase 1 of a frame.
        output phase_1;
        /// Phase 2 of a frame.
        output phase_2;
        /// Phase 4 of a frame.
        output phase_4;
        /// Phase 6 of a frame.
        output phase_6;
        /// Phase 7 of a frame.
        output phase_7;
        /// Memories are being cleared.
        output_reg sweeping = true;
        /// Flow that is cleared.
        output_reg sweep_flow[efl.flow_bits()];

        /// One bit per phase.
        reg phase[FRAME_CYCLES as usize] = 1;
    }
}

impl Logic for TransmitTiming {
    #[hdl_gen]
    fn update(&mut self) {
        self.phase_0.next = self.phase.val().get_bit(0);
        self.phase_1.next = self.phase.val().get_bit(1);
        self.phase_2.next = self.phase.val().get_bit(2);
        self.phase_4.next = self.phase.val().get_bit(4);
        self.phase_6.next = self.phase.val().get_bit(6);
        self.phase_7.next = self.phase.val().get_bit(7);
        self.phase.next = (self.phase.val() << 1) | (self.phase.val() >> self.last_phase.val());
        if self.sweep_flow.val() != self.last.val() {
            self.sweep_flow.next = self.sweep_flow.val() + 1;
        } else if self.phase.val().get_bit(self.last_phase.val()) {
            self.sweeping.next = false;
        }
    }
}
