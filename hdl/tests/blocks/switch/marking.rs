//! Verilog of the marking module, for review.

use tailback_gen::{verilog, Design};
use tailback_hdl::switch::marking::{CountingMarking, NaiveMarking};
use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};

/// Packets per input buffer, as in the papers.
const PACKETS_PER_INPUT: u32 = 4;
/// Maximum number of lines that a reader should have to read.
const LINES: usize = 110;

fn design(policy: Policy, ports: usize, counter_bits: Option<usize>) -> Design {
    let config =
        Marking::new(policy, ports as _, PACKETS_PER_INPUT as _, counter_bits.map(|b| b as _));
    let config = config.expect("a valid configuration");
    let design = match policy {
        Policy::Naive => verilog(&NaiveMarking::new(&config), "A test."),
        _ => verilog(&CountingMarking::new(&config), "A test."),
    };
    design.expect("a block that is translated")
}

fn output_triggered(output_trigger: OutputTrigger) -> Policy {
    Policy::InputOutputTriggered { output_threshold: 8, output_trigger }
}

fn policies() -> [Policy; 4] {
    let [above, crossing] = [OutputTrigger::Above, OutputTrigger::Crossing].map(output_triggered);
    [Policy::Naive, Policy::InputTriggered, above, crossing]
}

fn text(policy: Policy, ports: usize, counter_bits: Option<usize>) -> String {
    let mut modules = design(policy, ports, counter_bits).modules;
    modules.pop().expect("a top").text
}

#[test]
fn eight_ports_input_triggered() {
    insta::assert_snapshot!(text(Policy::InputTriggered, 8, Some(8)));
}

#[test]
fn twelve_ports_naive() {
    insta::assert_snapshot!(text(Policy::Naive, 12, None));
}

#[test]
fn thirty_six_ports_input_output_triggered() {
    insta::assert_snapshot!(text(output_triggered(OutputTrigger::Above), 36, None));
}

#[test]
fn the_output_trigger_of_thirty_six_ports() {
    let design = design(output_triggered(OutputTrigger::Above), 36, None);
    assert_eq!(design.modules.len(), 2);
    insta::assert_snapshot!(design.modules[0].text);
}

#[test]
fn thirty_six_ports_triggered_at_the_crossing() {
    insta::assert_snapshot!(text(output_triggered(OutputTrigger::Crossing), 36, None));
}

#[test]
fn more_ports_take_no_more_lines() {
    for policy in policies() {
        let lines = [8, 12, 36].map(|ports| text(policy, ports, None).lines().count());
        assert!(lines.iter().all(|count| *count == lines[0] && *count <= LINES), "{lines:?}");
    }
}
