//! Accesses to the registers, and the MAC addresses that are written to the MAC table.

use tailback_spec::efl::switch::{address, EthernetSwitch};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

use super::phase::{Destination, Phase};
use crate::axi_lite::{Errands, Write, ALL_BYTES};
use crate::random::{any_number, one_of, Random};

/// Mask of a MAC address.
const ADDRESS_MASK: u64 = (1 << 48) - 1;
/// Addresses beyond those that each have a port after reset.
const OTHERS: usize = 3;
/// Bit of a valid entry.
const VALID: u32 = 1 << 31;

/// MAC addresses, and accesses to the registers.
#[derive(Debug, Clone)]
pub(super) struct Table {
    switch: EthernetSwitch,
    /// Addresses of the ports, then [`OTHERS`] with the same entry as one of these.
    addresses: Vec<u64>,
    /// Addresses of the ports whose entries have been written since reset.
    written: usize,
    /// Second register of the entry that is being written.
    high: Option<u32>,
}

impl Table {
    pub fn new(switch: &EthernetSwitch, random: &mut Random) -> Self {
        let entries = switch.addresses() as u64;
        let (ports, offset) = (switch.ports() as u64, random.below(entries));
        let mut addresses: Vec<u64> = (0..ports)
            .map(|port| {
                (random.bits() & ADDRESS_MASK & !(entries - 1)) | ((offset + port) % entries)
            })
            .collect();
        let first = addresses[0];
        // One bit differs: the lowest one that selects no entry, the highest one, and all ones.
        addresses.extend([first ^ entries, first ^ 1 << 47, ADDRESS_MASK]);
        Table { switch: *switch, addresses, written: 0, high: None }
    }

    /// No entry has been written.
    pub fn reset(&mut self) {
        (self.written, self.high) = (0, None);
    }

    /// Destination of a frame.
    pub fn destination(&self, phase: &Phase, random: &mut Random) -> u64 {
        let ports = self.switch.ports() as u64;
        match phase.destination {
            Destination::One(number) => self.addresses[number],
            Destination::Known => self.addresses[random.below(ports) as usize],
            Destination::Any => match random.below(ports + OTHERS as u64 + 1) as usize {
                number if number < self.addresses.len() => self.addresses[number],
                _ => random.bits() & ADDRESS_MASK,
            },
        }
    }

    /// Begins to write an entry: the first register.
    fn entry(&mut self, random: &mut Random) -> u32 {
        let ports = self.switch.ports();
        let any = random.bits();
        let (address, port, valid) = if self.written < ports {
            self.written += 1;
            (self.addresses[self.written - 1], self.written as u32 - 1, true)
        } else {
            let address = one_of(random, &self.addresses);
            let number = random.below(ports as u64 + 1) as u32;
            // Ports that do not exist: the first one, and one beyond all bits of a port's number.
            let port = if any & 15 == 0 { number | (1 << (4 + ((any >> 4) & 3))) } else { number };
            (address, port, (any >> 8) & 7 != 0)
        };
        let noise = (any >> 32) as u32 & !(VALID | 0x00FF_FFFF);
        let flag = if valid { VALID } else { 0 };
        self.high = Some(flag | noise | port << 16 | (address >> u32::BITS) as u32);
        address as u32
    }

    /// Any address, usually that of a register.
    fn address(&self, random: &mut Random) -> u32 {
        let words =
            |random: &mut Random, words: usize| random.below(words as u64) as u32 * WORD_BYTES;
        let counters = (address::COUNTERS_STRIDE / WORD_BYTES) as usize;
        let aligned = match random.below(16) {
            0 => any_number(random, address::BITS),
            1..4 => words(random, 8),
            4 => address::COUNTERS.wrapping_sub(WORD_BYTES) + words(random, 2),
            _ => address::COUNTERS + words(random, counters * (self.switch.ports() + 1)),
        };
        let odd = if random.below(4) == 0 { random.below(WORD_BYTES.into()) as u32 } else { 0 };
        (aligned | odd) & ((1 << address::BITS) - 1)
    }
}

impl Errands for Table {
    fn write(&mut self, random: &mut Random) -> Write {
        let strobes = ALL_BYTES;
        if let Some(data) = self.high.take() {
            return Write { address: address::ENTRY_HIGH, data, strobes };
        }
        if self.written < self.switch.ports() || random.below(2) == 0 {
            let data = self.entry(random);
            return Write { address: address::ENTRY_LOW, data, strobes };
        }
        let strobes = one_of(random, &[strobes, strobes, strobes, strobes, 0, 1, 7, 14]);
        Write {
            address: self.address(random),
            data: any_number(random, WORD_BITS as usize),
            strobes,
        }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        self.address(random)
    }
}
