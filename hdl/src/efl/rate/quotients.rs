//! What the second stage of an update takes from the first one.

use super::{
    BYTES_BITS, GROUP_BITS, INVERSE_BITS, MOST_SHIFT, RATE_BITS, RATIO_BITS, RATIO_FRACTION,
    SHIFT_BITS, TIME_BITS,
};
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Holds the event, the record and the quotients of the first stage for the second one.
    ///
    /// The quotients are valid from phase 1 on.
    pub struct RateQuotients(efl: &Efl) as "tailback_efl_rate_quotients" {
        /// Most bits by which a divisor is shifted.
        count most_shift = MOST_SHIFT;
        /// A ratio of 1.
        count one = 1 << RATIO_FRACTION;
        /// The highest ratio.
        count most_ratio = (1 << RATIO_BITS) - 1;

        /// Phase 0 of a frame.
        input at_0;
        /// Phase 23 of a frame.
        input at_23;
        /// The first stage has an event.
        input from_valid;
        /// Its flow.
        input from_flow[efl.flow_bits()];
        /// Its group.
        input from_group[GROUP_BITS];
        /// It is a loss.
        input from_loss;
        /// It is an ACK of a delay probe.
        input from_probe;
        /// Time of the event.
        input from_time[TIME_BITS];
        /// Bytes of the event.
        input from_bytes[BYTES_BITS];
        /// The rate of its flow is known.
        input from_known;
        /// Its flow has marks.
        input from_marked;
        /// A loss ended the probing of its flow.
        input from_void;
        /// Rate of its flow.
        input from_rate[RATE_BITS];
        /// Time of the earlier mark of its flow.
        input from_old_time[TIME_BITS];
        /// Bytes of the earlier mark of its flow.
        input from_old_bytes[BYTES_BITS];
        /// Time of the later mark of its flow.
        input from_new_time[TIME_BITS];
        /// Bytes of the later mark of its flow.
        input from_new_bytes[BYTES_BITS];
        /// RTT of its flow.
        input from_rtt[TIME_BITS];
        /// Least RTT of its flow.
        input from_rtt_min[TIME_BITS];
        /// Predicted RTT of its flow.
        input from_rtt_predicted[TIME_BITS];
        /// Its RTT was less than RTT_MIN.
        input from_below;
        /// It is the first ACK of bandwidth probing.
        input from_is_first;
        /// It applies equation 1.
        input from_is_bandwidth;
        /// It sets the rate to R_0.
        input from_is_initial;
        /// It applies equation 2.
        input from_adapts;
        /// It applies equation 4.
        input from_is_predicted;
        /// Shift of its reciprocal.
        input from_shift[SHIFT_BITS];
        /// Inverse of its reciprocal; valid in phase 0.
        input from_inverse[INVERSE_BITS];
        /// Ratio of equation 4; valid in phase 0.
        input from_ratio[RATIO_BITS];
        /// The ratio exceeds the highest one.
        input from_exceeds;

        /// The second stage has an event.
        output_reg valid;
        /// Flow of the event.
        output_reg flow[efl.flow_bits()];
        /// Group of the event.
        output_reg group[GROUP_BITS];
        /// The event is a loss.
        output_reg loss;
        /// The event is an ACK of a delay probe.
        output_reg probe;
        /// Time of the event.
        output_reg ack_time[TIME_BITS];
        /// Bytes of the event.
        output_reg ack_bytes[BYTES_BITS];
        /// The rate of the flow is known.
        output_reg known;
        /// The flow has marks.
        output_reg marked;
        /// A loss ended the probing of the flow.
        output_reg is_void;
        /// Rate of the flow.
        output_reg rate[RATE_BITS];
        /// Time of the earlier mark.
        output_reg old_time[TIME_BITS];
        /// Bytes of the earlier mark.
        output_reg old_bytes[BYTES_BITS];
        /// Time of the later mark.
        output_reg new_time[TIME_BITS];
        /// Bytes of the later mark.
        output_reg new_bytes[BYTES_BITS];
        /// RTT of the flow.
        output_reg rtt[TIME_BITS];
        /// Least RTT of the flow.
        output_reg rtt_min[TIME_BITS];
        /// Predicted RTT of the ACK before.
        output_reg rtt_predicted[TIME_BITS];
        /// The RTT was less than RTT_MIN.
        output_reg below;
        /// The event is the first ACK of bandwidth probing.
        output_reg is_first;
        /// The event applies equation 1.
        output_reg is_bandwidth;
        /// The event sets the rate to R_0.
        output_reg is_initial;
        /// The event applies equation 2.
        output_reg adapts;
        /// Bits by which a product with the inverse is shifted back for the smallest divisor.
        output_reg back[SHIFT_BITS];
        /// Inverse of the reciprocal.
        output_reg inverse[INVERSE_BITS];
        /// Predicted RTT divided by the RTT.
        output_reg ratio[RATIO_BITS];

        /// The event applies equation 4.
        reg is_predicted;
        /// Most bits by which a divisor is shifted.
        local most[SHIFT_BITS];
    }
}

impl Logic for RateQuotients {
    #[hdl_gen]
    fn update(&mut self) {
        self.most.next = self.most_shift.val().into();
        if self.at_23.val() {
            self.valid.next = self.from_valid.val();
            self.flow.next = self.from_flow.val();
            self.group.next = self.from_group.val();
            self.loss.next = self.from_loss.val();
            self.probe.next = self.from_probe.val();
            self.ack_time.next = self.from_time.val();
            self.ack_bytes.next = self.from_bytes.val();
            self.known.next = self.from_known.val();
            self.marked.next = self.from_marked.val();
            self.is_void.next = self.from_void.val();
            self.rate.next = self.from_rate.val();
            self.old_time.next = self.from_old_time.val();
            self.old_bytes.next = self.from_old_bytes.val();
            self.new_time.next = self.from_new_time.val();
            self.new_bytes.next = self.from_new_bytes.val();
            self.rtt.next = self.from_rtt.val();
            self.rtt_min.next = self.from_rtt_min.val();
            self.rtt_predicted.next = self.from_rtt_predicted.val();
            self.below.next = self.from_below.val();
            self.is_first.next = self.from_is_first.val();
            self.is_bandwidth.next = self.from_is_bandwidth.val();
            self.is_initial.next = self.from_is_initial.val();
            self.adapts.next = self.from_adapts.val();
            self.is_predicted.next = self.from_is_predicted.val();
            self.back.next = self.most.val() - self.from_shift.val();
        }
        if self.at_0.val() {
            self.inverse.next = self.from_inverse.val();
            self.ratio.next = self.one.val().into();
            if self.is_predicted.val() {
                self.ratio.next = self.from_ratio.val();
                if self.from_exceeds.val() {
                    self.ratio.next = self.most_ratio.val().into();
                }
            }
        }
    }
}
