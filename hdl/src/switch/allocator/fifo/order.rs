//! Which packets are the first of their queue, and whom a grant bypasses.

use crate::comment;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Knows for each entry of the list whether it is the first of its queue.
    ///
    /// The queue that was granted last is settled from the cycle after the grant on: its oldest
    /// entry is the first. It does no harm to settle it again as long as there is no other grant.
    /// Who was bypassed is known from the second cycle on, in which the output port still rests.
    pub struct FifoOrder(config: &Fifo) as "tailback_fifo_order" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Output ports.
        count outputs = config.outputs();
        /// Lanes of each.
        count lanes = config.lanes();
        /// Queues.
        count queues = config.queues();

        /// The entry is a packet that waits.
        input waits[config.entries()];
        /// The output port it waits for.
        input(config.entries()) output_of[config.input_bits()];
        /// The lane of its queue.
        input(config.entries()) lane_of[bits_for(config.lanes() as u32 - 1)];
        /// The entry takes over the next younger one; the youngest takes over the arrival.
        input moves[config.entries()];
        /// The youngest entry arrived in the cycle before.
        input fresh;
        /// Its queue, one bit for each.
        input fresh_queue[config.queues()];
        /// The entry is older than the one that is granted.
        input older[config.entries()];
        /// The output port that was granted last.
        input granted_output[config.input_bits()];
        /// The lane.
        input granted_lane[bits_for(config.lanes() as u32 - 1)];

        /// The entry is the first of its queue.
        output first[config.entries()];
        /// The entry waits for the output port that was granted last.
        output same_output[config.entries()];
        /// A packet waits in the queue.
        output present[config.queues()];
        /// The grant two cycles ago bypassed an older packet of the lane, for the same output port.
        output(config.lanes()) passed;

        /// Entries of the queue that was granted last.
        local same[config.entries()];
        /// The oldest of them.
        local oldest[config.entries()];
        /// Entries that are the first of their queue.
        local first_now[config.entries()];
        /// Queues in which packets wait that did not arrive in the cycle before.
        local occupied[config.queues()];
        /// What each entry becomes if it moves.
        local following[config.entries()];
        /// Older entries for the output port that was granted in the cycle before.
        local bypassed[config.entries()];

        /// The entry was older than the one that was granted in the cycle before.
        reg was_older[config.entries()];
        /// A packet of the lane was bypassed.
        reg(config.lanes()) bypasses;
        /// The entry is the first of its queue.
        reg known_first[config.entries()];
        /// A packet waits in the queue.
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

        comment!(
            "Where a packet waits that arrives is looked up in the cycle after, when it is known."
        );
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
        for entry in 0..self.youngest.val() {
            self.following.next =
                self.following.val().replace_bit(entry, self.first_now.val().get_bit(entry + 1));
        }
        self.following.next = self.following.val().replace_bit(self.youngest.val(), false);
        self.known_first.next =
            (self.first_now.val() & !self.moves.val()) | (self.following.val() & self.moves.val());

        comment!("An entry that moves leaves its place to a hole or to another that is older.");
        self.was_older.next = self.older.val();
        self.bypassed.next = self.was_older.val() & self.waits.val() & self.same_output.val();
        for lane in 0..self.lanes.val() {
            self.bypasses[lane].next = false;
            for entry in 0..self.entries.val() {
                if self.bypassed.val().get_bit(entry) && self.lane_of[entry].val() == lane {
                    self.bypasses[lane].next = true;
                }
            }
            self.passed[lane].next = self.bypasses[lane].val();
        }
    }
}
