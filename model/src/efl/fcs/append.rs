//! The generation of the FCS: appends it to each frame.

use crate::efl::beat;
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    efl::BEAT_BYTES,
    port_values,
    wire::efl::fcs::{fcs, BYTES},
};

port_values! {
    /// Frames without FCS, and the acceptance of those with it.
    pub struct EflFcsAppendInputs {
        /// Beat valid.
        pub s_tvalid: bool,
        /// Bytes of the beat.
        pub s_tdata: u64,
        /// Valid bytes of the beat, one bit per byte; used with `s_tlast`.
        pub s_tkeep: u64,
        /// Last beat of the frame.
        pub s_tlast: bool,
        /// The beat sent is accepted.
        pub m_tready: bool,
    }
}

port_values! {
    /// Frames with their FCS.
    pub struct EflFcsAppendOutputs {
        /// The beat is accepted.
        pub s_tready: bool,
        /// Beat valid.
        pub m_tvalid: bool,
        /// Bytes of the beat.
        pub m_tdata: u64,
        /// Valid bytes of the beat, one bit per byte.
        pub m_tkeep: u64,
        /// Last beat of the frame.
        pub m_tlast: bool,
    }
}

/// A beat of a frame.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Beat {
    /// Valid bytes.
    bytes: Vec<u8>,
    last: bool,
    /// The beat is the rest of an FCS.
    rest: bool,
}

impl Beat {
    /// Whether the FCS needs a further beat.
    fn is_extra(&self) -> bool {
        self.last && !self.rest && self.bytes.len() > BYTES
    }
}

/// The generation of the FCS: two stages of registers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EflFcsAppend {
    /// First stage.
    x: Option<Beat>,
    /// Second stage, or the last beat that was in it.
    shown: Beat,
    valid: bool,
    /// Bytes of the frame that were in the first stage before.
    frame: Vec<u8>,
}

impl EflFcsAppend {
    /// The module after reset.
    pub fn new() -> Self {
        Self::default()
    }

    /// Drives all outputs; `s_tready` depends on `m_tready`.
    pub(crate) fn show(&self, inputs: &EflFcsAppendInputs, outputs: &mut EflFcsAppendOutputs) {
        let room = !self.valid || inputs.m_tready;
        *outputs = EflFcsAppendOutputs {
            s_tready: self.x.as_ref().is_none_or(|x| room && !x.is_extra()),
            m_tvalid: self.valid,
            m_tdata: beat::data(&self.shown.bytes),
            m_tkeep: beat::keep(self.shown.bytes.len()),
            m_tlast: self.shown.last,
        };
        // After reset, there is no beat.
        if self.shown.bytes.is_empty() {
            outputs.m_tkeep = 0;
        }
    }

    /// Moves a beat to the outputs, with its part of the FCS; returns the rest of the FCS.
    fn send(&mut self, mut beat: Beat) -> Option<Beat> {
        self.valid = true;
        self.frame.extend(&beat.bytes);
        let mut rest = None;
        if beat.last && !beat.rest {
            beat.bytes.extend(fcs(&self.frame));
            if beat.bytes.len() > BEAT_BYTES {
                let bytes = beat.bytes.split_off(BEAT_BYTES);
                rest = Some(Beat { bytes, last: true, rest: true });
                beat.last = false;
            }
        }
        if beat.last {
            self.frame.clear();
        }
        self.shown = beat;
        rest
    }
}

impl Golden for EflFcsAppend {
    type Inputs = EflFcsAppendInputs;
    type Outputs = EflFcsAppendOutputs;

    fn step(&mut self, inputs: &EflFcsAppendInputs, outputs: &mut EflFcsAppendOutputs) {
        self.show(inputs, outputs);
        if !self.valid || inputs.m_tready {
            self.valid = false;
            self.x = self.x.take().and_then(|x| self.send(x));
        }
        if inputs.s_tvalid && outputs.s_tready {
            let valid = beat::valid_bytes(inputs.s_tkeep, inputs.s_tlast);
            let bytes = beat::bytes(inputs.s_tdata, valid);
            self.x = Some(Beat { bytes, last: inputs.s_tlast, rest: false });
        }
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}
