//! Whether a length is in its range.

use super::header::LENGTH_BITS;
use crate::comment;
use crate::prelude::*;

block! {
    /// Compares PktLen with its limits, which take few values: with logic rather than a carry.
    pub struct LengthRange() as "tailback_ingress_range" {
        /// Bits of PktLen.
        count bits = LENGTH_BITS;

        /// PktLen.
        input length[LENGTH_BITS];
        /// The least that is legal.
        input least[LENGTH_BITS];
        /// The largest that is legal.
        input most[LENGTH_BITS];
        /// It is neither less nor more.
        output inside_range;

        /// It is less, as far as the bits up to here go.
        local less;
        /// It is more, as far as the bits up to here go.
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
