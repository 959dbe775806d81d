//! Batches of a queue, in the order of arrival.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

/// Words of the memory: one for each packet, and at least two.
fn words(config: &Fifo) -> usize {
    config.packets().max(2)
}

block! {
    /// Holds the batches of a queue in the order of arrival. A batch is the set of input ports from
    /// which packets for the queue arrived in the same cycle.
    ///
    /// The oldest batches, which form the window, are in registers; the next one is in a register
    /// behind them, and the others are in the memory. An arrival enters the first of these stages
    /// that is empty with all behind it. A batch whose last packet leaves is replaced by those
    /// behind it in the next cycle, in which no packet may leave.
    pub struct FifoBatches(config: &Fifo) as "tailback_fifo_batches" {
        /// Batches of the window.
        count window = config.window();
        /// Last address of the memory.
        param last_address[address_bits(words(config))] = words(config) as u128 - 1;

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// Batch of the packet that leaves, one-hot; 0 without one.
        input leaves_batch[config.window()];
        /// Input port of the packet that leaves, one-hot; valid with `leaves_batch`.
        input leaves_input[config.inputs()];

        /// Oldest batches, in the order of arrival; 0 for one that does not exist, and in the cycle
        /// after its last packet has left.
        output_reg(config.window()) batch[config.inputs()];
        /// The last packet of the oldest batch leaves.
        output oldest_leaves;

        /// Batches of the window without the packet that leaves.
        local(config.window()) left[config.inputs()];
        /// Batches behind those of the window.
        local(config.window()) behind[config.inputs()];
        /// Batch whose last packet leaves, one-hot.
        local gone[config.window()];
        /// Batches that are replaced by those behind them.
        local moves[config.window()];
        /// First place of the window without a batch, one-hot, after batches have moved.
        local free_now[config.window() + 1];
        /// There is a place in the window.
        local has_place;
        /// The batch behind the window enters it.
        local enters;
        /// The batch that arrives enters the window.
        local comes;
        /// There is no batch behind the register behind the window.
        local none_stored;
        /// The register behind the window is empty, or its batch enters the window.
        local vacant;
        /// The batch in the memory's read data moves to the register behind the window.
        local follows;
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
        /// Batch whose last packet left in the previous cycle, one-hot.
        reg hole[config.window()];
        /// The register behind the window holds a batch.
        reg has_next;
        /// Batch behind the window; valid with `has_next`.
        reg following[config.inputs()];
        /// The read data of the memory holds a batch.
        reg has_read;
        /// Write address of the memory.
        reg tail[address_bits(words(config))];
        /// Read address of the memory.
        reg head[address_bits(words(config))];
        /// Other batches. Every arrival is written; one that is not stored is overwritten by the
        /// next.
        memory(words(config)) others[config.inputs()];
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
        self.oldest_leaves.next = self.gone.val().get_bit(0);
        self.hole.next = self.gone.val();

        comment!("All bits from the hole upwards.");
        self.moves.next = -self.hole.val();
        self.free_now.next = self.free.val();
        if self.hole.val().any() {
            self.free_now.next = self.free.val() >> 1;
        }
        self.has_place.next = !self.free.val().get_bit(self.window.val()) || self.hole.val().any();

        self.stored.next = self.head.val() != self.tail.val();
        self.none_stored.next = !self.has_read.val() && !self.stored.val();
        self.enters.next = self.has_next.val() && self.has_place.val();
        self.comes.next = self.arrive.val().any()
            && !self.has_next.val()
            && self.none_stored.val()
            && self.has_place.val();
        self.vacant.next = !self.has_next.val() || self.has_place.val();
        self.follows.next = self.has_read.val() && self.vacant.val();
        self.stores.next = self.arrive.val().any()
            && !self.comes.val()
            && !(self.vacant.val() && self.none_stored.val());
        self.reads.next = self.stored.val() && (!self.has_read.val() || self.vacant.val());

        self.entering.next = self.arrive.val();
        if self.has_next.val() {
            self.entering.next = self.following.val();
        }
        for at in 0..self.window.val() {
            self.behind[at].next = 0.into();
        }
        for at in 1..self.window.val() {
            self.behind[at - 1].next = self.batch[at].val();
        }
        for at in 0..self.window.val() {
            self.batch[at].next = self.left[at].val();
            if self.moves.val().get_bit(at) {
                self.batch[at].next = self.behind[at].val();
            }
            if (self.enters.val() || self.comes.val()) && self.free_now.val().get_bit(at) {
                self.batch[at].next = self.entering.val();
            }
        }
        self.free.next = self.free_now.val();
        if self.enters.val() || self.comes.val() {
            self.free.next = self.free_now.val() << 1;
        }

        if self.vacant.val() {
            self.following.next = self.arrive.val();
            self.has_next.next = self.has_read.val()
                || (self.arrive.val().any() && !self.comes.val() && !self.stored.val());
            if self.has_read.val() {
                self.following.next = self.others.read_data.val();
            }
        }
        self.has_read.next = self.reads.val() || (self.has_read.val() && !self.follows.val());

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
