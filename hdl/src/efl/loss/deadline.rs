//! The deadline of a flow.

use super::{backoff_bits, time_out_bits, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::loss::{LONGEST, MOST_BACKOFF};

/// Lowest bit of a time-out that some number of doublings moves beyond the limit.
fn lowest_beyond() -> usize {
    time_out_bits() - 1 - MOST_BACKOFF as usize
}

/// Bits of a time-out that some number of doublings moves beyond the limit.
fn beyond_bits() -> usize {
    TIME_BITS - lowest_beyond()
}

block! {
    /// Computes the time at which a packet is lost: now, and the retransmission time-out.
    ///
    /// The time-out is the larger one of twice the smoothed RTT and the least time-out, doubled at
    /// each repetition, up to a limit. The result is valid three cycles after the inputs.
    pub struct LossDeadline() as "tailback_efl_loss_deadline" {
        /// Longest time-out in ticks.
        count longest = LONGEST as usize;
        /// Lowest bit of a time-out that some number of doublings moves beyond the limit.
        count lowest_beyond = lowest_beyond();
        /// Highest number of doublings of a time-out.
        param most_backoff[backoff_bits()] = u128::from(MOST_BACKOFF);
        /// Mask of all bits that can exceed the limit when they are doubled.
        param all_beyond[beyond_bits()] = (1 << beyond_bits()) - 1;

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

        /// Lower bits of the time-out before it is doubled, as many as the limit has.
        local doubled[time_out_bits()];
        /// Highest number of doublings, less those of the time-out.
        local kept[backoff_bits()];
        /// Bits 12 and up of the time-out: only these can exceed the limit when they are doubled.
        local high[beyond_bits()];
        /// Bits 12 and up of the time-out that exceed the limit once they are doubled.
        local beyond[beyond_bits()];

        /// The time-out before it is doubled.
        reg base[TIME_BITS];
        /// Doublings of the time-out.
        reg base_backoff[backoff_bits()];
        /// Mask of bits 12 and up of the time-out: those that the doublings raise above the limit.
        reg moves_beyond[beyond_bits()];
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

        comment!("Timing: whether the limit is exceeded is known without the doubled time-out.");
        self.kept.next = self.most_backoff.val() - self.backoff.val();
        self.moves_beyond.next = self.all_beyond.val() << self.kept.val();
        self.high.next = self.base.val() >> self.lowest_beyond.val();
        self.doubled.next = self.base.val() >> 0;
        self.time_out.next = self.doubled.val() << self.base_backoff.val();
        self.beyond.next = self.high.val() & self.moves_beyond.val();
        if self.beyond.val().any() {
            self.time_out.next = self.longest.val().into();
        }
        self.time_out_now.next = self.base_now.val();

        self.deadline.next = self.time_out_now.val() + self.time_out.val();
    }
}
