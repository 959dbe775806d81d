//! Which packets are lost.

use super::{
    armed_at, dups_at, recovering_at, state_bits, LossDeadline, LossFrames, LossStates,
    ScannedFlow, SmoothedRtt, BACKOFF_AT, TIME_BITS,
};
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Detects lost packets of all flows, by two duplicate ACKs or by a retransmission time-out.
    ///
    /// Time is divided into frames of eight cycles. An ACK is received in phase 2, a packet is sent
    /// in phase 4, and one flow is scanned for a time-out in phase 6. A loss is reported in phase 0
    /// of the next frame.
    pub struct LossDetector(efl: &Efl) as "tailback_efl_loss" {
        /// Bits by which eight times a number is shifted to get twice the number.
        count to_twice = 2;
        /// Lowest bit of the doublings in a state.
        count backoff_at = BACKOFF_AT;
        /// Bit of a state: packets are in flight.
        count armed_at = armed_at();
        /// Bit of a state: there was a duplicate ACK.
        count dups_at = dups_at();
        /// Bit of a state: a loss was reported.
        count recovering_at = recovering_at();

        /// Time in ticks of 100 ns.
        input now[TIME_BITS];
        /// Least time-out in ticks.
        input set_rto_min[TIME_BITS];
        /// Flow of the ACK; in phase 2, as all of the ACK.
        input ack_flow[efl.flow_bits()];
        /// Packets in flight are acknowledged.
        input acknowledged;
        /// RTT of the ACK in ticks.
        input ack_rtt[TIME_BITS];
        /// Packets are still in flight after the ACK.
        input ack_left;
        /// A duplicate ACK.
        input duplicate;
        /// A packet is sent; in phase 4.
        input sent;
        /// Flow of the packet.
        input sent_flow[efl.flow_bits()];
        /// Memories are being cleared.
        output sweeping;
        /// A packet of a flow is lost; in phase 0.
        output_reg lost;
        /// Flow of the last loss.
        output_reg lost_flow[efl.flow_bits()];
        /// The last loss is a time-out.
        output_reg lost_late;

        /// State before the ACK without `armed` and the bits above it.
        local old_times[armed_at()];
        /// State after the ACK.
        local new_state[state_bits()];
        /// The duplicate ACK of the frame changes the state.
        local counts;
        /// The duplicate ACK of the frame is the second one: a loss.
        local is_second;
        /// State before the packet that is sent.
        local sent_state[state_bits()];
        /// The packet that is sent is the first one in flight.
        local arms;
        /// State after the time-out of the scanned flow.
        local late_state[state_bits()];
        /// The last loss is a time-out of the frame before.
        local was_late;

        /// An ACK of packets in flight was received in phase 2.
        reg acked;
        /// A duplicate ACK was received in phase 2.
        reg duplicated;
        /// Flow of the ACK.
        reg acked_flow[efl.flow_bits()];
        /// RTT of the ACK.
        reg acked_rtt[TIME_BITS];
        /// Packets are still in flight after the ACK.
        reg acked_left;
        /// Time of the ACK.
        reg acked_time[TIME_BITS];
        /// Least time-out at the ACK.
        reg acked_rto_min[TIME_BITS];
        /// State of the flow of the ACK, after it.
        reg acked_state[state_bits()];
        /// The ACK changes the state.
        reg acked_changes;
        /// The ACK changes the deadline.
        reg acked_restarts;
        /// The frame has a loss by duplicate ACKs.
        reg duplicate_loss;

        /// A packet was sent in phase 4.
        reg was_sent;
        /// Flow of that packet.
        reg was_sent_flow[efl.flow_bits()];
        /// The ACK of the frame is for that flow.
        reg was_sent_acked;
        /// Time of that packet.
        reg sent_time[TIME_BITS];
        /// Least time-out at that packet.
        reg sent_rto_min[TIME_BITS];
        /// That packet sets the deadline.
        reg sent_restarts;
        /// A time-out in the frame before sets the deadline.
        reg late_restarts;
        /// Time of the scan.
        reg scan_time[TIME_BITS];
        /// Least time-out at the scan.
        reg scan_rto_min[TIME_BITS];

        /// Phases, and the sweep after reset.
        sub frames: LossFrames = LossFrames::new(efl);
        /// States of the flows.
        sub stored: LossStates = LossStates::new(efl);
        /// The flow that is scanned.
        sub scanned: ScannedFlow = ScannedFlow::new(efl);
        /// Smoothed RTT after the ACK, of the state that was read.
        sub smooth: SmoothedRtt = SmoothedRtt::new();
        /// Deadlines.
        sub timer: LossDeadline = LossDeadline::new();
    }
    connect {
        frames: sweeping;
        frames, stored: at_1, at_2, at_3, at_4, sweeping, swept;
        frames, scanned: at_3, at_4, at_6, at_7, sweeping;
        stored: ack_flow, sent_flow;
        stored, scanned: deadline = stored_deadline;
        scanned, stored: scan;
        scanned: now, acked, acked_flow, acked_left, sent, sent_flow, duplicate_loss;
        smooth, scanned: new_srtt8 = smoothed;
        smooth: rtt = acked_rtt;
        timer, stored: deadline = write_deadline;
        timer, scanned: deadline = new_deadline;
    }
}

