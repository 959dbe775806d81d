//! The marks between which the received rate is measured.

use super::{BYTES_BITS, TIME_BITS};
use crate::prelude::*;

block! {
    /// Advances the marks of a flow.
    ///
    /// The earlier mark is half an RTT to about one RTT before an ACK. An ACK of a delay probe ends
    /// the measurement: the spacing of these packets is that of R_MIN. Results are valid from
    /// phase 3 on.
    pub struct RateMarks() as "tailback_efl_rate_marks" {
        /// Phase 1 of a frame.
        input at_1;
        /// Phase 2 of a frame.
        input at_2;
        /// The event is an ACK of a delay probe.
        input probe;
        /// Time of the event.
        input ack_time[TIME_BITS];
        /// Bytes of the event.
        input ack_bytes[BYTES_BITS];
        /// The rate of the flow is known.
        input known;
        /// The flow has marks.
        input marked;
        /// Time of the earlier mark.
        input old_time[TIME_BITS];
        /// Bytes of the earlier mark.
        input old_bytes[BYTES_BITS];
        /// Time of the later mark.
        input new_time[TIME_BITS];
        /// Bytes of the later mark.
        input new_bytes[BYTES_BITS];
        /// RTT of the flow.
        input rtt[TIME_BITS];
        /// The event is a loss.
        input loss;
        /// The event is the first ACK of bandwidth probing.
        input is_first;
        /// The event applies equation 1.
        input is_bandwidth;
        /// The event sets the rate to R_0.
        input is_initial;
        /// The event applies equation 2.
        input adapts;

        /// The new record has marks.
        output new_marked;
        /// Time of its earlier mark.
        output new_old_time[TIME_BITS];
        /// Bytes of its earlier mark.
        output new_old_bytes[BYTES_BITS];
        /// Time of its later mark.
        output new_new_time[TIME_BITS];
        /// Bytes of its later mark.
        output new_new_bytes[BYTES_BITS];

        /// The ACK is of a packet that was sent in congestion avoidance.
        local avoids;
        /// The measurement ends.
        local ends;
        /// The measurement begins with this ACK.
        local begins;
        /// The later mark becomes the earlier one.
        local advances;
        /// Half of the RTT.
        local half[TIME_BITS];
        /// Time since the later mark.
        reg elapsed[TIME_BITS];
        /// At least half an RTT has passed since the later mark.
        reg is_half;
    }
}

impl Logic for RateMarks {
    #[hdl_gen]
    fn update(&mut self) {
        self.half.next = self.rtt.val() >> 1;
        if self.at_1.val() {
            self.elapsed.next = self.ack_time.val() - self.new_time.val();
        }
        if self.at_2.val() {
            self.is_half.next = self.elapsed.val() >= self.half.val();
        }

        self.avoids.next = self.known.val() && !self.probe.val();
        self.ends.next = self.loss.val()
            || self.is_bandwidth.val()
            || self.is_initial.val()
            || (self.adapts.val() && !self.avoids.val());
        self.begins.next =
            self.is_first.val() || (self.adapts.val() && self.avoids.val() && !self.marked.val());
        self.advances.next =
            self.adapts.val() && self.avoids.val() && self.marked.val() && self.is_half.val();
        self.new_marked.next = (self.marked.val() || self.begins.val()) && !self.ends.val();
        self.new_old_time.next = self.old_time.val();
        self.new_old_bytes.next = self.old_bytes.val();
        self.new_new_time.next = self.new_time.val();
        self.new_new_bytes.next = self.new_bytes.val();
        if self.begins.val() {
            self.new_old_time.next = self.ack_time.val();
            self.new_old_bytes.next = self.ack_bytes.val();
        } else if self.advances.val() {
            self.new_old_time.next = self.new_time.val();
            self.new_old_bytes.next = self.new_bytes.val();
        }
        if self.begins.val() || self.advances.val() {
            self.new_new_time.next = self.ack_time.val();
            self.new_new_bytes.next = self.ack_bytes.val();
        }
    }
}
