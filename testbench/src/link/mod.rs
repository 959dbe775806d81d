//! Stimulus of the link's blocks.

pub mod cable;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod flow_control;

use crate::random::Random;

/// Values of a counter of blocks.
pub(crate) const MODULUS: u32 = 1 << tailback_spec::link::COUNTER_BITS;

/// A VL's number: now and then any that four bits can say, as VL15, else one that is configured.
#[inline]
pub(crate) fn any_vl(random: &mut Random, configured: usize) -> u64 {
    const ANY: u64 = 15;
    match random.below(8) {
        0 | 1 => random.below(ANY + 1),
        2 => ANY,
        _ => random.below(configured as u64),
    }
}
