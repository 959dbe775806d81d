//! The deadline of a flow.

use super::{backoff_bits, time_out_bits, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::loss::LONGEST;

/// Bits of a time-out before it is limited.
fn long_bits() -> usize {
    TIME_BITS + tailback_spec::efl::loss::MOST_BACKOFF as usize
}

block! {
    /// Computes the time at which a packet is lost: now, and the retransmission time-out.
    ///
    /// The time-out is the larger one of twice the smoothed RTT and the least time-out, doubled at
    /// each repetition, up to a limit. The result is valid three cycles after the inputs.
    pub struct LossDeadline() as "tailback_efl_loss_deadline" {
        /// Longest time-out, as a bit.
        count longest_bit = time_out_bits() - 1;
        /// Longest time-out in ticks.
        count longest = LONGEST as usize;

        /// Twice the smoothed RTT in ticks.
        input twice[TIME_BITS];
        /// Doublings of the time-out, at most 10.
        input backoff[backoff_bits()];
        /// Least time-out in ticks.
        input rto_min[TIME_BITS];
        /// Time of the event in ticks.
        input now[TIME_BITS];
        /// Time at which the packet is lost, of the inputs three cycles before.
        output_reg deadline[TIME_BITS];

        /// The time-out, not limited.
        local long[long_bits()];
        /// The part of the time-out above the limit.
        local above[long_bits()];

        /// The time-out before it is doubled.
        reg base[TIME_BITS];
        /// Doublings of the time-out.
        reg base_backoff[backoff_bits()];
        /// Time of the event.
        reg base_now[TIME_BITS];
        /// Time-out in ticks.
        reg time_out[time_out_bits()];
        /// Time of the event, a cycle later.
        reg time_out_now[TIME_BITS];
    }
}

impl Logic for LossDeadline {
    #[hdl_gen]
    fn update(&mut self) {
        self.base.next = self.rto_min.val();
        if self.twice.val() > self.rto_min.val() {
            self.base.next = self.twice.val();
        }
        self.base_backoff.next = self.backoff.val();
        self.base_now.next = self.now.val();

        self.long.next = self.base.val();
        self.long.next = self.long.val() << self.base_backoff.val();
        self.above.next = self.long.val() >> self.longest_bit.val();
        self.time_out.next = self.long.val() >> 0;
        if self.above.val().any() {
            self.time_out.next = self.longest.val().into();
        }
        self.time_out_now.next = self.base_now.val();

        self.deadline.next = self.time_out_now.val() + self.time_out.val();
    }
}
