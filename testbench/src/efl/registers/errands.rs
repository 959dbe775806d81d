//! Addresses and data: all parts of the register map, and the gaps between and behind them.

use tailback_spec::efl::registers::{address, ADDRESS_BITS, COUNTERS, FLOW_VALUES};
use tailback_spec::efl::{rate::Settings, Efl};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

use crate::axi_lite::{Errands, Write, ALL_BYTES};
use crate::efl::flows::Flows;
use crate::random::{any_number, one_of, Random};

/// Writes and reads at any address.
#[derive(Debug, Clone)]
pub struct Anywhere {
    /// Flows in use.
    pub(super) flows: Flows,
    efl: Efl,
}

impl Anywhere {
    /// Accesses to the whole map.
    pub fn new(efl: &Efl) -> Self {
        Anywhere { flows: Flows::all(efl.flows()), efl: *efl }
    }

    /// Any address, usually that of a register.
    fn address(&self, random: &mut Random) -> u32 {
        use address::*;
        let words =
            |random: &mut Random, words: usize| random.below(words as u64) as u32 * WORD_BYTES;
        let aligned = match random.below(16) {
            0 => any_number(random, ADDRESS_BITS),
            1 => words(random, 10),
            2 => words(random, 32),
            3 => FLOW_SELECT,
            4 | 5 => FLOW + words(random, FLOW_VALUES + 1),
            6 | 7 => COUNTERS_FIRST + words(random, COUNTERS.len() + 2),
            8..=10 => PARTS + words(random, 12),
            11 => PEERS + PEERS_STRIDE * self.efl.flows() as u32 + words(random, 4),
            _ => PEERS + PEERS_STRIDE * self.flows.any(random) as u32 + words(random, 4),
        };
        let mask = u32::MAX >> (WORD_BITS as usize - ADDRESS_BITS);
        let odd = if random.below(4) == 0 { random.below(WORD_BYTES.into()) as u32 } else { 0 };
        (aligned | odd) & mask
    }

    /// Data for an address: around the ends of a setting's range, a flow, or any number.
    fn data(&self, address: u32, random: &mut Random) -> u32 {
        let any = any_number(random, WORD_BITS as usize);
        let around = |random: &mut Random, least: u64, most: u64, bits: u32| {
            let near = random.below(4) as u32;
            let edges =
                [least as u32 + near, (least as u32).wrapping_sub(near), most as u32 - near];
            let edge = one_of(random, &[edges[0], edges[1], edges[2], most as u32 + near]);
            // Bits above the field are lost.
            edge | random.bits() as u32 & !(u32::MAX >> (u32::BITS - bits))
        };
        if random.below(2) == 0 {
            return any;
        }
        let maximum = u64::from(self.efl.settings().maximum);
        match address & !(WORD_BYTES - 1) {
            address::FLOW_SELECT => {
                let beyond = self.efl.flows() as u32 - 1 + random.below(3) as u32;
                let flow = self.flows.any(random) as u32;
                one_of(random, &[flow, flow, flow, beyond]) | any & 0xFFFF_0000
            }
            address::PROBE_PACKETS => around(random, 1, 255, 8),
            address::ALPHA | address::PROBE_ALPHA => around(random, 1, *Settings::ALPHA.end(), 20),
            address::BETA => around(random, 1, *Settings::BETA.end(), 17),
            address::PROBE_BETA => around(random, 1, *Settings::PROBE_BETA.end(), 17),
            address::INITIAL => around(random, 1 << 10, *Settings::RATE.end(), 30),
            address::MINIMUM => around(random, 1 << 10, maximum, 30),
            address::RTT_MIN => around(random, 4, *Settings::RTT_MIN.end(), 24),
            address::RTO_MIN => around(random, 1, *Settings::RTO_MIN.end(), 24),
            _ => any,
        }
    }
}

impl Errands for Anywhere {
    fn write(&mut self, random: &mut Random) -> Write {
        let all = ALL_BYTES;
        let strobes = one_of(random, &[all, all, all, all, all, all, 0, 1, 7, 14]);
        let address = self.address(random);
        Write { address, data: self.data(address, random), strobes }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        self.address(random)
    }
}
