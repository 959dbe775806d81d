//! Addresses and data: all parts of the register map, and the gaps between and behind them.

use tailback_spec::registers::switch::address;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};
use tailback_spec::switch::counters::count;
use tailback_spec::switch::registers::{address_bits, Registers};

use crate::axi_lite::{Errands, Write, ALL_BYTES};
use crate::random::{any_number, one_of, Random};

/// Writes and reads at any address.
#[derive(Debug, Clone)]
pub struct Anywhere {
    registers: Registers,
    address_bits: usize,
    /// Number of LIDs, from 0 on, whose forwarding entries are not written.
    pub kept_lids: u32,
    /// Head-of-Queue Life limits of output ports are not written either.
    pub keeps_limits: bool,
}

impl Anywhere {
    /// Accesses to the whole map.
    pub fn new(registers: &Registers) -> Self {
        let address_bits = address_bits(registers);
        Anywhere { registers: *registers, address_bits, kept_lids: 0, keeps_limits: false }
    }

    /// Any address, usually that of a register.
    pub fn address(&self, random: &mut Random) -> u32 {
        use address::port::*;
        let Registers { port, forwarding, .. } = &self.registers;
        let words =
            |random: &mut Random, words: usize| random.below(words as u64) as u32 * WORD_BYTES;
        let in_port = match random.below(8) {
            0 | 1 => CONGESTION_SETTING,
            2 => STATUS,
            3 => one_of(random, &[CONGESTION, HEAD_OF_QUEUE]),
            4 => OCCUPANCY + words(random, port.virtual_lanes() + 1),
            5 | 6 => COUNTERS + words(random, count(port) + 1),
            _ => words(random, (address::PORT_STRIDE / WORD_BYTES) as usize),
        };
        let any_port = random.below(port.ports() as u64 + 1) as u32;
        let aligned = match random.below(16) {
            0 => any_number(random, self.address_bits),
            1 => address::PORTS - WORD_BYTES,
            2 => words(random, 12),
            3 => address::CONGESTION_SETTING,
            4 => one_of(random, &[address::VICTIM_MASK, address::VICTIM_MASK_HIGH]),
            5 => address::FORWARDING + forwarding.entries() as u32 * WORD_BYTES,
            6..=8 => address::FORWARDING + words(random, forwarding.entries()),
            _ => address::PORTS + any_port * address::PORT_STRIDE + in_port,
        };
        let mask = u32::MAX >> (WORD_BITS as usize - self.address_bits);
        let odd = if random.below(4) == 0 { random.below(WORD_BYTES.into()) as u32 } else { 0 };
        (aligned | odd) & mask
    }
}

impl Errands for Anywhere {
    fn write(&mut self, random: &mut Random) -> Write {
        let strobes = one_of(random, &[ALL_BYTES, ALL_BYTES, ALL_BYTES, 0, 1, 7, 14]);
        let mut address = self.address(random);
        let kept = address::FORWARDING..address::FORWARDING + self.kept_lids * WORD_BYTES;
        if kept.contains(&address) {
            address += self.kept_lids * WORD_BYTES;
        }
        let behind =
            address.checked_sub(address::PORTS).map(|behind| behind % address::PORT_STRIDE);
        let word = behind.map(|behind| behind / WORD_BYTES * WORD_BYTES);
        if self.keeps_limits && word == Some(address::port::HEAD_OF_QUEUE) {
            address += WORD_BYTES;
        }
        Write { address, data: any_number(random, WORD_BITS as usize), strobes }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        self.address(random)
    }
}
