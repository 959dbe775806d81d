//! Between an endpoint or switch and a MAC, each with a clock of its own: for MACs whose frames are
//! AXI4-Streams of 64 bits, as those of taxi are, at 10 or 25 Gbit/s.
//!
//! Such a MAC does not stop in a frame: it cannot be stalled while it receives, and sends a damaged frame
//! if the next beat is not there in time. So received frames for which there is no space are dropped as
//! a whole, or end as bad ones, and a frame is sent after all of its beats have arrived in the clock of
//! the MAC.
//!
//! # Reception
//!
//! Module `tailback_mac_receive`, in the clock `rx_clock` of the MAC, in front of a
//! [FIFO](crate::link::async_fifo). With *stopped* for "the rest of the frame is dropped" and *owed* for
//! "the last beat of a frame that was cut is to be sent":
//!
//! ```text
//! passed   = s_tvalid and m_tready and not stopped and not owed
//! m_tvalid = owed or (s_tvalid and not stopped)
//! m_*      = a last beat of one byte, 0, with m_tuser = 1, if owed; else s_*
//! dropped  = s_tvalid and not passed and not stopped
//! stopped' = not s_tlast          if dropped
//!            0                    if s_tvalid and s_tlast
//!            stopped              otherwise
//! begun'   = not s_tlast          if passed
//!            0                    if dropped
//! owed'    = 1                    if dropped and begun
//!            owed and not m_tready   otherwise
//! ```
//!
//! All three are 0 after reset. `dropped` is high once for each frame that is cut or dropped.
//!
//! # Transmission
//!
//! Module `tailback_frame_fifo`, in the clock `tx_clock` of the MAC, behind a FIFO. Counts are modulo twice
//! the number of `entries`:
//!
//! ```text
//! full      = written = read + entries
//! too_long  = full and complete = read
//! s_tready  = not full or drops
//! accepted  = s_tvalid and s_tready
//! entry[written]' = s_*   if accepted and not drops
//! written'  = complete    if too_long
//!             written + 1 if accepted and not drops
//! complete' = written + 1 if accepted and not drops and s_tlast
//! drops'    = 1           if too_long
//!             0           if accepted and s_tlast
//! dropped   = drops and accepted and s_tlast
//!
//! ends      = m_tvalid and m_tready and m_tlast
//! moves     = fetched and (not m_tvalid or m_tready) and waits = 0 and not (ends and gap_cycles > 0)
//! fetches   = read != complete and (not fetched or moves)
//! read'     = read + fetches
//! fetched'  = fetches or (fetched and not moves)
//! m_*'      = the entry fetched last, if moves
//! m_tvalid' = moves or (m_tvalid and not m_tready)
//! waits'    = gap_cycles - 1 if ends and gap_cycles > 0; waits - 1 if waits > 0; else 0
//! ```
//!
//! So no beat of a frame is sent before its last one has arrived, and then one in each cycle in which
//! the MAC is ready; between two frames are at least `gap_cycles` cycles. A frame of more beats than there
//! are entries is dropped.
//!
//! # The shim
//!
//! Module `tailback_mac_shim`. Ports, in this order: `clock`, `reset`, `rx_clock`, `rx_reset`, `tx_clock`,
//! `tx_reset`; streams `s_axis` and `m_axis` of the endpoint or switch, `s_axis_rx` and `m_axis_tx` of the
//! MAC; `rx_dropped` of `rx_clock`, and `tx_dropped` of `tx_clock`.

use crate::link::async_fifo::AsyncFifo;
use crate::parameter::{check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

use super::{BEAT_BYTES, WIDTH_BITS};

/// Bits of a beat in the memory: data, byte enables, and whether it is the last one.
pub const ENTRY_BITS: usize = WIDTH_BITS + BEAT_BYTES + 1;

/// Parameters of the FIFO of whole frames. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct FrameFifo {
    address_bits: u32,
    gap_cycles: u32,
}

impl FrameFifo {
    /// Bits of the address of a beat: 4 to 12, for 16 to 4096 beats.
    pub const ADDRESS_BITS: RangeInclusive<u64> = 4..=12;
    /// Cycles between two frames: 0 to 15.
    pub const GAP_CYCLES: RangeInclusive<u64> = 0..=15;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range of its name, such as [`FrameFifo::GAP_CYCLES`].
    pub fn new(address_bits: u32, gap_cycles: u32) -> Result<Self, OutOfRange> {
        check(Parameter::AddressBits, address_bits, Self::ADDRESS_BITS, "bits")?;
        check(Parameter::GapCycles, gap_cycles, Self::GAP_CYCLES, "cycles")?;
        Ok(FrameFifo { address_bits, gap_cycles })
    }

    /// Bits of the address of a beat.
    pub fn address_bits(&self) -> usize {
        self.address_bits as usize
    }

    /// Bits of the counts.
    pub fn counter_bits(&self) -> usize {
        self.address_bits() + 1
    }

    /// Beats that the memory holds.
    pub fn entries(&self) -> usize {
        1 << self.address_bits
    }

    /// Cycles between two frames, at least.
    pub fn gap_cycles(&self) -> usize {
        self.gap_cycles as usize
    }
}

/// Parameters of the shim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MacShim {
    /// The FIFO of each direction.
    pub fifo: AsyncFifo,
    /// Frames that are sent.
    pub frames: FrameFifo,
}

impl MacShim {
    /// Bits of `tuser`: the frame is bad.
    pub const USER_BITS: u32 = 1;
    /// Address bits of the FIFO of frames: two frames of 2000 bytes.
    pub const FRAME_ADDRESS_BITS: u32 = 9;
}

/// The shim of a MAC that keeps the gap between frames itself.
impl Default for MacShim {
    fn default() -> Self {
        let address_bits = AsyncFifo::FULL_RATE_ADDRESS_BITS;
        let fifo = AsyncFifo::new(BEAT_BYTES as u32, Self::USER_BITS, address_bits);
        let frames = FrameFifo::new(Self::FRAME_ADDRESS_BITS, 0);
        MacShim { fifo: fifo.expect("in range"), frames: frames.expect("in range") }
    }
}
