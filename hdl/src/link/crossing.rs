//! Both directions of a link between its clock and that of the switch or NIC.

mod synchronizer;

pub use synchronizer::Synchronizer;

use super::AsyncFifo;
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::link::async_fifo::AsyncFifo as Config;

/// Signals of a stream that the receiver cannot stall.
fn packets(fifo: &Config) -> StreamSignals {
    StreamSignals::packets(fifo.width_bits()).user(fifo.user_bits())
}

block! {
    /// Both directions of a link between its own clock and that of the switch or NIC.
    pub struct LinkCrossing(fifo: &Config) as "tailback_link_crossing" {
        /// Clock of the link.
        clock link_clock;
        /// Reset of the link, synchronous to `link_clock`.
        input link_reset;
        /// Clock of the switch or NIC.
        clock clock;
        /// Reset of the switch or NIC, synchronous to `clock`.
        input reset;
        /// Link is up; driven by a register, of any clock.
        input link_active;
        /// Packets from the link, synchronous to `link_clock`.
        slave s_axis: AxiStream(packets(fifo).stallable());
        /// Packets to the link, synchronous to `link_clock`.
        master m_axis: AxiStream(packets(fifo).stallable());
        /// Input `link_active` in the clock of the switch or NIC.
        output active;
        /// Packets from the link, synchronous to `clock`.
        master received: AxiStream(packets(fifo));
        /// Packets to the link, synchronous to `clock`.
        slave sent: AxiStream(packets(fifo).stallable());

        /// Packets from the link.
        sub receive: AsyncFifo = AsyncFifo::new(fifo);
        /// Packets to the link.
        sub transmit: AsyncFifo = AsyncFifo::new(fifo);
        /// State of the link.
        clocked state: Synchronizer = Synchronizer::new();
    }
    connect {
        receive: write_clock = link_clock, write_reset = link_reset, read_clock = clock,
            read_reset = reset, s_axis, m_axis = received;
        transmit: write_clock = clock, write_reset = reset, read_clock = link_clock,
            read_reset = link_reset, s_axis = sent, m_axis;
        state: clock, reset, from = link_active, to = active;
    }
}

impl Logic for LinkCrossing {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Credits limit what the other end of the link sends.");
        self.receive.m_axis.tready.next = true;
    }
}
