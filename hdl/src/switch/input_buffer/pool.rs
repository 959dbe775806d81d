//! Pool of free blocks.

use super::sizes::block_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Allocates the free blocks of an input buffer.
    ///
    /// Blocks circulate: they are taken first in the order of their numbers, and from then on in
    /// the order in which they were freed, so that no memory is written after reset. The parent
    /// takes a block only if one is free.
    ///
    /// The next block to be taken is in a register, and `give` is known late: a freed block is
    /// stored in the next cycle, or taken in that cycle if no other one is free.
    pub struct BlockPool(config: &InputBuffer) as "tailback_buffer_pool" {
        /// Last address of the list of freed blocks.
        count last = config.blocks() - 1;

        /// Block `block` is taken.
        input take;
        /// A block becomes free.
        input give;
        /// Block that becomes free; it may be taken from the next cycle on.
        input given[block_bits(config)];
        /// Next block to be taken.
        output block[block_bits(config)];

        /// No free block is stored behind register `head`.
        local none_stored;
        /// Block at address `take_at`.
        local fetched[block_bits(config)];
        /// The block that became free in the previous cycle need not be stored.
        local passes;
        /// Next block to be taken; invalid while `vacant`.
        reg head[block_bits(config)];
        /// Register `head` holds no free block.
        reg vacant;
        /// A block became free in the previous cycle.
        reg came_back;
        /// Block that became free in the previous cycle.
        reg returning[block_bits(config)];
        /// Address of the block to be taken after that in `head`.
        reg take_at[block_bits(config)] = 1;
        /// Address of the next freed block to be stored.
        reg give_at[block_bits(config)];
        /// All addresses have been taken from at least once.
        reg around;
        /// Blocks in the order in which they became free. The entry at `give_at` is unused, so a block is
        /// written there even if it need not be stored.
        lut_memory(config.blocks()) returned[block_bits(config)];
    }
    connect {
        returned: write = came_back, write_address = give_at, write_data = returning,
            read_address = take_at;
    }
}

impl Logic for BlockPool {
    #[hdl_gen]
    fn update(&mut self) {
        self.came_back.next = self.give.val();
        self.returning.next = self.given.val();
        self.block.next = self.head.val();
        if self.vacant.val() {
            self.block.next = self.returning.val();
        }

        self.none_stored.next = self.take_at.val() == self.give_at.val();
        self.passes.next = self.vacant.val() || (self.take.val() && self.none_stored.val());
        if self.came_back.val() && !self.passes.val() {
            self.give_at.next = self.give_at.val() + 1;
            if self.give_at.val() == self.last.val() {
                self.give_at.next = 0.into();
            }
        }

        comment!("In the first round, the address is the number of the block.");
        self.fetched.next = self.take_at.val();
        if self.around.val() {
            self.fetched.next = self.returned.read_data.val();
        }
        if self.vacant.val() {
            self.head.next = self.returning.val();
            self.vacant.next = !self.came_back.val() || self.take.val();
        } else if self.take.val() && self.none_stored.val() {
            self.head.next = self.returning.val();
            self.vacant.next = !self.came_back.val();
        } else if self.take.val() {
            self.head.next = self.fetched.val();
            self.take_at.next = self.take_at.val() + 1;
            if self.take_at.val() == self.last.val() {
                self.take_at.next = 0.into();
                self.around.next = true;
            }
        }
    }
}
