//! Designs that the tests of the harness simulate, and a cache that they share.
#![allow(dead_code, reason = "each test uses a part")]

use std::ops::ControlFlow;
use std::path::PathBuf;

use tailback_gen::Design;
use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};
use tailback_testbench::harness::{Bench, Builder, Cache, Optimise, Tools};
use tailback_testbench::switch::marking::parts;

/// Cache of the models built by tests, which later runs reuse.
pub fn cache() -> Cache {
    Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"))
}

/// A builder that uses the cache of all tests.
pub fn builder() -> Builder {
    Builder::new(cache(), Tools::default(), Optimise::Build).unwrap()
}

/// A callback that never stops a run.
pub fn never(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Environment variable for long runs, as in `make soak`: any value except an empty one and 0.
const SOAK: &str = "TAILBACK_SOAK";

/// Amount of work: `usually`, or `soaking` for a soak.
pub fn amount<T>(usually: T, soaking: T) -> T {
    match std::env::var(SOAK).is_ok_and(|value| !["", "0"].contains(&value.as_str())) {
        true => soaking,
        false => usually,
    }
}

/// An input-triggered marking module, and its Verilog.
pub fn counting(ports: u32, packets_per_input: u32) -> (Marking, Design) {
    generated(Policy::InputTriggered, ports, packets_per_input)
}

/// A marking module with an output trigger, and its Verilog.
pub fn output_triggered(
    output_trigger: OutputTrigger,
    output_threshold: u32,
    ports: u32,
    packets_per_input: u32,
) -> (Marking, Design) {
    let policy = Policy::InputOutputTriggered { output_threshold, output_trigger };
    generated(policy, ports, packets_per_input)
}

/// A naive marking module, and its Verilog.
pub fn naive(ports: u32, packets_per_input: u32) -> (Marking, Design) {
    generated(Policy::Naive, ports, packets_per_input)
}

fn generated(policy: Policy, ports: u32, packets_per_input: u32) -> (Marking, Design) {
    let marking = Marking::new(policy, ports, packets_per_input, None).unwrap();
    (marking, parts(&marking).design("a test").unwrap())
}

/// Golden model and stimulus of a marking module.
pub fn bench(marking: &Marking) -> Box<dyn Bench> {
    parts(marking).bench
}

/// The design with one piece of its text replaced; the piece must occur exactly once.
pub fn planted(design: &Design, right: &str, wrong: &str) -> Design {
    let mut design = design.clone();
    let places = design.modules.iter().map(|module| module.text.matches(right).count());
    assert_eq!(places.sum::<usize>(), 1, "`{right}` in the Verilog");
    for module in &mut design.modules {
        module.text = module.text.replace(right, wrong);
    }
    design
}
