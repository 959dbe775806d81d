//! Batches of a queue, in the order of arrival.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Holds the batches of a queue in the order of arrival. A batch is the set of input ports from
    /// which packets for the queue arrived in the same cycle.
    ///
    /// The oldest batches, which form the window, are in registers; the next one is the read data of
    /// the memory, and the others are in the memory. An arrival enters the first of these stages
    /// that is empty with all behind it. The memory has a latency of two cycles, but is written only
    /// while the window stays full.
    pub struct FifoBatches(config: &Fifo) as "tailback_fifo_batches" {
        /// Batches of the window.
        count window = config.window();
        /// Last address of the memory.
        param last_address[address_bits(config.packets())] = config.packets() as u128 - 1;

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// Batch of the packet that leaves, one-hot; 0 without one.
        input leaves_batch[config.window()];
        /// Input port of the packet that leaves, one-hot; valid with `leaves_batch`.
        input leaves_input[config.inputs()];

        /// Oldest batches, in the order of arrival; 0 for one that does not exist.
        output_reg(config.window()) batch[config.inputs()];
        /// The last packet of the oldest batch leaves.
        output oldest_leaves;

        /// Batches of the window without the packet that leaves, and an empty one behind them.
        local(config.window() + 1) left[config.inputs()];
        /// Batch whose last packet leaves, one-hot.
        local gone[config.window()];
        /// Batches that move to the place of the batch before them, or leave.
        local moves[config.window()];
        /// First place of the window without a batch, one-hot, after one has left.
        local free_now[config.window() + 1];
        /// There is a place in the window, or one becomes free.
        local has_place;
        /// The batch in the memory's read data enters the window.
        local enters;
        /// The batch that arrives enters the window.
        local comes;
        /// The batch that arrives is stored in the memory.
        local stores;
        /// The memory holds batches.
        local stored;
        /// A batch is read from the memory.
        local reads;
        /// Batch that enters the window, if one does.
        local entering[config.inputs()];

        /// First place of the window without a batch, one-hot; the last bit: there is none.
        reg free[config.window() + 1] = 1;
        /// The read data of the memory holds a batch.
        reg has_next;
        /// Write address of the memory.
        reg tail[address_bits(config.packets())];
        /// Read address of the memory.
        reg head[address_bits(config.packets())];
        /// Batches behind the window. Every arrival is written; one that is not stored is
        /// overwritten by the next.
        memory(config.packets()) others[config.inputs()];
    }
    connect {
        others: write_address = tail, write_data = arrive, read = reads, read_address = head;
    }
}

impl Logic for FifoBatches {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.window.val() {
            self.left[at].next = self.batch[at].val();
            if self.leaves_batch.val().get_bit(at) {
                self.left[at].next = self.batch[at].val() & !self.leaves_input.val();
            }
            self.gone.next = self
                .gone
                .val()
                .replace_bit(at, self.leaves_batch.val().get_bit(at) && !self.left[at].val().any());
        }
        self.left[self.window.val()].next = 0.into();
        self.oldest_leaves.next = self.gone.val().get_bit(0);
        comment!("All bits from the batch that leaves upwards.");
        self.moves.next = -self.gone.val();
        self.free_now.next = self.free.val();
        if self.gone.val().any() {
            self.free_now.next = self.free.val() >> 1;
        }
        self.has_place.next = !self.free.val().get_bit(self.window.val()) || self.gone.val().any();

        self.stored.next = self.head.val() != self.tail.val();
        self.enters.next = self.has_next.val() && self.has_place.val();
        self.comes.next = self.arrive.val().any()
            && !self.has_next.val()
            && !self.stored.val()
            && self.has_place.val();
        self.stores.next = self.arrive.val().any() && !self.comes.val();
        self.reads.next = self.stored.val() && (!self.has_next.val() || self.enters.val());
        self.has_next.next = self.reads.val() || (self.has_next.val() && !self.enters.val());

        self.entering.next = self.arrive.val();
        if self.has_next.val() {
            self.entering.next = self.others.read_data.val();
        }
        for at in 0..self.window.val() {
            self.batch[at].next = self.left[at].val();
            if self.moves.val().get_bit(at) {
                self.batch[at].next = self.left[at + 1].val();
            }
            if (self.enters.val() || self.comes.val()) && self.free_now.val().get_bit(at) {
                self.batch[at].next = self.entering.val();
            }
        }
        self.free.next = self.free_now.val();
        if self.enters.val() || self.comes.val() {
            self.free.next = self.free_now.val() << 1;
        }

        self.others.write.next = self.arrive.val().any();
        if self.stores.val() {
            self.tail.next = self.tail.val() + 1;
            if self.tail.val() == self.last_address.val() {
                self.tail.next = 0.into();
            }
        }
        if self.reads.val() {
            self.head.next = self.head.val() + 1;
            if self.head.val() == self.last_address.val() {
                self.head.next = 0.into();
            }
        }
    }
}