impl Logic for LossDetector {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Phases 2 and 4: what happens.");
        if self.frames.at_2.val() {
            self.acked.next = self.acknowledged.val() && !self.frames.sweeping.val();
            self.duplicated.next = self.duplicate.val() && !self.frames.sweeping.val();
            self.acked_flow.next = self.ack_flow.val();
            self.acked_rtt.next = self.ack_rtt.val();
            self.acked_left.next = self.ack_left.val();
            self.acked_time.next = self.now.val();
            self.acked_rto_min.next = self.set_rto_min.val();
        }
        if self.frames.at_4.val() {
            self.was_sent.next = self.sent.val() && !self.frames.sweeping.val();
            self.was_sent_flow.next = self.sent_flow.val();
            self.was_sent_acked.next = (self.acked.val() || self.duplicated.val())
                && self.sent_flow.val() == self.acked_flow.val();
            self.sent_time.next = self.now.val();
            self.sent_rto_min.next = self.set_rto_min.val();
        }
        if self.frames.at_6.val() {
            self.scan_time.next = self.now.val();
            self.scan_rto_min.next = self.set_rto_min.val();
        }

        comment!("Phase 4: the state after the ACK, which is written in phase 5.");
        self.scanned.state.next = self.stored.state.val() >> 0;
        self.smooth.srtt8.next = self.stored.state.val() >> 0;
        self.counts.next = self.duplicated.val()
            && !self.acked.val()
            && !self.stored.state.val().get_bit(self.recovering_at.val());
        self.is_second.next =
            self.counts.val() && self.stored.state.val().get_bit(self.dups_at.val());
        self.old_times.next = self.stored.state.val() >> 0;
        self.new_state.next = self.old_times.val();
        self.new_state.next = self
            .new_state
            .val()
            .replace_bit(self.armed_at.val(), self.stored.state.val().get_bit(self.armed_at.val()));
        if self.acked.val() {
            self.new_state.next = self.smooth.new_srtt8.val();
            self.new_state.next =
                self.new_state.val().replace_bit(self.armed_at.val(), self.acked_left.val());
        }
        self.new_state.next = self.new_state.val().replace_bit(
            self.dups_at.val(),
            !self.acked.val()
                && (self.stored.state.val().get_bit(self.dups_at.val()) != self.counts.val()),
        );
        self.new_state.next = self.new_state.val().replace_bit(
            self.recovering_at.val(),
            !self.acked.val()
                && (self.stored.state.val().get_bit(self.recovering_at.val())
                    || self.is_second.val()),
        );
        if self.frames.at_4.val() {
            self.acked_state.next = self.new_state.val();
            self.acked_changes.next = self.acked.val() || self.counts.val();
            self.acked_restarts.next = self.acked.val() || self.is_second.val();
            self.duplicate_loss.next = self.is_second.val();
        }

