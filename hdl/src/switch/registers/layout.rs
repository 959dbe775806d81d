//! The register map as the hardware uses it: word addresses, and bit positions of the fields.

use tailback_spec::registers::switch::{address, IDENTIFICATION, VERSION};
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::registers::{address_bits, Registers};

/// Bits of a register.
pub(super) const WORD: usize = tailback_spec::registers::WORD_BITS as usize;

/// Bits of an address that select a byte of a word.
pub(super) const BYTE_BITS: usize = WORD_BYTES.ilog2() as usize;

/// Words from one port's registers to those of the next one.
pub(super) const STRIDE: usize = place(address::PORT_STRIDE);

/// Bits of a word address within the registers of a port.
pub(super) const OFFSET_BITS: usize = STRIDE.ilog2() as usize;

/// High bits of the word address of port 0's registers; those of the other ports follow.
pub(super) const FIRST_PORT: usize = {
    assert!(STRIDE.is_power_of_two() && address::PORTS.is_multiple_of(address::PORT_STRIDE));
    (address::PORTS / address::PORT_STRIDE) as usize
};

/// 32-bit words of the victim mask, at consecutive addresses.
pub(super) fn mask_words(registers: &Registers) -> usize {
    const { assert!(address::VICTIM_MASK_HIGH == address::VICTIM_MASK + WORD_BYTES) };
    registers.port.ports().div_ceil(WORD)
}

/// First bit of the second state of each VL, in registers that have two states per VL.
pub(super) const SECOND_HALF: usize = 16;

/// Fields of a congestion setting.
pub(super) mod field {
    /// Bits of the marking rate.
    pub const MARKING_RATE_BITS: usize = 16;
    /// Bits of the smallest packet size.
    pub const PACKET_SIZE_BITS: usize = 8;
    /// Bits of the threshold's weight.
    pub const THRESHOLD_BITS: usize = 4;
    /// First bit of the packet size; the marking rate begins at bit 0.
    pub const PACKET_SIZE: usize = MARKING_RATE_BITS;
    /// First bit of the threshold's weight.
    pub const THRESHOLD: usize = PACKET_SIZE + PACKET_SIZE_BITS;
    /// Valid bit of a port's own setting.
    pub const VALID: usize = 31;
    /// Mask of the fields of the switch's setting.
    pub const COMMON: u128 = (1 << (THRESHOLD + THRESHOLD_BITS)) - 1;
    /// Mask of the fields of a port's setting.
    pub const OWN: u128 = COMMON | (1 << VALID);
}

/// Valid bit of a forwarding entry, whose output port begins at bit 0.
pub(super) const ENTRY_VALID: usize = 31;

/// The word address of a byte address.
pub(super) const fn place(address: u32) -> usize {
    (address / WORD_BYTES) as usize
}

/// Bits of a word address of the whole map.
pub(super) fn place_bits(registers: &Registers) -> usize {
    address_bits(registers) - BYTE_BITS
}

/// Mask of the address bits that are decoded: those of a word address.
pub(super) fn address_mask(registers: &Registers) -> usize {
    (1 << address_bits(registers)) - WORD_BYTES as usize
}

/// Bits of the number of a page, which has as many words as the registers of a port.
pub(super) fn page_bits(registers: &Registers) -> usize {
    place_bits(registers) - OFFSET_BITS
}

/// Low bits of a word address that tell apart the settings of a page.
pub(super) const SETTING_BITS: usize = 2;

/// Words of a memory of all settings, whose address is the page, and below it [`SETTING_BITS`] bits
/// of the word address.
pub(super) fn setting_words(registers: &Registers) -> usize {
    const {
        let setting = place(address::CONGESTION_SETTING) % (1 << SETTING_BITS);
        let low = place(address::VICTIM_MASK) % (1 << SETTING_BITS);
        let high = place(address::VICTIM_MASK_HIGH) % (1 << SETTING_BITS);
        assert!(setting != low && setting != high && low != high);
        assert!(place(address::port::CONGESTION_SETTING) < 1 << SETTING_BITS);
        assert!(place(address::port::HEAD_OF_QUEUE) < 1 << SETTING_BITS);
    }
    (FIRST_PORT + registers.port.ports()) << SETTING_BITS
}

/// High bits of the word address of the forwarding entries.
pub(super) fn forwarding_tag(registers: &Registers) -> usize {
    let tag = place(address::FORWARDING) >> registers.forwarding.address_bits();
    debug_assert_eq!(tag << registers.forwarding.address_bits(), place(address::FORWARDING));
    tag
}

/// Bits of the tag of the forwarding entries.
pub(super) fn tag_bits(registers: &Registers) -> usize {
    place_bits(registers) - registers.forwarding.address_bits()
}

/// Byte address and value of each constant register.
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
