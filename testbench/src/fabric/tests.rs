//! Tests of the list of counters and of the values that the stimulus reads.

use std::collections::BTreeSet;

use super::*;
use crate::harness::lockstep::model_alone;
use std::ops::ControlFlow;
use tailback_spec::scenario::Scenario;

const TWO_SWITCHES: &str = include_str!("../../../examples/fabrics/two-switches.toml");

fn fabric() -> Fabric {
    Fabric::new(&Scenario::from_toml(TWO_SWITCHES, &[]).expect("valid")).expect("possible")
}

#[test]
fn each_counter_has_a_name_and_an_address_of_its_own() {
    let fabric = fabric();
    let counters = counters(&fabric);
    let names: BTreeSet<&str> = counters.iter().map(|counter| counter.name.as_str()).collect();
    let places: BTreeSet<(usize, u32)> =
        counters.iter().map(|counter| (counter.component, counter.address)).collect();
    assert_eq!((names.len(), places.len()), (counters.len(), counters.len()));
    assert!(names.contains("switch_b.ports[3].lanes[0].marked"), "{names:?}");
    assert!(names.contains("nic_sink.marks.becn_sent"), "{names:?}");
    // Only three of the four ports of switch A have a link.
    assert!(!names.iter().any(|name| name.starts_with("switch_a.ports[3]")));
}

#[test]
fn what_is_read_in_the_end_is_what_the_links_have_seen() {
    const CYCLES: u64 = 5000;
    let fabric = fabric();
    let mut stimulus = FabricStimulus::new(&fabric, CYCLES);
    let mut left = 50_000;
    // `model_alone` borrows the stimulus, so the closure counts cycles instead of asking `is_done`.
    model_alone(Twin::<BitLanes>::new(&fabric), &mut stimulus, |_, _| {
        left -= 1;
        if left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let surroundings = stimulus.surroundings();
    assert!(surroundings.is_done());
    let values = surroundings.read().into_iter().flatten().copied();
    let read = counters(&fabric).into_iter().zip(values).collect::<Vec<_>>();
    assert_eq!(read.len(), counters(&fabric).len());
    let value = |name: &str| read.iter().find(|(counter, _)| counter.name == name).unwrap().1;
    let begun = surroundings.begun();
    assert!(begun.iter().all(|packets| *packets > 0), "{begun:?}");
    assert!(value("nic_sink.traffic.packets_in") > 0);
    assert!(value("switch_b.ports[2].lanes[0].packets_out") > 0);
    assert!(surroundings.received().iter().all(|received| received.bad == 0));
}
