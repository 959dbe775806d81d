//! A number of ones.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;

/// Bits of a number of ones among so many bits.
fn count_bits(bits: usize) -> usize {
    bits_for(bits as u32)
}

block! {
    /// Counts the ones among some bits.
    pub struct Population(bits: usize) as "tailback_population" {
        /// Bits.
        count bits = bits;

        /// The bits.
        input ones[bits];
        /// How many of them are one.
        output count[count_bits(bits)];

        /// Each of them as a number.
        local(bits) one[1];
    }
}

impl Logic for Population {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.next = 0.into();
        for at in 0..self.bits.val() {
            self.one[at].next = 0.into();
            if self.ones.val().get_bit(at) {
                self.one[at].next = 1.into();
            }
            self.count.next = self.count.val() + self.one[at].val();
        }
    }
}
