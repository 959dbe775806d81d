//! Events for the rate controller.

use super::sizes::{BYTES_BITS, GROUP_BITS, NUMBER};
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Reports ACKs of packets in flight, in phase 2, and losses, in phase 6; the fields of an event
    /// stay until the next one.
    pub struct TransmitEvents(efl: &Efl) as "tailback_efl_transmit_events" {
        /// Phase 6 of a frame.
        input phase_6;
        /// An ACK acknowledges packets in flight.
        input acknowledged;
        /// Flow of the ACK.
        input ack_flow[efl.flow_bits()];
        /// All N packets of the group are acknowledged.
        input ack_covered;
        /// The ACK was triggered by a delay probe.
        input ack_probe;
        /// RTT of the ACK.
        input ack_rtt[NUMBER];
        /// Time at which the ACK was received.
        input ack_time[NUMBER];
        /// Bytes of the flow that are acknowledged.
        input ack_bytes[BYTES_BITS];
        /// Packets in flight are lost.
        input loses;
        /// Flow of these packets.
        input lost_flow[efl.flow_bits()];
        /// Group of the flow, in phases 2 and 6.
        input group[GROUP_BITS];
        /// An event.
        output event_valid;
        /// Flow of the event.
        output event_flow[efl.flow_bits()];
        /// Group of the flow.
        output event_group[GROUP_BITS];
        /// The event is a loss.
        output event_loss;
        /// All N packets of the group are acknowledged.
        output event_covered;
        /// The ACK was triggered by a delay probe.
        output event_probe;
        /// RTT of the ACK.
        output event_rtt[NUMBER];
        /// Time at which the ACK was received.
        output event_time[NUMBER];
        /// Bytes of the flow that are acknowledged.
        output event_bytes[BYTES_BITS];

        /// Flow of the last event.
        reg flow_reg[efl.flow_bits()];
        /// Group of the last event.
        reg group_reg[GROUP_BITS];
        /// The last event was a loss.
        reg loss_reg;
        /// All N packets were acknowledged with the last event.
        reg covered_reg;
        /// The last event was an ACK triggered by a delay probe.
        reg probe_reg;
        /// RTT of the last event.
        reg rtt_reg[NUMBER];
        /// Time of the last event.
        reg time_reg[NUMBER];
        /// Bytes of the last event.
        reg bytes_reg[BYTES_BITS];
    }
}

impl Logic for TransmitEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.event_valid.next = self.acknowledged.val() || self.loses.val();
        self.event_flow.next = self.flow_reg.val();
        self.event_group.next = self.group_reg.val();
        self.event_loss.next = self.loss_reg.val();
        self.event_covered.next = self.covered_reg.val();
        self.event_probe.next = self.probe_reg.val();
        self.event_rtt.next = self.rtt_reg.val();
        self.event_time.next = self.time_reg.val();
        self.event_bytes.next = self.bytes_reg.val();
        if self.event_valid.val() {
            self.event_group.next = self.group.val();
            self.event_loss.next = false;
            if self.phase_6.val() {
                self.event_loss.next = true;
                self.event_flow.next = self.lost_flow.val();
                self.event_covered.next = false;
                self.event_probe.next = false;
                self.event_rtt.next = 0.into();
                self.event_time.next = 0.into();
                self.event_bytes.next = 0.into();
            } else {
                self.event_flow.next = self.ack_flow.val();
                self.event_covered.next = self.ack_covered.val();
                self.event_probe.next = self.ack_probe.val();
                self.event_rtt.next = self.ack_rtt.val();
                self.event_time.next = self.ack_time.val();
                self.event_bytes.next = self.ack_bytes.val();
            }
        }
        self.flow_reg.next = self.event_flow.val();
        self.group_reg.next = self.event_group.val();
        self.loss_reg.next = self.event_loss.val();
        self.covered_reg.next = self.event_covered.val();
        self.probe_reg.next = self.event_probe.val();
        self.rtt_reg.next = self.event_rtt.val();
        self.time_reg.next = self.event_time.val();
        self.bytes_reg.next = self.event_bytes.val();
    }
}
