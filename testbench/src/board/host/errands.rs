//! Accesses to the registers of the host.

use tailback_spec::board::host::{address, BoardHost, HEADER_WORDS};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

use super::LAST;
use crate::axi_lite::{Errands, Write, ALL_BYTES};
use crate::random::{any_number, one_of, Random};

/// Registers of a flow that software writes, with those of the header.
const SETTINGS: u32 = HEADER_WORDS as u32 + 6;

/// Word of a flow with the PSN, which software writes as 0.
const PSN_WORD: u32 = address::HEADER / WORD_BYTES + HEADER_WORDS as u32 - 1;
/// Bits of that word outside the PSN.
const PSN_MASK: u32 = 0xFF;

/// Software of the host.
#[derive(Debug, Clone)]
pub(super) struct Software {
    host: BoardHost,
    /// Cycle count.
    pub now: u64,
}

impl Software {
    pub fn new(host: &BoardHost) -> Self {
        Software { host: *host, now: 0 }
    }

    /// Writes to the registers of most flows, in cycle `now`.
    pub fn program(&mut self, now: u64, random: &mut Random) -> Vec<Write> {
        self.now = now;
        let mut writes = Vec::new();
        for flow in 0..self.host.flows() as u32 {
            for register in 0..SETTINGS {
                let offset = register * WORD_BYTES;
                let data = self.data(offset, flow, random);
                let data = if register == PSN_WORD { data & PSN_MASK } else { data };
                let address = flow * address::FLOW_STRIDE + offset;
                if random.below(64) > 0 {
                    writes.push(Write { address, data, strobes: ALL_BYTES });
                }
            }
        }
        writes
    }

    /// Data of a write to a register of a flow.
    fn data(&self, offset: u32, flow: u32, random: &mut Random) -> u32 {
        let any = any_number(random, WORD_BITS as usize);
        let now = self.now as u32;
        match offset {
            address::NUMBER => {
                // Usually another number for each flow; bits above are lost.
                let low = if random.below(16) == 0 { random_flow(&self.host, any) } else { flow };
                low | one_of(random, &[0, any << (self.host.flow_bits() - 1) << 1])
            }
            address::START => {
                let soon = now.saturating_add(random.below(500) as u32);
                one_of(random, &[soon, soon, soon, 0, 0, now, now, now, any])
            }
            address::STOP => {
                let soon = now.saturating_add(random.below(2000) as u32);
                let late = now.saturating_add(random.below(100_000) as u32);
                one_of(
                    random,
                    &[soon, late, late, late, LAST as u32, LAST as u32, LAST as u32, any],
                )
            }
            address::INTERVAL => {
                let beats = self.host.beats() as u64;
                let few = random.below(8) as u32;
                let packets = (beats * random.below(4) + random.below(16)) as u32;
                one_of(random, &[0, 0, 0, few, few, packets, packets, packets, packets, any])
            }
            _ => any,
        }
    }

    /// Offset of a register of a flow that is written or, seldom, of one behind them.
    fn offset(&self, random: &mut Random) -> u32 {
        let registers = one_of(random, &[SETTINGS, SETTINGS, SETTINGS, 16]);
        random.below(registers.into()) as u32 * WORD_BYTES
    }

    /// A flow, or one behind the last.
    fn flow(&self, random: &mut Random) -> u32 {
        random.below(self.host.flows() as u64 * 4 + 1) as u32 / 4
    }
}

/// An index of a flow at the NIC.
fn random_flow(host: &BoardHost, any: u32) -> u32 {
    any & (u32::MAX >> (u32::BITS as usize - host.flow_bits()))
}

impl Errands for Software {
    fn write(&mut self, random: &mut Random) -> Write {
        let all = ALL_BYTES;
        let strobes = one_of(random, &[all, all, all, all, all, all, 0, 1, 7, 14]);
        let (flow, offset) = (self.flow(random), self.offset(random));
        let data = self.data(offset, flow, random);
        let address = match random.below(16) {
            0 => any_number(random, address::BITS),
            1 => address::IDENTIFICATION + random.below(20) as u32,
            _ => flow * address::FLOW_STRIDE + offset,
        };
        let is_psn = address % address::FLOW_STRIDE / WORD_BYTES == PSN_WORD;
        Write { address, data: if is_psn { data & PSN_MASK } else { data }, strobes }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        let flow = self.flow(random) * address::FLOW_STRIDE;
        match random.below(16) {
            0 => any_number(random, address::BITS),
            1..5 => address::IDENTIFICATION + random.below(20) as u32,
            5..9 => flow + address::SENT,
            _ => flow + self.offset(random),
        }
    }
}
