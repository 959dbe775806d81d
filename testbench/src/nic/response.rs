//! ACKs and look-ups: of one flow without a pause, of many at random, and recoveries of the
//! greatest length.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::response::{
    ResponseFunction, ResponseFunctionInputs, ResponseFunctionOutputs,
};
use tailback_spec::nic::Nic;

use self::phase::Phase;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "response";
/// Flows in use at a time.
const IN_USE: usize = 4;

/// Golden model and stimulus of a response function.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} flows, {:?}, {:?} after idle", nic.flows(), nic.response(), nic.after_idle()),
        move || ResponseFunction::new(&nic),
        move |seed| ResponseFunctionStimulus::new(&nic, seed),
    ))
}

/// Constrained-random ACKs and look-ups.
pub struct ResponseFunctionStimulus {
    random: Random,
    phase: Phase,
    nic: Nic,
    in_use: [u64; IN_USE],
}

impl ResponseFunctionStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, nic);
        let mut stimulus =
            ResponseFunctionStimulus { random, phase, nic: *nic, in_use: [0; IN_USE] };
        stimulus.begin();
        stimulus
    }

    /// Chooses flows for another phase, often the last one among them.
    fn begin(&mut self) {
        let flows = self.nic.flows() as u64;
        self.in_use = [0; IN_USE].map(|_| self.random.below(flows));
        let last = one_of(&mut self.random, &[0, flows - 1]);
        self.in_use[1] = last;
        // A flow whose number differs from the first one's in a bit; may not exist.
        self.in_use[2] = self.in_use[0] ^ 1 << self.random.below(self.nic.flow_bits() as u64);
    }

    /// A random flow, which may not exist.
    fn flow(&mut self) -> u64 {
        if happens(&mut self.random, self.phase.any) {
            return self.random.below(1 << self.nic.flow_bits());
        }
        let in_use = self.in_use;
        one_of(&mut self.random, &in_use[..self.phase.flows])
    }
}

impl Stimulus<ResponseFunctionInputs, ResponseFunctionOutputs> for ResponseFunctionStimulus {
    fn drive(&mut self, last: &ResponseFunctionOutputs, step: &mut Step<ResponseFunctionInputs>) {
        step.reset = false;
        if self.phase.cycles == 0 {
            // A sweep takes as long as a long phase, so most phases must not start with one.
            step.reset = self.random.below(self.phase.phases_per_reset()) == 0;
            self.phase = self.phase.next(&mut self.random, &self.nic);
            if !self.phase.recovers {
                self.begin();
            }
        }
        self.phase.cycles -= 1;

        let waits = step.inputs.ack && !last.ack_ready;
        if !waits || self.random.below(4) == 0 {
            step.inputs.ack = happens(&mut self.random, self.phase.ack);
            step.inputs.ack_flow = self.flow();
            step.inputs.ack_marked = happens(&mut self.random, self.phase.marked);
        }
        let inputs = &step.inputs;
        let look_up_flow = match (last.changed, self.random.below(4)) {
            (true, 0) => last.changed_flow,
            (_, 0 | 1) => inputs.ack_flow,
            _ => self.flow(),
        };
        step.inputs.look_up = happens(&mut self.random, self.phase.look_up);
        step.inputs.look_up_flow = look_up_flow;
        step.inputs.look_up_fresh = happens(&mut self.random, self.phase.fresh);
    }
}
