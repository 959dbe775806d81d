//! Framing: data and ACKs as frames in beats.

use super::{EflTransmitInputs, EflTransmitOutputs};
use crate::efl::beat;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    efl::BEAT_BYTES,
    wire::efl::{Address, Content, Repr, SOURCE},
    wire::Number,
};

/// The frame that is being sent, and the registers to the MAC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Frames {
    /// Bytes of the frame; without any, none is being sent.
    frame: Vec<u8>,
    /// Bytes of it that have moved.
    moved: usize,
    valid: bool,
    data: u64,
    keep: u64,
    last: bool,
}

/// Fields of a frame.
pub(super) struct Fields {
    pub(super) address: u64,
    pub(super) label: u64,
    pub(super) sequence: u32,
    pub(super) stamp: u64,
    pub(super) content: Content,
}

/// A MAC address as bytes.
fn bytes(address: u64) -> Address {
    let mut bytes = Address::default();
    bytes.copy_from_slice(&address.to_be_bytes()[2..]);
    bytes
}

impl Frames {
    pub(super) fn show(&self, outputs: &mut EflTransmitOutputs) {
        outputs.m_tvalid = self.valid;
        (outputs.m_tdata, outputs.m_tkeep, outputs.m_tlast) = (self.data, self.keep, self.last);
    }

    fn has_room(&self, inputs: &EflTransmitInputs) -> bool {
        !self.valid || inputs.m_tready
    }

    /// Whether a frame can begin.
    pub(super) fn can_begin(&self, inputs: &EflTransmitInputs) -> bool {
        self.frame.is_empty() && self.has_room(inputs)
    }

    /// Begins a frame.
    pub(super) fn begin(&mut self, fields: &Fields, payload: &[u8], ether_type: u16) {
        let repr = Repr {
            destination: bytes(fields.address),
            source: Address::default(),
            ether_type,
            label: fields.label as u16,
            sequence: Number::low(fields.sequence),
            stamp: Number::low(fields.stamp as u32),
            content: fields.content,
        };
        (self.frame, self.moved) = (repr.emit(payload), 0);
    }

    /// The end of a cycle: the next beat moves to the registers.
    pub(super) fn clock(&mut self, inputs: &EflTransmitInputs) {
        if !self.has_room(inputs) {
            return;
        }
        self.valid = !self.frame.is_empty();
        if !self.valid {
            return;
        }
        let range = self.moved..self.frame.len().min(self.moved + BEAT_BYTES);
        // The own address is that of the cycle in which its bytes move.
        for (number, byte) in bytes(inputs.set_address).into_iter().enumerate() {
            let place = SOURCE.offset + number;
            if range.contains(&place) {
                self.frame[place] = byte;
            }
        }
        let part = &self.frame[range.clone()];
        (self.data, self.keep) = (beat::data(part), beat::keep(part.len()));
        self.last = range.end == self.frame.len();
        self.moved = range.end;
        if self.last {
            self.frame.clear();
        }
    }
}
