//! Relates the keys of `[marking]`.

use super::{optional, report, value, Size};
use crate::{
    config::{document::Document, raw::PolicyName},
    parameter::Parameter,
    problem::{Kind, Problem},
    switch::marking::{Marking, OutputTrigger, Policy},
};

const THRESHOLD: &str = "marking.output_threshold";
const TRIGGER: &str = "marking.output_trigger";

/// Policy with its output trigger: one policy needs the threshold, the others do not allow it.
pub(super) fn policy(document: &Document, problems: &mut Vec<Problem>) -> Option<Policy> {
    let policy = match value(document, "marking.policy")? {
        PolicyName::Naive => Policy::Naive,
        PolicyName::InputTriggered => Policy::InputTriggered,
        PolicyName::InputOutputTriggered => return output_triggered(document, problems),
    };
    let mut alone = true;
    for (key, name, label) in [
        (THRESHOLD, "output_threshold", "this policy has no threshold"),
        (TRIGGER, "output_trigger", "this policy has no output trigger"),
    ] {
        if document.entry(key).is_none() {
            continue;
        }
        alone = false;
        problems.retain(|problem| problem.key != key);
        let message = format!("`{key}` is allowed only with input-output-triggered");
        let help = format!("remove `{name}`, or set the policy to \"input-output-triggered\"");
        problems.push(
            Problem::new(Kind::Superfluous, key, document.locate(key), message)
                .label(label)
                .note(document.place("marking.policy"), "the policy")
                .help(help),
        );
    }
    alone.then_some(policy)
}

/// Policy with an output trigger.
fn output_triggered(document: &Document, problems: &mut Vec<Problem>) -> Option<Policy> {
    let output_trigger = trigger(document)?.unwrap_or_default();
    if let Some(output_threshold) = optional(document, THRESHOLD)? {
        return Some(Policy::InputOutputTriggered { output_threshold, output_trigger });
    }
    let message = format!("the policy input-output-triggered needs `{THRESHOLD}`");
    problems.push(
        Problem::new(Kind::Missing, THRESHOLD, document.locate("marking.policy"), message)
            .label("needs `output_threshold`")
            .help("add `output_threshold`, the packets that may wait for one output port before all of them are marked"),
    );
    None
}

/// Repetition of the output trigger, if the file has the key.
pub(super) fn trigger(document: &Document) -> Option<Option<OutputTrigger>> {
    optional(document, TRIGGER)
}

/// Parameters of the marking module; reports all parameters out of range.
pub(super) fn block(
    document: &Document,
    policy: Policy,
    size: Size,
    counter_bits: Option<u32>,
    problems: &mut Vec<Problem>,
) -> Option<Marking> {
    let make = |bits| Marking::new(policy, size.ports, size.packets_per_input, bits);
    let error = match make(counter_bits) {
        Ok(block) => return Some(block),
        Err(error) => error,
    };
    let in_counter = error.parameter == Parameter::CounterBits;
    report(document, size, error, problems);
    // The counter is checked before the threshold, so the threshold is checked separately.
    if in_counter {
        if let Err(error) = make(None) {
            report(document, size, error, problems);
        }
    }
    None
}
