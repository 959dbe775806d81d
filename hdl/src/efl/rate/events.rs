//! The events in the stages of the rate controller.

use super::{BYTES_BITS, GROUP_BITS, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Holds an event until the next frame, and during its first stage.
    ///
    /// An event waits for another frame if the one in the first stage is for the same flow.
    pub struct RateEvents(efl: &Efl) as "tailback_efl_rate_events" {
        /// The last phase of a frame.
        input frame_ends;
        /// Records are being cleared.
        input sweeping;
        /// Valid of the event handshake.
        input event_valid;
        /// Flow of the event.
        input event_flow[efl.flow_bits()];
        /// Group of packets that the flow is sending.
        input event_group[GROUP_BITS];
        /// A loss; otherwise, an ACK.
        input event_loss;
        /// All packets of bandwidth probing are acknowledged.
        input event_covered;
        /// The ACK was triggered by a delay probe.
        input event_probe;
        /// RTT in ticks.
        input event_rtt[TIME_BITS];
        /// Time of reception in ticks.
        input event_time[TIME_BITS];
        /// Bytes of the flow that are acknowledged.
        input event_bytes[BYTES_BITS];
        /// Ready of the event handshake.
        output event_ready;

        /// The first stage has an event.
        output_reg valid;
        /// `event_flow` of the event in the first stage.
        output_reg flow[efl.flow_bits()];
        /// `event_group` of the event in the first stage.
        output_reg group[GROUP_BITS];
        /// `event_loss` of the event in the first stage.
        output_reg loss;
        /// `event_covered` of the event in the first stage.
        output_reg covered;
        /// `event_probe` of the event in the first stage.
        output_reg probe;
        /// `event_rtt` of the event in the first stage.
        output_reg rtt[TIME_BITS];
        /// `event_time` of the event in the first stage.
        output_reg ack_time[TIME_BITS];
        /// `event_bytes` of the event in the first stage.
        output_reg ack_bytes[BYTES_BITS];

        /// The event that is held enters the first stage.
        local enters;
        /// An event is held.
        reg held;
        /// Flow of the event that is held.
        reg held_flow[efl.flow_bits()];
        /// Group of the event that is held.
        reg held_group[GROUP_BITS];
        /// The event that is held is a loss.
        reg held_loss;
        /// `event_covered` of the event that is held.
        reg held_covered;
        /// `event_probe` of the event that is held.
        reg held_probe;
        /// RTT of the event that is held.
        reg held_rtt[TIME_BITS];
        /// Time of the event that is held.
        reg held_time[TIME_BITS];
        /// Bytes of the event that is held.
        reg held_bytes[BYTES_BITS];
    }
}

impl Logic for RateEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.event_ready.next = !self.held.val() && !self.sweeping.val();
        self.enters.next = self.frame_ends.val()
            && self.held.val()
            && !(self.valid.val() && self.flow.val() == self.held_flow.val());
        if self.event_valid.val() && self.event_ready.val() {
            self.held.next = true;
            self.held_flow.next = self.event_flow.val();
            self.held_group.next = self.event_group.val();
            self.held_loss.next = self.event_loss.val();
            self.held_covered.next = self.event_covered.val();
            self.held_probe.next = self.event_probe.val();
            self.held_rtt.next = self.event_rtt.val();
            self.held_time.next = self.event_time.val();
            self.held_bytes.next = self.event_bytes.val();
        } else if self.enters.val() {
            self.held.next = false;
        }
        if self.frame_ends.val() {
            self.valid.next = self.enters.val();
        }
        if self.enters.val() {
            self.flow.next = self.held_flow.val();
            self.group.next = self.held_group.val();
            self.loss.next = self.held_loss.val();
            self.covered.next = self.held_covered.val();
            self.probe.next = self.held_probe.val();
            self.rtt.next = self.held_rtt.val();
            self.ack_time.next = self.held_time.val();
            self.ack_bytes.next = self.held_bytes.val();
        }
    }
}
