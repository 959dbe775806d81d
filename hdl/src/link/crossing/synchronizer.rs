//! A signal of another clock.

use crate::prelude::*;

block! {
    /// Two registers for a signal of another clock: the first one may be metastable, and has a cycle to
    /// settle.
    pub struct Synchronizer() as "tailback_synchronizer" {
        /// A register of another clock.
        input from;
        /// Value of `from`, two or three cycles ago.
        output to;

        /// First sample of `from`.
        async_reg sampled;
        /// Second sample of `from`.
        async_reg known;
    }
}

impl Logic for Synchronizer {
    #[hdl_gen]
    fn update(&mut self) {
        self.sampled.next = self.from.val();
        self.known.next = self.sampled.val();
        self.to.next = self.known.val();
    }
}
