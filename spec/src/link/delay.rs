//! One direction of a link: a delay line for beats.
//!
//! ```text
//! m_axis_* in cycle t = s_axis_* in cycle t - delay
//! ```
//!
//! Cycles are counted from reset; in the first `delay` cycles after it, all of `m_axis_*` is 0.
//! Nothing is changed, whether `tvalid` is 1 or not. A link accepts a beat in each cycle, so it has
//! no `tready`; the receiver cannot stall it either. `delay` is at least 1: all outputs are
//! registers.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `s_axis_tvalid` | 1 | a beat enters |
//! | in `s_axis_tdata` | [`LinkDelay::width_bits`] | bytes of the beat |
//! | in `s_axis_tkeep` | [`LinkDelay::width_bytes`] | valid bytes of the beat, with `tlast` |
//! | in `s_axis_tlast` | 1 | last beat of its packet |
//! | in `s_axis_tuser` | [`USER_BITS`] | bit 0: the beat is a flow-control packet; bit 1: the packet is bad |
//! | out `m_axis_tvalid` | 1 | a beat leaves |
//! | out `m_axis_tdata` | [`LinkDelay::width_bits`] | as that of `s_axis` |
//! | out `m_axis_tkeep` | [`LinkDelay::width_bytes`] | as that of `s_axis` |
//! | out `m_axis_tlast` | 1 | as that of `s_axis` |
//! | out `m_axis_tuser` | [`USER_BITS`] | as that of `s_axis` |
//!
//! Module: `tailback_link`.

use crate::parameter::{check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Bits of `tuser`: flow control, and bad packet.
pub const USER_BITS: usize = 2;

/// Parameters of a link. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct LinkDelay {
    width_bytes: u32,
    delay: u32,
}

impl LinkDelay {
    /// Bytes of a beat: 8 to 64.
    pub const WIDTH_BYTES: RangeInclusive<u64> = 8..=64;
    /// Delay of a beat in cycles: 1 to 65,536. The longest is a memory of as many beats.
    pub const DELAY: RangeInclusive<u64> = 1..=65_536;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If `width_bytes` is outside [`LinkDelay::WIDTH_BYTES`], or `delay` outside [`LinkDelay::DELAY`].
    pub fn new(width_bytes: u32, delay: u32) -> Result<Self, OutOfRange> {
        check(Parameter::WidthBytes, width_bytes, Self::WIDTH_BYTES, "bytes")?;
        check(Parameter::Delay, delay, Self::DELAY, "cycles")?;
        Ok(LinkDelay { width_bytes, delay })
    }

    /// Bytes of a beat.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes as usize
    }

    /// Bits of a beat's bytes.
    pub fn width_bits(&self) -> usize {
        self.width_bytes() * u8::BITS as usize
    }

    /// Delay of a beat in cycles.
    pub fn delay(&self) -> usize {
        self.delay as usize
    }
}
