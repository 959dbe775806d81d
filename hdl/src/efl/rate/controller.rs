//! The rate controller as a whole.

use super::{
    Normalized, RateDivider, RateEvents, RateMarks, RatePace, RateProducts, RateQuotients,
    RateRecords, RateSettings, RateStep, RateTiming, RateUpdate, ALPHA_BITS, BETA_BITS, BYTES_BITS,
    DIVISOR_BITS, GROUP_BITS, RATE_BITS, RATIO_BITS, TIME_BITS,
};
use crate::prelude::*;
use tailback_spec::efl::pace::{EXPONENT_BITS, MANTISSA_BITS};
use tailback_spec::efl::Efl;

block! {
    /// Sets the rate of each flow by the RTTs of its ACKs, and halves it at a loss (Shimonishi'07
    /// §III).
    ///
    /// Time is divided into frames of 24 cycles. In each frame, one event is in the first stage,
    /// which divides, one in the second stage, which multiplies, and one rate in the third stage,
    /// which computes the pace for the rate limiter.
    pub struct RateController(efl: &Efl) as "tailback_efl_rate" {
        /// First remainder of a reciprocal: 2^47, without the bits of the quotient.
        count one = 1 << 21;
        /// Lowest bit of a first remainder in a product.
        count ratio_at = 22;

        /// A group begins with bandwidth probing.
        input set_probes;
        /// ACKs of delay probes use `set_probe_alpha` and `set_probe_beta`.
        input set_delays;
        /// The RTT is predicted.
        input set_predicts;
        /// Target backlog in bytes.
        input set_alpha[ALPHA_BITS];
        /// Gain in 2^-16.
        input set_beta[BETA_BITS];
        /// Target backlog for ACKs of delay probes.
        input set_probe_alpha[ALPHA_BITS];
        /// Gain for ACKs of delay probes.
        input set_probe_beta[BETA_BITS];
        /// R_0 in 2^-20 bytes in a tick of 100 ns, as all rates.
        input set_initial[RATE_BITS];
        /// R_MIN.
        input set_minimum[RATE_BITS];
        /// Rate of the line.
        input set_maximum[RATE_BITS];
        /// RTT_MIN in ticks, or 0.
        input set_rtt_min[TIME_BITS];
        /// Valid of the event handshake.
        input event_valid;
        /// Flow of the event.
        input event_flow[efl.flow_bits()];
        /// Group of packets that the flow is sending.
        input event_group[GROUP_BITS];
        /// A loss; otherwise, an ACK of packets in flight.
        input event_loss;
        /// All packets of bandwidth probing are acknowledged.
        input event_covered;
        /// The ACK was triggered by a delay probe.
        input event_probe;
        /// Measured RTT in ticks.
        input event_rtt[TIME_BITS];
        /// Time of reception in ticks.
        input event_time[TIME_BITS];
        /// Bytes of the flow that are acknowledged, since reset.
        input event_bytes[BYTES_BITS];
        /// Ready of the event handshake.
        output event_ready;
        /// Records are being cleared.
        output sweeping;
        /// The record of a flow has changed.
        output_reg updated;
        /// Flow of `updated`.
        output_reg updated_flow[efl.flow_bits()];
        /// Group of its record.
        output_reg updated_group[GROUP_BITS];
        /// Its rate is known.
        output_reg updated_known;
        /// A loss ended its probing.
        output_reg updated_void;
        /// Its rate.
        output_reg updated_rate[RATE_BITS];
        /// Its RTT in ticks.
        output_reg updated_rtt[TIME_BITS];
        /// Its least RTT in ticks.
        output_reg updated_rtt_min[TIME_BITS];
        /// Its predicted RTT in ticks.
        output_reg updated_rtt_predicted[TIME_BITS];
        /// An RTT was less than RTT_MIN.
        output_reg below;
        /// The pace of a flow has changed.
        output_reg paced;
        /// Flow of `paced`.
        output_reg paced_flow[efl.flow_bits()];
        /// Group of its record.
        output_reg paced_group[GROUP_BITS];
        /// Its rate is known.
        output_reg paced_known;
        /// A loss ended its probing.
        output_reg paced_void;
        /// Mantissa of its pace.
        output_reg paced_mantissa[MANTISSA_BITS as usize];
        /// Exponent of its pace.
        output_reg paced_exponent[EXPONENT_BITS as usize];
        /// Mantissa of the pace of R_0.
        output_reg initial_mantissa[MANTISSA_BITS as usize];
        /// Exponent of the pace of R_0.
        output_reg initial_exponent[EXPONENT_BITS as usize];
        /// Mantissa of the pace of R_MIN.
        output_reg minimum_mantissa[MANTISSA_BITS as usize];
        /// Exponent of the pace of R_MIN.
        output_reg minimum_exponent[EXPONENT_BITS as usize];
        /// Mantissa of the pace of the line.
        output_reg maximum_mantissa[MANTISSA_BITS as usize];
        /// Exponent of the pace of the line.
        output_reg maximum_exponent[EXPONENT_BITS as usize];

        /// The last phase of a frame.
        local frame_ends;
        /// A record is read.
        local reads;
        /// A record is written.
        local writes;
        /// Divisor of the reciprocal, at least 1.
        local divisor[DIVISOR_BITS];
        /// The division for the reciprocal begins.
        local inverts;
        /// First remainder of the reciprocal.
        local inverse_first[DIVISOR_BITS];
        /// Bits below that.
        local inverse_below[RATIO_BITS];
        /// The division for the ratio begins.
        local compares;
        /// First remainder of the ratio.
        local ratio_first[RATE_BITS + 2];
        /// First remainder of the ratio, if it is less than the divisor.
        local ratio_rest[DIVISOR_BITS];
        /// Bits below that.
        local ratio_below[RATIO_BITS];
        /// The gains are those of delay probes.
        local is_gentle;
        /// Target backlog of the event.
        local alpha[ALPHA_BITS];
        /// Gain of the event.
        local beta[BETA_BITS];
        /// RTT, or time since the earlier mark.
        reg chosen_divisor[DIVISOR_BITS];
        /// The ratio exceeds the highest one.
        reg exceeds;
        /// A record was stored with the end of the frame before.
        reg paces;

        /// Frames.
        sub timing: RateTiming = RateTiming::new(efl);
        /// Settings of the frame.
        sub settings: RateSettings = RateSettings::new();
        /// The event that is held, and that of the first stage.
        sub events: RateEvents = RateEvents::new(efl);
        /// Records.
        sub records: RateRecords = RateRecords::new(efl);
        /// First stage: the equation.
        sub step: RateStep = RateStep::new();
        /// The divisor of the reciprocal, normalised.
        sub normalize: Normalized = Normalized::new(DIVISOR_BITS);
        /// Reciprocals.
        sub inverter: RateDivider = RateDivider::new(DIVISOR_BITS, RATIO_BITS);
        /// Ratios.
        sub comparer: RateDivider = RateDivider::new(DIVISOR_BITS, RATIO_BITS);
        /// The event and the quotients of the second stage.
        sub quotients: RateQuotients = RateQuotients::new(efl);
        /// Products.
        sub products: RateProducts = RateProducts::new();
        /// The new marks.
        sub marks: RateMarks = RateMarks::new();
        /// The new rate.
        sub result: RateUpdate = RateUpdate::new();
        /// Third stage: paces.
        sub pace: RatePace = RatePace::new(efl);
    }
    connect {
        timing: sweeping;
        timing, settings: samples;
        timing, events: sweeping;
        timing, records: sweeping;
        timing, step: at_2, at_3, at_4;
        timing, quotients: at_0, at_23;
        timing, products: at_1, at_4, at_5, at_7, at_10, at_13, at_16, at_17, at_19, at_22, begins,
            begins_next;
        timing, marks: at_1, at_2;
        timing, result: at_19;
        timing, pace: at_3, at_6, at_7, is_initial, is_minimum;
        settings: set_probes, set_delays, set_predicts, set_alpha, set_beta, set_probe_alpha,
            set_probe_beta, set_initial, set_minimum, set_maximum, set_rtt_min;
        settings, step: probes, predicts, first_rate, rtt_min = preset;
        settings, result: first_rate, minimum, maximum, lowest;
        settings, pace: first_rate, maximum, lowest;
        events: frame_ends, event_valid, event_flow, event_group, event_loss, event_covered, event_probe,
            event_rtt, event_time, event_bytes, event_ready;
        events, records: flow;
        records: reads, writes;
        events, step: group, loss, covered, probe, rtt = ack_rtt, ack_time, ack_bytes;
        records, step: group = old_group, known = old_known, marked = old_marked, is_void = old_void,
            rate = old_rate, rtt = old_rtt, rtt_min = old_rtt_min, old_time, old_bytes;
        events, quotients: valid = from_valid, flow = from_flow, group = from_group,
            loss = from_loss, probe = from_probe, ack_time = from_time, ack_bytes = from_bytes;
        step, quotients: known = from_known, marked = from_marked, is_void = from_void,
            rate = from_rate, rtt = from_rtt, rtt_min = from_rtt_min, below = from_below,
            is_first = from_is_first, is_bandwidth = from_is_bandwidth,
            is_initial = from_is_initial, adapts = from_adapts, is_predicted = from_is_predicted;
        records, quotients: old_time = from_old_time, old_bytes = from_old_bytes,
            new_time = from_new_time, new_bytes = from_new_bytes,
            rtt_predicted = from_rtt_predicted;
        normalize: number = divisor;
        normalize, inverter: normalized = divisor;
        normalize, quotients: shift = from_shift;
        inverter: begins = inverts, first = inverse_first, below = inverse_below;
        comparer: begins = compares, first = ratio_rest, below = ratio_below;
        step, comparer: amount = divisor;
        comparer, quotients: quotient = from_ratio;
        quotients: from_exceeds = exceeds;
        step, products: rtt_min = first_rtt_min, amount = first_amount,
            is_bandwidth = first_is_bandwidth, rate = first_rate, interval = first_interval;
        products: alpha, beta;
        quotients, products: rate, rtt, inverse, back, ratio;
        quotients, marks: probe, ack_time, ack_bytes, known, marked, old_time, old_bytes, new_time,
            new_bytes, rtt, loss, is_first, is_bandwidth, is_initial, adapts;
        quotients, result: loss, is_bandwidth, is_initial, adapts, known, is_void, rate, rtt_predicted;
        products, result: bandwidth, more, less, predicted;
        quotients, records: flow = new_flow, group = new_group, rtt = new_rtt,
            rtt_min = new_rtt_min;
        marks, records: new_marked, new_old_time, new_old_bytes, new_new_time, new_new_bytes;
        result, records: new_known, new_void, new_rate, new_rtt_predicted;
        pace: paces, rate = updated_rate;
    }
}

