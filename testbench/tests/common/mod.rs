//! Designs that the tests of the harness simulate, and a cache that they share.
#![allow(dead_code, reason = "each test uses a part")]

use std::ops::ControlFlow;
use std::path::PathBuf;

use tailback_gen::{Design, Module};
use tailback_spec::switch::marking::{Marking, Policy};
use tailback_spec::{Direction, Port, PortTable};
use tailback_testbench::harness::{Builder, Cache, Optimise, Tools};

/// The name of the module under test.
const MODULE: &str = "tailback_marking";

/// Models built by tests stay, so that the next run of the tests need not build them.
pub fn cache() -> Cache {
    Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"))
}

/// A builder that keeps its results with those of all tests.
pub fn builder() -> Builder {
    Builder::new(cache(), Tools::default(), Optimise::Build).unwrap()
}

/// A callback that never stops a run.
pub fn never(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// An input-triggered marking block, and its Verilog.
pub fn counting(ports: u32, packets_per_input: u32) -> (Marking, Design) {
    counters(Policy::InputTriggered, ports, packets_per_input)
}

/// A marking block with an output trigger, and its Verilog.
pub fn output_triggered(
    output_threshold: u32,
    ports: u32,
    packets_per_input: u32,
) -> (Marking, Design) {
    counters(Policy::InputOutputTriggered { output_threshold }, ports, packets_per_input)
}

fn counters(policy: Policy, ports: u32, packets_per_input: u32) -> (Marking, Design) {
    let marking = Marking::new(policy, ports, packets_per_input, None).unwrap();
    let (lanes, width) = (marking.ports(), marking.counter_bits());
    let threshold = match policy {
        Policy::InputOutputTriggered { output_threshold } => output_threshold,
        Policy::InputTriggered | Policy::Naive => 0,
    };
    let text = include_str!("../data/marking_reference.v")
        .replace("PORTS     = 8", &format!("PORTS     = {lanes}"))
        .replace("BITS      = 8", &format!("BITS      = {width}"))
        .replace("THRESHOLD = 0", &format!("THRESHOLD = {threshold}"));
    let input = |name| port(name, Direction::Input, lanes, 1);
    let output = |name, width| port(name, Direction::Output, lanes, width);
    let mut ports: Vec<Port> = ["enqueue", "dequeue", "transmit", "trigger"].map(input).into();
    ports.extend([output("mark", 1), output("waiting", width), output("to_mark", width)]);
    (marking, design(text, ports))
}

/// A naive marking block, and its Verilog.
pub fn naive(ports: u32, packets_per_input: u32) -> (Marking, Design) {
    let marking = Marking::new(Policy::Naive, ports, packets_per_input, None).unwrap();
    let (lanes, slots) = (marking.ports(), marking.packets_per_input());
    let bits = (usize::BITS - (slots.max(2) - 1).leading_zeros()) as usize;
    let text = include_str!("../data/naive_reference.v")
        .replace("PORTS = 12", &format!("PORTS = {lanes}"))
        .replace("SLOTS = 6", &format!("SLOTS = {slots}"))
        .replace("BITS  = 3", &format!("BITS  = {bits}"));
    let input = |name, width| port(name, Direction::Input, lanes, width);
    let ports = vec![
        input("enqueue", 1),
        input("enqueue_slot", bits),
        input("trigger", 1),
        input("transmit", 1),
        input("transmit_slot", bits),
        port("mark", Direction::Output, lanes, 1),
    ];
    (marking, design(text, ports))
}

fn design(text: String, ports: Vec<Port>) -> Design {
    let top = PortTable { module: MODULE.into(), clocked: true, ports };
    Design { top, modules: vec![Module { name: MODULE.into(), text }] }
}

fn port(name: &str, direction: Direction, lanes: usize, width: usize) -> Port {
    Port { name: name.into(), direction, lanes, width, doc: String::new() }
}

/// The design with one piece of its text replaced, which must be there exactly once.
pub fn planted(design: &Design, right: &str, wrong: &str) -> Design {
    let mut design = design.clone();
    let text = &mut design.modules.last_mut().unwrap().text;
    assert_eq!(text.matches(right).count(), 1, "`{right}` in the Verilog");
    *text = text.replace(right, wrong);
    design
}
