//! How long nothing has gone.

use crate::prelude::*;

block! {
    /// Says that a lane without room has sent nothing in this cycle and in the three before: a packet
    /// that came could have been started by then.
    pub struct Standstill() as "tailback_buffer_standstill" {
        /// The lane is low on space, and no packet of it is sent or started.
        input stands;
        /// So it was in the three cycles before, too.
        output lasts;

        /// So it was in the cycle before.
        reg once;
        /// And in the one before that.
        reg twice;
        /// And in another one.
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
