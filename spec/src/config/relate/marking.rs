//! Relates the keys of `[marking]`.

use super::{optional, report, value, Size};
use crate::{
    config::{
        document::Document,
        problem::{Kind, Problem},
        raw::PolicyName,
    },
    switch::marking::{Marking, Policy},
};

/// The policy with its threshold: one needs it, the others have no use for it.
pub(super) fn policy(document: &Document, problems: &mut Vec<Problem>) -> Option<Policy> {
    const THRESHOLD: &str = "marking.output_threshold";
    let name: PolicyName = value(document, "marking.policy")?;
    let policy_place = document.place("marking.policy");
    match (name, optional(document, THRESHOLD)?) {
        (PolicyName::Naive, None) => return Some(Policy::Naive),
        (PolicyName::InputTriggered, None) => return Some(Policy::InputTriggered),
        (PolicyName::InputOutputTriggered, Some(output_threshold)) => {
            return Some(Policy::InputOutputTriggered { output_threshold })
        }
        _ => {}
    }
    let needs = name == PolicyName::InputOutputTriggered;
    problems.retain(|problem| problem.key != THRESHOLD);
    problems.push(if needs {
        let message = format!("the policy input-output-triggered needs `{THRESHOLD}`");
        Problem::new(Kind::Missing, THRESHOLD, document.locate("marking.policy"), message)
            .label("needs `output_threshold`")
            .help("add `output_threshold`, the packets that may wait for one output port before all of them are marked")
    } else {
        let message = format!("`{THRESHOLD}` has a meaning only with input-output-triggered");
        Problem::new(Kind::Superfluous, THRESHOLD, document.locate(THRESHOLD), message)
            .label("this policy has no threshold")
            .note(policy_place, "the policy")
            .help("remove `output_threshold`, or set the policy to \"input-output-triggered\"")
    });
    None
}

/// The marking block, reporting all that keeps it from being built.
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
    let in_counter = error.name == "counter_bits";
    report(document, size, error, problems);
    // The counter is checked before the threshold; look behind it.
    if in_counter {
        if let Err(error) = make(None) {
            report(document, size, error, problems);
        }
    }
    None
}
