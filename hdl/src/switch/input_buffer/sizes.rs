//! Widths that the modules of an input buffer have in common.

use crate::address_bits;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::input_buffer::InputBuffer;

/// Bits of the number of a block.
pub(super) fn block_bits(config: &InputBuffer) -> usize {
    address_bits(config.blocks())
}

/// Bits of a beat's position in its block; one that is always 0 if a block is one beat.
pub(super) fn position_bits(config: &InputBuffer) -> usize {
    address_bits(config.block_words())
}

/// Bits of a beat's memory address that hold its position: none if a block is one beat.
pub(super) fn position_shift(config: &InputBuffer) -> usize {
    config.block_words().ilog2() as usize
}

/// Whether a block is one beat, so that even the first beat of a packet may end a block.
pub(super) fn one_word_blocks(config: &InputBuffer) -> bool {
    config.block_words() == 1
}

/// Beats that the buffer can hold.
pub(super) fn words(config: &InputBuffer) -> usize {
    config.blocks() * config.block_words()
}

/// Beats in a row of block RAM, if it is as deep as can be.
const ROW_WORDS: usize = 2048;

/// Depth of the memory, in beats: one row of block RAM if they fit, since a multiplexer between
/// rows takes more time and logic than RAM.
pub(super) fn memory_words(config: &InputBuffer) -> usize {
    match words(config) {
        few @ 0..ROW_WORDS => few.next_power_of_two(),
        many => many.next_multiple_of(ROW_WORDS),
    }
}

/// Bits of the number of blocks of one packet.
pub(super) fn packet_bits(config: &InputBuffer) -> usize {
    bits_for(config.packet_blocks() as u32)
}
