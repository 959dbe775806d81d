//! Traffic for the end of a slow link that sends.

use tailback_model::link::slow_link::sender::{
    SlowLinkSender, SlowLinkSenderInputs, SlowLinkSenderOutputs,
};
use tailback_spec::link::slow_link as spec;

use super::traffic::{Offer, Phase};
use super::{variant, InOrder};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::Random;

/// Name on the command line.
const BLOCK: &str = "slow-link-sender";

/// Golden model and stimulus of the end, with a checker of the order of the beats.
pub fn bench(parameters: &spec::SlowLinkEnd) -> Box<dyn Bench> {
    let parameters = *parameters;
    let bench = BlockBench::new(
        BLOCK,
        variant(&parameters),
        move || SlowLinkSender::new(&parameters),
        move |seed| SlowLinkSenderStimulus::new(&parameters, seed),
    );
    Box::new(bench.checked(InOrder::default))
}

/// Random traffic; a packet that is offered stays until it is accepted.
pub struct SlowLinkSenderStimulus {
    random: Random,
    offer: Offer,
    phase: Phase,
}

impl SlowLinkSenderStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::SlowLinkEnd, seed: u64) -> Self {
        let (offer, phase) = (Offer::new(parameters), Phase::new(parameters));
        SlowLinkSenderStimulus { random: Random::new(seed), offer, phase }
    }
}

impl Stimulus<SlowLinkSenderInputs, SlowLinkSenderOutputs> for SlowLinkSenderStimulus {
    fn drive(&mut self, outputs: &SlowLinkSenderOutputs, step: &mut Step<SlowLinkSenderInputs>) {
        let SlowLinkSenderStimulus { random, offer, phase } = self;
        step.reset = phase.next(random);
        step.inputs.rate = phase.rate;
        offer.drive(&mut step.inputs.s_axis, outputs.s_axis.tready, phase, random);
    }
}
