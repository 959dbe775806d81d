//! Where registers are, in words, and where fields are in them: the map as the hardware reads it.

use tailback_spec::registers::switch::{address, IDENTIFICATION, VERSION};
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::registers::{address_bits, Registers};

/// Bits of a word of the registers.
pub(super) const WORD: usize = tailback_spec::registers::WORD_BITS as usize;

/// Bits of an address that select a byte of a word.
pub(super) const BYTE_BITS: usize = WORD_BYTES.ilog2() as usize;

/// Words from one port's registers to those of the next one.
pub(super) const STRIDE: usize = place(address::PORT_STRIDE);

/// Bits of a place within the registers of a port.
pub(super) const OFFSET_BITS: usize = STRIDE.ilog2() as usize;

/// A port's registers are told by the high bits of their place.
pub(super) const FIRST_PORT: usize = {
    assert!(STRIDE.is_power_of_two() && address::PORTS.is_multiple_of(address::PORT_STRIDE));
    (address::PORTS / address::PORT_STRIDE) as usize
};

/// Words of the victim masks, which follow each other.
pub(super) fn mask_words(registers: &Registers) -> usize {
    const { assert!(address::VICTIM_MASK_HIGH == address::VICTIM_MASK + WORD_BYTES) };
    registers.port.ports().div_ceil(WORD)
}

/// Bits of a state of each VL, in registers that have two of them.
pub(super) const SECOND_HALF: usize = 16;

/// Fields of a congestion setting.
pub(super) mod field {
    /// Bits of the rate.
    pub const MARKING_RATE_BITS: usize = 16;
    /// Bits of the smallest size.
    pub const PACKET_SIZE_BITS: usize = 8;
    /// Bits of the weight.
    pub const THRESHOLD_BITS: usize = 4;
    /// Where the size begins; the rate is at 0.
    pub const PACKET_SIZE: usize = MARKING_RATE_BITS;
    /// Where the weight begins.
    pub const THRESHOLD: usize = PACKET_SIZE + PACKET_SIZE_BITS;
    /// The bit that makes a port's own setting count.
    pub const VALID: usize = 31;
    /// All fields.
    pub const ALL: u128 = ((1 << (THRESHOLD + THRESHOLD_BITS)) - 1) | (1 << VALID);
}

/// The bit that makes a forwarding entry count; its port begins at 0.
pub(super) const ENTRY_VALID: usize = 31;

/// Where an address is, in words.
pub(super) const fn place(address: u32) -> usize {
    (address / WORD_BYTES) as usize
}

/// Bits of a place of the whole map.
pub(super) fn place_bits(registers: &Registers) -> usize {
    address_bits(registers) - BYTE_BITS
}

/// The bits of an address that are looked at: those of a word.
pub(super) fn address_mask(registers: &Registers) -> usize {
    (1 << address_bits(registers)) - WORD_BYTES as usize
}

/// The high bits of the place of each forwarding entry.
pub(super) fn forwarding_tag(registers: &Registers) -> usize {
    let tag = place(address::FORWARDING) >> registers.forwarding.address_bits();
    debug_assert_eq!(tag << registers.forwarding.address_bits(), place(address::FORWARDING));
    tag
}

/// How many bits these are.
pub(super) fn tag_bits(registers: &Registers) -> usize {
    place_bits(registers) - registers.forwarding.address_bits()
}

/// What each register that never changes holds, behind its address.
pub(super) fn constants(registers: &Registers) -> [(usize, u128); 6] {
    let (port, buffer) = (&registers.port, registers.port.buffer());
    let halves = |high: usize, low: usize| (high << SECOND_HALF | low) as u128;
    let at = |address: u32| address as usize;
    const VIRTUAL_LANES: usize = 8;
    [
        (at(address::IDENTIFICATION), IDENTIFICATION.into()),
        (at(address::VERSION), halves(VERSION.0 as usize, VERSION.1 as usize)),
        (at(address::GEOMETRY), (port.ports() | port.virtual_lanes() << VIRTUAL_LANES) as u128),
        (at(address::DATAPATH), port.width_bits() as u128),
        (at(address::BUFFER), halves(buffer.packet_blocks(), buffer.lane_blocks())),
        (at(address::FORWARDING_TABLE), registers.forwarding.entries() as u128),
    ]
}
