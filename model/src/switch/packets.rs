//! Packets for tests, and ports that receive them.

use super::beat;
use super::ingress::IngressInputs;
use tailback_spec::switch::{
    input_buffer::{InputBuffer, Reading, Sizes},
    port::Port,
};
use tailback_spec::wire::{
    crc, lid,
    lrh::{Extent, Header, Next, Repr},
    Number,
};

/// Widths of a port in bytes.
pub(crate) const WIDTHS: [usize; 4] = [8, 16, 32, 64];
/// Words of the longest packet of a data VL.
pub(crate) const LONGEST_WORDS: usize = 150;
/// Blocks of that packet.
pub(crate) const PACKET_BLOCKS: usize = 10;
/// Data VLs of a port.
pub(crate) const VIRTUAL_LANES: usize = 2;
/// Blocks of a data VL, and of management.
pub(crate) const LANE_BLOCKS: usize = 20;
/// Output port of every route in these tests.
pub(crate) const OUTPUT: u64 = 3;

/// A port of a switch with four ports, two data VLs and VL15.
pub(crate) fn port(width_bytes: usize) -> Port {
    let sizes = Sizes {
        outputs: 4,
        virtual_lanes: VIRTUAL_LANES as u32,
        lane_blocks: LANE_BLOCKS as u32,
        management_blocks: LANE_BLOCKS as u32,
        packet_blocks: PACKET_BLOCKS as u32,
        block_words: 64 / width_bytes as u32,
        word_bits: 9 * width_bytes as u32,
    };
    let buffer = InputBuffer::new(sizes, Reading::Received).unwrap();
    Port::new(buffer, width_bytes as u32, 4 * LONGEST_WORDS as u32 + 2).unwrap()
}

/// The bytes of a good packet on VL 1 from LRH to VCRC; `words` is its PktLen.
pub(crate) fn packet(next: Next, words: usize) -> Vec<u8> {
    let repr = Repr {
        virtual_lane: Number::low(1),
        service_level: Number::low(3),
        destination: lid::Destination::new(0x1234).unwrap(),
        extent: Extent::new(next, Number::new(words as u32).unwrap()).unwrap(),
        source: lid::Source::new(0x0567).unwrap(),
    };
    let mut bytes: Vec<u8> = (0..4 * words).map(|at| (at * 37 + 11) as u8).collect();
    bytes[..8].copy_from_slice(&repr.emit());
    if next == Next::Global {
        bytes[14] = 0x1B;
    }
    // FECN is clear in both positions that it can have.
    for at in [12, 52].into_iter().filter(|at| *at < 4 * words) {
        bytes[at] &= 0x7F;
    }
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Changes a packet, and updates its VCRC.
pub(crate) fn changed(mut bytes: Vec<u8>, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    bytes.truncate(bytes.len() - 2);
    change(&mut bytes);
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Inputs of a port with nothing on the link, a route to each destination, and free space.
pub(crate) fn idle() -> IngressInputs {
    IngressInputs {
        known: true,
        port: OUTPUT,
        free: [LANE_BLOCKS as u32; VIRTUAL_LANES + 1].into_iter().collect(),
        ..Default::default()
    }
}

/// Bytes as beats of the link; invalid bytes are ones.
pub(crate) fn on_the_link(bytes: &[u8], width: usize) -> Vec<IngressInputs> {
    let all = bytes.len().div_ceil(width);
    let beat = |(at, bytes): (usize, &[u8])| {
        let mut data = [0xFF; beat::MOST_BYTES];
        data[..bytes.len()].copy_from_slice(bytes);
        IngressInputs {
            rx_valid: true,
            rx_data: beat::data(&data[..width]),
            rx_keep: beat::keep(bytes.len()),
            rx_last: at + 1 == all,
            ..idle()
        }
    };
    bytes.chunks(width).enumerate().map(beat).collect()
}

/// The header of a packet.
pub(crate) fn header(bytes: &[u8]) -> Header<&[u8]> {
    Header::new_checked(bytes).unwrap()
}
