//! Widths that the blocks of an input buffer have in common.

use crate::address_bits;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::input_buffer::InputBuffer;

/// Bits of a block's number.
pub(super) fn block_bits(config: &InputBuffer) -> usize {
    address_bits(config.blocks())
}

/// Bits of a word's position in its block; one that is always 0 if a block is a word.
pub(super) fn position_bits(config: &InputBuffer) -> usize {
    address_bits(config.block_words())
}

/// Bits of a position that a word's address has: none if a block is a word.
pub(super) fn position_shift(config: &InputBuffer) -> usize {
    config.block_words().ilog2() as usize
}

/// Whether a block is a word, so that already the first word of a packet may end a block.
pub(super) fn one_word_blocks(config: &InputBuffer) -> bool {
    config.block_words() == 1
}

/// Words of the buffer.
pub(super) fn words(config: &InputBuffer) -> usize {
    config.blocks() * config.block_words()
}

/// Words of a row of block RAM, if it is as deep as can be.
const ROW_WORDS: usize = 2048;

/// Words that the memory has: in one row of block RAM if they fit, since choosing between rows takes
/// more time and logic than RAM.
pub(super) fn memory_words(config: &InputBuffer) -> usize {
    match words(config) {
        few @ 0..ROW_WORDS => few.next_power_of_two(),
        many => many.next_multiple_of(ROW_WORDS),
    }
}

/// Bits of a number of blocks of one packet.
pub(super) fn packet_bits(config: &InputBuffer) -> usize {
    bits_for(config.packet_blocks() as u32)
}
