//! What a port of the switch can take.

use crate::link::{self, BLOCK_BYTES, VCRC_BYTES};
use crate::parameter::{bits_for, check, OutOfRange};
use crate::switch::input_buffer::InputBuffer;
use crate::wire::lrh;
use serde::Serialize;
use std::ops::RangeInclusive;

/// The parameters of what is at each port. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Port {
    buffer: InputBuffer,
    width_bytes: u32,
    longest_words: u32,
}

impl Port {
    /// Bytes that a port moves in a cycle: a Local Route Header at least, and a block at most.
    pub const WIDTH_BYTES: RangeInclusive<u64> = 8..=BLOCK_BYTES as u64;

    /// The virtual lane of management (IBA 7.6.3), which has no credits.
    pub const MANAGEMENT_VL: usize = 15;

    /// A port behind which there is this buffer, with so many bytes of a packet in a cycle (a power
    /// of two), and packets of at most so many bytes from LRH to ICRC.
    pub fn new(
        buffer: InputBuffer,
        width_bytes: u32,
        max_packet_bytes: u32,
    ) -> Result<Self, OutOfRange> {
        let width = u64::from(width_bytes.next_power_of_two());
        check("width_bytes", width_bytes, width..=width, "bytes")?;
        check("width_bytes", width_bytes, Self::WIDTH_BYTES, "bytes")?;
        let fits = (buffer.packet_blocks() * BLOCK_BYTES - VCRC_BYTES) as u64;
        check("max_packet_bytes", max_packet_bytes, BLOCK_BYTES as u64..=fits, "bytes")?;
        let longest_words = (max_packet_bytes / lrh::WORD_BYTES as u32).min(lrh::MOST_WORDS as u32);
        Ok(Port { buffer, width_bytes, longest_words })
    }

    /// The buffer behind the port.
    pub fn buffer(&self) -> InputBuffer {
        self.buffer
    }

    /// Ports of the switch.
    pub fn ports(&self) -> usize {
        self.buffer.outputs()
    }

    /// Bits of a port's number.
    pub fn port_bits(&self) -> usize {
        bits_for(self.ports() as u32 - 1)
    }

    /// Data virtual lanes.
    pub fn virtual_lanes(&self) -> usize {
        self.buffer.virtual_lanes()
    }

    /// Data virtual lanes, and that of management.
    pub fn lanes(&self) -> usize {
        self.buffer.lanes()
    }

    /// The lane of a virtual lane, if it is configured.
    pub fn lane(&self, virtual_lane: usize) -> Option<usize> {
        let data = self.virtual_lanes();
        match virtual_lane {
            Self::MANAGEMENT_VL => (self.lanes() > data).then_some(data),
            _ => (virtual_lane < data).then_some(virtual_lane),
        }
    }

    /// Bytes that the port moves in a cycle.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes as usize
    }

    /// Bits that the port moves in a cycle.
    pub fn width_bits(&self) -> usize {
        self.width_bytes() * u8::BITS as usize
    }

    /// Bits of a word in the buffer: a beat's bytes, and above them a bit for each of them.
    pub fn word_bits(&self) -> usize {
        self.width_bits() + self.width_bytes()
    }

    /// Words of a block.
    pub fn block_words(&self) -> usize {
        BLOCK_BYTES / self.width_bytes()
    }

    /// The largest PktLen of a lane's packets.
    pub fn longest_words(&self, lane: usize) -> usize {
        let longest = self.longest_words as usize;
        if lane < self.virtual_lanes() {
            return longest;
        }
        let blocks = link::management_blocks(self.buffer.packet_blocks() as u32) as usize;
        longest.min((blocks * BLOCK_BYTES - VCRC_BYTES) / lrh::WORD_BYTES)
    }

    /// Bits of the number of blocks of a packet.
    pub fn block_bits(&self) -> usize {
        bits_for(self.buffer.packet_blocks() as u32)
    }
}

/// Beats of a packet of this PktLen, with its VCRC.
///
/// ```
/// use tailback_spec::switch::port::beats;
/// assert_eq!([6, 7, 8, 16].map(|words| beats(words, 8)), [4, 4, 5, 9]);
/// ```
pub fn beats(words: usize, width_bytes: usize) -> usize {
    words * lrh::WORD_BYTES / width_bytes + 1
}

/// Bytes of its last beat.
pub fn tail_bytes(words: usize, width_bytes: usize) -> usize {
    words * lrh::WORD_BYTES % width_bytes + VCRC_BYTES
}
