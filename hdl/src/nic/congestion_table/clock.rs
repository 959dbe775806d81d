//! Time in ticks of 1.024 µs.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{tick_rate, TIME_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::parameter::bits_for;

/// Bits of a phase: a time in units of a tick divided by `cycles` of the rate, and a sign.
fn phase_bits(nic: &Nic) -> usize {
    bits_for(tick_rate(nic).cycles as u32) + 1
}

/// Change of the phase in a cycle that ends with a tick: a negative number.
fn after_tick(nic: &Nic) -> u128 {
    let rate = tick_rate(nic);
    (1 << phase_bits(nic)) + u128::from(rate.ticks) - u128::from(rate.cycles)
}

block! {
    /// Counts time in ticks of 1.024 us, exactly in the long run for any clock.
    pub struct TickClock(nic: &Nic) as "tailback_tick_clock" {
        /// Sign bit of the phase.
        count sign = phase_bits(nic) - 1;
        /// Change of the phase in a cycle without a tick.
        param cycle[phase_bits(nic)] = u128::from(tick_rate(nic).ticks);
        /// Change of the phase in a cycle that ends with a tick: a negative number.
        param tick[phase_bits(nic)] = after_tick(nic);

        /// Ticks since reset.
        output_reg ticks[TIME_BITS];

        /// Time from the next tick to the end of this cycle; negative if the tick is later.
        reg phase[phase_bits(nic)] = after_tick(nic);
    }
}

impl Logic for TickClock {
    #[hdl_gen]
    fn update(&mut self) {
        if self.phase.val().get_bit(self.sign.val()) {
            self.phase.next = self.phase.val() + self.cycle.val();
        } else {
            self.phase.next = self.phase.val() + self.tick.val();
            self.ticks.next = self.ticks.val() + 1;
        }
    }
}
