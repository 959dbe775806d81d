//! Packets that wait in the buffers of a switch and leave them, and buffers that become full.

mod phase;
mod shadow;
#[cfg(test)]
mod tests;

use tailback_hdl::switch as hardware;
use tailback_hdl::Hardware;
use tailback_model::switch::policy_marking::{
    NaivePolicyMarking, NaivePolicyMarkingInputs, PolicyMarking, PolicyMarkingInputs,
    PolicyMarkingOutputs,
};
use tailback_spec::switch::marking::Policy;
use tailback_spec::switch::policy_marking::PolicyMarking as Parameters;

use self::shadow::Shadow;
use super::marking::when;
use super::port::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::parts::Parts;

/// Name on the command line.
const BLOCK: &str = "policy-marking";

/// Parts of the marking policies in the switch with these parameters.
pub fn parts(parameters: &Parameters) -> Parts {
    let parameters = *parameters;
    let bench = bench(&parameters);
    if parameters.per_input() {
        let hardware = move || hardware::NaivePolicyMarking::new(&parameters);
        return Parts {
            hardware: Box::new(move || Box::new(hardware()) as Box<dyn Hardware>),
            bench,
        };
    }
    let hardware = move || hardware::PolicyMarking::new(&parameters);
    Parts { hardware: Box::new(move || Box::new(hardware()) as Box<dyn Hardware>), bench }
}

/// Golden model and stimulus of the marking policies in the switch.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    let size = variant(&parameters.port);
    match parameters.policy {
        Policy::Naive => Box::new(BlockBench::new(
            BLOCK,
            format!("naive, {size}"),
            move || NaivePolicyMarking::new(&parameters),
            move |seed| NaivePolicyMarkingStimulus::new(&parameters, seed),
        )),
        Policy::InputTriggered | Policy::InputOutputTriggered { .. } => Box::new(BlockBench::new(
            BLOCK,
            format!("{}, {size}", name(parameters.policy)),
            move || PolicyMarking::new(&parameters),
            move |seed| PolicyMarkingStimulus::new(&parameters, seed),
        )),
    }
}

/// Counting policy, as text for the user.
fn name(policy: Policy) -> String {
    match policy {
        Policy::InputOutputTriggered { output_threshold, output_trigger } => {
            format!("input-output-triggered {} {output_threshold}", when(output_trigger))
        }
        Policy::InputTriggered | Policy::Naive => "input-triggered".into(),
    }
}

/// Surroundings of the counting policies: buffers and ports.
pub struct PolicyMarkingStimulus {
    shadow: Shadow,
}

impl PolicyMarkingStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        PolicyMarkingStimulus { shadow: Shadow::new(parameters, seed) }
    }
}

impl Stimulus<PolicyMarkingInputs, PolicyMarkingOutputs> for PolicyMarkingStimulus {
    fn drive(&mut self, _: &PolicyMarkingOutputs, step: &mut Step<PolicyMarkingInputs>) {
        let told = self.shadow.next();
        step.reset = told.reset;
        step.inputs = PolicyMarkingInputs {
            enqueue: told.enqueue,
            enqueue_queue: told.enqueue_queue,
            dequeue: told.dequeue,
            dequeue_queue: told.dequeue_queue,
            trigger: told.trigger,
            transmit: told.transmit,
            transmit_vl: told.transmit_vl,
        };
    }
}

/// Surroundings of the naive policy: buffers and ports.
pub struct NaivePolicyMarkingStimulus {
    shadow: Shadow,
}

impl NaivePolicyMarkingStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        NaivePolicyMarkingStimulus { shadow: Shadow::new(parameters, seed) }
    }
}

impl Stimulus<NaivePolicyMarkingInputs, PolicyMarkingOutputs> for NaivePolicyMarkingStimulus {
    fn drive(&mut self, _: &PolicyMarkingOutputs, step: &mut Step<NaivePolicyMarkingInputs>) {
        let told = self.shadow.next();
        step.reset = told.reset;
        step.inputs = NaivePolicyMarkingInputs {
            enqueue: told.enqueue,
            enqueue_queue: told.enqueue_queue,
            dequeue: told.dequeue,
            dequeue_queue: told.dequeue_queue,
            trigger: told.trigger,
            transmit: told.transmit,
            transmit_vl: told.transmit_vl,
            source: told.source,
        };
    }
}
