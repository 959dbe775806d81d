//! Requests of CCTIs.

use crate::prelude::*;

block! {
    /// Requests a CCTI from the congestion table, and reports when it is valid: three cycles after
    /// the table has accepted the request.
    pub struct CctiQuestion() as "tailback_ccti_question" {
        /// CCTI is requested; high until `answered`.
        input wanted;
        /// Request is accepted.
        input ask_ready;
        /// Request to the congestion table.
        output ask;
        /// CCTI of the congestion table is valid in this cycle.
        output_reg answered;

        /// Request accepted one cycle ago.
        reg taken;
        /// Request accepted two cycles ago.
        reg found;
    }
}

impl Logic for CctiQuestion {
    #[hdl_gen]
    fn update(&mut self) {
        self.ask.next =
            self.wanted.val() && !self.taken.val() && !self.found.val() && !self.answered.val();
        self.taken.next = self.ask.val() && self.ask_ready.val();
        self.found.next = self.taken.val();
        self.answered.next = self.found.val();
    }
}
