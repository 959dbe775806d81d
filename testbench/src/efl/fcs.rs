//! Stimulus of the check and of the generation of the frame check sequence.

pub mod append;
pub mod check;

use crate::random::{one_of, Random};

/// Bytes of a frame: few, any number up to the longest one, or around the length of an FCS.
fn length(random: &mut Random) -> usize {
    let few = 1 + random.below(12);
    let some = 1 + random.below(80);
    let many = 1400 + random.below(120);
    let few_often = [few, few, few, some, some, some, some, some, some];
    match random.below(64) {
        0 => many as usize,
        _ => one_of(random, &few_often) as usize,
    }
}
