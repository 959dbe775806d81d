//! The packet against the standard's polynomial, and transmitter and checker traced by hand.

mod checker;
mod packet;
mod transmitter;

use super::*;
use tailback_spec::link::Link;

/// Virtual lanes of the links under test.
const VIRTUAL_LANES: usize = 3;
/// Cycles between the slots of two VLs.
const TURN: usize = 8;

fn link() -> Link {
    Link::new(VIRTUAL_LANES as u32, 1000, 33, (VIRTUAL_LANES * TURN) as u32).unwrap()
}
