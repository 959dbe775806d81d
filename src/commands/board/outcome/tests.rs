//! Tests of the printed result.

use super::*;
use tailback_model::fabric::Received;
use tailback_spec::{fabric::Fabric, scenario::Scenario};
use tailback_testbench::fabric::counters;

const SCENARIO: &str = include_str!("../../../../examples/boards/incast.toml");

/// Returns the value of a counter in the twin.
fn twin(name: &str) -> u32 {
    if name.ends_with(".marked") {
        7
    } else {
        0
    }
}

/// Returns the result of a board whose counters have these values, beside a twin in which each port has marked
/// 7 packets.
fn outcome(board: &Board, values: impl Fn(&str) -> u32) -> Outcome {
    let counters = counters(board.fabric());
    let counts = |values: &dyn Fn(&str) -> u32| Counts {
        sent: vec![600, 400],
        received: vec![Received { packets: 500, bad: 0 }; 3],
        counters: counters.iter().map(|counter| values(&counter.name)).collect(),
    };
    let (found, twin) = (counts(&values), counts(&twin));
    let comparison = Comparison::new(board, &found, &twin);
    Outcome::new(board, Some("/dev/ttyUSB0"), (4096, 50_000), &found, Some(comparison))
}

fn board() -> Board {
    let scenario = Scenario::from_toml(SCENARIO, &[]).expect("valid");
    Board::new(&Fabric::new(&scenario).expect("possible"), 1_000_000).expect("possible")
}

#[test]
fn a_counter_that_differs_is_listed_and_found() {
    let board = board();
    let is_planted = |name: &str| name == "nic_sink.traffic.packets_in";
    let planted = outcome(&board, |name| if is_planted(name) { 8 } else { twin(name) });
    assert!(!planted.is_equal());
    insta::assert_snapshot!(planted.human());
}

#[test]
fn counts_of_flow_control_may_differ() {
    let board = board();
    let later = |name: &str| {
        let counts_on =
            name.ends_with("flow_control.sent") || name.ends_with("flow_control.received");
        if counts_on {
            900
        } else {
            twin(name)
        }
    };
    assert!(outcome(&board, later).is_equal());
}
