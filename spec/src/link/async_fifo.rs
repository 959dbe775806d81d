//! A FIFO for a stream of packets between two clocks.
//!
//! The write side has `write_clock`, the read side `read_clock`; nothing is assumed about their
//! frequencies and phases. Each side counts its beats, modulo twice the number of entries, and passes
//! its counter to the other side as a Gray code, of which one bit changes at a time: whichever value
//! the other clock samples while the bit changes is the one before or the one after. Two registers
//! of the sampling clock follow, so that a metastable first one can settle.
//!
//! ```text
//! s_axis_tready = written has not been found entries ahead of read, by the last edge of write_clock
//! accepted      = s_axis_tvalid and s_axis_tready
//! taken         = (not m_axis_tvalid or m_axis_tready) and read != written_again
//!
//! edge of write_clock:                       edge of read_clock:
//!   written'    = written + accepted           read'          = read + taken
//!   entry'      = beat, if accepted            m_axis'        = oldest entry, if taken
//!   full'       = written' - read_again        m_axis_tvalid' = taken, or a beat is not accepted
//!                 == entries                   written_again' = written_seen
//!   read_again' = read_seen                    written_seen'  = written
//!   read_seen'  = read
//! ```
//!
//! A value without a prime is that before the edge; where both clocks rise at the same time, each
//! samples what the other one had before. A beat is at the output after the third edge of `read_clock`
//! that follows the edge of `write_clock` with which it entered, at the earliest.
//!
//! `write_reset` and `read_reset` are synchronous to the clock of their side. A reset empties the FIFO
//! only if both sides are in reset at the same time for two edges of each clock: the first one changes
//! several bits of a counter, which have arrived before the second one. A reset of one side alone leaves
//! counters that do not belong together.
//!
//! Ports, in this order: inputs `write_clock`, `write_reset`, `read_clock`, `read_reset`, then the
//! stream `s_axis` of `write_clock`, and the stream `m_axis` of `read_clock`. Both streams have
//! `tready`, `tkeep`, `tlast` and a `tuser` of [`AsyncFifo::user_bits`].
//!
//! Module: `tailback_async_fifo`.

use crate::parameter::{check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of a FIFO between two clocks. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct AsyncFifo {
    width_bytes: u32,
    user_bits: u32,
    address_bits: u32,
}

impl AsyncFifo {
    /// Bytes of a beat: 1 to 64.
    pub const WIDTH_BYTES: RangeInclusive<u64> = 1..=64;
    /// Bits of `tuser`: 1 to 8.
    pub const USER_BITS: RangeInclusive<u64> = 1..=8;
    /// Bits of the address of an entry: 2 to 8, for 4 to 256 entries.
    pub const ADDRESS_BITS: RangeInclusive<u64> = 2..=8;
    /// Address bits with which the FIFO passes a beat in each cycle of the slower clock: 16 entries. From
    /// a beat written to the entry that is free again, eight cycles pass with equal clocks.
    pub const FULL_RATE_ADDRESS_BITS: u32 = 4;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range of its name, such as [`AsyncFifo::WIDTH_BYTES`].
    pub fn new(width_bytes: u32, user_bits: u32, address_bits: u32) -> Result<Self, OutOfRange> {
        check(Parameter::WidthBytes, width_bytes, Self::WIDTH_BYTES, "bytes")?;
        check(Parameter::UserBits, user_bits, Self::USER_BITS, "bits")?;
        check(Parameter::AddressBits, address_bits, Self::ADDRESS_BITS, "bits")?;
        Ok(AsyncFifo { width_bytes, user_bits, address_bits })
    }

    /// Bytes of a beat.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes as usize
    }

    /// Bits of a beat's bytes.
    pub fn width_bits(&self) -> usize {
        self.width_bytes() * u8::BITS as usize
    }

    /// Bits of `tuser`.
    pub fn user_bits(&self) -> usize {
        self.user_bits as usize
    }

    /// Bits of the address of an entry.
    pub fn address_bits(&self) -> usize {
        self.address_bits as usize
    }

    /// Bits of the counters of beats written and read.
    pub fn counter_bits(&self) -> usize {
        self.address_bits() + 1
    }

    /// Beats that the FIFO holds, besides the one at its output.
    pub fn entries(&self) -> usize {
        1 << self.address_bits
    }
}
