//! A rate limiter as the way to the link sees one: it takes a start, and says soon what it was.

use tailback_model::nic::transmit::{TransmitInputs, TransmitOutputs};

use super::phase::Grants;
use crate::harness::Step;
use crate::random::{happens, Random};

/// The most cycles from a start to what is said of it.
const LONGEST: u64 = 6;

/// The start that has been taken last.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limiter {
    /// Cycles until something is said of it.
    left: Option<u64>,
    /// It has words.
    has_words: bool,
    /// One has just been taken.
    fresh: bool,
}

impl Limiter {
    /// What the cycle before has come to.
    pub fn follow(&mut self, last: &TransmitOutputs, step: &Step<TransmitInputs>) {
        if step.reset {
            *self = Limiter::default();
        } else if last.start && step.inputs.start_ready {
            *self = Limiter { left: None, has_words: last.start_words > 0, fresh: true };
        }
    }

    /// What it says. As the limiter does, it takes a start again in the cycle in which it says what
    /// the one before was.
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
        // What it should not say changes nothing.
        if !self.has_words && happens(random, grants.stray) {
            inputs.look_up = true;
        }
    }
}
