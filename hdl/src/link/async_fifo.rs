//! A FIFO between two clocks.

mod reader;
mod writer;

pub use reader::AsyncFifoReader;
pub use writer::AsyncFifoWriter;

use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::link::async_fifo::AsyncFifo as Config;

/// Signals of both streams.
fn signals(fifo: &Config) -> StreamSignals {
    StreamSignals::packets(fifo.width_bits()).stallable().user(fifo.user_bits())
}

block! {
    /// FIFO for a stream of packets between two clocks of any frequencies and phases.
    ///
    /// Each side has its own clock, and a reset that is synchronous to it. To empty the FIFO, hold both
    /// resets until each clock has had two edges with both. The counters of the two sides cross as Gray
    /// codes: their paths must be shorter than a period of the clock that they come from, and those from
    /// the memory to `m_axis` shorter than a period of the read clock.
    pub struct AsyncFifo(fifo: &Config) as "tailback_async_fifo" {
        /// Clock of the write side.
        clock write_clock;
        /// Reset of the write side, synchronous to `write_clock`.
        input write_reset;
        /// Clock of the read side.
        clock read_clock;
        /// Reset of the read side, synchronous to `read_clock`.
        input read_reset;
        /// Packets that enter, synchronous to `write_clock`.
        slave s_axis: AxiStream(signals(fifo));
        /// Packets that leave, synchronous to `read_clock`.
        master m_axis: AxiStream(signals(fifo));

        /// Write side, with the memory.
        clocked writer: AsyncFifoWriter = AsyncFifoWriter::new(fifo);
        /// Read side.
        clocked reader: AsyncFifoReader = AsyncFifoReader::new(fifo);
    }
    connect {
        writer: clock = write_clock, reset = write_reset, s_axis;
        reader: clock = read_clock, reset = read_reset, m_axis;
        writer, reader: write_gray, data, keep, last, user;
        reader, writer: read_gray, read_address;
    }
}

wired!(AsyncFifo);
