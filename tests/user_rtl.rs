//! `cosim --rtl FILE` compares all modules of the user's file, and skips none.

mod common;

use common::{equipped, json, shell, text, told, with_preset};
use std::{fs, path::Path, process::Output};

/// Congestion detector, whose output `occupancy` is driven by a submodule.
const BLOCK: &str = "detector";

/// Returns a directory with the detector's Verilog in `good`, and two of its modules: the top and
/// the submodule.
fn generated() -> (tempfile::TempDir, String, String) {
    let directory = with_preset();
    let arguments = ["gen", "switch.toml", "--module", BLOCK, "--out", "good"];
    let gen = equipped(directory.path(), &arguments).output().expect("tailback runs");
    assert!(gen.status.success(), "{}", told(&gen));
    let read = |name: &str| fs::read_to_string(directory.path().join("good").join(name));
    let top = read("tailback_congestion_detector.v").expect("the top");
    let lane = read("tailback_congestion_lane.v").expect("the lane");
    (directory, top, lane)
}

/// Returns the submodule with an output that never changes.
fn stuck(lane: &str) -> String {
    let (right, wrong) = ("occupancy <= occupancy + ", "occupancy <= 0 & occupancy + ");
    assert_eq!(lane.matches(right).count(), 1, "{lane}");
    lane.replace(right, wrong)
}

/// Co-simulates `verilog`, which replaces the generated modules of the same names.
fn cosim(directory: &Path, verilog: &str) -> Output {
    fs::write(directory.join("mine.v"), verilog).expect("file");
    let design = ["cosim", "switch.toml", "--module", BLOCK, "--rtl", "mine.v"];
    let run = ["--cycles", "2000", "--json"];
    equipped(directory, &[&design[..], &run].concat()).output().expect("tailback runs")
}

#[test]
fn a_wrong_sub_module_is_found_alone_and_beside_its_top() {
    let (directory, top, lane) = generated();
    let wrong = stuck(&lane);
    for verilog in [wrong.clone(), format!("{top}\n{wrong}"), format!("{wrong}\n{top}")] {
        let output = cosim(directory.path(), &verilog);
        let failure = &json(&output)["failure"];
        assert_eq!(output.status.code(), Some(1), "{failure}");
        let differences = failure["differences"].to_string();
        assert!(differences.contains("occupancy"), "{differences}");
        // The printed command reproduces the difference.
        let command = failure["command"].as_str().expect("a command");
        let again = shell(directory.path(), command);
        assert_eq!(again.status.code(), Some(1), "{command}: {}", told(&again));
    }
    let right = cosim(directory.path(), &format!("{lane}\n{top}"));
    assert_eq!(right.status.code(), Some(0), "{}", text(&right.stdout));
}

#[test]
fn a_file_that_the_design_would_not_use_as_a_whole_is_refused() {
    let (directory, top, lane) = generated();
    let unused = "module lost; endmodule\n";
    for (verilog, reason) in [
        (format!("{lane}{unused}"), "module `lost` is not part of"),
        (format!("{lane}{lane}"), "module `tailback_congestion_lane` is defined more than once"),
        ("// nothing\n".to_owned(), "no module is defined in it"),
    ] {
        let output = cosim(directory.path(), &verilog);
        let error = &json(&output)["error"];
        assert_eq!((output.status.code(), &error["kind"]), (Some(2), &"usage".into()), "{error}");
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains(reason) && message.contains("mine.v"), "{message}");
    }
    // Verilator reports the missing module.
    let missing = top.replace("tailback_congestion_thresholds", "tailback_no_such_module");
    let output = cosim(directory.path(), &missing);
    let error = &json(&output)["error"];
    assert_eq!(error["kind"], "bad-verilog", "{error}");
    assert!(error["message"].to_string().contains("tailback_no_such_module"), "{error}");
}

#[test]
fn includes_and_macros_of_the_file_are_followed() {
    let (directory, _, lane) = generated();
    fs::write(directory.path().join("lane.vh"), stuck(&lane)).expect("file");
    let output =
        cosim(directory.path(), "`define LANE\n`ifdef LANE\n`include \"lane.vh\"\n`endif\n");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
}
