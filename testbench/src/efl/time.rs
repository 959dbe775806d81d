//! The time in ticks that a module of EFL receives.

use tailback_spec::efl::rate::TIME_BITS;

use crate::random::{one_of, Random};

/// Bits of a time.
const MASK: u64 = (1 << TIME_BITS) - 1;
/// Half of the times: an earlier time than `now` is up to this long ago.
const HALF: u64 = 1 << (TIME_BITS - 1);

/// Time, which advances at a changing speed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Time {
    now: u64,
    /// Most ticks in a cycle.
    most: u64,
}

impl Time {
    /// Chooses another speed.
    pub fn change(&mut self, random: &mut Random) {
        let bits = random.below(u64::from(TIME_BITS) - 4);
        self.most = one_of(random, &[0, 1, 1, 1, 3, 1 << bits]);
    }

    /// Time of the next cycle.
    #[inline]
    pub fn next(&mut self, random: &mut Random) -> u64 {
        self.now = (self.now + random.below(self.most + 1)) & MASK;
        self.now
    }

    /// Time of the last cycle.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Moves by about half of all times, so that comparisons of times change.
    pub fn jump(&mut self, random: &mut Random) {
        const NEAR: u64 = 32;
        let any = random.below(MASK + 1);
        let near = HALF - NEAR + random.below(2 * NEAR);
        let by = one_of(random, &[any, near]);
        self.now = (self.now + by) & MASK;
    }
}
