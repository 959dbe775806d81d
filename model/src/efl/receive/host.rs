//! The receive buffer: payloads in order, on their way to the host.

use super::EflReceiveOutputs;
use crate::efl::beat;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::efl::BEAT_BYTES;

/// Cycles from the end of that in which a payload is kept to that in which it can move.
const AGE: u32 = 1;

/// A beat of a payload.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Beat {
    data: u64,
    keep: u64,
    last: bool,
    flow: u64,
}

/// The receive buffer, and the registers to the host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Buffer {
    /// Beats of the buffer.
    beats: usize,
    /// Beats that are kept, with the cycles until they can move.
    kept: VecDeque<(u32, Beat)>,
    valid: bool,
    shown: Beat,
}

impl Buffer {
    pub(super) fn new(beats: usize) -> Self {
        Buffer { beats, kept: VecDeque::new(), valid: false, shown: Beat::default() }
    }

    pub(super) fn reset(&mut self) {
        *self = Self::new(self.beats);
    }

    pub(super) fn show(&self, outputs: &mut EflReceiveOutputs) {
        outputs.m_tvalid = self.valid;
        let Beat { data, keep, last, flow } = self.shown;
        (outputs.m_tdata, outputs.m_tkeep) = (data, keep);
        (outputs.m_tlast, outputs.m_tid) = (last, flow);
    }

    /// Whether a payload fits, as the cycle begins.
    pub(super) fn fits(&self, payload_bytes: usize) -> bool {
        self.kept.len() + payload_bytes.div_ceil(BEAT_BYTES) <= self.beats
    }

    /// The end of a cycle: a beat moves to the registers, and a payload is kept.
    pub(super) fn clock(&mut self, ready: bool, payload: Option<(u64, &[u8])>) {
        if !self.valid || ready {
            let moves = self.kept.front().filter(|(age, _)| *age == 0);
            self.valid = moves.is_some();
            self.shown = moves.map_or(self.shown, |(_, beat)| *beat);
            if self.valid {
                self.kept.pop_front();
            }
        }
        for (age, _) in &mut self.kept {
            *age = age.saturating_sub(1);
        }
        let Some((flow, payload)) = payload else { return };
        let beats = payload.len().div_ceil(BEAT_BYTES);
        for (number, part) in payload.chunks(BEAT_BYTES).enumerate() {
            let (data, keep) = (beat::data(part), beat::keep(part.len()));
            self.kept.push_back((AGE, Beat { data, keep, last: number + 1 == beats, flow }));
        }
    }
}
