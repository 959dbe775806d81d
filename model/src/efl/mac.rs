//! Between an endpoint or switch and a MAC.

mod frames;
mod receive;
#[cfg(test)]
mod tests;

pub use frames::{FrameFifo, FrameFifoInputs, FrameFifoOutputs};
pub use receive::{MacReceive, MacReceiveInputs, MacReceiveOutputs};

use crate::interface::{AxiStreamReady, PacketStream};
use crate::link::async_fifo::{AsyncFifo, AsyncFifoInputs, AsyncFifoOutputs};
use crate::link::crossing::Beat;
use crate::Golden;
use tailback_spec::{efl::mac as spec, port_values};

port_values! {
    /// Clocks, and frames of both sides.
    pub struct MacShimInputs {
        /// Clock of the endpoint or switch.
        pub clock: bool,
        /// Reset of the endpoint or switch.
        pub reset: bool,
        /// Clock of received frames.
        pub rx_clock: bool,
        /// Reset of received frames.
        pub rx_reset: bool,
        /// Clock of transmitted frames.
        pub tx_clock: bool,
        /// Reset of transmitted frames.
        pub tx_reset: bool,
        /// Frames to be sent.
        pub s_axis: PacketStream<bool, u64, u64, ()>,
        /// Frames from the MAC; `tuser` with `tlast`: the frame is bad.
        pub s_axis_rx: PacketStream<bool, u64, u64, u64>,
        /// Readiness of the MAC.
        pub m_axis_tx: AxiStreamReady<bool>,
    }
}

port_values! {
    /// Frames of both sides.
    pub struct MacShimOutputs {
        /// Readiness for a beat to be sent.
        pub s_axis: AxiStreamReady<bool>,
        /// Received frames.
        pub m_axis: PacketStream<bool, u64, u64, u64>,
        /// Frames for the MAC.
        pub m_axis_tx: PacketStream<bool, u64, u64, u64>,
        /// A received frame is cut or dropped.
        pub rx_dropped: bool,
        /// A frame to be sent is dropped.
        pub tx_dropped: bool,
    }
}

/// The shim.
#[derive(Debug, Clone)]
pub struct MacShim {
    receive: MacReceive,
    received: AsyncFifo,
    sent: AsyncFifo,
    frames: FrameFifo,
}

impl MacShim {
    /// The shim after reset.
    pub fn new(parameters: &spec::MacShim) -> Self {
        MacShim {
            receive: MacReceive::new(),
            received: AsyncFifo::new(&parameters.fifo),
            sent: AsyncFifo::new(&parameters.fifo),
            frames: FrameFifo::new(&parameters.frames),
        }
    }

    /// From the MAC.
    fn receive(&mut self, inputs: &MacShimInputs, outputs: &mut MacShimOutputs) {
        let mut fifo = AsyncFifoOutputs::default();
        self.received.show(&mut fifo);
        outputs.m_axis = PacketStream {
            tvalid: fifo.m_axis.tvalid,
            tdata: fifo.m_axis.tdata.first().copied().unwrap_or(0),
            tkeep: fifo.m_axis.tkeep,
            tlast: fifo.m_axis.tlast,
            tid: (),
            tuser: fifo.m_axis.tuser,
        };
        let m = fifo.s_axis.clone();
        let given = MacReceiveInputs { s: inputs.s_axis_rx.clone(), m };
        let mut shown = MacReceiveOutputs::default();
        // Without an edge, the state stays.
        let before = self.receive.clone();
        self.receive.step(&given, &mut shown);
        match (inputs.rx_clock, inputs.rx_reset) {
            (true, true) => self.receive.reset(),
            (true, false) => {}
            (false, _) => self.receive = before,
        }
        outputs.rx_dropped = shown.dropped;
        let m = shown.m;
        let edges = AsyncFifoInputs {
            write_clock: inputs.rx_clock,
            write_reset: inputs.rx_reset,
            read_clock: inputs.clock,
            read_reset: inputs.reset,
            s_axis: Beat {
                tvalid: m.tvalid,
                tdata: [m.tdata].into_iter().collect(),
                tkeep: m.tkeep,
                tlast: m.tlast,
                tid: (),
                tuser: m.tuser,
            },
            m_axis: AxiStreamReady { tready: true },
        };
        self.received.step(&edges, &mut fifo);
    }

    /// To the MAC.
    fn send(&mut self, inputs: &MacShimInputs, outputs: &mut MacShimOutputs) {
        let mut fifo = AsyncFifoOutputs::default();
        self.sent.show(&mut fifo);
        outputs.s_axis = fifo.s_axis.clone();
        let beat = &fifo.m_axis;
        let given = FrameFifoInputs {
            s: PacketStream {
                tvalid: beat.tvalid,
                tdata: beat.tdata.first().copied().unwrap_or(0),
                tkeep: beat.tkeep,
                tlast: beat.tlast,
                tid: (),
                tuser: (),
            },
            m: inputs.m_axis_tx.clone(),
        };
        let mut shown = FrameFifoOutputs::default();
        self.frames.show(&given, &mut shown);
        if inputs.tx_clock {
            match inputs.tx_reset {
                true => self.frames.reset(),
                false => self.frames.edge(&given),
            }
        }
        outputs.tx_dropped = shown.dropped;
        let m = shown.m;
        outputs.m_axis_tx = PacketStream {
            tvalid: m.tvalid,
            tdata: m.tdata,
            tkeep: m.tkeep,
            tlast: m.tlast,
            tid: (),
            tuser: 0,
        };
        let edges = AsyncFifoInputs {
            write_clock: inputs.clock,
            write_reset: inputs.reset,
            read_clock: inputs.tx_clock,
            read_reset: inputs.tx_reset,
            s_axis: Beat {
                tvalid: inputs.s_axis.tvalid,
                tdata: [inputs.s_axis.tdata].into_iter().collect(),
                tkeep: inputs.s_axis.tkeep,
                tlast: inputs.s_axis.tlast,
                tid: (),
                tuser: 0,
            },
            m_axis: shown.s,
        };
        self.sent.step(&edges, &mut fifo);
    }
}

impl Golden for MacShim {
    type Inputs = MacShimInputs;
    type Outputs = MacShimOutputs;

    fn step(&mut self, inputs: &MacShimInputs, outputs: &mut MacShimOutputs) {
        self.receive(inputs, outputs);
        self.send(inputs, outputs);
    }

    fn reset(&mut self) {
        self.receive.reset();
        self.received.reset();
        self.sent.reset();
        self.frames.reset();
    }
}
