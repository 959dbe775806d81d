//! A FIFO of whole frames.

use crate::interface::{AxiStreamReady, PacketStream};
use crate::Golden;
use std::collections::VecDeque;
use tailback_spec::{efl::mac as spec, port_values};

port_values! {
    /// Frames that enter.
    pub struct FrameFifoInputs {
        /// Frames that enter.
        pub s: PacketStream<bool, u64, u64, ()>,
        /// Readiness of the receiver.
        pub m: AxiStreamReady<bool>,
    }
}

port_values! {
    /// Frames that leave.
    pub struct FrameFifoOutputs {
        /// Readiness for a beat.
        pub s: AxiStreamReady<bool>,
        /// Frames that leave.
        pub m: PacketStream<bool, u64, u64, ()>,
        /// The last beat of a frame that is too long is dropped.
        pub dropped: bool,
    }
}

/// A beat.
type Beat = PacketStream<bool, u64, u64, ()>;

/// The FIFO.
#[derive(Debug, Clone)]
pub struct FrameFifo {
    entries: usize,
    gap_cycles: usize,
    /// Beats of complete frames.
    complete: VecDeque<Beat>,
    /// Beats of the frame that enters.
    entering: Vec<Beat>,
    /// The frame that enters is too long.
    is_too_long: bool,
    /// Beat on its way to the output.
    fetched: Option<Beat>,
    output: Beat,
    /// Cycles until the next frame may leave.
    waits: usize,
}

impl FrameFifo {
    /// The FIFO after reset.
    pub fn new(parameters: &spec::FrameFifo) -> Self {
        FrameFifo {
            entries: parameters.entries(),
            gap_cycles: parameters.gap_cycles(),
            complete: VecDeque::new(),
            entering: Vec::new(),
            is_too_long: false,
            fetched: None,
            output: Beat::default(),
            waits: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.complete.len() + self.entering.len() == self.entries
    }

    /// Outputs that belong to `inputs`.
    pub(super) fn show(&self, inputs: &FrameFifoInputs, outputs: &mut FrameFifoOutputs) {
        outputs.s.tready = !self.is_full() || self.is_too_long;
        outputs.m.clone_from(&self.output);
        outputs.dropped = self.is_too_long && inputs.s.tvalid && inputs.s.tlast;
    }

    /// The clock edge.
    pub(super) fn edge(&mut self, inputs: &FrameFifoInputs) {
        let was_full = self.is_full();
        let is_one_frame = self.entering.len() == self.entries;
        self.leave(inputs.m.tready);
        let beat = &inputs.s;
        if self.is_too_long {
            self.is_too_long = !(beat.tvalid && beat.tlast);
        } else if is_one_frame {
            self.entering.clear();
            self.is_too_long = true;
        } else if beat.tvalid && !was_full {
            self.entering.push(beat.clone());
            if beat.tlast {
                self.complete.extend(self.entering.drain(..));
            }
        }
    }

    fn leave(&mut self, ready: bool) {
        let accepted = self.output.tvalid && ready;
        let ends = accepted && self.output.tlast && self.gap_cycles > 0;
        let may_move = (!self.output.tvalid || ready) && self.waits == 0 && !ends;
        self.waits = if ends { self.gap_cycles - 1 } else { self.waits.saturating_sub(1) };
        if accepted {
            self.output.tvalid = false;
        }
        if may_move {
            if let Some(beat) = self.fetched.take() {
                self.output = beat;
            }
        }
        if self.fetched.is_none() {
            self.fetched = self.complete.pop_front();
        }
    }
}

impl Golden for FrameFifo {
    type Inputs = FrameFifoInputs;
    type Outputs = FrameFifoOutputs;

    fn step(&mut self, inputs: &FrameFifoInputs, outputs: &mut FrameFifoOutputs) {
        self.show(inputs, outputs);
        self.edge(inputs);
    }

    fn reset(&mut self) {
        self.complete.clear();
        self.entering.clear();
        self.is_too_long = false;
        self.fetched = None;
        self.output = Beat::default();
        self.waits = 0;
    }
}
