//! The lockstep finds planted bugs, and reports no others.

mod common;

use common::{amount, bench, builder, cache, counting, naive, never, output_triggered, planted};
use tailback_gen::Design;
use tailback_spec::switch::marking::{
    Marking,
    OutputTrigger::{Above, Crossing},
};
use tailback_testbench::harness::{Builder, Error, Job, Optimise, Run, Tools, Verdict};

/// Cycles in which each planted bug must show.
const CYCLES: u64 = 50_000;

fn first_difference((marking, design): &(Marking, Design), seed: u64) -> Option<u64> {
    let library = builder().build(design).unwrap();
    let run = Run { seed, cycles: CYCLES, held: &[] };
    bench(marking).first_difference(&library, &run).unwrap()
}

#[test]
fn right_verilog_agrees_at_every_size() {
    // One packet per input; 33 bits, beyond a word; counters that use all their bits; the largest switch.
    for (ports, packets) in [(2, 1), (33, 2), (8, 31), (36, 64)].into_iter().take(amount(2, 4)) {
        let last = ports * packets - 1;
        let designs = [
            counting(ports, packets),
            naive(ports, packets),
            output_triggered(Above, last, ports, packets),
            output_triggered(Crossing, last, ports, packets),
        ];
        for design in designs {
            for seed in 0..2 {
                assert_eq!(first_difference(&design, seed), None, "{:?}, seed {seed}", design.0);
            }
        }
    }
}

#[test]
fn both_levels_of_optimisation_agree() {
    let (marking, design) = counting(8, 4);
    let library = Builder::new(cache(), Tools::default(), Optimise::Run).unwrap();
    let library = library.build(&design).unwrap();
    let run = Run { seed: 3, cycles: CYCLES, held: &[] };
    assert_eq!(bench(&marking).first_difference(&library, &run).unwrap(), None);
}

#[test]
fn every_planted_bug_is_found() {
    let bugs = [
        ("a flipped comparison", "+: 6] != ", "+: 6] == "),
        ("a comparison off by one", "+: 6] != ", "+: 6] > 1 + "),
        ("a counter too narrow", "<= waiting[6*port +: 6] + ", "<= 31 & waiting[6*port +: 6] + "),
        ("a wrong reset value", "to_mark[6*port +: 6] <= 6'd0", "to_mark[6*port +: 6] <= 6'd1"),
        ("an event that is ignored", "(trigger[port])", "(trigger[port] && !enqueue[port])"),
        ("a wrong priority", "if (trigger[port])", "if (trigger[port] && !mark[port])"),
        (
            "a trigger that counts itself",
            "<= waiting[6*port +: 6];",
            "<= waiting[6*port +: 6] + enqueue[port];",
        ),
        ("the wrong lane", "&& to_mark[6*port +: 6]", "&& to_mark[6*(port ^ (port == 6)) +: 6]"),
    ];
    for (name, right, wrong) in bugs {
        let (marking, design) = counting(8, 4);
        let design = (marking, planted(&design, right, wrong));
        assert!(first_difference(&design, 1).is_some(), "{name} is not found");
    }
}

#[test]
fn every_planted_bug_of_the_output_trigger_is_found() {
    let bugs = [
        ("a threshold off by one", "== OUTPUT_THRESHOLD", "== OUTPUT_THRESHOLD + 6'd1"),
        ("a packet that leaves as one comes", "&& !dequeue[port] && waiting", "&& waiting"),
        ("the packet that crosses is forgotten", "<= 6'd41", "<= 6'd40"),
        ("every packet above it counts", "== OUTPUT_THRESHOLD", ">= OUTPUT_THRESHOLD"),
    ];
    for (name, right, wrong) in bugs {
        let (marking, design) = output_triggered(Crossing, 40, 12, 4);
        let design = (marking, planted(&design, right, wrong));
        assert!(first_difference(&design, 1).is_some(), "{name} is not found");
    }
}

#[test]
fn every_planted_bug_above_the_threshold_is_found() {
    let bugs = [
        ("a threshold too low", "= OUTPUT_THRESHOLD;", "= OUTPUT_THRESHOLD - 6'd1;"),
        ("a threshold too high", "= OUTPUT_THRESHOLD;", "= OUTPUT_THRESHOLD + 6'd1;"),
        ("only at the crossing", "above[port] = waiting[6*port + at];", "above[port] = 0;"),
        ("not at the crossing", "above[port] = !dequeue[port];", "above[port] = 0;"),
        ("without a packet that comes", "enqueue[port] && ", ""),
        ("a packet that leaves as one comes", "above[port] = !dequeue[port];", "above[port] = 1;"),
        ("a trigger of an input is forgotten", "trigger[port] || ", ""),
    ];
    for (name, right, wrong) in bugs {
        let (marking, design) = output_triggered(Above, 40, 12, 4);
        let design = (marking, planted(&design, right, wrong));
        assert!(first_difference(&design, 1).is_some(), "{name} is not found");
    }
}

