//! Widths that more than one module needs.

use tailback_spec::nic::congestion_table::{
    clear_cycles, expiry_bits, index_bits, SL_BITS, STEP_BITS,
};
use tailback_spec::nic::{Nic, Throttled};
use tailback_spec::parameter::bits_for;

/// Bits of the address that is cleared.
pub fn clear_bits(nic: &Nic) -> usize {
    bits_for(clear_cycles(nic) as u32 - 1)
}

/// Whether each flow, and not each service level (SL), has a CCTI.
pub fn is_per_flow(nic: &Nic) -> bool {
    nic.throttled() == Throttled::Qp
}

/// Bits of the state of a flow: from bit 0, the number of the expiry at which its level is 0, and
/// its SL.
pub fn word_bits(nic: &Nic) -> usize {
    expiry_bits(nic) + if is_per_flow(nic) { SL_BITS } else { 0 }
}

/// Bits of CCTI_Min, at most those of an index.
pub fn min_bits(nic: &Nic) -> usize {
    STEP_BITS.min(index_bits(nic))
}
