//! Addresses and data: all parts of the register map, and the gaps between and behind them.

use tailback_spec::nic::registers::{ADDRESS_BITS, TURNS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::{address, LOG_EVENTS};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

use crate::axi_lite::{Errands, Write, ALL_BYTES};
use crate::random::{any_number, one_of, Random};

/// Writes and reads at any address.
#[derive(Debug, Clone)]
pub struct Anywhere {
    nic: Nic,
}

impl Anywhere {
    /// Accesses to the whole map.
    pub fn new(nic: &Nic) -> Self {
        Anywhere { nic: *nic }
    }

    /// Any address, usually that of a register.
    pub fn address(&self, random: &mut Random) -> u32 {
        use address::*;
        /// Words of the log and a few more; of the settings; of the values of a flow.
        const LOG_WORDS: usize = 3 + 4 * LOG_EVENTS as usize + 2;
        const SETTING_WORDS: usize = 1 + 2 * Nic::SERVICE_LEVELS + 2;
        const FLOW_WORDS: usize = 8;
        let words =
            |random: &mut Random, words: usize| random.below(words as u64) as u32 * WORD_BYTES;
        // The first addresses are frequent, so that written data is read back.
        let some = |random: &mut Random, all: usize| {
            let most = one_of(random, &[2, all, all + 1]);
            words(random, most)
        };
        let aligned = match random.below(24) {
            0 => any_number(random, ADDRESS_BITS),
            1 => words(random, 10),
            2 => QP_BASE,
            3..=5 => FLOW_SELECT,
            6..=8 => FLOW + words(random, FLOW_WORDS),
            9 => SERVICE_LEVEL_CCTI + words(random, Nic::SERVICE_LEVELS),
            10 | 11 => TRAFFIC + words(random, TURNS + 2),
            12 => one_of(random, &[CONGESTION_INFO, TIME_STAMP, CONGESTION_CONTROL_TABLE]),
            13..=15 => CONGESTION_LOG + words(random, LOG_WORDS),
            16..=18 => CA_CONGESTION_SETTING + words(random, SETTING_WORDS),
            19 | 20 => TABLE_ENTRIES + some(random, self.nic.cct_entries()),
            _ => QPS + some(random, self.nic.flows()),
        };
        let mask = u32::MAX >> (WORD_BITS as usize - ADDRESS_BITS);
        let odd = if random.below(4) == 0 { random.below(WORD_BYTES.into()) as u32 } else { 0 };
        (aligned | odd) & mask
    }
}

impl Errands for Anywhere {
    fn write(&mut self, random: &mut Random) -> Write {
        let all = ALL_BYTES;
        let strobes = one_of(random, &[all, all, all, all, all, all, 0, 1, 7, 14]);
        let address = self.address(random);
        let data = match address & !(WORD_BYTES - 1) {
            // Usually a flow number in range.
            address::FLOW_SELECT if random.below(4) > 0 => {
                let low = random.below(self.nic.flows() as u64) as u32;
                low | any_number(random, WORD_BITS as usize) & !0x0FFF
            }
            _ => any_number(random, WORD_BITS as usize),
        };
        Write { address, data, strobes }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        self.address(random)
    }
}
