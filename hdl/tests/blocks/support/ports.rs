//! Ports of many sizes, and packets in beats.

use tailback_harness::blocks::reset;
use tailback_hdl::{clock, settle, Bits, Hardware};
use tailback_spec::switch::input_buffer::{InputBuffer, Reading, Sizes};
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc;

/// Bytes of a beat, ports, virtual lanes, blocks of the longest packet, and blocks of VL15.
pub const SIZES: [[u32; 5]; 9] = [
    [8, 8, 1, 33, 24],
    [8, 8, 1, 33, 0],
    [8, 2, 8, 2, 2],
    [8, 36, 8, 257, 24],
    [16, 12, 1, 33, 24],
    [16, 2, 8, 5, 20],
    [32, 12, 8, 33, 24],
    [64, 8, 1, 33, 24],
    [64, 36, 8, 65, 0],
];

/// One size per width, for slow tests.
pub const FEW: [[u32; 5]; 4] = [SIZES[0], SIZES[2], SIZES[4], SIZES[7]];

/// Returns the port of this size.
pub fn port([width_bytes, outputs, virtual_lanes, packet_blocks, management]: [u32; 5]) -> Port {
    let sizes = Sizes {
        outputs,
        virtual_lanes,
        lane_blocks: 4 * packet_blocks,
        management_blocks: management,
        packet_blocks,
        block_words: 64 / width_bytes,
        word_bits: 9 * width_bytes,
    };
    let buffer = InputBuffer::new(sizes, Reading::Received).expect("a buffer that is possible");
    Port::new(buffer, width_bytes, 64 * packet_blocks - 2).expect("a port that is possible")
}

/// LNH of a packet of the same subnet, and of a packet with a Global Route Header.
pub const LOCAL: u8 = 2;
pub const GLOBAL: u8 = 3;

/// Returns a packet of this number of four-byte words, with its VCRC.
pub fn packet(words: usize, next: u8, virtual_lane: u8, destination: u16) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..4 * words).map(|at| (at * 59 + words) as u8).collect();
    bytes[0] = virtual_lane << 4;
    bytes[1] = next;
    bytes[2..4].copy_from_slice(&destination.to_be_bytes());
    bytes[4..6].copy_from_slice(&(words as u16).to_be_bytes());
    if words > 3 {
        bytes[14] = 0x1B;
    }
    // Clears both FECN bits.
    [12, 52].into_iter().filter(|at| *at < 4 * words).for_each(|at| bytes[at] &= 0x7F);
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Returns the bytes of a beat as a number, with one `tkeep` bit per byte above them.
pub fn word(bytes: &[u8], width_bytes: usize) -> Bits {
    let mut all = bytes.to_vec();
    all.resize(width_bytes, 0xEE);
    let mut words: Vec<u64> = all
        .chunks(8)
        .map(|eight| eight.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)))
        .collect();
    words.push(u64::MAX >> (64 - bytes.len()));
    Bits::from_words(9 * width_bytes, &words)
}

/// A module simulated with inputs and outputs of any width.
pub struct Bench<H>(H);

impl<H: Hardware> Bench<H> {
    /// Makes the module and resets it.
    pub fn new(hardware: H) -> Self {
        Bench(reset(hardware))
    }

    /// Runs a cycle: drives these inputs and zeros for all others, reads the outputs, and applies
    /// the clock edge.
    pub fn cycle(&mut self, inputs: &[(&str, Bits)]) -> impl Fn(&str) -> Bits {
        for (name, port) in self.0.ports() {
            let given = inputs.iter().find(|(input, _)| *input == name);
            let width = port.read().width();
            port.drive(given.map_or(Bits::new(width, 0), |(_, bits)| bits.clone().resize(width)));
        }
        settle(&mut self.0).expect("a block that settles");
        let outputs: Vec<(_, Bits)> =
            self.0.ports().into_iter().map(|(name, port)| (name, port.read())).collect();
        clock(&mut self.0, false);
        move |name| {
            let found = outputs.iter().find(|(output, _)| *output == name);
            found.unwrap_or_else(|| panic!("no port `{name}`")).1.clone()
        }
    }
}
