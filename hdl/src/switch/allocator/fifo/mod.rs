//! Arrival order over the whole switch, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).

mod bypasses;
mod choice;
mod list;
mod order;
mod parts;

pub use bypasses::FifoBypasses;
pub use choice::FifoChoice;
pub use list::FifoList;
pub use order::FifoOrder;
pub use parts::FifoQueueParts;

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Grants the oldest packet that can go: its input port is free, its queue is ready, and no
    /// packet is owed its output port.
    ///
    /// A queue is a lane of an output port. One cycle finds out which packets can go, the next one
    /// grants the oldest of them; what is found out in that cycle is dropped. The granted packet
    /// leaves the list with the clock edge. Its output port then rests for two cycles, in which it
    /// is worked out who was bypassed.
    pub struct FifoAllocator(config: &Fifo) as "tailback_fifo_allocator" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Input ports.
        count inputs = config.inputs();
        /// Output ports.
        count outputs = config.outputs();
        /// Lanes of each.
        count lanes = config.lanes();
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
        /// The output port is sending.
        input(config.outputs()) output_busy;
        /// It has credits for the lane of the queue.
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
        /// Which of them are the first of their queue.
        sub order: FifoOrder = FifoOrder::new(config);
        /// Where the oldest candidate goes.
        sub choice: FifoChoice = FifoChoice::new(config);
        /// How often each queue was bypassed.
        sub bypasses: FifoBypasses = FifoBypasses::new(config);
        /// The output port and the lane that were granted last.
        sub granted: FifoQueueParts = FifoQueueParts::new(config);

        /// Input ports that are free.
        local free[config.inputs()];
        /// Queues of which the first packet may go, as their output port is free.
        local ready_now[config.queues()];
        /// Queues that are ready, if their output port is free.
        local ready[config.queues()];
        /// Of those, queues that are owed their output port.
        local owed[config.queues()];
        /// Queues of which the first packet may go, unless the output port rests.
        local open[config.queues()];
        /// Entries whose output port rests, or that are not the first of a queue at the limit.
        local held[config.entries()];
        /// Entries that can go.
        local can_go[config.entries()];
        /// The entry that each one takes over can go.
        local next_can_go[config.entries()];
        /// All from the oldest candidate on, but without it.
        local behind[config.entries()];
        /// The oldest candidate.
        local goes[config.entries()];

        /// Entries that could go in the cycle before.
        reg candidates[config.entries()];
        /// The youngest entry arrived in the cycle before.
        reg fresh;
        /// The queue that was granted last.
        reg granted_queue[config.queue_bits()];
        /// A packet was granted in the cycle before.
        reg follows;
        /// A packet was granted two cycles ago.
        reg settles;
    }
}

impl Logic for FifoAllocator {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The lowest bit is the oldest entry.");
        self.behind.next = -self.candidates.val();
        self.goes.next = self.candidates.val() & self.behind.val();
        self.choice.candidates.next = self.candidates.val();
        for entry in 0..self.entries.val() {
            self.choice.from[entry].next = self.list.from[entry].val();
            self.choice.queue_of[entry].next = self.list.queue_of[entry].val();
        }
        self.grant.next = self.choice.found.val();
        self.grant_input.next = self.choice.oldest_from.val();
        self.grant_queue.next = self.choice.oldest_queue.val();
        self.follows.next = self.choice.found.val();
        self.settles.next = self.follows.val();
        if self.choice.found.val() {
            self.granted_queue.next = self.choice.oldest_queue.val();
        }
        self.granted.queue_number.next = self.granted_queue.val();

        self.list.arrive.next = self.arrive.val();
        self.list.arrive_input.next = self.arrive_input.val();
        self.list.arrive_queue.next = self.arrive_queue.val();
        self.list.leaves.next = self.goes.val();
        self.full.next = self.list.full.val();
        self.fresh.next = self.arrive.val() && !self.list.full.val();

