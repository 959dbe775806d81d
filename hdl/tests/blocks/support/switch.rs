//! Switch ports of many sizes.

use tailback_spec::switch::input_buffer::{InputBuffer, Reading, Sizes};
use tailback_spec::switch::port::Port;

/// Returns the parameters of each port: number of ports, data VLs, blocks of VL15, and bytes of a
/// beat.
pub fn port(ports: u32, virtual_lanes: u32, management_blocks: u32, width_bytes: u32) -> Port {
    let sizes = Sizes {
        outputs: ports,
        virtual_lanes,
        lane_blocks: 33,
        management_blocks,
        packet_blocks: 33,
        block_words: 64 / width_bytes,
        word_bits: 9 * width_bytes,
    };
    let buffer = InputBuffer::new(sizes, Reading::Received).expect("a buffer that is possible");
    Port::new(buffer, width_bytes, 2068).expect("a port that is possible")
}

/// Relevant sizes: few and many ports, one and many data VLs, with and without VL15. The largest
/// sizes take the tools minutes, and are included only with `TAILBACK_SOAK`.
pub fn every_size() -> Vec<Port> {
    let mut all = small();
    all.push(port(12, 1, 5, 8));
    if std::env::var_os("TAILBACK_SOAK").is_some() {
        all.extend([port(12, 8, 5, 16), port(36, 1, 0, 8), port(36, 8, 5, 64)]);
    }
    all
}

/// Sizes at which the Rust kernel is fast enough for co-simulation.
pub fn small() -> Vec<Port> {
    vec![port(2, 1, 0, 8), port(2, 8, 5, 64), port(3, 2, 5, 16), port(8, 1, 5, 8)]
}
