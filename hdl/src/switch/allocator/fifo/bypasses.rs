//! Bypass count of each queue.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Counts for each queue how often its first packet was bypassed, and indicates which queues
    /// have reached the limit.
    ///
    /// A grant is counted in the second cycle after it, in which the output port still rests.
    pub struct FifoBypasses(config: &Fifo) as "tailback_fifo_bypasses" {
        /// Entries of the list.
        count entries = config.entries();
        /// Index of the youngest entry.
        count youngest = config.entries() - 1;
        /// Output ports.
        count outputs = config.outputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();
        /// Bypass limit: number of times that a packet may be bypassed.
        count limit = config.bypasses() as usize;
        /// Bypass limit minus 1; 0 if the limit is 0.
        count almost = config.bypasses().saturating_sub(1) as usize;
        /// The bypass limit is 0.
        choice strict = config.bypasses() == 0;

        /// VL of each entry.
        input(config.entries()) lane_of[bits_for(config.lanes() as u32 - 1)];
        /// One bit per entry: the output port is that of the last grant.
        input same_output[config.entries()];
        /// One bit per entry: replaced by the next younger one, the youngest by the arrival.
        input moves[config.entries()];
        /// The youngest entry arrived in the previous cycle.
        input fresh;
        /// Queue of the youngest entry, one-hot.
        input fresh_queue[config.queues()];
        /// A packet was granted two cycles ago.
        input settles;
        /// Output port of the last grant.
        input granted_output[config.input_bits()];
        /// VL of the last grant.
        input granted_lane[bits_for(config.lanes() as u32 - 1)];
        /// One bit per VL: the grant two cycles ago bypassed an older packet of the VL for the same
        /// output port.
        input(config.lanes()) passed;

        /// One bit per queue: at the bypass limit.
        output limited_queue[config.queues()];
        /// One bit per entry: the queue is at the bypass limit.
        output limited[config.entries()];

        /// One bit per VL: the first packet of the queue was granted, and the count restarts.
        local restarts[config.lanes()];
        /// One bit per VL: the queue of the last granted output port is at the limit after the
        /// update.
        local reaches[config.lanes()];
        /// One bit per entry: the queue is at the bypass limit, after the update.
        local limited_now[config.entries()];
        /// One bit per entry: the value taken over when the entry moves.
        local following[config.entries()];

        /// One bit per VL: the queue at the output port of the last grant was at the limit.
        reg(config.lanes()) was_limited;
        /// One bit per VL: the queue at the output port of the last grant was at the limit, or one
        /// below.
        reg(config.lanes()) is_near;
        /// Per queue: number of times that the first packet was bypassed.
        reg(config.queues()) bypassed[bits_for(config.bypasses())];
        /// One bit per entry: the queue is at the bypass limit, as of the previous cycle.
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
                comment!("With a limit of 0, each queue is always at the limit.");
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

        self.following.next = self.limited_now.val() >> 1;
        self.known.next = (self.limited_now.val() & !self.moves.val())
            | (self.following.val() & self.moves.val());
    }
}
