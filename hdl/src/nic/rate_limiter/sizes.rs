//! Widths that several parts have in common.

use tailback_spec::nic::Nic;
use tailback_spec::parameter::bits_for;

/// Bits of a time in cycles.
pub(super) fn time_bits(nic: &Nic) -> usize {
    nic.time_bits()
}

/// Bits of a time in frames of four cycles.
pub(super) fn frame_bits(nic: &Nic) -> usize {
    time_bits(nic) - REST_BITS
}

/// Bits of a time in ticks.
pub(super) fn schedule_bits(nic: &Nic) -> usize {
    time_bits(nic) + nic.fraction_bits()
}

/// Lower bits of a lateness that say nothing of whether the start came before its grant. It did if
/// all others are ones, which costs a few gates where a comparison costs a carry chain.
pub(super) fn early_bits(nic: &Nic) -> usize {
    nic.early_cycles().trailing_zeros() as usize + nic.fraction_bits()
}

/// What the others are then.
pub(super) fn early(nic: &Nic) -> usize {
    (1 << (schedule_bits(nic) - early_bits(nic))) - 1
}

/// Bits of the cycles of a frame.
pub(super) const REST_BITS: usize = 2;

/// Bits of a slot's number.
pub(super) fn slot_bits(nic: &Nic) -> usize {
    bits_for(nic.slots() as u32 - 1)
}

/// Places of a queue that all flows may be in, so many that their numbers need not be compared.
pub(super) fn queue_places(nic: &Nic) -> usize {
    nic.flows().next_power_of_two()
}

/// Bits of the packets of a flow that are in flight.
pub(super) fn window_bits(nic: &Nic) -> usize {
    nic.window_bits()
}

/// Whether there are numbers of flows that no flow has.
pub(super) fn has_gaps(nic: &Nic) -> bool {
    nic.flows() != 1 << nic.flow_bits()
}
