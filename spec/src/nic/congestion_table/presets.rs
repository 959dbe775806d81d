//! Published tables, and tables in use.

use super::CctEntry;

/// A link and the packets on it: converts microseconds into packet times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packets {
    /// Bytes of a packet.
    pub bytes: u32,
    /// Bits per second of the link.
    pub bits_per_s: u64,
}

/// Divisor of Gran'10 §VII-B, as its text reads.
pub const GRAN: u32 = 1062;
/// Divisor of the vendor's default (Gran'10 §VII-B).
pub const VENDOR: u32 = 952;

/// Gap at an index in microseconds, as a fraction: *i*² · 7 / `divisor` (Gran'10 §VII-B).
pub fn squared_us(index: usize, divisor: u32) -> (u128, u128) {
    const FACTOR: u128 = 7;
    ((index as u128).pow(2) * FACTOR, divisor.into())
}

/// Table of [`squared_us`] for these packets; each entry is the [nearest](CctEntry::nearest).
pub fn squared(divisor: u32, packets: Packets, entries: usize) -> Vec<CctEntry> {
    const BITS_PER_BYTE: u128 = 8;
    const US_PER_S: u128 = 1_000_000;
    let bits = u128::from(packets.bytes.max(1)) * BITS_PER_BYTE;
    let entry = |index| {
        let (us, of) = squared_us(index, divisor.max(1));
        CctEntry::nearest(us * u128::from(packets.bits_per_s), of * bits * US_PER_S)
    };
    (0..entries).map(entry).collect()
}

/// A table whose delays rise linearly from 0 to `most` packet times in its last entry (Pfister'05
/// §V); each entry is the [nearest](CctEntry::nearest).
pub fn linear(most: u32, entries: usize) -> Vec<CctEntry> {
    let last = entries.saturating_sub(1).max(1) as u128;
    let entry = |index| CctEntry::nearest(index as u128 * u128::from(most), last);
    (0..entries).map(entry).collect()
}

/// A table that is in use with OpenSM: a multiplier of ⌊7 *i*² / B² / K⌋ with one shift.
///
/// With `base` squared in place of the divisors 1062 and 952, these are the formulas of
/// [`squared_us`]: the divisors may have been meant as 106² and 95².
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InUse {
    /// Name of the table.
    pub name: &'static str,
    /// Shift of all entries.
    pub shift: u8,
    /// B of the formula.
    pub base: u32,
    /// K in thousandths: the time of a packet in nanoseconds.
    pub packet_ns: u32,
}

/// The tables in use with OpenSM.
pub const IN_USE: [InUse; 4] = [
    InUse { name: "mellanox_default", shift: 0, base: 95, packet_ns: 218 },
    InUse { name: "mellanox_llnl", shift: 0, base: 95, packet_ns: 408 },
    InUse { name: "simula_optimal", shift: 3, base: 106, packet_ns: 218 },
    InUse { name: "simula_llnl", shift: 3, base: 106, packet_ns: 408 },
];

impl InUse {
    /// The table; a multiplier that does not fit is replaced by the largest one.
    pub fn entries(&self, entries: usize) -> Vec<CctEntry> {
        const NS_PER_US: u128 = 1000;
        let multiplier = |index| {
            let (gap, of) = squared_us(index, self.base.pow(2));
            let multiplier = gap * NS_PER_US / (of * u128::from(self.packet_ns));
            multiplier.min(CctEntry::MOST_MULTIPLIER.into()) as u16
        };
        let bits = |index| u16::from(self.shift) << CctEntry::MULTIPLIER_BITS | multiplier(index);
        (0..entries).map(|index| CctEntry::parse(bits(index))).collect()
    }
}