#[test]
fn every_planted_bug_of_the_naive_policy_is_found() {
    let bugs = [
        ("a trigger that wins over an arrival", "<= ~taken[port]", "<= 3'd7"),
        (
            "a slot number that wraps",
            "3'd1 << enqueue_slot[2*port +: 2]",
            "3'd1 << enqueue_slot[2*port +: 2] % 3",
        ),
        ("a mark without a transmission", "transmit[port] && ", ""),
    ];
    for (name, right, wrong) in bugs {
        let (marking, design) = naive(4, 3);
        let design = (marking, planted(&design, right, wrong));
        assert!(first_difference(&design, 1).is_some(), "{name} is not found");
    }
}

#[test]
fn a_register_without_reset_is_caught_because_it_starts_random() {
    let (marking, design) = counting(8, 4);
    let design = (marking, planted(&design, "to_mark[6*port +: 6] <= 6'd0;", ""));
    let library = builder().build(&design.1).unwrap();
    let bench = bench(&marking);
    let caught = |seed| {
        // Within the first two cycles, which still show the register's value from before the reset.
        let run = Run { seed, cycles: 2, held: &[] };
        bench.first_difference(&library, &run).unwrap().is_some()
    };
    assert_eq!((1..=8).filter(|&seed| caught(seed)).count(), 8);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let (marking, design) = counting(8, 4);
    let design =
        planted(&design, "<= waiting[6*port +: 6];", "<= waiting[6*port +: 6] + enqueue[port];");
    let simulate = || {
        let out = tempfile::tempdir().unwrap();
        let job = Job {
            design: &design,
            builder: &builder(),
            seed: 7,
            cycles: CYCLES,
            config: &["a.toml".to_owned()],
            out: out.path(),
            waves: false,
        };
        let verdict = bench(&marking).simulate(&job, &mut never).unwrap();
        let files = verdict.failure.clone().unwrap().files;
        let texts = [files.stimulus, files.minimised]
            .map(|file| std::fs::read_to_string(file.unwrap()).unwrap());
        (verdict.failure.unwrap().history, texts)
    };
    assert_eq!(simulate(), simulate());
}

#[test]
fn another_seed_gives_another_run() {
    let (marking, design) = counting(8, 4);
    let design = (marking, planted(&design, "+: 6] != ", "+: 6] > 9 + "));
    let cycles: std::collections::BTreeSet<_> =
        (0..8).map(|seed| first_difference(&design, seed)).collect();
    assert!(cycles.len() > 4, "{cycles:?}");
}

#[test]
fn a_long_run_on_two_threads_ends_in_the_cycle_of_a_short_one_on_one() {
    let (marking, design) = counting(8, 4);
    let library = builder().build(&planted(&design, "+: 6] != ", "+: 6] > 9 + ")).unwrap();
    let bench = bench(&marking);
    let first = |seed, cycles| {
        let run = Run { seed, cycles, held: &[] };
        bench.first_difference(&library, &run).unwrap()
    };
    let mut compared = 0;
    for seed in 0..16 {
        let Some(cycle) = first(seed, CYCLES) else { continue };
        // The longest run on one thread.
        if cycle < 1 << 13 {
            assert_eq!((first(seed, cycle + 1), first(seed, cycle)), (Some(cycle), None));
            compared += 1;
        }
    }
    assert!(compared > 4, "{compared} differences are early enough");
}

#[test]
fn a_run_of_any_length_has_exactly_so_many_cycles() {
    let (marking, design) = counting(8, 4);
    let out = tempfile::tempdir().unwrap();
    for cycles in [1, 16_383, 16_384, 18_433, 65_536, 70_001] {
        let (design, builder, out) = (&design, &builder(), out.path());
        let config = &["a.toml".to_owned()];
        let job = Job { design, builder, seed: 1, cycles, config, out, waves: false };
        let mut watched = Vec::new();
        let verdict = bench(&marking)
            .simulate(&job, &mut |cycle| {
                watched.push(cycle);
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        assert!(verdict.failure.is_none() && verdict.cycles == cycles);
        assert_eq!(watched.last(), Some(&cycles));
    }
}

#[test]
fn a_run_can_be_stopped() {
    let (marking, design) = counting(8, 4);
    let out = tempfile::tempdir().unwrap();
    let job = Job {
        design: &design,
        builder: &builder(),
        seed: 1,
        cycles: u64::MAX,
        config: &["a.toml".to_owned()],
        out: out.path(),
        waves: false,
    };
    let mut calls = 0;
    let mut stop = |_| {
        calls += 1;
        match calls {
            3 => std::ops::ControlFlow::Break(()),
            _ => std::ops::ControlFlow::Continue(()),
        }
    };
    let ended: Result<Verdict, Error> = bench(&marking).simulate(&job, &mut stop);
    assert!(matches!(ended, Err(Error::Cancelled)));
    assert_eq!(out.path().read_dir().unwrap().count(), 0, "files of a run that was stopped");
}

#[test]
fn a_design_with_other_ports_is_refused_before_the_first_cycle() {
    let (marking, mut design) = counting(8, 4);
    design.top.ports.swap(0, 1);
    let library = builder().build(&design).unwrap();
    let run = Run { seed: 1, cycles: 1, held: &[] };
    let refused = bench(&marking).first_difference(&library, &run);
    assert!(matches!(refused, Err(Error::PortMismatch { side: "inputs", .. })), "{refused:?}");
}
