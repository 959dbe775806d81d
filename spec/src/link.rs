//! One link: credits, and the packets that carry them.
//!
//! A lossless link sends a packet only when the receiver has granted credits for it. IBA counts
//! credits in *blocks* of 64 bytes, per virtual lane (VL), with absolute counters modulo 4096: if a
//! flow-control packet is lost, the next one corrects the counters.

pub mod async_fifo;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod delay;
pub mod flow_control;
pub mod round_trip;
pub mod slow_link;

use crate::parameter::{check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Bytes of a block, the unit of credits (IBA 7.9).
pub const BLOCK_BYTES: usize = 64;

/// Bytes of the VCRC, which ends each packet on a link (IBA 7.8.2).
pub const VCRC_BYTES: usize = 2;

/// Bits of FCTBS, ABR and FCCL: blocks modulo 4096.
pub const COUNTER_BITS: usize = 12;

/// Largest number of blocks that a receiver may offer beyond those that it has received.
pub const MOST_OFFERED: u32 = 2048;

/// Blocks of a packet with `bytes` bytes from LRH to VCRC, both included.
///
/// ```
/// use tailback_spec::link::blocks;
/// assert_eq!([1, 64, 65, 2070].map(blocks), [1, 1, 2, 33]);
/// ```
pub fn blocks(bytes: usize) -> usize {
    bytes.div_ceil(BLOCK_BYTES)
}

/// Blocks of the longest packet of VL15 on a link whose longest packet has `packet_blocks`: a
/// management datagram has 256 bytes, behind LRH, GRH, BTH and DETH and before ICRC and VCRC.
///
/// ```
/// use tailback_spec::link::management_blocks;
/// assert_eq!([1, 5, 6, 33].map(management_blocks), [1, 5, 6, 6]);
/// ```
pub fn management_blocks(packet_blocks: u32) -> u32 {
    const BYTES: usize = 8 + 40 + 12 + 8 + 256 + 4 + VCRC_BYTES;
    packet_blocks.min(blocks(BYTES) as u32)
}

/// Parameters of the credit modules of a link. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Link {
    virtual_lanes: u32,
    buffer_blocks: u32,
    packet_blocks: u32,
    period_cycles: u32,
}

impl Link {
    /// Data virtual lanes: 1 to 8. VL15 has no credits.
    pub const VIRTUAL_LANES: RangeInclusive<u64> = 1..=8;
    /// Blocks of the longest packet: 1 to 257 (16 KiB and the VCRC).
    pub const PACKET_BLOCKS: RangeInclusive<u64> = 1..=257;
    /// Blocks that a receiver holds for one VL: at most 65,535, at least one longest packet.
    pub const BUFFER_BLOCKS: RangeInclusive<u64> = 1..=65_535;
    /// Cycles between two flow-control packets of one VL, if nothing changes: 16 to 65,536, and at
    /// least 2 for each VL.
    pub const PERIOD_CYCLES: RangeInclusive<u64> = 16..=65_536;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range of its name, such as [`Link::VIRTUAL_LANES`], or
    /// `buffer_blocks` is less than `packet_blocks`.
    pub fn new(
        virtual_lanes: u32,
        buffer_blocks: u32,
        packet_blocks: u32,
        period_cycles: u32,
    ) -> Result<Self, OutOfRange> {
        check(Parameter::VirtualLanes, virtual_lanes, Self::VIRTUAL_LANES, "virtual lanes")?;
        check(Parameter::PacketBlocks, packet_blocks, Self::PACKET_BLOCKS, "blocks")?;
        let least = packet_blocks.into();
        check(
            Parameter::BufferBlocks,
            buffer_blocks,
            least..=*Self::BUFFER_BLOCKS.end(),
            "blocks",
        )?;
        check(Parameter::PeriodCycles, period_cycles, Self::PERIOD_CYCLES, "cycles")?;
        Ok(Link { virtual_lanes, buffer_blocks, packet_blocks, period_cycles })
    }

    /// Data virtual lanes, numbered from 0.
    pub fn virtual_lanes(&self) -> usize {
        self.virtual_lanes as usize
    }

    /// Blocks that a receiver holds for one VL.
    pub fn buffer_blocks(&self) -> usize {
        self.buffer_blocks as usize
    }

    /// Blocks of the longest packet.
    pub fn packet_blocks(&self) -> usize {
        self.packet_blocks as usize
    }

    /// Cycles between two flow-control packets of one VL, if nothing changes.
    pub fn period_cycles(&self) -> usize {
        self.period_cycles as usize
    }
}
