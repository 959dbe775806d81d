//! Registers of the host.

use super::{flow::Flow, BoardHost};
use tailback_spec::{
    board::host::{address, HEADER_WORDS, IDENTIFICATION},
    registers::WORD_BYTES,
};

/// Address behind the words of the header.
const HEADER_END: u32 = address::HEADER + HEADER_WORDS as u32 * WORD_BYTES;

impl BoardHost {
    /// Flow at an address, and offset of the register in it.
    fn flow_at(&self, at: u32) -> Option<(usize, u32)> {
        let flow = (at / address::FLOW_STRIDE) as usize;
        (flow < self.flows.len()).then_some((flow, at % address::FLOW_STRIDE))
    }

    /// Value of the register at an address.
    pub(super) fn value(&self, at: u32) -> Option<u32> {
        match at {
            address::IDENTIFICATION => Some(IDENTIFICATION),
            address::CAPABILITIES => {
                Some((self.host.packet_words() as u32) << 16 | self.flows.len() as u32)
            }
            address::RECEIVED => Some(self.received),
            address::BAD => Some(self.bad),
            _ => {
                let (flow, offset) = self.flow_at(at)?;
                self.flows[flow].value(offset)
            }
        }
    }

    /// Writes to a register; returns whether the write is legal.
    pub(super) fn write(&mut self, at: u32, data: u32) -> bool {
        let number_mask = u32::MAX >> (u32::BITS as usize - self.host.flow_bits());
        let Some((flow, offset)) = self.flow_at(at) else { return false };
        let settings = &mut self.flows[flow].settings;
        match offset {
            address::HEADER..HEADER_END => settings.header[(offset / WORD_BYTES) as usize] = data,
            address::ICRC => settings.icrc = data,
            // Bits outside fields are lost.
            address::VCRC => settings.vcrc = data as u16,
            address::NUMBER => settings.number = data & number_mask,
            address::START => settings.start = data,
            address::STOP => settings.stop = data,
            address::INTERVAL => settings.interval = data,
            _ => return false,
        }
        true
    }
}

impl Flow {
    /// Value of the register at an offset.
    fn value(&self, offset: u32) -> Option<u32> {
        let settings = &self.settings;
        match offset {
            address::HEADER..HEADER_END => Some(settings.header[(offset / WORD_BYTES) as usize]),
            address::ICRC => Some(settings.icrc),
            address::VCRC => Some(settings.vcrc.into()),
            address::NUMBER => Some(settings.number),
            address::START => Some(settings.start),
            address::STOP => Some(settings.stop),
            address::INTERVAL => Some(settings.interval),
            address::SENT => Some(self.sent),
            _ => None,
        }
    }
}
