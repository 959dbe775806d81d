//! Traffic for the rate limiter: hosts that ring, start granted packets, and receive ACKs; delays
//! that make many flows due at once, or none for long; and occasional illegal events.

mod delays;
mod hosts;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::rate_limiter::{RateLimiter, RateLimiterInputs, RateLimiterOutputs};
use tailback_spec::nic::{rate_limiter::LOOK_UP_CYCLES, Nic};

use self::delays::Delays;
use self::hosts::Hosts;
use self::phase::Phase;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "rate-limiter";

/// Golden model and stimulus of a rate limiter.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    let (flows, window, words) = (nic.flows(), nic.window(), nic.packet_words());
    let rule = match nic.has_table() {
        true => format!("table in words of {} byte", nic.word_bytes()),
        false => "IPD".into(),
    };
    Box::new(BlockBench::new(
        BLOCK,
        format!("{flows} flows, window {window}, {words} words per packet, {rule}"),
        move || RateLimiter::new(&nic),
        move |seed| RateLimiterStimulus::new(&nic, seed),
    ))
}

/// Cycles from the one after a look-up until the delay must be valid.
const LATER_CYCLES: usize = LOOK_UP_CYCLES - 1;

/// Constrained-random hosts.
pub struct RateLimiterStimulus {
    random: Random,
    phase: Phase,
    nic: Nic,
    hosts: Hosts,
    delays: Delays,
    /// Cycles since the start; long delays wait until this is large.
    elapsed: u64,
    /// Number of the next cycle since reset.
    cycle: u64,
    /// Delays looked up, by the number of cycles until they must be valid.
    answers: [Option<u64>; LATER_CYCLES],
}

impl RateLimiterStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, nic, 0);
        RateLimiterStimulus {
            random,
            phase,
            nic: *nic,
            hosts: Hosts::new(nic),
            delays: Delays::new(nic),
            elapsed: 0,
            cycle: 0,
            answers: Default::default(),
        }
    }

    /// Observes the previous cycle; returns the delay that must be valid [`LOOK_UP_CYCLES`] after
    /// it.
    #[inline]
    fn see(&mut self, last: &RateLimiterOutputs, inputs: &RateLimiterInputs) -> Option<u64> {
        let started = self.hosts.see(self.cycle, last, inputs)?;
        let kind = self.phase.delays;
        let value = self.delays.started(&mut self.random, kind, self.elapsed, &started);
        last.look_up.then_some(value)
    }

    /// State after reset.
    #[cold]
    fn reset(&mut self) {
        self.hosts.reset();
        self.delays.reset();
        (self.cycle, self.answers) = (0, Default::default());
    }
}

impl Stimulus<RateLimiterInputs, RateLimiterOutputs> for RateLimiterStimulus {
    #[inline]
    fn drive(&mut self, last: &RateLimiterOutputs, step: &mut Step<RateLimiterInputs>) {
        let mut later = None;
        // In the first cycle after a reset, there are no outputs to observe.
        if self.cycle > 0 {
            later = self.see(last, &step.inputs);
        }
        if self.phase.cycles == 0 {
            self.phase = Phase::after(&self.phase, &mut self.random, &self.nic, self.elapsed);
        }
        self.phase.cycles -= 1;

        let inputs = &mut step.inputs;
        self.hosts.drive(&mut self.random, &self.phase, last, inputs);
        // Without a look-up, the delay is arbitrary.
        let any = self.random.bits();
        let [now, ..] = self.answers;
        inputs.delay = now.unwrap_or(any & ((1 << self.nic.delay_bits()) - 1));
        self.answers.rotate_left(1);
        self.answers[LATER_CYCLES - 1] = later;
        inputs.grant_ready = happens(&mut self.random, self.phase.grant_ready);

        step.reset = happens(&mut self.random, self.phase.reset)
            || self.phase.anew && self.phase.cycles == 0;
        self.elapsed += 1;
        self.cycle += 1;
        if step.reset {
            self.reset();
        }
    }
}
