//! The check of the FCS: removes it from received frames, and marks frames that are wrong.

use crate::efl::beat;
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    wire::efl::fcs::{has_good_fcs, BYTES},
};

port_values! {
    /// Frames with their FCS, from the MAC.
    pub struct EflFcsCheckInputs {
        /// Beat valid.
        pub rx_tvalid: bool,
        /// Bytes of the beat.
        pub rx_tdata: u64,
        /// Valid bytes of the beat, one bit per byte; used with `rx_tlast`.
        pub rx_tkeep: u64,
        /// Last beat of the frame.
        pub rx_tlast: bool,
        /// The frame is bad; used with `rx_tlast`.
        pub rx_tuser: bool,
    }
}

port_values! {
    /// Frames without their FCS.
    pub struct EflFcsCheckOutputs {
        /// Beat valid.
        pub m_tvalid: bool,
        /// Bytes of the beat.
        pub m_tdata: u64,
        /// Valid bytes of the beat, one bit per byte.
        pub m_tkeep: u64,
        /// Last beat of the frame.
        pub m_tlast: bool,
        /// The frame is bad; valid with `m_tlast`.
        pub m_tuser: bool,
        /// The FCS of the frame is wrong.
        pub wrong: bool,
    }
}

/// Cycles in which beats are scheduled to be sent on, beginning with the current one.
const STAGES: usize = 4;
/// Cycles from the last beat to the beat that is then shown.
const EARLY: usize = 2;
/// Cycles from the last beat to its rest.
const LATE: usize = 3;

/// The check of the FCS. Outputs are scheduled when the beat is received that determines them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EflFcsCheck {
    /// Bytes of the frame so far.
    frame: Vec<u8>,
    /// Data of the beat before, in the same frame.
    before: Option<u64>,
    /// Outputs of this cycle and of the next ones.
    schedule: [EflFcsCheckOutputs; STAGES],
}

impl EflFcsCheck {
    /// The module after reset.
    pub fn new() -> Self {
        Self::default()
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut EflFcsCheckOutputs) {
        outputs.clone_from(&self.schedule[0]);
    }

    /// Sends a beat on in the middle of a frame.
    fn pass(&mut self, cycles: usize, data: u64) {
        self.schedule[cycles] = EflFcsCheckOutputs {
            m_tvalid: true,
            m_tdata: data,
            m_tkeep: beat::ALL,
            ..Default::default()
        };
    }

    /// Sends the last beat on.
    fn end(&mut self, cycles: usize, data: u64, valid: usize, is_marked: bool) {
        let is_good = has_good_fcs(&self.frame);
        self.schedule[cycles] = EflFcsCheckOutputs {
            m_tvalid: true,
            m_tdata: data,
            m_tkeep: beat::keep(valid),
            m_tlast: true,
            m_tuser: is_marked || !is_good || self.frame.len() <= BYTES,
            wrong: !is_good && !is_marked,
        };
    }

    fn receive(&mut self, inputs: &EflFcsCheckInputs) {
        let data = inputs.rx_tdata;
        let valid = beat::valid_bytes(inputs.rx_tkeep, inputs.rx_tlast);
        self.frame.extend(beat::bytes(data, valid));
        if !inputs.rx_tlast {
            if let Some(before) = self.before.replace(data) {
                self.pass(EARLY, before);
            }
            return;
        }
        let is_marked = inputs.rx_tuser;
        match (self.before.take(), valid > BYTES) {
            (Some(before), false) => self.end(EARLY, before, BYTES + valid, is_marked),
            (Some(before), true) => {
                self.pass(EARLY, before);
                self.end(LATE, data, valid - BYTES, is_marked);
            }
            (None, true) => self.end(LATE, data, valid - BYTES, is_marked),
            (None, false) => self.end(LATE, data, 1, is_marked),
        }
        self.frame.clear();
    }
}

impl Golden for EflFcsCheck {
    type Inputs = EflFcsCheckInputs;
    type Outputs = EflFcsCheckOutputs;

    fn step(&mut self, inputs: &EflFcsCheckInputs, outputs: &mut EflFcsCheckOutputs) {
        self.show(outputs);
        if inputs.rx_tvalid {
            self.receive(inputs);
        }
        self.schedule[0] = EflFcsCheckOutputs::default();
        self.schedule.rotate_left(1);
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}
