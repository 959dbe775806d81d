//! The packet against the standard's polynomial, and transmitter and checker by hand.

mod checker;
mod packet;
mod transmitter;

use super::*;
use tailback_spec::link::Link;

/// Virtual lanes of the links under test.
const VIRTUAL_LANES: usize = 3;
/// Cycles from one VL's turn to the next one's.
const TURN: usize = 8;

fn link() -> Link {
    Link::new(VIRTUAL_LANES as u32, 1000, 33, (VIRTUAL_LANES * TURN) as u32).unwrap()
}
