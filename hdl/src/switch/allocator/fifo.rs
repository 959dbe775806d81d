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

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Grants the oldest packet that can go: its input port is free, its queue is ready, and its
    /// output port is not reserved for another packet that was bypassed too often.
    ///
    /// A queue is a virtual lane (VL) of an output port. One cycle determines the candidates, and
    /// the next one grants the oldest of them; candidates determined in the cycle of a grant are
    /// discarded. The granted packet leaves the list with the clock edge. The output port then
    /// rests for two cycles, in which the bypassed packets are determined.
    pub struct FifoAllocator(config: &Fifo) as "tailback_fifo_allocator" {
        /// Entries of the list.
        count entries = config.entries();
        /// Index of the youngest entry.
        count youngest = config.entries() - 1;
        /// Input ports.
        count inputs = config.inputs();
        /// Output ports.
        count outputs = config.outputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();
        /// Queues: output ports times VLs.
        count queues = config.queues();

        /// A packet starts to wait; ignored while `full`.
        input arrive;
        /// Input port of the packet that arrives.
        input arrive_input[config.input_bits()];
        /// Queue of the packet that arrives.
        input arrive_queue[config.queue_bits()];
        /// One bit per input port: the port is free.
        input(config.inputs()) input_free;
        /// One bit per output port: the port is busy.
        input(config.outputs()) output_busy;
        /// One bit per queue: the output port has credits for the VL.
        input(config.queues()) queue_ready;

        /// The list has no free entry.
        output full;
        /// A packet is granted.
        output grant;
        /// Input port of the granted packet; 0 without `grant`.
        output grant_input[config.input_bits()];
        /// Queue of the granted packet; 0 without `grant`.
        output grant_queue[config.queue_bits()];

        /// Waiting packets in order of arrival.
        sub list: FifoList = FifoList::new(config);
        /// First packet of each queue.
        sub order: FifoOrder = FifoOrder::new(config);
        /// Input port and queue of the oldest candidate.
        sub choice: FifoChoice = FifoChoice::new(config);
        /// Bypass count of each queue.
        sub bypasses: FifoBypasses = FifoBypasses::new(config);
        /// Output port and VL of the last grant.
        sub granted: FifoQueueParts = FifoQueueParts::new(config);

        /// One bit per input port: the port is free.
        local free[config.inputs()];
        /// One bit per queue: open, and the output port is not busy.
        local ready_now[config.queues()];
        /// One bit per queue: the output port has credits for the VL.
        local ready[config.queues()];
        /// One bit per queue: ready, occupied and at the bypass limit, so the output port is
        /// reserved.
        local owed[config.queues()];
        /// One bit per queue: ready, and at the bypass limit if the output port is reserved.
        local open[config.queues()];
        /// Entries that cannot go: the output port rests, or the queue is at the bypass limit and
        /// the entry is not its first.
        local held[config.entries()];
        /// Entries that can go.
        local can_go[config.entries()];
        /// One bit per entry: the next younger entry, which may move here, can go.
        local next_can_go[config.entries()];
        /// Two's complement of `candidates`, which isolates the oldest candidate.
        local behind[config.entries()];
        /// Oldest candidate, one-hot.
        local goes[config.entries()];

        /// Entries that could go in the previous cycle.
        reg candidates[config.entries()];
        /// The youngest entry arrived in the previous cycle.
        reg fresh;
        /// Queue of the last grant.
        reg granted_queue[config.queue_bits()];
        /// A packet was granted in the previous cycle.
        reg follows;
        /// A packet was granted two cycles ago.
        reg settles;
    }
    connect {
        list, choice: from, queue_of;
        list: arrive, arrive_input, arrive_queue, leaves = goes, full;
        list, order: waits, moves, output_of, lane_of;
        list, bypasses: moves, lane_of;
        order: fresh;
        order, bypasses: same_output, passed;
        choice: candidates, found = grant, oldest_from = grant_input, oldest_queue = grant_queue;
        bypasses: fresh, settles;
        granted: queue_number = granted_queue;
        granted, order: port = granted_output, lane = granted_lane;
        granted, bypasses: port = granted_output, lane = granted_lane;
    }
}

impl Logic for FifoAllocator {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Bit 0 is the oldest entry.");
        self.behind.next = -self.candidates.val();
        self.goes.next = self.candidates.val() & self.behind.val();
        self.follows.next = self.choice.found.val();
        self.settles.next = self.follows.val();
        if self.choice.found.val() {
            self.granted_queue.next = self.choice.oldest_queue.val();
        }

        self.fresh.next = self.arrive.val() && !self.list.full.val();

        self.order.fresh_queue.next = self.list.queue_one_hot[self.youngest.val()].val();
        self.order.older.next = !(self.candidates.val() | self.behind.val());
        self.bypasses.fresh_queue.next = self.list.queue_one_hot[self.youngest.val()].val();

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
        comment!("Of a queue at the bypass limit, only the first packet can go.");
        self.held.next = self.bypasses.limited.val() & !self.order.first.val();
        if self.follows.val() || self.settles.val() {
            comment!("No packet can go to the output port that rests.");
            self.held.next = (self.bypasses.limited.val() & !self.order.first.val())
                | self.order.same_output.val();
        }
        comment!("Timing: the free ports are known late.");
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

        comment!("Entries move by one index; a candidate is granted before it moves twice.");
        self.next_can_go.next = self.can_go.val() >> 1;
        self.candidates.next = (self.can_go.val() & !self.list.moves.val())
            | (self.next_can_go.val() & self.list.moves.val());
        if self.choice.found.val() {
            self.candidates.next = 0.into();
        }
    }
}
