//! Choice of the flows to which events belong.

use crate::random::{one_of, Random};

/// Flows in use: consecutive ones, which begin anywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flows {
    all: u64,
    first: u64,
    used: u64,
}

impl Flows {
    /// All of `flows` flows.
    pub fn all(flows: usize) -> Self {
        Flows { all: flows as u64, first: 0, used: flows as u64 }
    }

    /// Chooses other flows: one, a few or all.
    pub fn change(&mut self, random: &mut Random) {
        const FEW: u64 = 4;
        let few = 1 + random.below(self.all.min(FEW));
        let any = random.below(self.all);
        self.first = one_of(random, &[0, any, self.all - 1]);
        self.used = one_of(random, &[1, few, few, self.all]);
    }

    /// One of the flows in use.
    #[inline]
    pub fn any(&self, random: &mut Random) -> u64 {
        (self.first + random.below(self.used)) % self.all
    }
}
