//! The stimulus has no gaps: each mutant is killed or proven equivalent.

mod common;

use std::ops::ControlFlow;

use common::{amount, bench, builder, counting, naive, output_triggered};
use tailback_gen::Design;
use tailback_spec::switch::marking::{
    Marking,
    OutputTrigger::{Above, Crossing},
};
use tailback_testbench::harness::Error;
use tailback_testbench::mutants::{survey, Fate, Plan, Survey};

/// Time limit of a proof in seconds; on an idle machine, proofs take less than one.
const PROOF_SECONDS: u32 = 60;

fn run((marking, design): &(Marking, Design), plan: Plan) -> Survey {
    let bench = bench(marking);
    let mut progress = |_, _| ControlFlow::Continue(());
    survey(&*bench, design, &builder(), plan, &mut progress).unwrap()
}

#[test]
fn no_mutant_survives() {
    let sizes = amount(vec![(4, 3)], vec![(8, 4), (12, 4), (36, 4)]);
    let count = amount(40, 256);
    let cycles = amount(200_000, 2_000_000);
    for (ports, packets) in sizes {
        let half = ports * packets / 2;
        let policies = [
            counting(ports, packets),
            naive(ports, packets),
            output_triggered(Above, half, ports, packets),
            output_triggered(Crossing, half, ports, packets),
        ];
        for design in policies {
            let survey = run(
                &design,
                Plan { count, seed: 1, cycles, proof_seconds: PROOF_SECONDS, only: vec![] },
            );
            println!("{survey}");
            assert_eq!(survey.mutants.len(), count as usize);
            assert_eq!(survey.survived(), 0, "{survey}");
            assert!(survey.killed() > count as usize / 2, "{survey}");
        }
    }
}

#[test]
fn a_survey_is_the_same_each_time() {
    let design = counting(2, 2);
    let plan =
        Plan { count: 12, seed: 9, cycles: 20_000, proof_seconds: PROOF_SECONDS, only: vec![] };
    assert_eq!(run(&design, plan.clone()), run(&design, plan));
}

#[test]
fn mutants_that_are_named_have_the_fate_that_they_have_among_all() {
    let design = counting(2, 2);
    let plan = |only: &[u32]| {
        let only = only.to_vec();
        Plan { count: 12, seed: 9, cycles: 20_000, proof_seconds: PROOF_SECONDS, only }
    };
    let all = run(&design, plan(&[]));
    let named = run(&design, plan(&[11, 3]));
    assert_eq!(named.mutants, [all.mutants[2].clone(), all.mutants[10].clone()]);

    let (marking, design) = design;
    let mut progress = |_, _| ControlFlow::Continue(());
    for number in [0, 13] {
        let refused =
            survey(&*bench(&marking), &design, &builder(), plan(&[number]), &mut progress);
        assert!(matches!(refused, Err(Error::NoMutant { made: 12, .. })), "{refused:?}");
    }
}

#[test]
fn mutants_survive_where_nothing_is_compared() {
    let survey = run(
        &counting(2, 2),
        Plan { count: 12, seed: 9, cycles: 0, proof_seconds: PROOF_SECONDS, only: vec![] },
    );
    assert_eq!(survey.killed(), 0);
    assert!(survey.survived() > 0, "{survey}");
    assert!(survey.mutants.iter().any(|mutant| mutant.fate == Fate::Survived));
}

#[test]
fn a_survey_of_a_wrong_design_is_refused() {
    let (marking, design) = counting(2, 2);
    let design = common::planted(&design, "&& to_mark", "&& 1 < to_mark");
    let plan =
        Plan { count: 4, seed: 1, cycles: 10_000, proof_seconds: PROOF_SECONDS, only: vec![] };
    let mut progress = |_, _| ControlFlow::Continue(());
    let bench = bench(&marking);
    let refused = survey(&*bench, &design, &builder(), plan, &mut progress);
    assert!(matches!(refused, Err(Error::Unsound { .. })), "{refused:?}");
}
