//! Change of a VCRC at its position in the beat.

use super::stride::{stride_bytes, strides};
use super::BYTE;
use crate::crc::{ByteOrder, Crc, Word};
use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::LINK;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Groups of four bytes in a stride: a VCRC begins where a group does.
fn stride_groups(port: &Port) -> usize {
    stride_bytes(port) / WORD_BYTES
}

/// The change before a stride as a word, to be moved to the beginning of each group.
fn beginnings(port: &Port) -> Vec<Word> {
    let distances = (0..stride_groups(port)).map(|passed| passed * WORD_BYTES * BYTE);
    distances.map(|distance| Word::remainder(LINK, distance)).collect()
}

block! {
    /// Determines the bits of a beat that change with the VCRC in it.
    pub struct VcrcCorrection(port: &Port) as "tailback_egress_vcrc_correction" {
        /// Strides of a beat.
        count strides = strides(port);
        /// Groups of four bytes in a stride.
        count stride_groups = stride_groups(port);

        /// Change before each stride.
        input(strides(port)) change[LINK.bits];
        /// Group of four bytes of the beat with which the VCRC begins, one-hot; 0 without one.
        input vcrc_at[port.width_bytes() / WORD_BYTES];
        /// Bits of the beat that change.
        output flips[port.width_bits()];

        /// Change before the stride in which the VCRC begins.
        local start[LINK.bits];
        /// Change before each group of the stride in which the VCRC begins.
        sub passed: Crc = Crc::new(LINK, ByteOrder::LittleEndian, &beginnings(port));
    }
}

impl Logic for VcrcCorrection {
    #[hdl_gen]
    fn update(&mut self) {
        self.start.next = self.change[0].val();
        for stride in 1..self.strides.val() {
            for group in 0..self.stride_groups.val() {
                if self.vcrc_at.val().get_bit(stride * self.stride_groups.val() + group) {
                    self.start.next = self.change[stride].val();
                }
            }
        }

        for group in 0..self.stride_groups.val() {
            self.passed.data[group].next = self.start.val();
        }

        comment!("The first two bytes of a group may be the VCRC; two more bytes follow.");
        for stride in 0..self.strides.val() {
            for group in 0..self.stride_groups.val() {
                for at in 0..16 {
                    self.flips.next = self.flips.val().replace_bit(
                        32 * (stride * self.stride_groups.val() + group) + at,
                        self.vcrc_at.val().get_bit(stride * self.stride_groups.val() + group)
                            && self.passed.remainder[group].val().get_bit(at),
                    );
                    self.flips.next = self.flips.val().replace_bit(
                        32 * (stride * self.stride_groups.val() + group) + 16 + at,
                        false,
                    );
                }
            }
        }
    }
}
