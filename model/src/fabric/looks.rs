//! Cycles in which an allocator runs.

use super::timing::NEVER;

/// Future cycles for which an event of an allocator is scheduled; if there are many, not all of
/// them.
#[derive(Debug)]
pub(super) struct Looks([u64; 4]);

impl Looks {
    pub fn none() -> Self {
        Looks([NEVER; 4])
    }

    /// Adds a cycle; returns whether an event is to be scheduled for it.
    pub fn add(&mut self, cycle: u64, now: u64) -> bool {
        let is_new = !self.0.contains(&cycle);
        if is_new {
            let is_unused = |look: &&mut u64| **look < now || **look == NEVER;
            if let Some(place) = self.0.iter_mut().find(is_unused) {
                *place = cycle;
            }
        }
        is_new
    }
}
