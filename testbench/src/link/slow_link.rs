//! Traffic for a slow link and its ends.

mod order;
pub mod receiver;
pub mod sender;
#[cfg(test)]
mod tests;
mod traffic;

pub use order::InOrder;

use tailback_model::link::slow_link::{SlowLink, SlowLinkInputs, SlowLinkOutputs};
use tailback_spec::link::slow_link as spec;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::Random;
use traffic::{Offer, Phase};

/// Name on the command line.
const BLOCK: &str = "slow-link";

/// Golden model and stimulus of a slow link, with a checker of the order of the beats.
pub fn bench(parameters: &spec::SlowLink) -> Box<dyn Bench> {
    let parameters = *parameters;
    let bench = BlockBench::new(
        BLOCK,
        format!("{}, {} cycles", variant(&parameters.end()), parameters.link_delay().delay()),
        move || SlowLink::new(&parameters),
        move |seed| SlowLinkStimulus::new(&parameters, seed),
    );
    Box::new(bench.checked(InOrder::default))
}

/// Parameters of an end, as text.
fn variant(end: &spec::SlowLinkEnd) -> String {
    format!("{} bits, {} beats", end.width_bits(), end.longest_beats())
}

/// Random traffic; a packet that is offered stays until it is accepted.
pub struct SlowLinkStimulus {
    random: Random,
    offer: Offer,
    phase: Phase,
}

impl SlowLinkStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::SlowLink, seed: u64) -> Self {
        let end = parameters.end();
        SlowLinkStimulus {
            random: Random::new(seed),
            offer: Offer::new(&end),
            phase: Phase::new(&end),
        }
    }
}

impl Stimulus<SlowLinkInputs, SlowLinkOutputs> for SlowLinkStimulus {
    fn drive(&mut self, outputs: &SlowLinkOutputs, step: &mut Step<SlowLinkInputs>) {
        let SlowLinkStimulus { random, offer, phase } = self;
        step.reset = phase.next(random);
        step.inputs.rate = phase.rate;
        offer.drive(&mut step.inputs.s_axis, outputs.s_axis.tready, phase, random);
    }
}
