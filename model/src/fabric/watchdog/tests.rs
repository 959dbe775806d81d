//! A stall is found, with the packets that wait; congestion is not reported as one.

use super::*;
use crate::fabric::{Engine, TwinRun};
use tailback_spec::fabric::Fabric;

/// Three switches in a ring, with two hosts each that send to the next switch but one.
pub(in crate::fabric) fn ring(keys: &str) -> Scenario {
    let mut text = String::from(
        "name = \"ring\"\nswitches = [\"A\", \"B\", \"C\"]\n[configuration]\npreset = \"santos-2003\"\n\
        switch.ports = 6\n",
    );
    for (here, next, beyond) in [("A", "B", "C"), ("B", "C", "A"), ("C", "A", "B")] {
        text += &format!(
            "[hosts.from-{here}]\nswitch = \"{here}\"\ncount = 2\n\
            [hosts.to-{here}]\nswitch = \"{here}\"\ncount = 2\n\
            [links.{here}{next}]\nfrom = \"{here}\"\nto = \"{next}\"\n\
            [routes.{here}]\nat = \"{here}\"\nto = \"to-{beyond}\"\nvia = \"{next}\"\n\
            [flows.{here}]\nfrom = \"from-{here}\"\nto = \"to-{beyond}\"\n"
        );
    }
    text += &format!("[run]\nduration_ms = 1\n{keys}\n[measure]\nfrom_ms = 0\nto_ms = 1\n");
    Scenario::from_toml(&text, &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

fn engine(scenario: &Scenario) -> Option<Stall> {
    let mut engine = Engine::new(scenario, ());
    engine.run_until(scenario.duration);
    engine.stall().cloned()
}

fn twin(scenario: &Scenario) -> Option<Stall> {
    let fabric = Fabric::new(scenario).expect("possible");
    let mut run = TwinRun::new(&fabric, scenario.duration);
    for _ in 0..fabric.set_up_cycles() + scenario.duration {
        run.cycle();
    }
    run.into_monitor().stall().cloned()
}

/// Links whose buffers are held, in the order of the ring.
fn held(scenario: &Scenario, stall: &Stall) -> Vec<String> {
    let link = |waiting: &Waiting| match waiting.holder {
        Holder::Buffer(link) => scenario.link_name(link),
        Holder::Host(_) => String::new(),
    };
    stall.waiting.iter().map(link).collect()
}

#[test]
fn a_ring_that_locks_up_is_named_by_engine_and_twin_alike() {
    let scenario = ring("window = 16\nallow_cycles = true\ncongestion_control = false");
    let found = [engine(&scenario), twin(&scenario)].map(|stall| stall.expect("stalled"));
    for stall in &found {
        assert_eq!(stall.rule, Rule::Ring, "{}", stall.describe(&scenario));
        assert_eq!(held(&scenario, stall), ["A->B", "B->C", "C->A"]);
    }
    assert_eq!(found[0].waiting, found[1].waiting);
    let text = found[0].describe(&scenario);
    assert!(text.contains("holds the buffer behind A->B and waits for credits of B->C"), "{text}");
}

#[test]
fn the_papers_engine_names_the_ring_too() {
    let keys = "window = 16\nallow_cycles = true\ncongestion_control = false\n[readings]\n\
                nics = \"immediate\"";
    let scenario = ring(keys);
    let stall = engine(&scenario).expect("stalled");
    assert_eq!((stall.rule, stall.waiting.len()), (Rule::Ring, 3));
}
