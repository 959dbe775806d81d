//! Stimulus of the link's modules.

pub mod async_fifo;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod delay;
pub mod flow_control;
pub mod slow_link;

use crate::random::Random;

/// Number of values of a block counter (FCTBS, FCCL, ABR).
pub(crate) const MODULUS: u32 = 1 << tailback_spec::link::COUNTER_BITS;

/// A VL number: sometimes any 4-bit number, or VL15, else a configured one.
#[inline]
pub(crate) fn any_vl(random: &mut Random, configured: usize) -> u64 {
    const ANY: u64 = 15;
    match random.below(8) {
        0 | 1 => random.below(ANY + 1),
        2 => ANY,
        _ => random.below(configured as u64),
    }
}