        self.order.waits.next = self.list.waits.val();
        self.order.moves.next = self.list.moves.val();
        self.order.fresh.next = self.fresh.val();
        self.order.fresh_queue.next = self.list.queue_one_hot[self.youngest.val()].val();
        self.order.older.next = !(self.candidates.val() | self.behind.val());
        self.order.granted_output.next = self.granted.port.val();
        self.order.granted_lane.next = self.granted.lane.val();
        self.bypasses.same_output.next = self.order.same_output.val();
        self.bypasses.moves.next = self.list.moves.val();
        self.bypasses.fresh.next = self.fresh.val();
        self.bypasses.fresh_queue.next = self.list.queue_one_hot[self.youngest.val()].val();
        self.bypasses.settles.next = self.settles.val();
        self.bypasses.granted_output.next = self.granted.port.val();
        self.bypasses.granted_lane.next = self.granted.lane.val();
        for lane in 0..self.lanes.val() {
            self.bypasses.passed[lane].next = self.order.passed[lane].val();
        }
        for entry in 0..self.entries.val() {
            self.order.output_of[entry].next = self.list.output_of[entry].val();
            self.order.lane_of[entry].next = self.list.lane_of[entry].val();
            self.bypasses.lane_of[entry].next = self.list.lane_of[entry].val();
        }

        for port in 0..self.inputs.val() {
            self.free.next = self.free.val().replace_bit(port, self.input_free[port].val());
        }
        for queue in 0..self.queues.val() {
            self.ready.next = self.ready.val().replace_bit(queue, self.queue_ready[queue].val());
        }
        self.owed.next =
            self.ready.val() & self.order.present.val() & self.bypasses.limited_queue.val();
        self.open.next = self.ready.val();
        for port in 0..self.outputs.val() {
            for lane in 0..self.lanes.val() {
                for other in 0..self.lanes.val() {
                    if self.owed.val().get_bit(port * self.lanes.val() + other)
                        && !self
                            .bypasses
                            .limited_queue
                            .val()
                            .get_bit(port * self.lanes.val() + lane)
                    {
                        self.open.next =
                            self.open.val().replace_bit(port * self.lanes.val() + lane, false);
                    }
                }
            }
        }
        comment!("Of a queue at the limit, only the first packet goes.");
        self.held.next = self.bypasses.limited.val() & !self.order.first.val();
        if self.follows.val() || self.settles.val() {
            comment!("And none to the output port that rests.");
            self.held.next = (self.bypasses.limited.val() & !self.order.first.val())
                | self.order.same_output.val();
        }
        comment!("Which ports are free is known late.");
        for port in 0..self.outputs.val() {
            for lane in 0..self.lanes.val() {
                self.ready_now.next = self.ready_now.val().replace_bit(
                    port * self.lanes.val() + lane,
                    self.open.val().get_bit(port * self.lanes.val() + lane)
                        && !self.output_busy[port].val(),
                );
            }
        }
        for entry in 0..self.entries.val() {
            self.can_go.next = self.can_go.val().replace_bit(
                entry,
                self.list.waits.val().get_bit(entry)
                    && !self.held.val().get_bit(entry)
                    && (self.list.from_one_hot[entry].val() & self.free.val()).any()
                    && (self.list.queue_one_hot[entry].val() & self.ready_now.val()).any(),
            );
        }

        comment!("Entries move on by one place; a candidate is granted before it moves twice.");
        for entry in 0..self.youngest.val() {
            self.next_can_go.next =
                self.next_can_go.val().replace_bit(entry, self.can_go.val().get_bit(entry + 1));
        }
        self.next_can_go.next = self.next_can_go.val().replace_bit(self.youngest.val(), false);
        self.candidates.next = (self.can_go.val() & !self.list.moves.val())
            | (self.next_can_go.val() & self.list.moves.val());
        if self.choice.found.val() {
            self.candidates.next = 0.into();
        }
    }
}
