//! Detection of a virtual lane that sends nothing.

use crate::prelude::*;

block! {
    /// Detects that a virtual lane (VL) low on space has sent nothing in this cycle and the three
    /// before: a packet that was received could have been started by then.
    pub struct Standstill() as "tailback_buffer_standstill" {
        /// The VL is low on space, and no packet of it is sent or started.
        input stands;
        /// Input `stands` is high, and was in the three cycles before.
        output lasts;

        /// Input `stands` was high in the previous cycle.
        reg once;
        /// Input `stands` was high in the previous two cycles.
        reg twice;
        /// Input `stands` was high in the previous three cycles.
        reg thrice;
    }
}

impl Logic for Standstill {
    #[hdl_gen]
    fn update(&mut self) {
        self.once.next = self.stands.val();
        self.twice.next = self.stands.val() && self.once.val();
        self.thrice.next = self.stands.val() && self.twice.val();
        self.lasts.next = self.stands.val() && self.thrice.val();
    }
}
