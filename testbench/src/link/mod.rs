//! Stimulus of the link's blocks.

pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod flow_control;

use crate::random::{Often, Random};

/// Values of a counter of blocks.
const MODULUS: u32 = 1 << tailback_spec::link::COUNTER_BITS;

/// Whether something that is not a matter of lanes happens.
#[inline]
pub(crate) fn happens(random: &mut Random, often: Often) -> bool {
    random.events(often) & 1 != 0
}

/// One of some choices.
#[inline]
pub(crate) fn one_of<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[random.below(choices.len() as u64) as usize]
}

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

/// A number of `bits` bits: any, or one around which a carry passes through all lower bits, or all
/// upper ones differ.
#[inline]
pub(crate) fn any_number(random: &mut Random, bits: usize) -> u32 {
    let mask = u32::MAX >> (u32::BITS as usize - bits);
    let number = random.bits() as u32;
    let power = 1 << random.below(bits as u64);
    mask & match number >> 29 {
        0 => power,
        1 => 2 * power - 1,
        2 => !(2 * power - 1),
        _ => number,
    }
}
