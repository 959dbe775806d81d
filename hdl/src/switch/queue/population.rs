//! The number of ones in a vector.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;

/// Bits of a count of ones among this number of bits.
fn count_bits(bits: usize) -> usize {
    bits_for(bits as u32)
}

block! {
    /// Counts the ones in a vector.
    pub struct Population(bits: usize) as "tailback_population" {
        /// Bits of the vector.
        count bits = bits;

        /// Input vector.
        input ones[bits];
        /// Number of ones in the vector.
        output count[count_bits(bits)];

        /// Each bit of the vector as a number.
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
