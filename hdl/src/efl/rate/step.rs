//! The first stage of an update: the record that applies, and the equation.

use super::{BYTES_BITS, DIVISOR_BITS, GROUP_BITS, RATE_BITS, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::rate::arithmetic;

block! {
    /// Determines the record that applies to an event, the equation, and its operands.
    ///
    /// The record that was read is valid from phase 2 on. Results are valid from phase 5 on.
    pub struct RateStep() as "tailback_efl_rate_step" {
        /// The highest number of bytes of a measurement.
        count most_bytes = arithmetic::MOST_BYTES as usize;
        /// Bits of that number.
        count divisor_bits = DIVISOR_BITS;

        /// Phase 2 of a frame.
        input at_2;
        /// Phase 3 of a frame.
        input at_3;
        /// Phase 4 of a frame.
        input at_4;
        /// A group begins with bandwidth probing.
        input probes;
        /// The RTT is predicted.
        input predicts;
        /// R_0 within R_MIN to the rate of the line.
        input first_rate[RATE_BITS];
        /// Preset RTT_MIN in ticks, or 0.
        input preset[TIME_BITS];

        /// Group of the event.
        input group[GROUP_BITS];
        /// The event is a loss.
        input loss;
        /// All packets of bandwidth probing are acknowledged.
        input covered;
        /// The ACK was triggered by a delay probe.
        input probe;
        /// RTT of the ACK.
        input ack_rtt[TIME_BITS];
        /// Time of the ACK.
        input ack_time[TIME_BITS];
        /// Bytes of the flow acknowledged with the ACK.
        input ack_bytes[BYTES_BITS];

        /// Group of the record.
        input old_group[GROUP_BITS];
        /// The rate of the record is known.
        input old_known;
        /// The record has marks.
        input old_marked;
        /// A loss ended the probing of the record.
        input old_void;
        /// Rate of the record.
        input old_rate[RATE_BITS];
        /// RTT of the record.
        input old_rtt[TIME_BITS];
        /// Least RTT of the record.
        input old_rtt_min[TIME_BITS];
        /// Time of the record's earlier mark.
        input old_time[TIME_BITS];
        /// Bytes of the record's earlier mark.
        input old_bytes[BYTES_BITS];

        /// The rate is known.
        output_reg known;
        /// There are marks.
        output_reg marked;
        /// A loss ended probing.
        output_reg is_void;
        /// Rate; from phase 4 on.
        output_reg rate[RATE_BITS];
        /// RTT in ticks.
        output_reg rtt[TIME_BITS];
        /// Least RTT in ticks.
        output_reg rtt_min[TIME_BITS];
        /// The RTT was less than RTT_MIN.
        output_reg below;
        /// Time since the earlier mark; from phase 3 on.
        output_reg interval[TIME_BITS];
        /// Bytes acknowledged since the earlier mark, at most 2^24 - 1.
        output_reg amount[DIVISOR_BITS];
        /// The first ACK of bandwidth probing is stored.
        output_reg is_first;
        /// The rate is that of equation 1.
        output_reg is_bandwidth;
        /// The rate is R_0.
        output_reg is_initial;
        /// Equation 2 applies.
        output_reg adapts;
        /// Equation 4 applies, too.
        output_reg is_predicted;

        /// RTT of the ACK, at least 1.
        local ack_rtt_or_one[TIME_BITS];
        /// Bytes since the earlier mark, above the limit.
        local excess[BYTES_BITS];
        /// Data was acknowledged in some time since the earlier mark.
        local measurable;
        /// The event is an ACK whose rate is controlled already.
        local controls;

        /// The event belongs to another group than the record.
        reg is_fresh;
        /// RTT of the ACK, at least 1.
        reg measured[TIME_BITS];
        /// The RTT of the ACK is less than the preset RTT_MIN.
        reg is_less;
        /// The RTT of the ACK is less than the least one of the record, or there is none.
        reg is_least;
        /// Bytes since the earlier mark.
        reg difference[BYTES_BITS];
    }
}

impl Logic for RateStep {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Phase 2: comparisons and differences.");
        self.ack_rtt_or_one.next = self.ack_rtt.val();
        if !self.ack_rtt.val().any() {
            self.ack_rtt_or_one.next = 1.into();
        }
        if self.at_2.val() {
            self.is_fresh.next = self.old_group.val() != self.group.val();
            self.measured.next = self.ack_rtt_or_one.val();
            self.is_less.next = self.ack_rtt_or_one.val() < self.preset.val();
            self.is_least.next =
                !self.old_rtt_min.val().any() || self.ack_rtt_or_one.val() < self.old_rtt_min.val();
            self.interval.next = self.ack_time.val() - self.old_time.val();
            self.difference.next = self.ack_bytes.val() - self.old_bytes.val();
        }

        comment!("Phase 3: the record. A new group begins with bandwidth probing, or at R_0.");
        self.excess.next = self.difference.val() >> self.divisor_bits.val();
        if self.at_3.val() {
            self.known.next = self.old_known.val();
            self.marked.next = self.old_marked.val();
            self.is_void.next = self.old_void.val();
            self.rate.next = self.old_rate.val();
            if self.is_fresh.val() {
                self.known.next = !self.probes.val();
                self.marked.next = false;
                self.is_void.next = false;
                self.rate.next = self.first_rate.val();
            }
            self.below.next = !self.loss.val() && self.is_less.val();
            self.rtt.next = self.measured.val();
            if self.loss.val() {
                self.rtt.next = self.old_rtt.val();
            } else if self.is_less.val() {
                self.rtt.next = self.preset.val();
            }
            self.rtt_min.next = self.old_rtt_min.val();
            if !self.loss.val() {
                if self.preset.val().any() {
                    self.rtt_min.next = self.preset.val();
                } else if self.is_least.val() {
                    self.rtt_min.next = self.measured.val();
                }
            }
            self.amount.next = self.difference.val() >> 0;
            if self.excess.val().any() {
                self.amount.next = self.most_bytes.val().into();
            }
        }

        comment!("Phase 4: the equation.");
        self.measurable.next =
            self.marked.val() && self.amount.val().any() && self.interval.val().any();
        self.controls.next = !self.loss.val() && (self.known.val() || self.is_void.val());
        if self.at_4.val() {
            self.adapts.next = self.controls.val();
            self.is_predicted.next = self.controls.val()
                && self.predicts.val()
                && self.known.val()
                && !self.probe.val()
                && self.measurable.val();
            self.is_bandwidth.next = !self.loss.val()
                && !self.controls.val()
                && self.covered.val()
                && self.measurable.val();
            self.is_initial.next = !self.loss.val()
                && !self.controls.val()
                && self.covered.val()
                && !self.measurable.val();
            self.is_first.next = !self.loss.val()
                && !self.controls.val()
                && !self.covered.val()
                && !self.marked.val();
        }
    }
}
