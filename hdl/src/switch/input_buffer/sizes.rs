//! Widths that the modules of an input buffer have in common, and the layout of its records.

use crate::address_bits;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::input_buffer::InputBuffer;

/// Fewest beats of a page: the next page of a packet is looked up while a page is read.
const FEWEST_WORDS: usize = 4;
/// Fewest bits of a number of beats, so that it can be compared with small constants.
const FEWEST_BITS: usize = 3;

/// Flags of a packet at the head of a queue, below its beats and its first page.
pub(super) mod head {
    use super::{page_bits, InputBuffer};

    /// The first beat of the packet is the last one too.
    pub const SINGLE: usize = 0;
    /// The packet has at most four beats by its header.
    pub const AT_MOST_FOUR: usize = 1;
    /// Lowest bit of the beats by the packet's header.
    pub const BEATS: usize = 2;

    /// Lowest bit of the packet's first page.
    pub fn page(config: &InputBuffer) -> usize {
        BEATS + config.beats_bits()
    }

    /// Bits of the flags, the beats and the page.
    pub fn bits(config: &InputBuffer) -> usize {
        page(config) + page_bits(config)
    }
}

/// Pages: as many as blocks, since each packet takes one block at least for each of its pages.
pub(super) fn pages(config: &InputBuffer) -> usize {
    config.blocks()
}

/// Bits of the number of a page.
pub(super) fn page_bits(config: &InputBuffer) -> usize {
    address_bits(pages(config))
}

/// Beats of a page, a power of two.
pub(super) fn page_words(config: &InputBuffer) -> usize {
    config.block_words().max(FEWEST_WORDS)
}

/// Bits of a beat's position in its page.
pub(super) fn position_bits(config: &InputBuffer) -> usize {
    address_bits(page_words(config))
}

/// Bits of a number of beats, of three at least.
pub(super) fn count_bits(config: &InputBuffer) -> usize {
    config.beats_bits().max(FEWEST_BITS)
}

/// Beats that the pages can hold.
pub(super) fn words(config: &InputBuffer) -> usize {
    pages(config) * page_words(config)
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
