//! Model of a rate limiter at its interface to the transmit path: accepts a start, and reports the
//! decision some cycles later.

use tailback_model::nic::transmit::{TransmitInputs, TransmitOutputs};

use super::phase::Grants;
use crate::harness::Step;
use crate::random::{happens, Random};

/// Largest number of cycles from a start to its decision.
const LONGEST: u64 = 6;

/// Start accepted last.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limiter {
    /// Cycles until the decision.
    left: Option<u64>,
    /// The packet has words; otherwise the start is a decline.
    has_words: bool,
    /// A start has just been accepted.
    fresh: bool,
}

impl Limiter {
    /// Observes the previous cycle.
    pub fn follow(&mut self, last: &TransmitOutputs, step: &Step<TransmitInputs>) {
        if step.reset {
            *self = Limiter::default();
        } else if last.start && step.inputs.start_ready {
            *self = Limiter { left: None, has_words: last.start_words > 0, fresh: true };
        }
    }

    /// Drives the decision. Like the rate limiter, accepts the next start in the cycle in which it
    /// reports the decision about the previous one.
    pub fn drive(&mut self, grants: Grants, random: &mut Random, inputs: &mut TransmitInputs) {
        if self.fresh {
            self.fresh = false;
            self.left = Some(match grants.at_once {
                true => 0,
                false => random.below(LONGEST),
            });
        }
        let now = self.left == Some(0);
        let legal = happens(random, grants.legal);
        inputs.look_up = now && legal && self.has_words;
        inputs.start_ignored = now && !legal;
        self.left = self.left.filter(|left| *left > 0).map(|left| left - 1);
        inputs.start_ready = self.left.is_none() && (now || happens(random, grants.ready));
        // A stray look-up has no effect.
        if !self.has_words && happens(random, grants.stray) {
            inputs.look_up = true;
        }
    }
}
