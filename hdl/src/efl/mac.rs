//! Between an endpoint or switch and a MAC.

mod frames;
mod gap;
mod receive;

pub use frames::FrameFifo;
pub use gap::FrameGap;
pub use receive::MacReceive;

use crate::interface::{AxiStream, StreamSignals};
use crate::link::AsyncFifo;
use crate::prelude::*;
use tailback_spec::efl::mac::MacShim as Config;
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// Frames between an endpoint or switch and a MAC, whose two directions have clocks of their own.
    ///
    /// A received frame for which there is no space is dropped, or ends as a bad frame. A frame is sent
    /// after all of its beats have arrived. To reset the module, hold all resets until each clock has had
    /// two edges with all of them; reset the MAC with it, so that no frame begins in its middle.
    pub struct MacShim(config: &Config) as "tailback_mac_shim" {
        /// Clock of the endpoint or switch.
        clock clock;
        /// Reset of the endpoint or switch, synchronous to `clock`.
        input reset;
        /// Clock of the frames that the MAC receives.
        clock rx_clock;
        /// Reset, synchronous to `rx_clock`.
        input rx_reset;
        /// Clock of the frames that the MAC sends.
        clock tx_clock;
        /// Reset, synchronous to `tx_clock`.
        input tx_reset;
        /// Frames to be sent, synchronous to `clock`.
        slave s_axis: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());
        /// Received frames, synchronous to `clock`; `tuser` with `tlast`: the frame is bad.
        master m_axis: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// Frames from the MAC, synchronous to `rx_clock`; `tuser` with `tlast`: the frame is bad.
        slave s_axis_rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// Frames for the MAC, synchronous to `tx_clock`; `tuser` is 0: no frame is bad.
        master m_axis_tx: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable().user(1));
        /// A received frame is cut or dropped; synchronous to `rx_clock`.
        output rx_dropped;
        /// A frame to be sent is dropped, because it is too long; synchronous to `tx_clock`.
        output tx_dropped;

        /// Drops received frames.
        clocked receive: MacReceive = MacReceive::new();
        /// Received frames.
        sub received: AsyncFifo = AsyncFifo::new(&config.fifo);
        /// Frames to be sent.
        sub sent: AsyncFifo = AsyncFifo::new(&config.fifo);
        /// Whole frames for the MAC.
        clocked frames: FrameFifo = FrameFifo::new(&config.frames);
    }
    connect {
        receive: clock = rx_clock, reset = rx_reset, s = s_axis_rx, dropped = rx_dropped;
        received: write_clock = rx_clock, write_reset = rx_reset, read_clock = clock,
            read_reset = reset, m_axis;
        sent: write_clock = clock, write_reset = reset, read_clock = tx_clock, read_reset = tx_reset,
            s_axis;
        frames: clock = tx_clock, reset = tx_reset, m = m_axis_tx, dropped = tx_dropped;
        receive, received: m = s_axis;
        sent, frames: m_axis = s;
    }
}

impl Logic for MacShim {
    #[hdl_gen]
    fn update(&mut self) {
        self.received.m_axis.tready.next = true;
        self.sent.s_axis.tuser.next = 0.into();
        self.m_axis_tx.tuser.next = 0.into();
    }
}
