//! Modules of different parameters become parts of one design, each with a prefix of its own.

mod common;

use common::{shell, tailback, told, with_preset};
use std::collections::BTreeSet;

/// Prefix, and the options of `gen`.
const PACKAGES: [(&str, &str, &[&str]); 3] = [
    ("my_nic", "nic", &[]),
    ("one", "switch", &[]),
    ("other", "switch", &["--set", "marking.by=detector", "--set", "allocator.kind=round-robin"]),
];

#[test]
fn a_nic_and_two_switches_of_different_marking_elaborate_together() {
    let directory = with_preset();
    let mut files = BTreeSet::new();
    for (prefix, module, options) in PACKAGES {
        let words = ["gen", "switch.toml", "--module", module, "--prefix", prefix, "--out", prefix];
        let output =
            tailback(directory.path(), &[&words, options].concat()).output().expect("runs");
        assert!(output.status.success(), "{}", told(&output));
        for entry in std::fs::read_dir(directory.path().join(prefix)).expect("package") {
            let name = entry.expect("entry").file_name().into_string().expect("text");
            if ["manifest.json", "component.xml"].contains(&name.as_str()) {
                continue;
            }
            assert!(files.insert(name.clone()), "{name} twice");
            assert!(name.starts_with(prefix), "{name}");
        }
        let checked = tailback(directory.path(), &["check", prefix]).output().expect("runs");
        assert!(checked.status.success(), "{}", told(&checked));
    }
    let run = |command: &str| {
        let output = shell(directory.path(), command);
        assert!(output.status.success(), "{command}: {}", told(&output));
    };
    run("cat my_nic/*.v one/*.v other/*.v > all.v");
    let tops = ["my_nic_nic", "one_switch", "other_switch"];
    let icarus = tops.map(|top| format!("-s {top}")).join(" ");
    run(&format!("iverilog -g2005 -Wall -t null {icarus} all.v"));
    // One file with all modules, which have no common top.
    run("verilator --lint-only -Wall -Wno-MULTITOP -Wno-DECLFILENAME all.v");
    let yosys = tops.map(|top| format!("design -load all; hierarchy -check -top {top}")).join("; ");
    run(&format!("yosys -q -p 'read_verilog all.v; design -save all; {yosys}'"));
}

#[test]
fn a_text_that_is_no_prefix_is_refused() {
    let directory = with_preset();
    let words = ["gen", "switch.toml", "--prefix", "My-Nic", "--out", "o"];
    let told = told(&tailback(directory.path(), &words).output().expect("runs"));
    assert!(told.starts_with("exit code 2") && told.contains("lower-case letters"), "{told}");
    assert!(!directory.path().join("o").exists());
}
