//! One direction of a link that is slower than the datapath, with its two ends.
//!
//! The datapath of a switch or NIC can transmit a beat in each cycle; the link transmits [`rate`] beats
//! in 2^16 cycles. The [`sender`] stores packets at the rate of the datapath and puts their beats onto the
//! link at that of the link; the [`receiver`] holds a packet until its last beat comes in time, and
//! passes it on at the rate of the datapath. So neither switch nor NIC sees a gap inside a packet.
//!
//! ```text
//! sender -> link -> receiver        s_axis = that of the sender    m_axis = that of the receiver
//! ```
//!
//! The link is a [`link`](super::delay). An idle slow link is transparent but for its delay: a
//! flow-control packet leaves [`END_CYCLES`] + delay + [`END_CYCLES`] cycles after it has entered.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `rate` | [`RATE_BITS`] | beats of the link in 2^16 cycles |
//! | in `s_axis_*` | | as at the [`sender`] |
//! | out `s_axis_tready` | 1 | as at the [`sender`] |
//! | out `m_axis_*` | | as at the [`receiver`] |
//!
//! Module: `tailback_slow_link`.
//!
//! [`rate`]: RATE_BITS

pub mod receiver;
pub mod sender;

use super::delay::LinkDelay;
use crate::{
    parameter::{bits_for, check, OutOfRange, Parameter},
    switch::port::Port,
    wire::lrh,
};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Bits of a rate: beats of the link in 2^16 cycles, 1 to 65535. With 0, nothing is transmitted.
pub const RATE_BITS: usize = 16;

/// Cycles from a beat that enters an end to the same beat at its output, if nothing delays it.
pub const END_CYCLES: u64 = 3;

/// Parameters of an end of a slow link. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct SlowLinkEnd {
    width_bytes: u32,
    longest_beats: u32,
}

impl SlowLinkEnd {
    /// Bytes of a beat, a power of two: 8 to 64.
    pub const WIDTH_BYTES: RangeInclusive<u64> = Port::WIDTH_BYTES;
    /// Beats of the longest packet: 2 to 1024, which is that of the largest PktLen in beats of 8 bytes.
    pub const LONGEST_BEATS: RangeInclusive<u64> = 2..=1024;

    /// Beats by which the memory of a receiver exceeds the longest packet, at least: those that arrive
    /// until the packet starts.
    const SPARE: u32 = 8;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If `width_bytes` is no power of two in [`SlowLinkEnd::WIDTH_BYTES`], or `longest_beats` is outside
    /// [`SlowLinkEnd::LONGEST_BEATS`].
    pub fn new(width_bytes: u32, longest_beats: u32) -> Result<Self, OutOfRange> {
        let width = u64::from(width_bytes.next_power_of_two());
        check(Parameter::WidthBytes, width_bytes, width..=width, "bytes")?;
        check(Parameter::WidthBytes, width_bytes, Self::WIDTH_BYTES, "bytes")?;
        check(Parameter::LongestBeats, longest_beats, Self::LONGEST_BEATS, "beats")?;
        Ok(SlowLinkEnd { width_bytes, longest_beats })
    }

    /// Bytes of a beat.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes as usize
    }

    /// Bits of a beat's bytes.
    pub fn width_bits(&self) -> usize {
        self.width_bytes() * u8::BITS as usize
    }

    /// Beats of the longest packet.
    pub fn longest_beats(&self) -> usize {
        self.longest_beats as usize
    }

    /// Bits of the beats of a packet.
    pub fn beats_bits(&self) -> usize {
        bits_for(self.longest_beats)
    }

    /// Words of PktLen in a beat.
    pub fn words(&self) -> usize {
        self.width_bytes() / lrh::WORD_BYTES
    }

    /// Bits of an address in the memory.
    pub fn address_bits(&self) -> usize {
        (self.longest_beats + Self::SPARE).next_power_of_two().ilog2() as usize
    }

    /// Beats that the memory holds: the power of two that holds the longest packet and eight beats.
    pub fn depth(&self) -> usize {
        1 << self.address_bits()
    }
}

/// Parameters of a slow link. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct SlowLink {
    end: SlowLinkEnd,
    delay: u32,
}

impl SlowLink {
    /// A link with these ends and this delay.
    ///
    /// # Errors
    ///
    /// If `delay` is outside [`LinkDelay::DELAY`].
    pub fn new(end: SlowLinkEnd, delay: u32) -> Result<Self, OutOfRange> {
        LinkDelay::new(end.width_bytes, delay)?;
        Ok(SlowLink { end, delay })
    }

    /// Parameters of both ends.
    pub fn end(&self) -> SlowLinkEnd {
        self.end
    }

    /// The link between the ends.
    pub fn link_delay(&self) -> LinkDelay {
        LinkDelay::new(self.end.width_bytes, self.delay).expect("checked by the constructor")
    }
}
