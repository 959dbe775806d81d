//! IBA's congestion detector of one output port (IBA annex A10; Pfister'05 §III).
//!
//! Per VL, `occupancy` counts the blocks in the whole switch that wait for the port. A VL becomes
//! *congested* in the cycle after its occupancy exceeds the threshold, and stays so until the cycle
//! after it has fallen to 8/9 of it ([`set_blocks`], [`clear_blocks`]): a hysteresis that with
//! Pfister's threshold of 90 % of an input buffer clears at 80 %. A congested VL is the *root* of a
//! congestion tree if it has credits to forward, and a *victim* if it lacks them: `stalled`
//! indicates that the link is free and a packet waits, but its VL has no credits; the next packet
//! transmitted is then a victim's.
//!
//! ```text
//! occupancy' = occupancy + enqueue_blocks - (dequeue_blocks if dequeue)  modulo 2^occupancy_bits
//! congested' = 0    if threshold = 0 or occupancy <= clear_blocks[threshold], else
//!              1    if occupancy > set_blocks[threshold], else
//!              congested
//! victim'    = 1    if stalled, else
//!              0    if transmit, else
//!              victim
//! eligible   = transmit and congested and (victim_mask or not victim)
//!              and transmit_blocks >= packet_size
//! mark       = eligible and skip = 0
//! skip'      = 0               if not congested, else
//!              marking_rate    if mark, else
//!              skip - 1        if eligible, else
//!              skip
//! ```
//!
//! Each of these is per VL, with the events of that VL. Blocks of several input ports may start to
//! wait in one cycle. One of `marking_rate + 1` eligible packets is marked, beginning with the
//! first one of each congestion. All state is in registers and cleared by reset; the settings may
//! change in any cycle. `dequeue` of a VL that is not configured (VL15) counts nothing, and
//! `transmit` of such a VL marks nothing.
//!
//! Ports, in this order; each element is one VL:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `threshold` | 4 | weight: 0 never marks, 1 is the loosest, 15 the most aggressive |
//! | in `packet_size` | 8 | blocks of the shortest packet that is marked |
//! | in `marking_rate` | 16 | eligible packets between two marked ones |
//! | in `victim_mask` | 1 | victims are marked, too |
//! | in `enqueue_blocks` | VLs × [`Detector::block_bits`] | blocks that start to wait for the port |
//! | in `dequeue` | 1 | blocks stop waiting |
//! | in `dequeue_vl` | 4 | VL of those blocks |
//! | in `dequeue_blocks` | [`Detector::block_bits`] | number of those blocks |
//! | in `stalled` | VLs × 1 | a packet waits only for credits |
//! | in `transmit` | 1 | the transmission of a packet begins |
//! | in `transmit_vl` | 4 | VL of the packet |
//! | in `transmit_blocks` | [`Detector::block_bits`] | blocks of the packet |
//! | out `mark` | 1 | the packet is to be marked: its FECN is set |
//! | out `congested` | VLs × 1 | the VL is congested |
//! | out `victim` | VLs × 1 | the next packet of the VL is a victim's |
//! | out `occupancy` | VLs × [`Detector::occupancy_bits`] | blocks that wait |
//!
//! Module: `tailback_congestion_detector`.

use super::marking::Marking;
use crate::link::Link;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Number of threshold weights; weight 0 is off.
pub const WEIGHTS: usize = 16;

/// Parameters of a congestion detector. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Detector {
    ports: u32,
    virtual_lanes: u32,
    buffer_blocks: u32,
    packet_blocks: u32,
}

impl Detector {
    /// Ports of the switch: 2 to 36.
    pub const PORTS: RangeInclusive<u64> = Marking::PORTS;
    /// Data virtual lanes: 1 to 8.
    pub const VIRTUAL_LANES: RangeInclusive<u64> = Link::VIRTUAL_LANES;
    /// Blocks of an input buffer for one VL.
    pub const BUFFER_BLOCKS: RangeInclusive<u64> = Link::BUFFER_BLOCKS;
    /// Blocks of the longest packet: 1 to 257.
    pub const PACKET_BLOCKS: RangeInclusive<u64> = Link::PACKET_BLOCKS;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range of its name, such as [`Detector::PORTS`], or
    /// `buffer_blocks` is less than `packet_blocks`.
    pub fn new(
        ports: u32,
        virtual_lanes: u32,
        buffer_blocks: u32,
        packet_blocks: u32,
    ) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, ports, Self::PORTS, "ports")?;
        check(Parameter::VirtualLanes, virtual_lanes, Self::VIRTUAL_LANES, "virtual lanes")?;
        check(Parameter::PacketBlocks, packet_blocks, Self::PACKET_BLOCKS, "blocks")?;
        let least = packet_blocks.into();
        check(
            Parameter::BufferBlocks,
            buffer_blocks,
            least..=*Self::BUFFER_BLOCKS.end(),
            "blocks",
        )?;
        Ok(Detector { ports, virtual_lanes, buffer_blocks, packet_blocks })
    }

    /// Ports of the switch.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Data virtual lanes, numbered from 0.
    pub fn virtual_lanes(&self) -> usize {
        self.virtual_lanes as usize
    }

    /// Blocks of an input buffer for one VL.
    pub fn buffer_blocks(&self) -> u32 {
        self.buffer_blocks
    }

    /// Blocks of the longest packet.
    pub fn packet_blocks(&self) -> u32 {
        self.packet_blocks
    }

    /// Bits of a number of blocks: of a longest packet, or of one from each port.
    pub fn block_bits(&self) -> usize {
        bits_for(self.packet_blocks.max(self.ports))
    }

    /// Bits of an occupancy: all input buffers may hold packets for this port alone.
    pub fn occupancy_bits(&self) -> usize {
        bits_for(self.ports * self.buffer_blocks)
    }
}

/// Occupancy in blocks above which a VL becomes congested: from 90 % of an input buffer with weight
/// 1 in equal steps down to 6 % with weight 15. The standard leaves the steps open; Pfister's 90 %
/// is weight 1. Weight 0 never marks; its entry is not used.
///
/// ```
/// use tailback_spec::switch::detector::{clear_blocks, set_blocks, Detector};
/// let detector = Detector::new(8, 1, 1000, 33)?;
/// assert_eq!([1, 8, 15].map(|weight| set_blocks(&detector, weight)), [900, 480, 60]);
/// assert_eq!([1, 8, 15].map(|weight| clear_blocks(&detector, weight)), [800, 426, 53]);
/// # Ok::<(), tailback_spec::parameter::OutOfRange>(())
/// ```
pub fn set_blocks(detector: &Detector, weight: usize) -> u32 {
    const STEPS: u64 = 15;
    let steps = (WEIGHTS - weight.clamp(1, WEIGHTS - 1)) as u64;
    (u64::from(detector.buffer_blocks) * 9 * steps / (10 * STEPS)) as u32
}

/// Occupancy in blocks down to which a VL stays congested: 8/9 of [`set_blocks`].
pub fn clear_blocks(detector: &Detector, weight: usize) -> u32 {
    set_blocks(detector, weight) * 8 / 9
}
