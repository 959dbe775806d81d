//! The range check of PktLen.

use crate::prelude::*;

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;

block! {
    /// Compares PktLen with its limits, which take few values, by logic without a carry chain.
    pub struct LengthRange() as "tailback_ingress_range" {
        /// Bits of PktLen.
        count bits = LENGTH_BITS;

        /// PktLen to be compared.
        input length[LENGTH_BITS];
        /// Least legal PktLen.
        input least[LENGTH_BITS];
        /// Largest legal PktLen.
        input most[LENGTH_BITS];
        /// High if PktLen is within its limits.
        output inside_range;

        /// PktLen is less than `least`, compared up to the current bit.
        local less;
        /// PktLen is more than `most`, compared up to the current bit.
        local more;
    }
}

impl Logic for LengthRange {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The highest bit that differs decides.");
        self.less.next = false;
        self.more.next = false;
        for at in 0..self.bits.val() {
            if self.length.val().get_bit(at) != self.least.val().get_bit(at) {
                self.less.next = self.least.val().get_bit(at);
            }
            if self.length.val().get_bit(at) != self.most.val().get_bit(at) {
                self.more.next = self.length.val().get_bit(at);
            }
        }
        self.inside_range.next = !self.less.val() && !self.more.val();
    }
}
