//! Widths of the switch.

use crate::address_bits;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::BEAT_BYTES;
use tailback_spec::parameter::bits_for;

/// Bits of a MAC address.
pub(super) const ADDRESS: usize = 48;
/// Bits of the number of a byte in its beat.
pub(super) const OCTET_BITS: usize = BEAT_BYTES.ilog2() as usize;
/// Bits of a register.
pub(super) const WORD: usize = u32::BITS as usize;

/// Beats of a word.
pub(super) fn word_beats(switch: &EthernetSwitch) -> usize {
    switch.word_beats() as usize
}

/// Bits of the number of a beat in its word.
pub(super) fn bank_bits(switch: &EthernetSwitch) -> usize {
    switch.word_beats().ilog2() as usize
}

/// Bits of the number of a beat in its frame, at least one more than in its word.
pub(super) fn beat_bits(switch: &EthernetSwitch) -> usize {
    bits_for(switch.beats(switch.frame_bytes()) - 1).max(bank_bits(switch) + 1)
}

/// Bits of the number of a byte in its frame.
pub(super) fn byte_bits(switch: &EthernetSwitch) -> usize {
    beat_bits(switch) + OCTET_BITS
}

/// Bits of the number of a word in its frame.
pub(super) fn word_bits(switch: &EthernetSwitch) -> usize {
    beat_bits(switch) - bank_bits(switch)
}

/// Lowest bit of the number of a word in the number of a byte.
pub(super) fn word_at(switch: &EthernetSwitch) -> usize {
    OCTET_BITS + bank_bits(switch)
}

/// Words of the memory of an input: twice its buffer, so that the beats of a frame that is not
/// complete never replace those of another one.
pub(super) fn ring_words(switch: &EthernetSwitch) -> usize {
    2 * switch.input_words() as usize
}

/// Bits of a number of words in the buffer of an input.
pub(super) fn input_bits(switch: &EthernetSwitch) -> usize {
    bits_for(switch.input_words())
}

/// Bits of the address of a word in the memory of an input.
pub(super) fn ring_bits(switch: &EthernetSwitch) -> usize {
    address_bits(ring_words(switch))
}

/// Bits of the address of a word in the buffer of an output.
pub(super) fn place_bits(switch: &EthernetSwitch) -> usize {
    address_bits(switch.output_words() as usize)
}

/// Bits of a number of words, and of frames, in the buffer of an output.
pub(super) fn held_bits(switch: &EthernetSwitch) -> usize {
    bits_for(switch.output_words())
}

/// Bits of a number of bytes in the buffer of an output.
pub(super) fn space_bits(switch: &EthernetSwitch) -> usize {
    bits_for(switch.buffer_bytes())
}

/// Bits of the number of a slot.
pub(super) fn slot_bits(switch: &EthernetSwitch) -> usize {
    switch.slots().ilog2() as usize
}

/// Bits of the index of an entry of the MAC table.
pub(super) fn index_bits(switch: &EthernetSwitch) -> usize {
    switch.addresses().ilog2() as usize
}

/// Bits of an address above the index of its entry.
pub(super) fn tag_bits(switch: &EthernetSwitch) -> usize {
    ADDRESS - index_bits(switch)
}

/// Bits of an entry of the MAC table: its tag, above it its port, and the valid bit.
pub(super) fn entry_bits(switch: &EthernetSwitch) -> usize {
    tag_bits(switch) + switch.port_bits() + 1
}
