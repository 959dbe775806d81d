//! Beats between a neighbour and the switch.

use tailback_spec::WideWord;

use crate::packets::keep;
use crate::random::Random;

/// A beat for the switch.
#[derive(Debug, Clone, Default)]
pub(super) struct Beat {
    pub(super) data: WideWord,
    pub(super) keep: u64,
    pub(super) last: bool,
    pub(super) flow_control: bool,
    pub(super) bad: bool,
}

/// Sideband signals of a beat that the switch has transmitted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub(super) last: bool,
    pub(super) flow_control: bool,
}

/// `tkeep` with the lowest `counted` bits set and the next one clear; bits above are random.
pub(super) fn some_keep(counted: usize, width: usize, random: &mut Random) -> u64 {
    let noise = match counted + 1 < u64::BITS as usize {
        true => random.bits() << (counted + 1),
        false => 0,
    };
    (keep(counted) | noise) & keep(width)
}
