//! Judges the values of a document against each other.

use super::{
    check::{out_of_range, whole},
    document::Document,
    problem::{Allowed, Kind, Location, Problem},
    raw::PolicyName,
    Clock, Config, Datapath, Switch,
};
use crate::{
    parameter::OutOfRange,
    switch::marking::{Marking, Policy},
};
use serde::de::{DeserializeOwned, IntoDeserializer};
use toml::de::DeValue;

/// The configuration in `document`, if there is no problem that prevents one.
///
/// Values that cannot be read have their problems already; the others are judged all the same.
pub(super) fn relate(document: &Document, problems: &mut Vec<Problem>) -> Option<Config> {
    let counter_bits = optional(document, "marking.counter_bits");
    let policy = policy(document, problems);
    let ports = value(document, "switch.ports");
    let packets_per_input = value(document, "switch.packets_per_input");
    let (ports, packets_per_input): (u32, u32) = (ports?, packets_per_input?);
    let size = Size { ports, packets_per_input };
    let marking = block(document, policy?, size, counter_bits.flatten(), problems);
    let frequency_mhz: f64 = value(document, "clock.frequency_mhz")?;
    Some(Config {
        name: value(document, "name")?,
        clock: Clock { frequency_hz: (frequency_mhz * Clock::HZ_PER_MHZ).round() as u64 },
        datapath: Datapath { width_bits: value(document, "datapath.width_bits")? },
        switch: Switch {
            ports,
            packets_per_input,
            max_packet_bytes: value(document, "switch.max_packet_bytes")?,
        },
        marking: marking?,
        counter_bits: counter_bits?,
    })
}

/// What the switch can hold comes from these two.
#[derive(Debug, Clone, Copy)]
struct Size {
    ports: u32,
    packets_per_input: u32,
}

/// A value of the document; an integer beyond `u32` is cut to it. Such a one has been reported,
/// and can still be judged by what the other values allow.
fn value<T: DeserializeOwned + 'static>(document: &Document, path: &str) -> Option<T> {
    let mut value = document.entry(path)?.1.clone();
    saturate(value.get_mut());
    T::deserialize(value.into_deserializer()).ok()
}

/// A value that may be absent; `None` if it is there but cannot be read.
fn optional(document: &Document, path: &str) -> Option<Option<u32>> {
    match document.entry(path) {
        Some(_) => value(document, path).map(Some),
        None => Some(None),
    }
}

fn saturate(value: &mut DeValue) {
    const LEAST: &str = "0";
    const MOST: &str = "4294967295";
    let DeValue::Integer(integer) = value else { return };
    let cut = match whole(integer) {
        Some(number) if number < 0 => LEAST,
        Some(number) if number <= u32::MAX.into() => return,
        _ => MOST,
    };
    if let Ok(cut) = DeValue::parse(cut) {
        *value = cut.into_inner();
    }
}

/// The policy with its threshold: one needs it, the others have no use for it.
fn policy(document: &Document, problems: &mut Vec<Problem>) -> Option<Policy> {
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
fn block(
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

/// Turns a parameter out of range into a problem of its key, in place of what was said of the
/// value alone: the range given the other values is the narrower one.
fn report(document: &Document, size: Size, error: OutOfRange, problems: &mut Vec<Problem>) {
    let of_switch = matches!(error.name, "ports" | "packets_per_input");
    let key = format!("{}.{}", if of_switch { "switch" } else { "marking" }, error.name);
    if of_switch && problems.iter().any(|problem| problem.key == key) {
        return;
    }
    problems.retain(|problem| problem.key != key);
    let location = document.locate(&key);
    let (min, max) = error.allowed.into_inner();
    // A value to put in, not a bound to prove: every limit is far below 2^53.
    let allowed = Allowed::Range { min: min as f64, max: max as f64, unit: error.unit.to_owned() };
    let value = match document.entry(&key).map(|(_, value)| value.get_ref()) {
        Some(DeValue::Integer(integer)) => integer.to_string(),
        _ => error.value.to_string(),
    };
    let mut problem = out_of_range(Kind::OutOfRange, &key, &value, allowed);
    if !of_switch && location != Location::Nowhere {
        let capacity = u64::from(size.ports) * u64::from(size.packets_per_input);
        problem = problem.help(format!(
            "the switch holds {capacity} packets: {} ports times {} packets per input",
            size.ports, size.packets_per_input
        ));
    }
    problem.location = location;
    problems.push(problem);
}
