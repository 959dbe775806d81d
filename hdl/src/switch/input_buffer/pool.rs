//! Blocks that hold nothing.

use super::sizes::block_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Knows the blocks of an input buffer that hold nothing, and gives them out.
    ///
    /// Blocks go around: each is given out in turn, first by its number and from then on as they
    /// came back, so that nothing must be written after a reset. Whoever takes one sees to it that
    /// there is one.
    ///
    /// The block that is taken next is in a register, and also whether one comes back is known late:
    /// it is stored in the cycle after, or taken from there if there is no other.
    pub struct BlockPool(config: &InputBuffer) as "tailback_buffer_pool" {
        /// The last place.
        count last = config.blocks() - 1;

        /// The block is taken.
        input take;
        /// A block comes back.
        input give;
        /// Which one; it may be taken from the next cycle on.
        input given[block_bits(config)];
        /// The block that is taken next.
        output block[block_bits(config)];

        /// No block is stored.
        local none_stored;
        /// The block at the place that is taken from next.
        local fetched[block_bits(config)];
        /// The block that came back need not be stored.
        local passes;
        /// The block that is taken next, unless there was none.
        reg head[block_bits(config)];
        /// There was none.
        reg vacant;
        /// A block came back in the cycle before.
        reg came_back;
        /// Which one.
        reg returning[block_bits(config)];
        /// The place of the block that is taken after the next one.
        reg take_at[block_bits(config)] = 1;
        /// The place of the next block that is stored.
        reg give_at[block_bits(config)];
        /// All places have been taken from at least once.
        reg around;
        /// Blocks that came back.
        lut_memory(config.blocks()) returned[block_bits(config)];
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

        comment!("The place beyond the last stored block is free: what is written there may pass.");
        self.returned.write.next = self.came_back.val();
        self.returned.write_address.next = self.give_at.val();
        self.returned.write_data.next = self.returning.val();
        self.returned.read_address.next = self.take_at.val();
        self.none_stored.next = self.take_at.val() == self.give_at.val();
        self.passes.next = self.vacant.val() || (self.take.val() && self.none_stored.val());
        if self.came_back.val() && !self.passes.val() {
            self.give_at.next = self.give_at.val() + 1;
            if self.give_at.val() == self.last.val() {
                self.give_at.next = 0.into();
            }
        }

        comment!("In the first round, the place is the block.");
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
