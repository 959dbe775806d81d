//! The stimulus leaves nothing out: each mutant is noticed or proven to be no mutant.

mod common;

use std::ops::ControlFlow;

use common::{builder, counting, naive, output_triggered};
use tailback_gen::Design;
use tailback_spec::switch::marking::Marking;
use tailback_testbench::catalog;
use tailback_testbench::harness::Error;
use tailback_testbench::mutants::{survey, Fate, Plan, Survey};

fn run((marking, design): &(Marking, Design), plan: Plan) -> Survey {
    let bench = catalog::marking(marking);
    let mut progress = |_, _| ControlFlow::Continue(());
    survey(&*bench, design, &builder(), plan, &mut progress).unwrap()
}

#[test]
fn no_mutant_of_a_sample_survives() {
    for design in [counting(4, 3), naive(4, 3), output_triggered(5, 4, 3)] {
        let survey = run(&design, Plan { count: 40, seed: 1, cycles: 200_000 });
        println!("{survey}");
        assert_eq!(survey.mutants.len(), 40);
        assert_eq!(survey.survived(), 0, "{survey}");
        assert!(survey.killed() > 20, "{survey}");
    }
}

#[test]
#[ignore = "takes minutes; part of `make soak`"]
fn no_mutant_of_whole_blocks_survives() {
    for (ports, packets) in [(8, 4), (12, 4), (36, 4)] {
        let half = ports * packets / 2;
        let policies = [
            counting(ports, packets),
            naive(ports, packets),
            output_triggered(half, ports, packets),
        ];
        for design in policies {
            let survey = run(&design, Plan { count: 256, seed: 1, cycles: 2_000_000 });
            eprintln!("{survey}");
            assert_eq!(survey.survived(), 0, "{survey}");
        }
    }
}

#[test]
fn a_survey_is_the_same_each_time() {
    let design = counting(2, 2);
    let plan = Plan { count: 12, seed: 9, cycles: 20_000 };
    assert_eq!(run(&design, plan), run(&design, plan));
}

#[test]
fn mutants_survive_where_nothing_is_compared() {
    let survey = run(&counting(2, 2), Plan { count: 12, seed: 9, cycles: 0 });
    assert_eq!(survey.killed(), 0);
    assert!(survey.survived() > 0, "{survey}");
    assert!(survey.mutants.iter().any(|mutant| mutant.fate == Fate::Survived));
}

#[test]
fn a_survey_of_a_wrong_design_is_refused() {
    let (marking, design) = counting(2, 2);
    let design = common::planted(&design, "to_mark_reg[i] > 0", "to_mark_reg[i] > 1");
    let plan = Plan { count: 4, seed: 1, cycles: 10_000 };
    let mut progress = |_, _| ControlFlow::Continue(());
    let bench = catalog::marking(&marking);
    let refused = survey(&*bench, &design, &builder(), plan, &mut progress);
    assert!(matches!(refused, Err(Error::Unsound { .. })), "{refused:?}");
}
