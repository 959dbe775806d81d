//! Parts of the marking module: its description, its golden models, and a stimulus per kind of
//! policy.

pub mod counting;
pub mod naive;
mod phase;
#[cfg(test)]
mod tests;

use tailback_hdl::switch::marking::{CountingMarking, NaiveMarking};
use tailback_hdl::Hardware;
use tailback_model::switch::marking::{Counting, Naive};
use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};

use self::counting::CountingStimulus;
use self::naive::NaiveStimulus;
use crate::harness::BlockBench;
use crate::parts::Parts;

/// Name on the command line.
const BLOCK: &str = "marking";

/// Parts of the marking module with these parameters.
pub fn parts(marking: &Marking) -> Parts {
    let marking = *marking;
    let variant = variant(&marking);
    match marking.policy() {
        Policy::Naive => Parts {
            hardware: Box::new(move || Box::new(NaiveMarking::new(&marking)) as Box<dyn Hardware>),
            bench: Box::new(BlockBench::new(
                BLOCK,
                variant,
                move || Naive::new(&marking),
                move |seed| NaiveStimulus::new(&marking, seed),
            )),
        },
        Policy::InputTriggered | Policy::InputOutputTriggered { .. } => Parts {
            hardware: Box::new(move || {
                Box::new(CountingMarking::new(&marking)) as Box<dyn Hardware>
            }),
            bench: Box::new(BlockBench::new(
                BLOCK,
                variant,
                move || Counting::new(&marking),
                move |seed| CountingStimulus::new(&marking, seed),
            )),
        },
    }
}

/// Parameters of the module, as text for the user.
pub(super) fn variant(marking: &Marking) -> String {
    let (ports, packets) = (marking.ports(), marking.packets_per_input());
    let size = format!("{ports} ports, {packets} packets per input");
    let counters = format!("{size}, {}-bit counters", marking.counter_bits());
    match marking.policy() {
        Policy::Naive => format!("naive, {size}"),
        Policy::InputTriggered => format!("input-triggered, {counters}"),
        Policy::InputOutputTriggered { output_threshold, output_trigger } => {
            let when = when(output_trigger);
            format!("input-output-triggered {when} {output_threshold}, {counters}")
        }
    }
}

/// Preposition for the output trigger, before the threshold.
pub(super) fn when(output_trigger: OutputTrigger) -> &'static str {
    match output_trigger {
        OutputTrigger::Above => "above",
        OutputTrigger::Crossing => "at the crossing of",
    }
}
