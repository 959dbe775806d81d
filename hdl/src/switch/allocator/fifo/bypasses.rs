//! How often the first packet of each queue was bypassed.

use crate::comment;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Counts for each queue how often its first packet was bypassed, and says which queues have
    /// reached the limit.
    ///
    /// A grant is counted in the second cycle after it, in which its output port still rests.
    pub struct FifoBypasses(config: &Fifo) as "tailback_fifo_bypasses" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Output ports.
        count outputs = config.outputs();
        /// Lanes of each.
        count lanes = config.lanes();
        /// Times that a packet may be bypassed.
        count limit = config.bypasses() as usize;
        /// One less.
        count almost = config.bypasses().saturating_sub(1) as usize;
        /// A packet is never bypassed.
        choice strict = config.bypasses() == 0;

        /// The lane of each entry.
        input(config.entries()) lane_of[bits_for(config.lanes() as u32 - 1)];
        /// The entry waits for the output port that was granted last.
        input same_output[config.entries()];
        /// The entry takes over the next younger one; the youngest takes over the arrival.
        input moves[config.entries()];
        /// The youngest entry arrived in the cycle before.
        input fresh;
        /// Its queue, one bit for each.
        input fresh_queue[config.queues()];
        /// There was a grant two cycles ago.
        input settles;
        /// The output port that was granted last.
        input granted_output[config.input_bits()];
        /// The lane.
        input granted_lane[bits_for(config.lanes() as u32 - 1)];
        /// The grant two cycles ago bypassed an older packet of the lane, for the same output port.
        input(config.lanes()) passed;

        /// The queue has reached the limit.
        output limited_queue[config.queues()];
        /// The queue of the entry has.
        output limited[config.entries()];

        /// The first packet of the lane was granted.
        local restarts[config.lanes()];
        /// The queue of the lane and the output port that was granted last reaches the limit.
        local reaches[config.lanes()];
        /// Entries whose queue has.
        local limited_now[config.entries()];
        /// What each entry becomes if it moves.
        local following[config.entries()];

        /// The queue of the lane and the output port granted last was at the limit.
        reg(config.lanes()) was_limited;
        /// It was, or is if it is bypassed once more.
        reg(config.lanes()) is_near;
        /// How often the first packet of each queue was bypassed.
        reg(config.queues()) bypassed[bits_for(config.bypasses())];
        /// The queue of the entry has reached the limit.
        reg known[config.entries()];
    }
}

impl Logic for FifoBypasses {
    #[hdl_gen]
    fn update(&mut self) {
        for lane in 0..self.lanes.val() {
            self.was_limited[lane].next = false;
            self.is_near[lane].next = false;
            self.restarts.next = self
                .restarts
                .val()
                .replace_bit(lane, !self.passed[lane].val() && self.granted_lane.val() == lane);
        }
        for port in 0..self.outputs.val() {
            for lane in 0..self.lanes.val() {
                self.limited_queue.next = self.limited_queue.val().replace_bit(
                    port * self.lanes.val() + lane,
                    self.bypassed[port * self.lanes.val() + lane].val() == self.limit.val(),
                );
                if self.granted_output.val() == port {
                    if self.limited_queue.val().get_bit(port * self.lanes.val() + lane) {
                        self.was_limited[lane].next = true;
                        self.is_near[lane].next = true;
                    }
                    if self.bypassed[port * self.lanes.val() + lane].val() == self.almost.val() {
                        self.is_near[lane].next = true;
                    }
                }
                if self.settles.val() && self.granted_output.val() == port {
                    if self.restarts.val().get_bit(lane) {
                        self.bypassed[port * self.lanes.val() + lane].next = 0.into();
                    } else if self.passed[lane].val()
                        && !self.limited_queue.val().get_bit(port * self.lanes.val() + lane)
                    {
                        self.bypassed[port * self.lanes.val() + lane].next =
                            self.bypassed[port * self.lanes.val() + lane].val() + 1;
                    }
                }
            }
        }

        for lane in 0..self.lanes.val() {
            self.reaches.next = self.reaches.val().replace_bit(
                lane,
                (self.passed[lane].val() && self.is_near[lane].val())
                    || (!self.restarts.val().get_bit(lane) && self.was_limited[lane].val()),
            );
            if self.strict.val() {
                comment!("Each queue is always at the limit.");
                self.reaches.next = self.reaches.val().replace_bit(lane, true);
            }
        }
        self.limited.next = self.known.val();
        if self.fresh.val() {
            self.limited.next = self.known.val().replace_bit(
                self.youngest.val(),
                (self.fresh_queue.val() & self.limited_queue.val()).any(),
            );
        }
        self.limited_now.next = self.limited.val();
        for entry in 0..self.entries.val() {
            if self.settles.val() && self.same_output.val().get_bit(entry) {
                self.limited_now.next = self.limited_now.val().replace_bit(
                    entry,
                    self.reaches.val().get_bit(self.lane_of[entry].val().index()),
                );
            }
        }

        for entry in 0..self.youngest.val() {
            self.following.next =
                self.following.val().replace_bit(entry, self.limited_now.val().get_bit(entry + 1));
        }
        self.following.next = self.following.val().replace_bit(self.youngest.val(), false);
        self.known.next = (self.limited_now.val() & !self.moves.val())
            | (self.following.val() & self.moves.val());
    }
}
