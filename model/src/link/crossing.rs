//! Both directions of a link between its clock and that of the switch or NIC.

use super::async_fifo::{AsyncFifo, AsyncFifoInputs, AsyncFifoOutputs};
use crate::interface::PacketStream;
use crate::Golden;
use tailback_spec::{link::async_fifo as spec, WideWord};

/// A beat of a link.
pub type Beat = PacketStream<bool, WideWord, u64, u64>;

/// The clocks of a crossing that rise, and their resets.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edges {
    /// The clock of the link rises.
    pub link: bool,
    /// Reset of the link.
    pub link_reset: bool,
    /// The clock of the switch or NIC rises.
    pub core: bool,
    /// Reset of the switch or NIC.
    pub core_reset: bool,
}

/// A crossing.
#[derive(Debug, Clone)]
pub struct Crossing {
    receive: AsyncFifo,
    transmit: AsyncFifo,
    /// State of the link as the first and as the second register has sampled it.
    state: [bool; 2],
    received: AsyncFifoOutputs,
    sent: AsyncFifoOutputs,
    inputs: AsyncFifoInputs,
}

impl Crossing {
    /// A crossing after reset of both sides.
    pub fn new(parameters: &spec::AsyncFifo) -> Self {
        Crossing {
            receive: AsyncFifo::new(parameters),
            transmit: AsyncFifo::new(parameters),
            state: [false; 2],
            received: AsyncFifoOutputs::default(),
            sent: AsyncFifoOutputs::default(),
            inputs: AsyncFifoInputs::default(),
        }
    }

    /// Evaluates the outputs, which are states.
    pub fn show(&mut self) {
        self.receive.show(&mut self.received);
        self.transmit.show(&mut self.sent);
    }

    /// State of the link, as the switch or NIC sees it.
    pub fn is_up(&self) -> bool {
        self.state[1]
    }

    /// Beat from the link, for the switch or NIC.
    pub fn received(&self) -> &Beat {
        &self.received.m_axis
    }

    /// A beat from the link is accepted.
    pub fn accepts(&self) -> bool {
        self.received.s_axis.tready
    }

    /// A beat for the link is accepted.
    pub fn may_send(&self) -> bool {
        self.sent.s_axis.tready
    }

    /// Beat to the link.
    pub fn sent(&self) -> &Beat {
        &self.sent.m_axis
    }

    /// The edges of a step. `arriving` comes from the link, `leaving` from the switch or NIC; the link
    /// is up, and accepts a beat, or not.
    pub fn edges(&mut self, edges: Edges, arriving: &Beat, leaving: &Beat, up: bool, ready: bool) {
        let Edges { link, link_reset, core, core_reset } = edges;
        let inputs = &mut self.inputs;
        (inputs.write_clock, inputs.write_reset) = (link, link_reset);
        (inputs.read_clock, inputs.read_reset) = (core, core_reset);
        inputs.s_axis.clone_from(arriving);
        inputs.m_axis.tready = true;
        self.receive.step(inputs, &mut self.received);
        (inputs.write_clock, inputs.write_reset) = (core, core_reset);
        (inputs.read_clock, inputs.read_reset) = (link, link_reset);
        inputs.s_axis.clone_from(leaving);
        inputs.m_axis.tready = ready;
        self.transmit.step(inputs, &mut self.sent);
        if core {
            self.state = if core_reset { [false; 2] } else { [up, self.state[0]] };
        }
    }

    /// Resets both sides.
    pub fn reset(&mut self) {
        self.receive.reset();
        self.transmit.reset();
        self.state = [false; 2];
    }
}
