//! A short queue whose head is a register.

use crate::prelude::*;
use tailback_spec::efl::endpoint::QUEUE;

/// Bits of the address of an entry.
const ADDRESS_BITS: usize = QUEUE.ilog2() as usize;

block! {
    /// Queue of 16 entries, in order. An entry that is put while the queue is full is lost.
    ///
    /// The head is a register, and 0 while the queue is empty; the other entries are in distributed
    /// RAM.
    pub struct EflQueue(bits: usize) as "tailback_efl_queue" {
        /// Bit of `level` that is high if the queue is full.
        count full_bit = ADDRESS_BITS;

        /// An entry is put.
        input put;
        /// Entry that is put.
        input entry[bits];
        /// The head is removed, if there is one.
        input take;
        /// The queue is full.
        output full;
        /// The queue is not empty.
        output_reg valid;
        /// Oldest entry; 0 if the queue is empty.
        output_reg head[bits];

        /// The entry that is put is stored.
        local stores;
        /// The head is removed.
        local leaves;
        /// The head is the only entry.
        local is_single;
        /// The queue has no entry that stays.
        local is_free;
        /// Number of entries.
        reg level[ADDRESS_BITS + 1];
        /// Address of the next entry that is stored behind the head.
        reg tail[ADDRESS_BITS];
        /// Address of the entry behind the head.
        reg next[ADDRESS_BITS];
        /// Entries behind the head.
        lut_memory(QUEUE) entries[bits];
    }
    connect {
        entries: write_address = tail, write_data = entry, read_address = next;
    }
}

impl Logic for EflQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.full.next = self.level.val().get_bit(self.full_bit.val());
        self.stores.next = self.put.val() && !self.full.val();
        self.leaves.next = self.valid.val() && self.take.val();
        self.is_single.next = self.level.val() == 1;
        self.is_free.next = !self.valid.val() || (self.leaves.val() && self.is_single.val());
        self.entries.write.next = self.stores.val() && !self.is_free.val();
        if self.stores.val() && !self.is_free.val() {
            self.tail.next = self.tail.val() + 1;
        }
        if self.leaves.val() && !self.is_single.val() {
            self.next.next = self.next.val() + 1;
        }
        if self.stores.val() && !self.leaves.val() {
            self.level.next = self.level.val() + 1;
        }
        if self.leaves.val() && !self.stores.val() {
            self.level.next = self.level.val() - 1;
        }
        if self.is_free.val() {
            self.valid.next = self.stores.val();
            self.head.next = 0.into();
            if self.stores.val() {
                self.head.next = self.entry.val();
            }
        } else if self.leaves.val() {
            self.head.next = self.entries.read_data.val();
        }
    }
}
