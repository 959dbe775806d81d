//! The golden switch alone keeps all invariants, in all surroundings.

mod overload;

use std::ops::ControlFlow;

use super::*;
use crate::harness::check::Watched;
use crate::harness::lockstep::model_alone;
use tailback_spec::config::Override;
use tailback_spec::{presets, Config};

/// Overrides for a switch whose corner cases are soon reached.
const SMALL: &[&str] = &[
    "switch.ports=4",
    "switch.virtual_lanes=2",
    "switch.max_packet_bytes=300",
    "switch.packets_per_input=2",
    "switch.forwarding_entries=64",
    "flow_control.period_cycles=256",
];

/// Overrides for both allocators, all marking policies, and all widths.
const KINDS: &[&[&str]] = &[
    &[],
    &["allocator.kind=\"round-robin\"", "datapath.width_bits=128"],
    &["marking.policy=\"naive\"", "datapath.width_bits=256"],
    &["marking.by=\"detector\"", "datapath.width_bits=512"],
    &["marking.by=\"detector\"", "allocator.kind=\"round-robin\"", "switch.forwarding_entries=512"],
    &["switch.virtual_lanes=8", "switch.ports=3", "input_buffer.reading=\"waiting\""],
];

fn config(changes: &[&[&str]]) -> Config {
    let all: Vec<Override> =
        changes.iter().copied().flatten().map(|text| text.parse().unwrap()).collect();
    Config::from_toml_with(presets::ALL[0].toml, &all).unwrap()
}

/// A run of the golden switch, with a checker.
struct Run<'a> {
    switch: Parameters,
    watched: Watched<'a, SwitchTopStimulus, SwitchTopInputs, SwitchTopOutputs>,
}

/// Runs the golden switch for `cycles` cycles, calls `each` for each cycle, and panics at a
/// violation.
fn run(
    config: &Config,
    scenario: Scenario,
    seed: u64,
    cycles: u64,
    mut each: impl FnMut(&Step<SwitchTopInputs>, &SwitchTopOutputs),
) {
    let switch = config.lossless_switch();
    let stimulus = SwitchTopStimulus::new(&switch, scenario, seed);
    let checker = Box::new(SwitchChecker::new(&switch));
    let mut run = Run { switch, watched: Watched::new(stimulus, Some(checker)) };
    let mut cycle = 0;
    let mut wrong = None;
    let mut looked = Looked { stimulus: &mut run.watched, cycle: 0, wrong: &mut wrong };
    model_alone(SwitchTop::new(&run.switch), &mut looked, |step, outputs| {
        each(step, outputs);
        cycle += 1;
        match cycle < cycles {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    if let Some((cycle, what)) = wrong {
        panic!("{:?}, seed {seed}, cycle {cycle}: {what}", variant(&run.switch));
    }
}

/// Stimulus of a run that records the first violation with its cycle.
struct Looked<'a, S> {
    stimulus: &'a mut S,
    cycle: u64,
    wrong: &'a mut Option<(u64, String)>,
}

impl<S: Stimulus<I, O>, I: Send, O> Stimulus<I, O> for Looked<'_, S> {
    fn drive(&mut self, last: &O, step: &mut Step<I>) {
        self.stimulus.drive(last, step);
        if let (Some(what), None) = (self.stimulus.violation(), &self.wrong) {
            *self.wrong = Some((self.cycle, what.to_string()));
        }
        self.cycle += 1;
    }
}

#[test]
fn what_must_hold_holds_with_lawful_neighbours() {
    for kind in KINDS {
        for seed in 0..2 {
            run(&config(&[SMALL, kind]), Scenario::Lawful, seed, 60_000, |_, _| {});
        }
    }
}

#[test]
fn what_must_hold_holds_whatever_neighbours_do() {
    for kind in KINDS {
        for seed in 0..2 {
            run(&config(&[SMALL, kind]), Scenario::Everything, seed, 60_000, |_, _| {});
        }
    }
}
