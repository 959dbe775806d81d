//! Phases of the stimulus of the congestion control table.

use tailback_spec::nic::congestion_table::{expiry_bits, tick_rate};
use tailback_spec::nic::Nic;

use crate::random::{one_of, Often, Random};

/// Settings of CCTI_Timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timers {
    /// One tick, with CCTIs that rise and fall for long.
    Shortest,
    /// Some ticks.
    Short,
    /// Any length.
    Any,
    /// Timers do not run.
    Stopped,
}

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Settings of CCTI_Timer.
    pub timers: Timers,
    /// Rate of BECNs.
    pub becn: Often,
    /// Rate of look-ups.
    pub look_up: Often,
    /// Rate at which settings change during the phase.
    pub set: Often,
    /// Rate at which CCTI_Limit changes.
    pub limit: Often,
    /// Rate at which entries are written.
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
    /// A random phase; `elapsed` is the number of cycles so far, which bounds its length.
    pub fn any(random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        let rate = tick_rate(nic);
        let tick = rate.cycles.div_ceil(rate.ticks).max(1);
        // Until the expiry times of a timer of one tick wrap around.
        let round = (tick << expiry_bits(nic)).min(elapsed / 4 + 1000);
        let timers = one_of(
            random,
            &[Timers::Shortest, Timers::Short, Timers::Short, Timers::Any, Timers::Stopped],
        );
        let longest = match timers {
            Timers::Shortest => one_of(random, &[64, 100 * tick, 2 * round]),
            _ => one_of(random, &[64, 1000, 40 * tick]),
        };
        // A CCTI that stays above 0 for long needs about one BECN per tick.
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
