//! Widths that several modules have in common.

use tailback_spec::nic::Nic;
use tailback_spec::parameter::bits_for;

/// Bits of a time in frames of four cycles.
pub(super) fn frame_bits(nic: &Nic) -> usize {
    nic.time_bits() - REST_BITS
}

/// Bits of a time in ticks.
pub(super) fn schedule_bits(nic: &Nic) -> usize {
    nic.time_bits() + nic.fraction_bits()
}

/// Lower bits of a lateness that do not matter for whether the start came before its grant. It did
/// if all other bits are ones; this test costs a few gates, a comparison would cost a carry chain.
pub(super) fn early_bits(nic: &Nic) -> usize {
    nic.early_cycles().trailing_zeros() as usize + nic.fraction_bits()
}

/// Value of the other bits of such a lateness: all ones.
pub(super) fn early(nic: &Nic) -> usize {
    (1 << (schedule_bits(nic) - early_bits(nic))) - 1
}

/// log2 of the cycles in a frame.
pub(super) const REST_BITS: usize = 2;

/// Bits of a slot number.
pub(super) fn slot_bits(nic: &Nic) -> usize {
    bits_for(nic.slots() as u32 - 1)
}

/// Entries of a queue that can hold all flows: a power of two, so that addresses wrap.
pub(super) fn queue_places(nic: &Nic) -> usize {
    nic.flows().next_power_of_two()
}
