//! Traffic for the end of a slow link that receives.

use tailback_model::link::slow_link::receiver::{
    SlowLinkReceiver, SlowLinkReceiverInputs, SlowLinkReceiverOutputs,
};
use tailback_spec::link::slow_link::{self as spec, RATE_BITS};

use super::traffic::{Beat, Pace, Phase, Traffic};
use super::{variant, InOrder};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "slow-link-receiver";

/// Golden model and stimulus of the end, with a checker of the order of the beats.
pub fn bench(parameters: &spec::SlowLinkEnd) -> Box<dyn Bench> {
    let parameters = *parameters;
    let bench = BlockBench::new(
        BLOCK,
        variant(&parameters),
        move || SlowLinkReceiver::new(&parameters),
        move |seed| SlowLinkReceiverStimulus::new(&parameters, seed),
    );
    Box::new(bench.checked(InOrder::default))
}

/// Random traffic: at the rate of the link, faster or slower.
pub struct SlowLinkReceiverStimulus {
    random: Random,
    traffic: Traffic,
    phase: Phase,
    /// Share of the next beat that the link has had time for, in 2^-16 beats.
    due: u64,
}

impl SlowLinkReceiverStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::SlowLinkEnd, seed: u64) -> Self {
        let (traffic, phase) = (Traffic::new(parameters), Phase::new(parameters));
        SlowLinkReceiverStimulus { random: Random::new(seed), traffic, phase, due: 0 }
    }

    fn comes(&mut self) -> bool {
        self.due += self.phase.rate;
        let steady = self.due >> RATE_BITS != 0;
        self.due &= (1 << RATE_BITS) - 1;
        let between = self.traffic.is_between() && !happens(&mut self.random, self.phase.offered);
        match self.phase.pace {
            Pace::Steady => steady && !between,
            Pace::Each => !between,
            Pace::Random(often) => happens(&mut self.random, often),
        }
    }
}

impl Stimulus<SlowLinkReceiverInputs, SlowLinkReceiverOutputs> for SlowLinkReceiverStimulus {
    fn drive(&mut self, _: &SlowLinkReceiverOutputs, step: &mut Step<SlowLinkReceiverInputs>) {
        step.reset = self.phase.next(&mut self.random);
        step.inputs.rate = self.phase.rate;
        self.traffic.only_flow_control = self.phase.only_flow_control;
        step.inputs.s_axis =
            if self.comes() { self.traffic.next(&mut self.random) } else { Beat::default() };
    }
}
