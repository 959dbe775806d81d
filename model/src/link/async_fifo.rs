//! A FIFO between two clocks (Cummings, "Simulation and Synthesis Techniques for Asynchronous FIFO
//! Design", SNUG 2002, style 1).

#[cfg(test)]
mod tests;

use crate::interface::{AxiStreamReady, PacketStream};
use crate::Golden;
use tailback_spec::{link::async_fifo as spec, port_values, WideWord};

port_values! {
    /// Clocks, resets and traffic of one step. A clock that is high rises at the end of the step.
    pub struct AsyncFifoInputs {
        /// Clock of the write side.
        pub write_clock: bool,
        /// Reset of the write side.
        pub write_reset: bool,
        /// Clock of the read side.
        pub read_clock: bool,
        /// Reset of the read side.
        pub read_reset: bool,
        /// Beats that enter.
        pub s_axis: PacketStream<bool, WideWord, u64, u64>,
        /// Readiness of the receiver.
        pub m_axis: AxiStreamReady<bool>,
    }
}

port_values! {
    /// Readiness of the FIFO, and beats that leave.
    pub struct AsyncFifoOutputs {
        /// Readiness of the FIFO.
        pub s_axis: AxiStreamReady<bool>,
        /// Beats that leave.
        pub m_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

/// A beat of a stream.
type Beat = PacketStream<bool, WideWord, u64, u64>;

/// The counters that each clock samples of the other side, where that is not the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampled {
    /// Beats written, as the read side samples them.
    pub written: u32,
    /// Beats read, as the write side samples them.
    pub read: u32,
}

/// A counter of the other side, as it passes two registers.
#[derive(Debug, Clone, Copy, Default)]
struct Synchronizer {
    seen: u32,
    again: u32,
}

impl Synchronizer {
    fn edge(&mut self, sampled: u32) {
        *self = Synchronizer { seen: sampled, again: self.seen };
    }
}

/// The FIFO.
#[derive(Debug, Clone)]
pub struct AsyncFifo {
    /// Twice the number of entries: the counters are modulo this number.
    modulus: u32,
    entries: Vec<Beat>,
    written: u32,
    full: bool,
    read_seen: Synchronizer,
    read: u32,
    written_seen: Synchronizer,
    output: Beat,
}

impl AsyncFifo {
    /// The FIFO after a reset of both sides.
    pub fn new(parameters: &spec::AsyncFifo) -> Self {
        let entries = parameters.entries();
        AsyncFifo {
            modulus: 2 * entries as u32,
            entries: vec![Beat::default(); entries],
            written: 0,
            full: false,
            read_seen: Synchronizer::default(),
            read: 0,
            written_seen: Synchronizer::default(),
            output: Beat::default(),
        }
    }

    /// The counters of both sides.
    pub fn counters(&self) -> Sampled {
        Sampled { written: self.written, read: self.read }
    }

    /// Outputs, which do not depend on the inputs.
    pub fn show(&self, outputs: &mut AsyncFifoOutputs) {
        outputs.s_axis.tready = !self.full;
        outputs.m_axis.clone_from(&self.output);
    }

    /// The clock edges of a step, in which each side samples these counters of the other one.
    pub fn edges(&mut self, inputs: &AsyncFifoInputs, sampled: Sampled) {
        if inputs.write_clock {
            self.write_edge(inputs, sampled.read);
        }
        if inputs.read_clock {
            self.read_edge(inputs, sampled.written);
        }
    }

    fn write_edge(&mut self, inputs: &AsyncFifoInputs, read: u32) {
        if inputs.write_reset {
            (self.written, self.full, self.read_seen) = (0, false, Synchronizer::default());
            return;
        }
        if inputs.s_axis.tvalid && !self.full {
            let entry = self.written as usize % self.entries.len();
            self.entries[entry].clone_from(&inputs.s_axis);
            self.written = (self.written + 1) % self.modulus;
        }
        let ahead = (self.written + self.modulus - self.read_seen.again) % self.modulus;
        self.full = ahead as usize == self.entries.len();
        self.read_seen.edge(read);
    }

    fn read_edge(&mut self, inputs: &AsyncFifoInputs, written: u32) {
        if inputs.read_reset {
            (self.read, self.written_seen) = (0, Synchronizer::default());
            self.output = Beat::default();
            return;
        }
        if !self.output.tvalid || inputs.m_axis.tready {
            let is_empty = self.read == self.written_seen.again;
            if !is_empty {
                self.output.clone_from(&self.entries[self.read as usize % self.entries.len()]);
                self.read = (self.read + 1) % self.modulus;
            }
            self.output.tvalid = !is_empty;
        }
        self.written_seen.edge(written);
    }
}

impl Golden for AsyncFifo {
    type Inputs = AsyncFifoInputs;
    type Outputs = AsyncFifoOutputs;

    fn step(&mut self, inputs: &AsyncFifoInputs, outputs: &mut AsyncFifoOutputs) {
        self.show(outputs);
        let before = self.counters();
        self.edges(inputs, before);
    }

    fn reset(&mut self) {
        let both = AsyncFifoInputs {
            write_clock: true,
            write_reset: true,
            read_clock: true,
            read_reset: true,
            ..Default::default()
        };
        self.edges(&both, Sampled { written: 0, read: 0 });
    }
}
