//! Traffic for the plain credit counter: neighbours that obey the protocol, and some that do not.

#[cfg(test)]
mod tests;

use tailback_model::link::credit_counter::{
    CreditCounter, CreditCounterInputs, CreditCounterOutputs,
};
use tailback_spec::link::credit_counter as spec;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "credit-counter";

/// Golden model and stimulus of a credit counter.
pub fn bench(parameters: &spec::CreditCounter) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} credits", parameters.total()),
        move || CreditCounter::new(&parameters),
        move |seed| CreditCounterStimulus::new(&parameters, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    take: Often,
    give: Often,
    reset: Often,
    /// Whether the phase ends with a reset.
    anew: bool,
    /// Whether `take` needs a credit, and `give` an outstanding unit.
    obey: bool,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(12);
const ALL: Often = Often::ALWAYS;

/// Rates of `take` and `give`.
const KINDS: [[Often; 2]; 8] = [
    // Monotonic down to zero, and up to the total.
    [ALL, NEVER],
    [NEVER, ALL],
    // Down and up with pauses, against some traffic in the other direction.
    [MOST, SOME],
    [SOME, MOST],
    // Fluctuating around any value.
    [MOST, MOST],
    [ALL, ALL],
    // Full speed at one end, with rare steps away from it.
    [ALL, RARE],
    [RARE, ALL],
];

/// Constrained-random events at both ends of a link.
pub struct CreditCounterStimulus {
    random: Random,
    phase: Phase,
    total: u32,
    /// Credits that the sender holds.
    credits: u32,
}

impl CreditCounterStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::CreditCounter, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let total = parameters.total();
        let phase = Phase::any(&mut random, total);
        CreditCounterStimulus { random, phase, total, credits: total }
    }
}

impl Phase {
    fn any(random: &mut Random, total: u32) -> Self {
        let [take, give] = one_of(random, &KINDS);
        // Long phases cross the whole range.
        let (short, long) = (8, 2 * u64::from(total) + 2);
        // Short phases are more frequent, so that many of them begin at the end of a long one.
        let longest = one_of(random, &[short, short, short, short, short, short, short, long]);
        Phase {
            take,
            give,
            reset: if longest == short && random.below(16) == 0 { SOME } else { NEVER },
            anew: random.below(16) == 0,
            obey: longest == long || random.below(2) == 0,
            cycles: 1 + random.below(longest),
        }
    }
}

impl Stimulus<CreditCounterInputs, CreditCounterOutputs> for CreditCounterStimulus {
    #[inline]
    fn drive(&mut self, _: &CreditCounterOutputs, step: &mut Step<CreditCounterInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.total);
        }
        self.phase.cycles -= 1;
        let Phase { obey, anew, cycles, .. } = self.phase;
        let mut take = happens(&mut self.random, self.phase.take);
        let mut give = happens(&mut self.random, self.phase.give);
        if obey {
            take &= self.credits > 0;
            give &= self.credits < self.total;
        }
        step.inputs = CreditCounterInputs { take, give };
        step.reset = happens(&mut self.random, self.phase.reset) || anew && cycles == 0;
        self.credits = match (take, give) {
            _ if step.reset => self.total,
            (true, false) => self.credits.saturating_sub(1),
            (false, true) => self.total.min(self.credits + 1),
            _ => self.credits,
        };
    }
}
