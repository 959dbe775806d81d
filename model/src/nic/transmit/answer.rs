//! Replies: packets that the NIC generates itself.

use super::TransmitInputs;
use crate::switch::beat::{self, MOST_BYTES};
use tailback_spec::{
    nic::transmit::{ACK_WORDS, BUILD_CYCLES, CNP_WORDS},
    wire::{bth, crc, lrh, Number},
    WideWord,
};

/// A reply, built or being built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub is_cnp: bool,
    /// Cycles for which it has been built, up to the total.
    pub cycles: usize,
    /// The packet.
    bytes: Vec<u8>,
    /// Bytes that have been transmitted.
    gone: usize,
}

impl Answer {
    /// Packet with these fields; any LID is accepted.
    pub fn new(inputs: &TransmitInputs) -> Self {
        /// LNH of a packet for the same subnet (IBA 7.7).
        const LOCAL: u8 = 2;
        let is_cnp = inputs.answer_opcode == u64::from(bth::OPCODE_CNP);
        let words = if is_cnp { CNP_WORDS } else { ACK_WORDS };
        let mut bytes = vec![
            (inputs.answer_vl as u8) << 4 | lrh::VERSION,
            (inputs.answer_sl as u8) << 4 | LOCAL,
        ];
        bytes.extend((inputs.answer_dlid as u16).to_be_bytes());
        bytes.extend((words as u16).to_be_bytes());
        bytes.extend((inputs.answer_slid as u16).to_be_bytes());
        let transport = bth::Repr {
            opcode: inputs.answer_opcode as u8,
            solicited_event: false,
            migration: false,
            pad: Number::low(0),
            partition_key: inputs.answer_p_key as u16,
            fecn: false,
            becn: inputs.answer_becn,
            destination_queue_pair: Number::low(inputs.answer_dest_qp as u32),
            acknowledge_request: false,
            sequence_number: Number::low(inputs.answer_psn as u32),
        };
        bytes.extend(transport.emit());
        if !is_cnp {
            let extended = (inputs.answer_syndrome as u32) << 24 | inputs.answer_msn as u32;
            bytes.extend(extended.to_be_bytes());
        }
        // The packet has all headers, so an ICRC exists.
        let icrc = crc::icrc(&bytes).unwrap_or_default();
        bytes.extend(icrc);
        let vcrc = crc::vcrc(&bytes);
        bytes.extend(vcrc);
        Answer { is_cnp, cycles: 0, bytes, gone: 0 }
    }

    pub fn is_built(&self) -> bool {
        self.cycles == BUILD_CYCLES
    }

    /// Next `width` bytes, the number of valid ones, and whether they are the last.
    pub fn next_beat(&mut self, width: usize) -> (WideWord, usize, bool) {
        let left = &self.bytes[self.gone..];
        let counted = left.len().min(width);
        let mut bytes = [0; MOST_BYTES];
        bytes[..counted].copy_from_slice(&left[..counted]);
        let last = counted == left.len();
        self.gone += counted;
        (beat::data(&bytes[..width]), counted, last)
    }
}
