//! Several modules of one configuration in one package.

mod common;

use common::{shell, tailback, told, with_preset};

#[test]
fn a_nic_and_a_switch_in_one_package_elaborate_together_and_alone() {
    let directory = with_preset();
    let words =
        ["gen", "switch.toml", "--module", "nic", "--module", "switch", "--module", "ingress"];
    let words = [&words[..], &["--floorplan", "--out", "o", "--json"]].concat();
    let output = tailback(directory.path(), &words).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["top"], "tailback_nic");
    assert_eq!(result["others"][0]["top"], "tailback_switch");
    assert_eq!(result["others"][1]["block"], "ingress");
    let checked = tailback(directory.path(), &["check", "o"]).output().expect("runs");
    assert!(checked.status.success(), "{}", told(&checked));

    let run = |command: &str| {
        let output = shell(directory.path(), command);
        assert!(output.status.success(), "{command}: {}", told(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    let tops = ["tailback_nic", "tailback_switch", "tailback_ingress"];
    let icarus = tops.map(|top| format!("-s {top}")).join(" ");
    run(&format!("iverilog -g2005 -Wall -t null {icarus} o/*.v"));
    run("verilator --lint-only -Wall -Wno-MULTITOP o/*.v");
    for top in tops {
        let lint = format!("verilator --lint-only -Wall -y none --top-module {top} $(cat {top}.f)");
        run(&format!("cd o && {lint} && test -e {top}_component.xml -a -e {top}.core"));
        run(&format!("yosys -q -p 'read_verilog o/*.v; hierarchy -check -top {top}'"));
    }
    // A module that is also a submodule of the switch is the same file.
    assert_eq!(run("grep -cx tailback_ingress.v o/tailback_switch.f").trim(), "1");
}

#[test]
fn modules_with_several_clocks_share_the_constraints_of_their_fifos() {
    let directory = with_preset();
    let words = ["gen", "switch.toml", "--module", "nic-clocks", "--module", "switch-clocks"];
    let words = [&words[..], &["--module", "async-fifo", "--out", "o"]].concat();
    let output = tailback(directory.path(), &words).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let count = shell(directory.path(), "cd o && ls *.xdc | grep -c -v _ooc");
    let text = String::from_utf8(count.stdout).expect("text");
    assert_eq!(text.trim(), "4", "NIC, switch, FIFO and synchroniser");
}

#[test]
fn a_module_that_is_given_twice_is_refused() {
    let directory = with_preset();
    let words = ["gen", "switch.toml", "--module", "nic", "--module", "nic", "--out", "o"];
    let told = told(&tailback(directory.path(), &words).output().expect("runs"));
    assert!(told.starts_with("exit code 2") && told.contains("`nic` is given twice"), "{told}");
    assert!(!directory.path().join("o").exists());
}
