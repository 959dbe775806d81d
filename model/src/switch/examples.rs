//! Ports of small switches, for tests.

use tailback_spec::switch::{
    input_buffer::{InputBuffer, Reading, Sizes},
    port::Port,
};

/// Bytes that each port transfers in a cycle.
pub(crate) const WIDTH_BYTES: u32 = 8;

/// A switch with so many ports and data VLs, and with blocks in each input port for one VL and for
/// that of management.
pub(crate) fn port(ports: u32, virtual_lanes: u32, lane_blocks: u32, management: u32) -> Port {
    let sizes = Sizes {
        outputs: ports,
        virtual_lanes,
        lane_blocks,
        management_blocks: management,
        packet_blocks: 5,
        block_words: 64 / WIDTH_BYTES,
        word_bits: 9 * WIDTH_BYTES,
    };
    let buffer = InputBuffer::new(sizes, Reading::Received).unwrap();
    Port::new(buffer, WIDTH_BYTES, 300).unwrap()
}

/// Pseudo-random numbers of a seed (xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 to `limit` - 1.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    /// An event with a chance of 1 in `odds`; with 0, never.
    pub(crate) fn happens(&mut self, odds: usize) -> bool {
        odds > 0 && self.below(odds) == 0
    }
}
