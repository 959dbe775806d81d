//! Arrival order over the whole switch, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).

mod list;
mod order;

pub use list::FifoList;
pub use order::FifoOrder;

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Grants the oldest packet that can go: its input port is free, its queue is ready, and no
    /// packet is owed its output port.
    ///
    /// A queue is a lane of an output port. One cycle finds out which packets can go, the next one
    /// grants the oldest of them; what is found out in that cycle is dropped. The granted packet
    /// leaves the list with the clock edge.
    pub struct FifoAllocator(config: &Fifo) as "tailback_fifo_allocator" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Input ports.
        count inputs = config.inputs();
        /// Queues.
        count queues = config.queues();

        /// A packet starts to wait; ignored while `full`.
        input arrive;
        /// The input port that holds it.
        input arrive_input[config.input_bits()];
        /// The queue it waits for.
        input arrive_queue[config.queue_bits()];
        /// The input port is not sending.
        input(config.inputs()) input_free;
        /// The output port is not sending and has credits for the lane.
        input(config.queues()) queue_ready;

        /// There is no place for another packet.
        output full;
        /// A packet goes.
        output grant;
        /// The input port that holds it; 0 without one.
        output grant_input[config.input_bits()];
        /// The queue it waited for; 0 without one.
        output grant_queue[config.queue_bits()];

        /// The packets that wait.
        sub list: FifoList = FifoList::new(config);
        /// Which of them must wait for one that is owed their output port.
        sub order: FifoOrder = FifoOrder::new(config);
        /// Input ports that are free.
        local free[config.inputs()];
        /// Queues that are ready.
        local ready[config.queues()];
        /// Entries that can go.
        local can_go[config.entries()];
        /// The oldest candidate.
        local goes[config.entries()];
        /// Entries that could go in the cycle before.
        reg(config.entries()) candidate;
        /// All of them.
        local candidates[config.entries()];
        /// Entries that are candidates in the next cycle, unless some are in this one.
        local next_candidates[config.entries()];
    }
}

impl Logic for FifoAllocator {
    #[hdl_gen]
    fn update(&mut self) {
        self.list.arrive.next = self.arrive.val();
        self.list.arrive_input.next = self.arrive_input.val();
        self.list.arrive_queue.next = self.arrive_queue.val();
        self.full.next = self.list.full.val();
        self.order.waits.next = self.list.waits.val();
        self.order.moves.next = self.list.moves.val();
        self.order.arrive_queue.next = self.arrive_queue.val();
        for entry in 0..self.entries.val() {
            self.order.queue_of[entry].next = self.list.queue_of[entry].val();
            self.order.queue_one_hot[entry].next = self.list.queue_one_hot[entry].val();
        }

        for port in 0..self.inputs.val() {
            self.free.next = self.free.val().replace_bit(port, self.input_free[port].val());
        }
        for queue in 0..self.queues.val() {
            self.ready.next = self.ready.val().replace_bit(queue, self.queue_ready[queue].val());
        }
        self.order.ready.next = self.ready.val();
        for entry in 0..self.entries.val() {
            self.can_go.next = self.can_go.val().replace_bit(
                entry,
                self.list.waits.val().get_bit(entry)
                    && !self.order.is_held.val().get_bit(entry)
                    && (self.list.from_one_hot[entry].val() & self.free.val()).any()
                    && (self.list.queue_one_hot[entry].val() & self.ready.val()).any(),
            );
        }

        for entry in 0..self.entries.val() {
            self.candidates.next =
                self.candidates.val().replace_bit(entry, self.candidate[entry].val());
        }
        comment!("Entries move up as one arrives; a candidate is granted before it moves twice.");
        for entry in 0..self.youngest.val() {
            if self.list.moves.val().get_bit(entry) {
                self.next_candidates.next = self
                    .next_candidates
                    .val()
                    .replace_bit(entry, self.can_go.val().get_bit(entry + 1));
            } else {
                self.next_candidates.next =
                    self.next_candidates.val().replace_bit(entry, self.can_go.val().get_bit(entry));
            }
        }
        self.next_candidates.next = self.next_candidates.val().replace_bit(
            self.youngest.val(),
            !self.list.moves.val().get_bit(self.youngest.val())
                && self.can_go.val().get_bit(self.youngest.val()),
        );
        for entry in 0..self.entries.val() {
            self.candidate[entry].next =
                !self.candidates.val().any() && self.next_candidates.val().get_bit(entry);
        }

        comment!("The lowest bit is the oldest entry.");
        self.goes.next = self.candidates.val() & -self.candidates.val();
        self.grant.next = self.candidates.val().any();
        self.grant_input.next = 0.into();
        self.grant_queue.next = 0.into();
        for entry in 0..self.entries.val() {
            if self.goes.val().get_bit(entry) {
                self.grant_input.next = self.grant_input.val() | self.list.from[entry].val();
                self.grant_queue.next = self.grant_queue.val() | self.list.queue_of[entry].val();
            }
        }
        self.list.leaves.next = self.goes.val();
        self.order.granted.next = self.goes.val();
        self.order.granted_queue.next = self.grant_queue.val();
    }
}
