//! The flow that is scanned for a time-out.

use super::{armed_at, backoff_bits, BACKOFF_AT, RTT_BITS, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::loss::MOST_BACKOFF;
use tailback_spec::efl::Efl;

block! {
    /// Follows the state of the flow that is scanned through a frame, and compares its deadline with
    /// the time in phase 7.
    ///
    /// An ACK, and a packet that is sent, change the state in the memory too late for the scan of
    /// the same frame. So their effects on the scanned flow are applied here as well.
    pub struct ScannedFlow(efl: &Efl) as "tailback_efl_loss_scanned" {
        /// Number of the last flow.
        count last_flow = efl.flows() - 1;
        /// Some flow numbers belong to no flow.
        choice has_beyond = efl.flows() < 1 << efl.flow_bits();
        /// Lowest bit of the doublings in a state.
        count backoff_at = BACKOFF_AT;
        /// Bit of a state: packets are in flight.
        count armed_at = armed_at();
        /// Most doublings of the time-out.
        count most_backoff = MOST_BACKOFF as usize;
        /// Half the range of a time: a difference from here on is negative.
        count negative = 1 << (TIME_BITS - 1);

        /// Phase 3 of a frame.
        input at_3;
        /// Phase 4 of a frame.
        input at_4;
        /// Phase 6 of a frame.
        input at_6;
        /// Phase 7 of a frame.
        input at_7;
        /// High while the memories are cleared.
        input sweeping;
        /// Time in ticks.
        input now[TIME_BITS];
        /// State that was read: that of the scanned flow in phase 3.
        input state[armed_at() + 1];
        /// Eight times the smoothed RTT of that state after the ACK.
        input smoothed[RTT_BITS];
        /// Deadline of the scanned flow in the memory.
        input stored_deadline[TIME_BITS];
        /// Deadline computed from the state of this module in phase 4; valid in phase 7.
        input new_deadline[TIME_BITS];
        /// An ACK of packets in flight was received in phase 2.
        input acked;
        /// Flow of the ACK of phase 2.
        input acked_flow[efl.flow_bits()];
        /// After that ACK, packets are still in flight.
        input acked_left;
        /// A packet is sent, in phase 4.
        input sent;
        /// Flow of that packet.
        input sent_flow[efl.flow_bits()];
        /// The frame has a loss by duplicate ACKs; valid in phase 7.
        input duplicate_loss;
        /// Flow that is scanned.
        output_reg scan[efl.flow_bits()];
        /// Packets of the scanned flow are in flight.
        output_reg armed;
        /// Eight times its smoothed RTT; from phase 4 on.
        output_reg srtt8[RTT_BITS];
        /// Doublings of its time-out; from phase 4 on, and one more from phase 7 on.
        output_reg backoff[backoff_bits()];
        /// The scanned flow has a time-out; in phase 7.
        output late;

        /// The scanned flow exists.
        local exists;
        /// The ACK of phase 2 is for the scanned flow.
        local meets_ack;
        /// The packet that is sent is the first one in flight of the scanned flow.
        local arms;
        /// Deadline of the scanned flow.
        local deadline[TIME_BITS];
        /// Time since that deadline.
        local since[TIME_BITS];

        /// This frame has changed the deadline of the scanned flow.
        reg changed;
        /// Time in phase 6.
        reg scan_time[TIME_BITS];
    }
}

impl Logic for ScannedFlow {
    #[hdl_gen]
    fn update(&mut self) {
        self.exists.next = true;
        if self.has_beyond.val() {
            self.exists.next = self.scan.val() <= self.last_flow.val();
        }
        self.meets_ack.next = self.acked.val() && self.acked_flow.val() == self.scan.val();
        self.arms.next =
            self.sent.val() && self.sent_flow.val() == self.scan.val() && !self.armed.val();
        if self.at_3.val() {
            self.srtt8.next = self.state.val() >> 0;
            self.backoff.next = self.state.val() >> self.backoff_at.val();
            self.armed.next = self.state.val().get_bit(self.armed_at.val());
            self.changed.next = self.meets_ack.val();
            if self.meets_ack.val() {
                self.srtt8.next = self.smoothed.val();
                self.backoff.next = 0.into();
                self.armed.next = self.acked_left.val();
            }
        } else if self.at_4.val() {
            if self.arms.val() {
                self.armed.next = true;
                self.changed.next = true;
            }
        } else if self.at_6.val() {
            self.scan_time.next = self.now.val();
            if self.backoff.val() < self.most_backoff.val() {
                self.backoff.next = self.backoff.val() + 1;
            }
        }

        comment!("Times of up to half their range after the deadline are late.");
        self.deadline.next = self.stored_deadline.val();
        if self.changed.val() {
            self.deadline.next = self.new_deadline.val();
        }
        self.since.next = self.scan_time.val() - self.deadline.val();
        self.late.next = self.exists.val()
            && self.armed.val()
            && !self.sweeping.val()
            && !self.duplicate_loss.val()
            && self.since.val() < self.negative.val();
        if self.at_7.val() && !self.sweeping.val() && !self.duplicate_loss.val() {
            self.scan.next = self.scan.val() + 1;
        }
    }
}
