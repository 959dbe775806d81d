//! Addresses of a memory that is used as a queue.

use crate::prelude::*;

/// Fewest bits of an address.
pub(super) const FEWEST_BITS: usize = 2;

/// For addresses of each number of bits from [`FEWEST_BITS`] on: the bits that are inverted as a
/// one leaves at the top. With these, the sequence has all addresses but 0: each number is a
/// primitive polynomial without its highest term.
const FEEDBACK: [u128; 19] = [
    0x3, 0x3, 0x3, 0x5, 0x3, 0x3, 0x1D, 0x11, 0x9, 0x5, 0x53, 0x1B, 0x443, 0x3, 0x100B, 0x9, 0x81,
    0x27, 0x9,
];

block! {
    /// Runs through all addresses but 0, in the order of a shift register with feedback.
    ///
    /// The order does not matter to a queue, as long as it is the same for writing and reading. A
    /// shift register needs no carry chain.
    pub struct FifoAddress(bits: usize) as "tailback_fifo_address" {
        /// The highest bit.
        count highest = bits - 1;
        /// Bits that are inverted as a one leaves at the top.
        param feedback[bits] = FEEDBACK[bits - FEWEST_BITS];

        /// The next address follows.
        input steps;
        /// Address.
        output_reg address[bits] = 1;
    }
}

impl Logic for FifoAddress {
    #[hdl_gen]
    fn update(&mut self) {
        if self.steps.val() {
            self.address.next = self.address.val() << 1;
            if self.address.val().get_bit(self.highest.val()) {
                self.address.next = (self.address.val() << 1) ^ self.feedback.val();
            }
        }
    }
}
