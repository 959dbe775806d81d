//! Detection of a virtual lane that sends nothing.

use crate::prelude::*;
use tailback_spec::switch::input_buffer::STANDSTILL_CYCLES;

block! {
    /// Detects that a virtual lane (VL) low on space has sent nothing for so long that a packet
    /// that was received could have been started.
    pub struct Standstill() as "tailback_buffer_standstill" {
        /// Cycles of a standstill before this one, less one.
        count oldest = STANDSTILL_CYCLES - 2;

        /// The VL is low on space.
        input low;
        /// No packet of the VL is sent or started.
        input rests;
        /// Both inputs are high, and were in all cycles of a standstill before.
        output lasts;

        /// Both inputs are high.
        local stands;
        /// Bit *n* is high if `stands` was high in the previous *n* + 1 cycles.
        reg stood[STANDSTILL_CYCLES - 1];
    }
}

impl Logic for Standstill {
    #[hdl_gen]
    fn update(&mut self) {
        self.stands.next = self.low.val() && self.rests.val();
        self.lasts.next = self.stands.val() && self.stood.val().get_bit(self.oldest.val());
        if self.stands.val() {
            self.stood.next = (self.stood.val() << 1) | 1;
        } else {
            self.stood.next = 0.into();
        }
    }
}
