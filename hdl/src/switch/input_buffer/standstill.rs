//! Detection of a virtual lane that sends nothing.

use crate::prelude::*;
use tailback_spec::switch::input_buffer::STANDSTILL_CYCLES;

block! {
    /// Detects that a virtual lane (VL) low on space has sent nothing for some cycles: a packet
    /// that was received could have been started by then.
    pub struct Standstill() as "tailback_buffer_standstill" {
        /// Cycles before this one in which `stands` must have been high.
        count cycles_before = STANDSTILL_CYCLES - 1;

        /// The VL is low on space, and no packet of it is sent or started.
        input stands;
        /// Input `stands` is high, and was in the cycles before.
        output lasts;

        /// Element 0: `stands` was high in the previous cycle; each further element: for one cycle
        /// longer.
        reg(STANDSTILL_CYCLES - 1) stood;
    }
}

impl Logic for Standstill {
    #[hdl_gen]
    fn update(&mut self) {
        self.stood[0].next = self.stands.val();
        for at in 1..self.cycles_before.val() {
            self.stood[at].next = self.stands.val() && self.stood[at - 1].val();
        }
        self.lasts.next = self.stands.val() && self.stood[self.cycles_before.val() - 1].val();
    }
}
