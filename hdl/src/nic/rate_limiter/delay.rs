//! The delay that a packet asks for.

use crate::prelude::*;
use tailback_spec::nic::rate_limiter::{IPD_BITS, MULTIPLIER_BITS};
use tailback_spec::nic::Nic;

/// Bits of what a packet's time is multiplied by.
fn factor_bits(nic: &Nic) -> usize {
    match nic.has_table() {
        true => MULTIPLIER_BITS,
        false => IPD_BITS,
    }
}

/// Bits of a packet's time in ticks.
pub(super) fn packet_bits(nic: &Nic) -> usize {
    nic.word_bits() + nic.fraction_bits()
}

block! {
    /// Works out by how many ticks a packet's delay is longer than the packet.
    ///
    /// With an IPD that is `ipd * Tp`, with a congestion control table `(Tp >> shift) * multiplier`,
    /// Tp being the packet's own time. It takes two cycles.
    pub struct PacketDelay(nic: &Nic) as "tailback_packet_delay" {
        /// Bits of a tick in a cycle.
        count fraction_bits = nic.fraction_bits();
        /// Place of the shift in an entry of the table.
        count shift_at = MULTIPLIER_BITS;
        /// Delays come from a congestion control table.
        choice has_table = nic.has_table();

        /// Words of the packet.
        input words[nic.word_bits()];
        /// The flow's IPD, or its entry of the table.
        input delay[nic.delay_bits()];
        /// The packet's time.
        output own_ticks[packet_bits(nic)];
        /// By how much the delay is longer, two cycles after.
        output gap_ticks[nic.tick_bits()];

        /// What is multiplied.
        reg shifted[packet_bits(nic)];
        /// By what.
        reg factor[factor_bits(nic)];
        /// The product.
        reg product[nic.tick_bits()];
    }
}

impl Logic for PacketDelay {
    #[hdl_gen]
    fn update(&mut self) {
        self.own_ticks.next = self.words.val();
        self.own_ticks.next = self.own_ticks.val() << self.fraction_bits.val();
        self.shifted.next = self.own_ticks.val();
        self.factor.next = self.delay.val() >> 0;
        if self.has_table.val() {
            self.shifted.next = self.own_ticks.val() >> (self.delay.val() >> self.shift_at.val());
        }
        self.product.next = self.shifted.val() * self.factor.val();
        self.gap_ticks.next = self.product.val();
    }
}
