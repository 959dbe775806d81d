//! The delay of a packet.

use crate::prelude::*;
use tailback_spec::nic::rate_limiter::MULTIPLIER_BITS;
use tailback_spec::nic::Nic;

/// Bits of a packet's time in ticks.
pub(super) fn packet_bits(nic: &Nic) -> usize {
    nic.word_bits() + nic.fraction_bits()
}

block! {
    /// Computes by how many ticks a packet's delay exceeds the packet's own time Tp.
    ///
    /// The result is `ipd * Tp` with an IPD, and `(Tp >> shift) * multiplier` with a congestion
    /// control table. It takes two cycles.
    pub struct PacketDelay(nic: &Nic) as "tailback_packet_delay" {
        /// log2 of the ticks in a cycle.
        count fraction_bits = nic.fraction_bits();
        /// Lowest bit of the shift in an entry of the table.
        count shift_at = MULTIPLIER_BITS;
        /// Delays are entries of a congestion control table, not IPDs.
        choice has_table = nic.has_table();

        /// Length of the packet in beats.
        input words[nic.word_bits()];
        /// IPD of the flow, or its entry of the table.
        input delay[nic.delay_bits()];
        /// Time of the packet in ticks.
        output own_ticks[packet_bits(nic)];
        /// Ticks by which the delay exceeds the time of the packet, two cycles after the inputs.
        output_reg gap_ticks[nic.tick_bits()];

        /// First factor: time of the packet in ticks, shifted right as the entry of the table says.
        reg shifted[packet_bits(nic)];
        /// Second factor: IPD, or multiplier of the entry of the table.
        reg factor[nic.factor_bits()];
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
        self.gap_ticks.next = self.shifted.val() * self.factor.val();
    }
}
