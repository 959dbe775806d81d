//! Frames from a MAC, which cannot be stalled.

use crate::interface::{AxiStreamReady, PacketStream};
use crate::Golden;
use tailback_spec::port_values;

port_values! {
    /// Frames from the MAC.
    pub struct MacReceiveInputs {
        /// Frames from the MAC; `tuser` with `tlast`: the frame is bad.
        pub s: PacketStream<bool, u64, u64, u64>,
        /// Readiness of the receiver.
        pub m: AxiStreamReady<bool>,
    }
}

port_values! {
    /// Frames that are passed.
    pub struct MacReceiveOutputs {
        /// Frames that are passed.
        pub m: PacketStream<bool, u64, u64, u64>,
        /// A frame is cut or dropped.
        pub dropped: bool,
    }
}

/// Fate of the frame that the MAC sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The next beat is the first one of a frame.
    Between,
    /// The frame is passed.
    Passed,
    /// The rest of the frame is dropped.
    Dropped,
}

/// The receiver.
#[derive(Debug, Clone)]
pub struct MacReceive {
    fate: Fate,
    /// A frame was cut, and its last beat has not been sent.
    owes_end: bool,
}

impl MacReceive {
    /// The receiver after reset.
    pub fn new() -> Self {
        MacReceive { fate: Fate::Between, owes_end: false }
    }
}

impl Default for MacReceive {
    fn default() -> Self {
        Self::new()
    }
}

impl Golden for MacReceive {
    type Inputs = MacReceiveInputs;
    type Outputs = MacReceiveOutputs;

    fn step(&mut self, inputs: &MacReceiveInputs, outputs: &mut MacReceiveOutputs) {
        let beat = &inputs.s;
        let may_pass = self.fate != Fate::Dropped;
        outputs.m = match self.owes_end {
            true => {
                PacketStream { tvalid: true, tdata: 0, tkeep: 1, tlast: true, tid: (), tuser: 1 }
            }
            false => PacketStream { tvalid: beat.tvalid && may_pass, ..beat.clone() },
        };
        let passes = beat.tvalid && may_pass && !self.owes_end && inputs.m.tready;
        outputs.dropped = beat.tvalid && may_pass && !passes;
        self.owes_end &= !inputs.m.tready;
        if outputs.dropped && self.fate == Fate::Passed {
            self.owes_end = true;
        }
        if beat.tvalid {
            self.fate = match passes {
                _ if beat.tlast => Fate::Between,
                true => Fate::Passed,
                false => Fate::Dropped,
            };
        }
    }

    fn reset(&mut self) {
        *self = Self::new();
    }
}