        comment!("Phase 6: the state after the packet that is sent, which is written at once.");
        self.sent_state.next = self.stored.state.val();
        if self.was_sent_acked.val() {
            self.sent_state.next = self.acked_state.val();
        }
        self.arms.next = self.was_sent.val() && !self.sent_state.val().get_bit(self.armed_at.val());
        if self.frames.at_6.val() {
            self.sent_restarts.next = self.arms.val();
        }

        comment!("Phase 7: losses. The state after a time-out is written in the next phase.");
        self.lost.next = false;
        if self.frames.at_7.val() && (self.duplicate_loss.val() || self.scanned.late.val()) {
            self.lost.next = true;
            self.lost_late.next = !self.duplicate_loss.val();
            self.lost_flow.next = self.scanned.scan.val();
            if self.duplicate_loss.val() {
                self.lost_flow.next = self.acked_flow.val();
            }
        }
        self.was_late.next = self.lost.val() && self.lost_late.val();
        self.late_state.next = self.scanned.backoff.val();
        self.late_state.next =
            (self.late_state.val() << self.backoff_at.val()) | self.scanned.srtt8.val();
        self.late_state.next = self.late_state.val().replace_bit(self.armed_at.val(), true);
        self.late_state.next = self.late_state.val().replace_bit(self.recovering_at.val(), true);

        self.stored.writes.next = (self.frames.at_5.val() && self.acked_changes.val())
            || (self.frames.at_6.val() && self.arms.val())
            || self.was_late.val();
        self.stored.write_flow.next = self.lost_flow.val();
        self.stored.write_state.next = self.late_state.val();
        if self.frames.at_5.val() {
            self.stored.write_flow.next = self.acked_flow.val();
            self.stored.write_state.next = self.acked_state.val();
        } else if self.frames.at_6.val() {
            self.stored.write_flow.next = self.was_sent_flow.val();
            self.stored.write_state.next =
                self.sent_state.val().replace_bit(self.armed_at.val(), true);
        }

        comment!("Deadlines are computed in phases 4 to 7, and are valid three phases later.");
        self.timer.twice.next = self.scanned.srtt8.val() >> self.to_twice.val();
        self.timer.backoff.next = self.scanned.backoff.val();
        self.timer.now.next = self.scan_time.val();
        self.timer.rto_min.next = self.scan_rto_min.val();
        if self.frames.at_4.val() {
            self.timer.now.next = self.now.val();
            self.timer.rto_min.next = self.set_rto_min.val();
            if self.scanned.armed.val() {
                self.timer.now.next = self.acked_time.val();
                self.timer.rto_min.next = self.acked_rto_min.val();
            }
        } else if self.frames.at_5.val() {
            self.timer.twice.next = self.acked_state.val() >> self.to_twice.val();
            self.timer.backoff.next = self.acked_state.val() >> self.backoff_at.val();
            self.timer.now.next = self.acked_time.val();
            self.timer.rto_min.next = self.acked_rto_min.val();
        } else if self.frames.at_6.val() {
            self.timer.twice.next = self.sent_state.val() >> self.to_twice.val();
            self.timer.backoff.next = self.sent_state.val() >> self.backoff_at.val();
            self.timer.now.next = self.sent_time.val();
            self.timer.rto_min.next = self.sent_rto_min.val();
        }
        self.stored.writes_deadline.next = (self.frames.at_0.val() && self.acked_restarts.val())
            || (self.frames.at_1.val() && self.sent_restarts.val())
            || (self.frames.at_2.val() && self.late_restarts.val());
        self.stored.deadline_flow.next = self.lost_flow.val();
        if self.frames.at_0.val() {
            self.stored.deadline_flow.next = self.acked_flow.val();
        } else if self.frames.at_1.val() {
            self.stored.deadline_flow.next = self.was_sent_flow.val();
        }
        if self.frames.at_0.val() {
            self.late_restarts.next = self.was_late.val();
        }
    }
}
