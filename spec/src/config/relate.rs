//! Judges the values of a document against each other.

use super::{
    check::{out_of_range, whole},
    document::Document,
    problem::{Allowed, Kind, Location, Problem},
    raw::{self, PolicyName},
    Clock, Config, Datapath, Switch,
};
use crate::switch::marking::{Marking, OutOfRange, Policy};
use serde::de::{DeserializeOwned, IntoDeserializer};
use toml::de::{DeTable, DeValue};

/// The configuration in `document`, if there is no problem that prevents one.
///
/// Sections that cannot be read have their problems already; the others are judged all the same.
pub(super) fn relate(document: &Document, problems: &mut Vec<Problem>) -> Option<Config> {
    let switch = section::<raw::SwitchSection>(document, "switch");
    let marking = section::<raw::MarkingSection>(document, "marking");
    let marking = marking.and_then(|marking| {
        let policy = policy(document, &marking, problems);
        let section = switch.as_ref()?;
        let block = block(document, policy?, section, marking.counter_bits, problems)?;
        Some((block, marking.counter_bits))
    });
    let (name, clock) = (section(document, "name"), section(document, "clock"));
    let datapath = section(document, "datapath");
    let (switch, (marking, counter_bits)) = (switch?, marking?);
    let clock: raw::ClockSection = clock?;
    let datapath: raw::DatapathSection = datapath?;
    Some(Config {
        name: name?,
        clock: Clock { frequency_hz: (clock.frequency_mhz * Clock::HZ_PER_MHZ).round() as u64 },
        datapath: Datapath { width_bits: datapath.width_bits },
        switch: Switch {
            ports: switch.ports,
            packets_per_input: switch.packets_per_input,
            max_packet_bytes: switch.max_packet_bytes,
        },
        marking,
        counter_bits,
    })
}

/// A part of the document, without the keys that are unknown, and with integers beyond `u32` cut
/// to it. All of those have been reported; what is left can still be judged.
fn section<T: DeserializeOwned + 'static>(document: &Document, name: &str) -> Option<T> {
    let schema = raw::schema();
    let known = &schema["properties"][name]["properties"];
    let mut value = document.root.get(name)?.clone();
    if let DeValue::Table(table) = value.get_mut() {
        let mut kept = DeTable::new();
        for (key, mut value) in std::mem::take(table) {
            if known.get(key.get_ref().as_ref()).is_some() {
                saturate(value.get_mut());
                kept.insert(key, value);
            }
        }
        *table = kept;
    }
    T::deserialize(value.into_deserializer()).ok()
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
fn policy(
    document: &Document,
    marking: &raw::MarkingSection,
    problems: &mut Vec<Problem>,
) -> Option<Policy> {
    const THRESHOLD: &str = "marking.output_threshold";
    let needs = marking.policy == PolicyName::InputOutputTriggered;
    let policy_place = document.place("marking.policy");
    match (marking.policy, marking.output_threshold) {
        (PolicyName::Naive, None) => return Some(Policy::Naive),
        (PolicyName::InputTriggered, None) => return Some(Policy::InputTriggered),
        (PolicyName::InputOutputTriggered, Some(output_threshold)) => {
            return Some(Policy::InputOutputTriggered { output_threshold })
        }
        _ => {}
    }
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
    switch: &raw::SwitchSection,
    counter_bits: Option<u32>,
    problems: &mut Vec<Problem>,
) -> Option<Marking> {
    let make = |bits| Marking::new(policy, switch.ports, switch.packets_per_input, bits);
    let error = match make(counter_bits) {
        Ok(block) => return Some(block),
        Err(error) => error,
    };
    let in_counter = error.name == "counter_bits";
    report(document, switch, error, problems);
    // The counter is checked before the threshold; look behind it.
    if in_counter {
        if let Err(error) = make(None) {
            report(document, switch, error, problems);
        }
    }
    None
}

/// Turns a parameter out of range into a problem of its key, in place of what was said of the
/// value alone: the range given the other values is the narrower one.
fn report(
    document: &Document,
    switch: &raw::SwitchSection,
    error: OutOfRange,
    problems: &mut Vec<Problem>,
) {
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
        let capacity = u64::from(switch.ports) * u64::from(switch.packets_per_input);
        problem = problem.help(format!(
            "the switch holds {capacity} packets: {} ports times {} packets per input",
            switch.ports, switch.packets_per_input
        ));
        problem = problem.note(document.place("switch.ports"), "times");
        problem = problem.note(document.place("switch.packets_per_input"), "is the capacity");
    }
    problem.location = location;
    problems.push(problem);
}
