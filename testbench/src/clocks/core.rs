//! The clock of a switch or NIC, those of its links, and their resets.

use super::{Clocks, ResetAll};
use crate::random::Random;

/// Clock and reset of a switch or NIC, which are bit 0, and of its links.
#[derive(Debug, Clone)]
pub struct CoreClocks {
    clocks: Clocks,
    /// Resets of all clocks.
    pub reset: ResetAll,
}

impl CoreClocks {
    /// Clocks for this number of links.
    pub fn new(links: usize, random: &mut Random) -> Self {
        CoreClocks { clocks: Clocks::new(1 + links, random), reset: ResetAll::new(1 + links) }
    }

    /// Clocks that rise in the next step, and resets in it. Without `has_space`, the switch or NIC waits,
    /// without its clock, until the beats of its neighbours have arrived.
    pub fn next(&mut self, has_space: bool, random: &mut Random) -> [u64; 2] {
        const CORE: u64 = 1;
        let mut rises = self.clocks.next(random);
        while !has_space && rises == CORE {
            rises = self.clocks.next(random);
        }
        if !has_space {
            rises &= !CORE;
        }
        [rises, self.reset.next(rises, random)]
    }
}
