//! The waiting packets in the order of their arrival.

use super::FifoQueueParts;
use crate::comment;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// The waiting packets, entry 0 the oldest.
    ///
    /// What arrives becomes the youngest entry. In each cycle, all entries that have a place without
    /// a packet before them move on by one: so an entry has one neighbour that it can take over, no
    /// position is counted, and registers alone tell which entries move.
    pub struct FifoList(config: &Fifo) as "tailback_fifo_list" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Selects input port 0.
        param first_input[config.inputs()] = 1;
        /// Selects queue 0.
        param first_queue[config.queues()] = 1;

        /// A packet starts to wait; ignored while `full`.
        input arrive;
        /// The input port that holds it.
        input arrive_input[config.input_bits()];
        /// The queue it waits for.
        input arrive_queue[config.queue_bits()];
        /// The entry that leaves the list, one bit for each.
        input leaves[config.entries()];

        /// There is no place for another packet.
        output full;
        /// The entry takes over the next younger one; the youngest takes over the arrival.
        output moves[config.entries()];
        /// The entry is a packet that waits.
        output waits[config.entries()];
        /// The input port that holds it.
        output(config.entries()) from[config.input_bits()];
        /// The queue it waits for.
        output(config.entries()) queue_of[config.queue_bits()];
        /// The output port of that queue.
        output(config.entries()) output_of[config.input_bits()];
        /// Its lane.
        output(config.entries()) lane_of[bits_for(config.lanes() as u32 - 1)];
        /// The input port, one bit for each.
        output(config.entries()) from_one_hot[config.inputs()];
        /// The queue, one bit for each.
        output(config.entries()) queue_one_hot[config.queues()];

        /// The output port and the lane of the youngest entry.
        sub newest: FifoQueueParts = FifoQueueParts::new(config);
        /// An entry leaves.
        local goes;
        /// Whether each entry waits if it moves.
        local next_waits[config.entries()];
        /// Its input port, then.
        local(config.entries()) next_from[config.input_bits()];
        /// Its queue, then.
        local(config.entries()) next_queue[config.queue_bits()];

        /// Packets that wait.
        reg number[bits_for(config.entries() as u32)];
        /// There are as many as places.
        reg full_reg;
        /// The entry is a packet that waits.
        reg(config.entries()) held;
        /// The input port that holds it.
        reg(config.entries()) held_from[config.input_bits()];
        /// The queue it waits for.
        reg(config.entries()) held_queue[config.queue_bits()];
        /// The output port of that queue, of all but the youngest.
        reg(config.entries() - 1) held_output[config.input_bits()];
        /// Its lane.
        reg(config.entries() - 1) held_lane[bits_for(config.lanes() as u32 - 1)];
        /// The input port, one bit for each: as a number, it would cost a multiplexer.
        reg(config.entries() - 1) held_from_one_hot[config.inputs()];
        /// The queue, one bit for each.
        reg(config.entries() - 1) held_queue_one_hot[config.queues()];
    }
}

impl Logic for FifoList {
    #[hdl_gen]
    fn update(&mut self) {
        for entry in 0..self.entries.val() {
            self.waits.next = self.waits.val().replace_bit(entry, self.held[entry].val());
            self.from[entry].next = self.held_from[entry].val();
            self.queue_of[entry].next = self.held_queue[entry].val();
        }
        for entry in 0..self.youngest.val() {
            self.output_of[entry].next = self.held_output[entry].val();
            self.lane_of[entry].next = self.held_lane[entry].val();
            self.from_one_hot[entry].next = self.held_from_one_hot[entry].val();
            self.queue_one_hot[entry].next = self.held_queue_one_hot[entry].val();
        }
        comment!("What arrives is known late: its numbers are worked out in the cycle after.");
        self.newest.queue_number.next = self.held_queue[self.youngest.val()].val();
        self.output_of[self.youngest.val()].next = self.newest.port.val();
        self.lane_of[self.youngest.val()].next = self.newest.lane.val();
        self.from_one_hot[self.youngest.val()].next =
            self.first_input.val() << self.held_from[self.youngest.val()].val();
        self.queue_one_hot[self.youngest.val()].next =
            self.first_queue.val() << self.held_queue[self.youngest.val()].val();

        self.goes.next = self.leaves.val().any();
        self.full.next = self.full_reg.val();
        comment!("Whether a packet arrives is known late.");
        if self.arrive.val() && !self.full_reg.val() {
            if !self.goes.val() {
                self.number.next = self.number.val() + 1;
                self.full_reg.next = self.number.val() == self.youngest.val();
            }
        } else if self.goes.val() {
            self.number.next = self.number.val() - 1;
            self.full_reg.next = false;
        }
        comment!(
            "The carry runs to the oldest place without a packet: that moves, and all behind it."
        );
        self.moves.next = !self.waits.val() | (self.waits.val() + 1);

        for entry in 0..self.youngest.val() {
            self.next_waits.next = self.next_waits.val().replace_bit(
                entry,
                self.waits.val().get_bit(entry + 1) && !self.leaves.val().get_bit(entry + 1),
            );
            self.next_from[entry].next = self.held_from[entry + 1].val();
            self.next_queue[entry].next = self.held_queue[entry + 1].val();
        }
        comment!("The youngest entry takes over what arrives.");
        self.next_waits.next =
            self.next_waits.val().replace_bit(self.youngest.val(), self.arrive.val());
        self.next_from[self.youngest.val()].next = self.arrive_input.val();
        self.next_queue[self.youngest.val()].next = self.arrive_queue.val();

        for entry in 0..self.entries.val() {
            if self.moves.val().get_bit(entry) {
                self.held[entry].next = self.next_waits.val().get_bit(entry);
                self.held_from[entry].next = self.next_from[entry].val();
                self.held_queue[entry].next = self.next_queue[entry].val();
            } else {
                comment!("There is a packet in every place before the first hole.");
                self.held[entry].next = !self.leaves.val().get_bit(entry);
            }
        }
        for entry in 0..self.youngest.val() {
            if self.moves.val().get_bit(entry) {
                self.held_output[entry].next = self.output_of[entry + 1].val();
                self.held_lane[entry].next = self.lane_of[entry + 1].val();
                self.held_from_one_hot[entry].next = self.from_one_hot[entry + 1].val();
                self.held_queue_one_hot[entry].next = self.queue_one_hot[entry + 1].val();
            }
        }
    }
}
