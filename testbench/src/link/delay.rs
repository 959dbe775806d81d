//! Traffic for a link: packets, pauses, and beats that no neighbour would send.

use tailback_model::interface::PacketStream;
use tailback_model::link::delay::{LinkDelay, LinkDelayInputs, LinkDelayOutputs};
use tailback_spec::link::delay as spec;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::packets::noise;
use crate::random::Random;

/// Name on the command line.
const BLOCK: &str = "link";

/// Golden model and stimulus of a link.
pub fn bench(parameters: &spec::LinkDelay) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} bits, {} cycles", parameters.width_bits(), parameters.delay()),
        move || LinkDelay::new(&parameters),
        move |seed| LinkDelayStimulus::new(&parameters, seed),
    ))
}

/// Random beats, valid or not, because a link does not interpret them. Resets are rare, but often
/// follow one another before the link is filled.
pub struct LinkDelayStimulus {
    random: Random,
    width: usize,
    delay: u64,
    /// Cycles to the next reset.
    left: u64,
}

impl LinkDelayStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::LinkDelay, seed: u64) -> Self {
        let (width, delay) = (parameters.width_bytes(), parameters.delay() as u64);
        LinkDelayStimulus { random: Random::new(seed), width, delay, left: 4 * delay }
    }
}

impl Stimulus<LinkDelayInputs, LinkDelayOutputs> for LinkDelayStimulus {
    fn drive(&mut self, _: &LinkDelayOutputs, step: &mut Step<LinkDelayInputs>) {
        let random = &mut self.random;
        let bits = random.bits();
        step.inputs = LinkDelayInputs {
            s_axis: PacketStream {
                tvalid: bits & 1 != 0,
                tdata: noise(self.width, random),
                tkeep: random.bits() >> (u64::BITS as usize - self.width),
                tlast: bits & 2 != 0,
                tuser: bits >> 2 & 3,
                ..Default::default()
            },
        };
        self.left = self.left.saturating_sub(1);
        step.reset = self.left == 0;
        if step.reset {
            self.left = 1 + random.below(4 * self.delay);
        }
    }
}
