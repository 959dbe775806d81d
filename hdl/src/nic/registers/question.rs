//! Questions for CCTIs.

use crate::prelude::*;

block! {
    /// Asks the congestion table for a CCTI, and says when it answers: three cycles after it has taken
    /// the question.
    pub struct CctiQuestion() as "tailback_ccti_question" {
        /// A CCTI is wanted, until it is answered.
        input wanted;
        /// The question is taken.
        input ask_ready;
        /// There is a question.
        output ask;
        /// The answer is there.
        output answered;

        /// The question was taken in the cycle before.
        reg taken;
        /// It was in the one before that.
        reg found;
        /// It was in the one before that one.
        reg due;
    }
}

impl Logic for CctiQuestion {
    #[hdl_gen]
    fn update(&mut self) {
        self.ask.next =
            self.wanted.val() && !self.taken.val() && !self.found.val() && !self.due.val();
        self.taken.next = self.ask.val() && self.ask_ready.val();
        self.found.next = self.taken.val();
        self.due.next = self.found.val();
        self.answered.next = self.due.val();
    }
}