impl Logic for RateController {
    #[hdl_gen]
    fn update(&mut self) {
        self.frame_ends.next = self.timing.at_23.val();
        self.reads.next = self.timing.at_0.val();

        comment!("First stage. The reciprocal is that of the RTT, or of the time in equation 1.");
        if self.timing.at_5.val() {
            self.chosen_divisor.next = self.step.rtt.val();
            if self.step.is_bandwidth.val() {
                self.chosen_divisor.next = self.step.interval.val();
            }
        }
        self.divisor.next = self.chosen_divisor.val();
        if !self.chosen_divisor.val().any() {
            self.divisor.next = 1.into();
        }
        self.inverts.next = self.timing.at_8.val();
        self.inverse_first.next = self.one.val().into();
        self.inverse_below.next = 0.into();
        self.quotients.from_inverse.next = self.inverter.quotient.val() >> 0;
        self.products.first_inverse.next = self.inverter.quotient.val() >> 0;

        comment!("The product of rate and time, with four more fraction bits, is divided.");
        self.compares.next = self.timing.at_10.val();
        self.ratio_first.next = self.products.dividend.val() >> self.ratio_at.val();
        self.ratio_rest.next = self.ratio_first.val() >> 0;
        self.ratio_below.next = self.products.dividend.val() >> 0;
        self.ratio_below.next = self.ratio_below.val() << 4;
        if self.timing.at_10.val() {
            self.exceeds.next = self.ratio_first.val() >= self.step.amount.val();
        }

        comment!("Second stage.");
        self.is_gentle.next = (self.quotients.probe.val() && self.settings.delays.val())
            || self.quotients.is_void.val();
        self.alpha.next = self.settings.alpha.val();
        self.beta.next = self.settings.beta.val();
        if self.is_gentle.val() {
            self.alpha.next = self.settings.probe_alpha.val();
            self.beta.next = self.settings.probe_beta.val();
        }
        self.writes.next = self.frame_ends.val() && self.quotients.valid.val();
        self.updated.next = self.writes.val();
        self.below.next = self.writes.val() && self.quotients.below.val();
        if self.frame_ends.val() {
            self.paces.next = self.quotients.valid.val();
        }
        if self.writes.val() {
            self.updated_flow.next = self.quotients.flow.val();
            self.updated_group.next = self.quotients.group.val();
            self.updated_known.next = self.result.new_known.val();
            self.updated_void.next = self.result.new_void.val();
            self.updated_rate.next = self.result.new_rate.val();
            self.updated_rtt.next = self.quotients.rtt.val();
            self.updated_rtt_min.next = self.quotients.rtt_min.val();
            self.updated_rtt_predicted.next = self.result.new_rtt_predicted.val();
        }

        comment!("Third stage: the pace of the record that was stored, or else of a setting.");
        self.paced.next = self.frame_ends.val() && self.paces.val();
        if self.frame_ends.val() {
            if self.paces.val() {
                self.paced_flow.next = self.updated_flow.val();
                self.paced_group.next = self.updated_group.val();
                self.paced_known.next = self.updated_known.val();
                self.paced_void.next = self.updated_void.val();
                self.paced_mantissa.next = self.pace.mantissa.val();
                self.paced_exponent.next = self.pace.exponent.val();
            } else if self.timing.is_initial.val() {
                self.initial_mantissa.next = self.pace.mantissa.val();
                self.initial_exponent.next = self.pace.exponent.val();
            } else if self.timing.is_minimum.val() {
                self.minimum_mantissa.next = self.pace.mantissa.val();
                self.minimum_exponent.next = self.pace.exponent.val();
            } else {
                self.maximum_mantissa.next = self.pace.mantissa.val();
                self.maximum_exponent.next = self.pace.exponent.val();
            }
        }
    }
}
