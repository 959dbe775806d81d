//! Issue of beats, and the end of the packet that is being sent.

use super::sizes::count_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Issues the beats of a packet, no further than they are visible.
    ///
    /// The first beat is issued in the cycle after the start of the packet, unless there is a
    /// pause. In the second cycle after the start, the actual length of the packet is known; no
    /// packet ends before. From then on, the last beat is detected one cycle ahead, except that of
    /// a packet of two beats that is issued in that very cycle. A packet may be started in the cycle
    /// in which the one before it ends.
    pub struct BeatIssue(config: &InputBuffer) as "tailback_buffer_issue" {
        /// A packet is started.
        input start;
        /// Beats of the packet by its header.
        input start_beats[config.beats_bits()];
        /// The packet has a single beat.
        input start_single;
        /// The packet has at most four beats by its header.
        input start_four;
        /// No beat is issued in this cycle.
        input pause;
        /// Beats will not be held up at the output port.
        input roomy;
        /// Beats to come of the packet that is written, plus one, by the beats that may be issued
        /// in this cycle; valid from the third cycle after the packet's first beat on.
        input visible_count[count_bits(config)];
        /// The packet that is being sent was still being written in the previous cycle.
        input unfinished;
        /// Beats of the packet may be written, but not visible.
        input limited;
        /// The last beat of the packet that is sent or started was written in an earlier cycle.
        input complete;
        /// The packet has two beats; valid from the second cycle after its start on, unless
        /// `limited`.
        input pair;
        /// The packet's beats to come before its last one was written, plus one; valid as `pair`,
        /// unless the packet has a single beat.
        input last_count[count_bits(config)];

        /// A packet was started in an earlier cycle, and has not ended.
        output_reg sending;
        /// A beat is issued.
        output issue;
        /// The next beat to issue is the first of its packet.
        output_reg is_first = true;
        /// The last beat of the packet is issued; in the second cycle after its start, or later.
        output ends;
        /// Output `ends` was high in the previous cycle.
        output_reg ended;
        /// The last beat is issued in this cycle or the next three, or has been.
        output near_end;
        /// The beat that was issued in the previous cycle is the last of its packet; valid if there
        /// was one.
        output was_last;

        /// The only beat of a packet was issued in the previous cycle, which was too soon to end.
        local exhausted;
        /// The next beat is the second and last one, in the second cycle after the start.
        local early_last;
        /// The next beat of the packet that is being sent must not be issued.
        local held;
        /// Register `rest`, less one.
        local less[count_bits(config)];
        /// The beat after the next one is the last of the packet.
        local last_follows;
        /// The second beat after the next one is the last of the packet.
        local last_is_far;
        /// Register `rest` in units of eight beats.
        local high[count_bits(config)];
        /// At most four beats are left after this cycle.
        local few_left;
        /// A packet was started in the previous cycle.
        reg started;
        /// A packet was started two cycles ago.
        reg second;
        /// The packet that was started last has a single beat.
        reg single;
        /// Beats of the packet by its header, less those issued after the first.
        reg rest[count_bits(config)];
        /// The next beat is the last of its packet; valid from the second cycle after the start on.
        reg is_last;
        /// At most four beats are left, and all have been written.
        reg near;
    }
}

impl Logic for BeatIssue {
    #[hdl_gen]
    fn update(&mut self) {
        self.exhausted.next = self.second.val() && self.single.val() && !self.is_first.val();
        self.early_last.next =
            self.second.val() && !self.limited.val() && self.pair.val() && !self.is_first.val();
        comment!("The first beat is always visible.");
        self.held.next = !self.is_first.val()
            && ((self.limited.val() && self.rest.val() == self.visible_count.val())
                || self.exhausted.val());
        self.issue.next = self.sending.val() && !self.pause.val() && !self.held.val();
        self.ends.next = self.exhausted.val()
            || (!self.pause.val() && (self.early_last.val() || self.is_last.val()));
        self.was_last.next = self.ended.val() || self.exhausted.val();

        self.started.next = self.start.val();
        self.second.next = self.started.val();
        self.ended.next = self.ends.val();
        self.sending.next = self.start.val() || (self.sending.val() && !self.ends.val());
        self.is_first.next = self.ends.val() || (self.is_first.val() && !self.issue.val());
        if self.start.val() {
            self.single.next = self.start_single.val();
        }

        self.less.next = self.rest.val() - 1;
        if self.start.val() {
            self.rest.next = self.start_beats.val();
        } else if self.issue.val() && !self.is_first.val() {
            self.rest.next = self.less.val();
        }

        comment!("`issue` is late in the cycle: compute all cases.");
        self.last_follows.next = self.rest.val() == self.last_count.val();
        self.last_is_far.next = self.less.val() == self.last_count.val();
        self.is_last.next = false;
        if self.sending.val() && !self.ends.val() {
            if self.is_first.val() && !self.issue.val() {
                self.is_last.next = self.single.val();
            } else if !self.started.val() && !self.unfinished.val() {
                if self.issue.val() && !self.is_first.val() {
                    self.is_last.next = self.last_is_far.val();
                } else {
                    self.is_last.next = self.last_follows.val();
                }
            }
        }

        comment!("At most six, five or four beats, bit by bit: constants take no carry chain.");
        self.high.next = self.rest.val() >> 3;
        if self.start.val() {
            self.few_left.next = self.start_four.val();
        } else if self.issue.val() && !self.is_first.val() {
            self.few_left.next = !(self.high.val().any()
                || (self.rest.val().get_bit(2)
                    && self.rest.val().get_bit(1)
                    && self.rest.val().get_bit(0)));
        } else if self.issue.val() || !self.is_first.val() {
            self.few_left.next = !(self.high.val().any()
                || (self.rest.val().get_bit(2) && self.rest.val().get_bit(1)));
        } else {
            self.few_left.next = !self.high.val().any()
                && !(self.rest.val().get_bit(2)
                    && (self.rest.val().get_bit(1) || self.rest.val().get_bit(0)));
        }
        self.near.next = self.few_left.val()
            && self.complete.val()
            && (self.start.val() || (self.sending.val() && !self.ends.val()));
        self.near_end.next = self.near.val() && self.roomy.val() && !self.start.val();
    }
}
