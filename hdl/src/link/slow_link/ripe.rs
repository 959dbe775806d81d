//! Whether a packet on a slow link may start.

use crate::prelude::*;
use tailback_spec::link::slow_link::{SlowLinkEnd, RATE_BITS};

/// Bits of PktLen.
pub(super) const WORDS_BITS: usize = 11;

block! {
    /// The length of a packet on a slow link, and whether enough beats of it are stored for its start.
    pub struct RipePacket(end: &SlowLinkEnd) as "tailback_slow_link_ripe" {
        /// Lowest bit of the number of beats in PktLen.
        count beats_at = end.words().ilog2() as usize;
        /// Position of the whole beats in the product of beats and rate.
        count rate_bits = RATE_BITS;
        /// Beats that follow the first one of a longest packet.
        param longest_rest[WORDS_BITS] = end.longest_beats() as u128 - 1;

        /// Rate of the link: beats in 2^16 cycles.
        input rate[RATE_BITS];
        /// The first beat of a packet is written.
        input begins;
        /// A beat is written.
        input write;
        /// PktLen, in the first beat.
        input words[WORDS_BITS];
        /// The beat is a flow-control packet.
        input flow_control;
        /// The packet has neither ended nor started, and does not end in this cycle.
        input is_open;
        /// The packet may start, although its end has not arrived.
        output_reg ripe;

        /// Beats that follow the first one, by PktLen.
        local header_rest[WORDS_BITS];
        /// Beats that follow the first one, with the rate as a factor.
        local product[end.beats_bits() + RATE_BITS];
        /// Fraction of a beat in `product`.
        local fraction[RATE_BITS];
        /// Whole beats that are stored or come in time.
        local counted[end.address_bits() + 1];
        /// Beats that must be exceeded: those of the packet, and one in reserve.
        local needed[end.address_bits() + 1];
        /// Beats that follow the first one.
        reg rest[end.beats_bits()];
        /// The first beat was written in the previous cycle.
        reg is_fresh;
        /// `ahead` belongs to the packet.
        reg is_known;
        /// Whole beats that the link delivers while the others leave.
        reg ahead[end.address_bits() + 1];
        /// The beats that the link delivers while the others leave have a fraction above `ahead`.
        reg has_fraction;
        /// Beats of the packet that have been written.
        reg stored[end.address_bits() + 1];
    }
}

impl Logic for RipePacket {
    #[hdl_gen]
    fn update(&mut self) {
        self.header_rest.next = self.words.val() >> self.beats_at.val();
        if self.longest_rest.val() < self.header_rest.val() {
            self.header_rest.next = self.longest_rest.val();
        }
        if self.flow_control.val() {
            self.header_rest.next = 0.into();
        }
        if self.begins.val() {
            self.rest.next = self.header_rest.val() >> 0;
        }
        self.is_fresh.next = self.begins.val();
        self.is_known.next = !self.begins.val();
        self.product.next = self.rest.val() * self.rate.val();
        self.fraction.next = self.product.val() >> 0;
        if self.is_fresh.val() {
            self.ahead.next = self.product.val() >> self.rate_bits.val();
            self.has_fraction.next = self.fraction.val().any();
        }
        if self.begins.val() {
            self.stored.next = 1.into();
        } else if self.write.val() {
            self.stored.next = self.stored.val() + 1;
        }
        self.counted.next = self.stored.val() + self.ahead.val();
        self.needed.next = self.rest.val();
        self.needed.next = self.needed.val() + 2;
        self.ripe.next = self.is_open.val()
            && self.is_known.val()
            && (self.needed.val() < self.counted.val()
                || (self.needed.val() == self.counted.val() && self.has_fraction.val()));
    }
}
