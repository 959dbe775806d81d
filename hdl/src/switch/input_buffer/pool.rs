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
    pub struct BlockPool(config: &InputBuffer) as "tailback_buffer_pool" {
        /// The last place.
        count last = config.blocks() - 1;

        /// The block is taken.
        input take;
        /// A block comes back.
        input give;
        /// Which one; it may be taken from the next cycle on, in which it is stored.
        input given[block_bits(config)];
        /// The block that is taken next.
        output block[block_bits(config)];

        /// The place of the next block that is taken.
        reg take_at[block_bits(config)];
        /// The place of the next block that comes back.
        reg give_at[block_bits(config)];
        /// All blocks have been taken at least once.
        reg around;
        /// A block came back in the cycle before.
        reg stores;
        /// That block.
        reg stored[block_bits(config)];
        /// Blocks that came back.
        lut_memory(config.blocks()) returned[block_bits(config)];
    }
}

impl Logic for BlockPool {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Whether a block comes back is known late: it is stored in the cycle after.");
        self.stores.next = self.give.val();
        self.stored.next = self.given.val();
        self.returned.write.next = self.stores.val();
        self.returned.write_address.next = self.give_at.val();
        self.returned.write_data.next = self.stored.val();
        self.returned.read_address.next = self.take_at.val();

        comment!("In the first round, the place is the block.");
        self.block.next = self.take_at.val();
        if self.around.val() {
            self.block.next = self.returned.read_data.val();
            if self.stores.val() && self.give_at.val() == self.take_at.val() {
                self.block.next = self.stored.val();
            }
        }

        if self.take.val() {
            self.take_at.next = self.take_at.val() + 1;
            if self.take_at.val() == self.last.val() {
                self.take_at.next = 0.into();
                self.around.next = true;
            }
        }
        if self.stores.val() {
            self.give_at.next = self.give_at.val() + 1;
            if self.give_at.val() == self.last.val() {
                self.give_at.next = 0.into();
            }
        }
    }
}
