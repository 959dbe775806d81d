//! Waiting packets in order of arrival.

use super::FifoQueueParts;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Holds the waiting packets in order of arrival; entry 0 is the oldest.
    ///
    /// An arrival becomes the youngest entry. In each cycle, all entries behind an empty one move
    /// by one index. So only one neighbour can replace an entry, no position is counted, and the
    /// moves depend on registers only.
    pub struct FifoList(config: &Fifo) as "tailback_fifo_list" {
        /// Entries of the list.
        count entries = config.entries();
        /// Index of the youngest entry.
        count youngest = config.entries() - 1;
        /// One-hot code of input port 0.
        param first_input[config.inputs()] = 1;
        /// One-hot code of queue 0.
        param first_queue[config.queues()] = 1;

        /// A packet starts to wait; ignored while `full`.
        input arrive;
        /// Input port of the packet that arrives.
        input arrive_input[config.input_bits()];
        /// Queue of the packet that arrives.
        input arrive_queue[config.queue_bits()];
        /// Entry that leaves the list, one-hot.
        input leaves[config.entries()];

        /// The list has no free entry.
        output_reg full;
        /// One bit per entry: replaced by the next younger one, the youngest by the arrival.
        output moves[config.entries()];
        /// One bit per entry: a packet waits.
        output waits[config.entries()];
        /// Input port of each entry.
        output_reg(config.entries()) from[config.input_bits()];
        /// Queue of each entry.
        output_reg(config.entries()) queue_of[config.queue_bits()];
        /// Output port of each entry.
        output(config.entries()) output_of[config.input_bits()];
        /// VL of each entry.
        output(config.entries()) lane_of[bits_for(config.lanes() as u32 - 1)];
        /// Input port of each entry, one-hot.
        output(config.entries()) from_one_hot[config.inputs()];
        /// Queue of each entry, one-hot.
        output(config.entries()) queue_one_hot[config.queues()];

        /// Output port and virtual lane (VL) of the youngest entry.
        sub newest: FifoQueueParts = FifoQueueParts::new(config);
        /// An entry leaves the list.
        local goes;
        /// One bit per entry: a packet waits, if the entry moves.
        local next_waits[config.entries()];
        /// Input port of each entry, if the entry moves.
        local(config.entries()) next_from[config.input_bits()];
        /// Queue of each entry, if the entry moves.
        local(config.entries()) next_queue[config.queue_bits()];

        /// Number of packets that wait.
        reg number[bits_for(config.entries() as u32)];
        /// One bit per entry: a packet waits.
        reg held[config.entries()];
        /// Output port of each entry but the youngest.
        reg(config.entries() - 1) held_output[config.input_bits()];
        /// VL of each entry but the youngest.
        reg(config.entries() - 1) held_lane[bits_for(config.lanes() as u32 - 1)];
        /// Input port of each entry but the youngest, one-hot: a binary code would cost a
        /// multiplexer.
        reg(config.entries() - 1) held_from_one_hot[config.inputs()];
        /// Queue of each entry but the youngest, one-hot.
        reg(config.entries() - 1) held_queue_one_hot[config.queues()];
    }
}

impl Logic for FifoList {
    #[hdl_gen]
    fn update(&mut self) {
        self.waits.next = self.held.val();
        for entry in 0..self.youngest.val() {
            self.output_of[entry].next = self.held_output[entry].val();
            self.lane_of[entry].next = self.held_lane[entry].val();
            self.from_one_hot[entry].next = self.held_from_one_hot[entry].val();
            self.queue_one_hot[entry].next = self.held_queue_one_hot[entry].val();
        }
        comment!("Timing: an arrival is known late, and decoded in the next cycle.");
        self.newest.queue_number.next = self.queue_of[self.youngest.val()].val();
        self.output_of[self.youngest.val()].next = self.newest.port.val();
        self.lane_of[self.youngest.val()].next = self.newest.lane.val();
        self.from_one_hot[self.youngest.val()].next =
            self.first_input.val() << self.from[self.youngest.val()].val();
        self.queue_one_hot[self.youngest.val()].next =
            self.first_queue.val() << self.queue_of[self.youngest.val()].val();

        self.goes.next = self.leaves.val().any();
        comment!("Timing: `arrive` is known late.");
        if self.arrive.val() && !self.full.val() {
            if !self.goes.val() {
                self.number.next = self.number.val() + 1;
                self.full.next = self.number.val() == self.youngest.val();
            }
        } else if self.goes.val() {
            self.number.next = self.number.val() - 1;
            self.full.next = false;
        }
        comment!("The carry runs to the oldest empty entry, which moves with all behind it.");
        self.moves.next = !self.waits.val() | (self.waits.val() + 1);

        self.next_waits.next = (self.waits.val() & !self.leaves.val()) >> 1;
        for entry in 0..self.youngest.val() {
            self.next_from[entry].next = self.from[entry + 1].val();
            self.next_queue[entry].next = self.queue_of[entry + 1].val();
        }
        comment!("The youngest entry takes over the arrival.");
        self.next_waits.next =
            self.next_waits.val().replace_bit(self.youngest.val(), self.arrive.val());
        self.next_from[self.youngest.val()].next = self.arrive_input.val();
        self.next_queue[self.youngest.val()].next = self.arrive_queue.val();

        comment!("All entries before the first empty one hold a packet.");
        self.held.next =
            (self.next_waits.val() & self.moves.val()) | !(self.leaves.val() | self.moves.val());
        for entry in 0..self.entries.val() {
            if self.moves.val().get_bit(entry) {
                self.from[entry].next = self.next_from[entry].val();
                self.queue_of[entry].next = self.next_queue[entry].val();
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
