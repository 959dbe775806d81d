//! First packet of each queue, and packets that a grant bypasses.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Determines for each entry of the list whether it is the first of its queue.
    ///
    /// The queue of the last grant is updated from the cycle after the grant on: its oldest entry
    /// becomes the first. Repeated updates are harmless until the next grant. The bypassed packets
    /// are known from the second cycle after the grant on, in which the output port still rests.
    pub struct FifoOrder(config: &Fifo) as "tailback_fifo_order" {
        /// Entries of the list.
        count entries = config.entries();
        /// Index of the youngest entry.
        count youngest = config.entries() - 1;
        /// Output ports.
        count outputs = config.outputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();
        /// Queues: output ports times VLs.
        count queues = config.queues();

        /// One bit per entry: a packet waits.
        input waits[config.entries()];
        /// Output port of each entry.
        input(config.entries()) output_of[config.input_bits()];
        /// VL of each entry.
        input(config.entries()) lane_of[bits_for(config.lanes() as u32 - 1)];
        /// One bit per entry: replaced by the next younger one, the youngest by the arrival.
        input moves[config.entries()];
        /// The youngest entry arrived in the previous cycle.
        input fresh;
        /// Queue of the youngest entry, one-hot.
        input fresh_queue[config.queues()];
        /// One bit per entry: older than the granted entry.
        input older[config.entries()];
        /// Output port of the last grant.
        input granted_output[config.input_bits()];
        /// VL of the last grant.
        input granted_lane[bits_for(config.lanes() as u32 - 1)];

        /// One bit per entry: the first of its queue.
        output first[config.entries()];
        /// One bit per entry: the output port is that of the last grant.
        output same_output[config.entries()];
        /// One bit per queue: a packet waits.
        output present[config.queues()];
        /// One bit per VL: the grant two cycles ago bypassed an older packet of the VL for the same
        /// output port.
        output_reg(config.lanes()) passed;

        /// Entries of the queue of the last grant.
        local same[config.entries()];
        /// Oldest entry of the queue of the last grant, one-hot.
        local oldest[config.entries()];
        /// Entries that are the first of their queue, after the update.
        local first_now[config.entries()];
        /// Queues with packets that wait, apart from an arrival of the previous cycle.
        local occupied[config.queues()];
        /// One bit per entry: the value taken over when the entry moves.
        local following[config.entries()];
        /// Older entries for the output port that was granted in the previous cycle.
        local bypassed[config.entries()];

        /// One bit per entry: older than the entry granted in the previous cycle.
        reg was_older[config.entries()];
        /// One bit per entry: the first of its queue, as of the previous cycle.
        reg known_first[config.entries()];
        /// One bit per queue: a packet waits, as of the previous cycle.
        reg(config.queues()) holds;
    }
}

impl Logic for FifoOrder {
    #[hdl_gen]
    fn update(&mut self) {
        for entry in 0..self.entries.val() {
            self.same_output.next = self
                .same_output
                .val()
                .replace_bit(entry, self.output_of[entry].val() == self.granted_output.val());
            self.same.next = self.same.val().replace_bit(
                entry,
                self.waits.val().get_bit(entry)
                    && self.same_output.val().get_bit(entry)
                    && self.lane_of[entry].val() == self.granted_lane.val(),
            );
        }

        comment!("Timing: the queue of an arrival is decoded in the next cycle.");
        for at in 0..self.queues.val() {
            self.occupied.next = self.occupied.val().replace_bit(at, self.holds[at].val());
        }
        self.present.next = self.occupied.val();
        if self.fresh.val() {
            self.present.next = self.occupied.val() | self.fresh_queue.val();
        }
        for port in 0..self.outputs.val() {
            for lane in 0..self.lanes.val() {
                if self.granted_output.val() == port && self.granted_lane.val() == lane {
                    self.holds[port * self.lanes.val() + lane].next = self.same.val().any();
                } else {
                    self.holds[port * self.lanes.val() + lane].next =
                        self.present.val().get_bit(port * self.lanes.val() + lane);
                }
            }
        }
        self.first.next = self.known_first.val();
        if self.fresh.val() {
            self.first.next = self.known_first.val().replace_bit(
                self.youngest.val(),
                !(self.fresh_queue.val() & self.occupied.val()).any(),
            );
        }

        self.oldest.next = self.same.val() & -self.same.val();
        self.first_now.next = self.oldest.val() | (self.first.val() & !self.same.val());
        self.following.next = self.first_now.val() >> 1;
        self.known_first.next =
            (self.first_now.val() & !self.moves.val()) | (self.following.val() & self.moves.val());

        comment!("An entry that moves is replaced by an empty entry or by another older one.");
        self.was_older.next = self.older.val();
        self.bypassed.next = self.was_older.val() & self.waits.val() & self.same_output.val();
        for lane in 0..self.lanes.val() {
            self.passed[lane].next = false;
            for entry in 0..self.entries.val() {
                if self.bypassed.val().get_bit(entry) && self.lane_of[entry].val() == lane {
                    self.passed[lane].next = true;
                }
            }
        }
    }
}
