//! Widths of the transmit path.

use crate::address_bits;
use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::{HEADER_BYTES, LEAST_BYTES};

/// Bits of a sequence number, and of a time.
pub(super) const NUMBER: usize = tailback_spec::wire::efl::NUMBER_BITS as usize;
/// Bits of a MAC address.
pub(super) const ADDRESS: usize = 48;
/// Bits of a flow label.
pub(super) const LABEL: usize = 16;
/// Bits of the number of a beat in a packet or frame.
pub(super) const INDEX_BITS: usize = 8;
/// Bits of a number of payload bytes.
pub(super) const LENGTH_BITS: usize = INDEX_BITS + 4;
/// Bits of a count of bytes of a flow.
pub(super) const BYTES_BITS: usize = tailback_spec::efl::rate::BYTES_BITS as usize;
/// Bits of the size of a packet on the line.
pub(super) const SIZE_BITS: usize = tailback_spec::efl::pace::SIZE_BITS as usize;
/// Bits of the number of a group.
pub(super) const GROUP_BITS: usize = tailback_spec::efl::rate::GROUP_BITS as usize;

/// log2 of the window.
pub(super) fn slot_bits(efl: &Efl) -> usize {
    efl.window().ilog2() as usize
}

/// Slots of all flows.
pub(super) fn slots(efl: &Efl) -> usize {
    efl.flows() * efl.window() as usize
}

/// Bits of the number of a slot among those of all flows.
pub(super) fn place_bits(efl: &Efl) -> usize {
    address_bits(slots(efl))
}

/// log2 of the beats of a slot: the longest payload, rounded up to a power of two.
pub(super) fn beat_bits(efl: &Efl) -> usize {
    efl.payload_beats().next_power_of_two().ilog2() as usize
}

/// Beats of all slots.
pub(super) fn beats(efl: &Efl) -> usize {
    slots(efl) << beat_bits(efl)
}

/// Size of a padded packet on the line.
pub(super) fn padded_size(efl: &Efl) -> u128 {
    LEAST_BYTES as u128 + u128::from(efl.overhead_bytes())
}

/// Bytes on the line besides those of a payload that is not padded.
pub(super) fn other_bytes(efl: &Efl) -> u128 {
    HEADER_BYTES as u128 + u128::from(efl.overhead_bytes())
}
