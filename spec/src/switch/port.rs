//! Parameters of a port of the switch: its buffer, its width and its longest packets.

use crate::link::{self, BLOCK_BYTES, VCRC_BYTES};
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::switch::input_buffer::InputBuffer;
use crate::wire::lrh;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of each port. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Port {
    buffer: InputBuffer,
    width_bytes: u32,
    longest_words: u32,
}

impl Port {
    /// Bytes that a port transfers in a cycle: a Local Route Header at least, and a block at most.
    pub const WIDTH_BYTES: RangeInclusive<u64> = 8..=BLOCK_BYTES as u64;

    /// Virtual lane of management (IBA 7.6.3), which has no credits.
    pub const MANAGEMENT_VL: usize = 15;

    /// A port with this buffer behind it, with `width_bytes` bytes of a packet in a cycle (a power
    /// of two), and packets of at most `max_packet_bytes` bytes from LRH to ICRC.
    ///
    /// # Errors
    ///
    /// If `width_bytes` is not a power of two in [`Port::WIDTH_BYTES`], or `max_packet_bytes` is
    /// less than a block or, with the VCRC, more than the longest packet of `buffer`.
    pub fn new(
        buffer: InputBuffer,
        width_bytes: u32,
        max_packet_bytes: u32,
    ) -> Result<Self, OutOfRange> {
        let width = u64::from(width_bytes.next_power_of_two());
        check(Parameter::WidthBytes, width_bytes, width..=width, "bytes")?;
        check(Parameter::WidthBytes, width_bytes, Self::WIDTH_BYTES, "bytes")?;
        let fits = (buffer.packet_blocks() * BLOCK_BYTES - VCRC_BYTES) as u64;
        check(Parameter::MaxPacketBytes, max_packet_bytes, BLOCK_BYTES as u64..=fits, "bytes")?;
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

    /// Bits of a port index.
    pub fn port_bits(&self) -> usize {
        bits_for(self.ports() as u32 - 1)
    }

    /// Data virtual lanes.
    pub fn virtual_lanes(&self) -> usize {
        self.buffer.virtual_lanes()
    }

    /// Number of VLs: the data VLs, and VL15 if it has blocks.
    pub fn lanes(&self) -> usize {
        self.buffer.lanes()
    }

    /// Index of a virtual lane, if it is configured; VL15 follows the data VLs.
    pub fn lane(&self, virtual_lane: usize) -> Option<usize> {
        let data = self.virtual_lanes();
        match virtual_lane {
            Self::MANAGEMENT_VL => (self.lanes() > data).then_some(data),
            _ => (virtual_lane < data).then_some(virtual_lane),
        }
    }

    /// Bytes that the port transfers in a cycle.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes as usize
    }

    /// Bits that the port transfers in a cycle.
    pub fn width_bits(&self) -> usize {
        self.width_bytes() * u8::BITS as usize
    }

    /// Bits of a beat in the buffer: its bytes, and above them one valid bit per byte.
    pub fn word_bits(&self) -> usize {
        self.width_bits() + self.width_bytes()
    }

    /// Beats of a block.
    pub fn block_words(&self) -> usize {
        BLOCK_BYTES / self.width_bytes()
    }

    /// Largest PktLen of a packet of the VL with index `lane`.
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

/// Beats of a packet with this PktLen, including its VCRC.
///
/// ```
/// use tailback_spec::switch::port::beats;
/// assert_eq!([6, 7, 8, 16].map(|words| beats(words, 8)), [4, 4, 5, 9]);
/// ```
pub fn beats(words: usize, width_bytes: usize) -> usize {
    words * lrh::WORD_BYTES / width_bytes + 1
}

/// Valid bytes of the last beat of a packet with this PktLen.
pub fn tail_bytes(words: usize, width_bytes: usize) -> usize {
    words * lrh::WORD_BYTES % width_bytes + VCRC_BYTES
}
