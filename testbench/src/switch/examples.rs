//! Ports of small switches, for tests.

use tailback_spec::switch::{
    input_buffer::{InputBuffer, Reading, Sizes},
    port::Port,
};

/// A port 8 bytes wide of a switch with `ports` ports and `virtual_lanes` data VLs; each input port
/// has `lane_blocks` blocks per data VL, and `management` blocks for VL15.
pub(crate) fn port(ports: u32, virtual_lanes: u32, lane_blocks: u32, management: u32) -> Port {
    let sizes = Sizes {
        outputs: ports,
        virtual_lanes,
        lane_blocks,
        management_blocks: management,
        packet_blocks: 5,
        block_words: 8,
        word_bits: 72,
    };
    let buffer = InputBuffer::new(sizes, Reading::Received).unwrap();
    Port::new(buffer, 8, 300).unwrap()
}
