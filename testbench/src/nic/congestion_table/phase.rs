//! What a while is like.

use tailback_spec::nic::congestion_table::{expiry_bits, tick_rate};
use tailback_spec::nic::Nic;

use crate::random::{one_of, Often, Random};

/// How long timers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timers {
    /// All are of one tick, and levels go up and down for long.
    Shortest,
    /// Some ticks.
    Short,
    /// Any.
    Any,
    /// They do not run.
    Stopped,
}

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// How long timers are.
    pub timers: Timers,
    /// BECNs come.
    pub becn: Often,
    /// Delays are looked up.
    pub look_up: Often,
    /// Settings change in the middle.
    pub set: Often,
    /// CCTI_Limit does.
    pub limit: Often,
    /// Entries are written.
    pub write: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(8).in_few_cycles(7);
const SOME: Often = Often::each_cycle(4).in_few_cycles(3);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// Any; `elapsed` are the cycles so far, which bound how long it lasts.
    pub fn any(random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        let rate = tick_rate(nic);
        let tick = rate.cycles.div_ceil(rate.ticks).max(1);
        // Until the expiries of a timer of one tick have gone round.
        let round = (tick << expiry_bits(nic)).min(elapsed / 4 + 1000);
        let timers = one_of(
            random,
            &[Timers::Shortest, Timers::Short, Timers::Short, Timers::Any, Timers::Stopped],
        );
        let longest = match timers {
            Timers::Shortest => one_of(random, &[64, 100 * tick, 2 * round]),
            _ => one_of(random, &[64, 1000, 40 * tick]),
        };
        // A level that stays up for long needs a BECN in each tick or so.
        let seldom = Often::each_cycle(16).in_few_cycles((tick.ilog2() + 1).min(15));
        let becn = match timers {
            Timers::Shortest if longest > 100 * tick => one_of(random, &[seldom, SOME]),
            _ => one_of(random, &[NEVER, RARE, seldom, SOME, MOST, ALL]),
        };
        Phase {
            timers,
            becn,
            look_up: one_of(random, &[SOME, MOST, ALL]),
            set: one_of(random, &[NEVER, NEVER, RARE, SOME]),
            limit: one_of(random, &[NEVER, NEVER, RARE, SOME]),
            write: one_of(random, &[NEVER, RARE, SOME, MOST]),
            cycles: 1 + random.below(longest),
        }
    }
}
