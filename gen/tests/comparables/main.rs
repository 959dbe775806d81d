//! Functions of the hand-written designs that generated modules are compared with.

use tailback_gen::flow::{comparables, lint};
use tailback_harness::run;

const SWITCH: &str = include_str!("../../src/flow/comparables/axis_switch.v");
const TESTBENCH: &str = include_str!("axis_switch_testbench.v");

/// Returns what the testbench prints with these parameters.
fn simulate(parameters: &[&str]) -> String {
    let place = tempfile::tempdir().unwrap();
    for (file, text) in [("axis_switch.v", SWITCH), ("testbench.v", TESTBENCH)] {
        std::fs::write(place.path().join(file), text).unwrap();
    }
    let fixed = "-g2005 -Wall -s testbench -o test.vvp axis_switch.v testbench.v";
    let parameters = parameters.iter().map(|parameter| format!("-Ptestbench.{parameter}"));
    let arguments: Vec<String> =
        fixed.split_whitespace().map(String::from).chain(parameters).collect();
    let said = run(place.path(), "iverilog", &arguments);
    assert!(said.is_empty(), "{said}");
    run(place.path(), "vvp", &["-n".into(), "test.vvp".into()])
}

#[test]
fn the_switch_delivers_each_packet_once_and_in_the_order_of_its_input_and_output() {
    let cases: [&[&str]; 4] = [
        &["PACKETS=150"],
        &["PORTS=2", "DEST_BITS=1", "ACCEPT=100", "OFFER=100"],
        // Two bits of tdest select a fourth output, which does not exist.
        &["PORTS=3", "DEST_BITS=2", "ACCEPT=90"],
        &["PORTS=3", "DEST_BITS=2", "ACCEPT=10", "OFFER=100", "PACKETS=100"],
    ];
    for parameters in cases {
        let said = simulate(parameters);
        assert!(
            said.trim().ends_with("cycles") && !said.contains("FAILED"),
            "{parameters:?}: {said}"
        );
    }
}

#[test]
fn every_comparable_is_clean_in_three_tools() {
    let mut all = comparables::marking(8, 8);
    all.push(comparables::axis_switch(8, 64));
    for candidate in all {
        let place = tempfile::tempdir().unwrap();
        candidate.write_to(place.path()).unwrap();
        let file = format!("{}.v", candidate.top.module);
        for report in lint(place.path(), &candidate.top.module, &[&file]).unwrap() {
            assert!(report.findings.is_empty(), "{report:?}");
        }
    }
}
