//! Command-line tests of scenarios as hardware.

mod common;

use common::{tailback, told};
use std::fs;

const SMALL: &str = include_str!("../examples/fabrics/one-flow.toml");

/// Returns the output of `tailback` with these arguments, in a directory with the small fabric.
fn run(words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("small.toml"), SMALL).expect("file");
    told(&tailback(directory.path(), words).output().expect("runs"))
}

#[test]
fn what_hardware_does_not_have_is_refused_with_key_and_line() {
    let few =
        ["gen", "--scenario", "small.toml", "--out", "o", "--set", "configuration.nic.flows=0"];
    assert!(run(&few).starts_with("exit code 2"));
    let turnaround = ["cosim", "--scenario", "small.toml", "--set", "run.turnaround_ns=80"];
    insta::assert_snapshot!(run(&turnaround), @r"
    exit code 2
      × `--set run.turnaround_ns=80`: run.turnaround_ns is not 0, but a NIC sends replies as soon as
      │ possible
      help: remove the key
    ");
    let directory = tempfile::tempdir().expect("directory");
    let source = SMALL
        .replace("nic.flows = 4", "nic.flows = 1")
        .replace("[run]", "[flows.back]\nfrom = \"sink\"\nto = \"source\"\n\n[run]");
    fs::write(directory.path().join("small.toml"), source).expect("file");
    let words = ["fabric", "small.toml", "--twin"];
    let output = tailback(directory.path(), &words).output().expect("runs");
    let told = told(&output);
    insta::assert_snapshot!(told, @r#"
    exit code 2
      × host "sink" has 2 connections, but `nic.flows` is 1
        ╭─[small.toml:12:13]
     11 │ switch.ports = 2
     12 │ nic.flows = 1
        ·             ┬
        ·             ╰── not supported
     13 │ 
        ╰────
      help: set `nic.flows` of the configuration to 2 or more
    "#);
}

#[test]
fn a_fabric_is_written_as_a_block_is() {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("small.toml"), SMALL).expect("file");
    let words = ["gen", "--scenario", "small.toml", "--out", "o"];
    let told = told(&tailback(directory.path(), &words).output().expect("runs"));
    assert!(told.starts_with("exit code 0"), "{told}");
    assert!(told.contains("fabric: module tailback_fabric"), "{told}");
    let mut found = Vec::new();
    for entry in walk(&directory.path().join("o")) {
        found.extend(entry.file_name().map(|name| name.to_string_lossy().into_owned()));
    }
    for file in ["tailback_fabric.v", "tailback_switch.v", "tailback_nic.v", "tailback_link.v"] {
        assert!(found.iter().any(|name| name == file), "{file}: {found:?}");
    }
}

/// Returns all files below a directory.
fn walk(directory: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(directory).expect("directory");
    let paths = entries.map(|entry| entry.expect("entry").path());
    paths.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn twin_and_engine_are_held_against_each_other() {
    let told = run(&["fabric", "small.toml", "--twin=0.02"]);
    assert!(told.contains("records of the engine"), "{told}");
}

#[test]
fn a_time_that_is_none_is_refused() {
    let told = run(&["fabric", "small.toml", "--twin=-1"]);
    assert!(told.starts_with("exit code 2"), "{told}");
    let told = run(&["fabric", "small.toml", "--twin=0.0009"]);
    assert!(told.starts_with("exit code 2") && told.contains("0.001 to 100000"), "{told}");
    let told = run(&["cosim", "--scenario", "small.toml", "--module", "nic"]);
    assert!(told.starts_with("exit code 2"), "{told}");
}

#[test]
fn a_congestion_tree_is_a_page_or_csv_and_changes_nothing() {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("small.toml"), SMALL).expect("file");
    let run = |words: &[&str]| {
        let words = [&["fabric", "small.toml"], words].concat();
        told(&tailback(directory.path(), &words).output().expect("runs"))
    };
    let read = |name: &str| fs::read_to_string(directory.path().join(name)).expect(name);
    assert!(run(&["--log", "without.csv"]).starts_with("exit code 0"));
    let page = ["--log", "with.csv", "--tree", "tree.html", "--tree-instants", "7"];
    assert!(run(&page).starts_with("exit code 0"));
    assert_eq!(read("without.csv"), read("with.csv"));
    assert!(read("tree.html").contains("fabric small.toml --log with.csv --tree tree.html"));
    let range =
        ["--tree", "tree.csv", "--tree-from", "0.01", "--tree-to", "0.02", "--tree-instants", "2"];
    assert!(run(&range).starts_with("exit code 0"));
    let csv = read("tree.csv");
    assert_eq!(csv.lines().next(), Some("time_ms,what,name,blocks,share,full,busy,ipd"));
    // Two hosts, each with two links.
    assert_eq!(csv.lines().count(), 1 + 2 * (4 + 2), "{csv}");
    assert!(csv.contains("\n0.02,link,source->"), "{csv}");
}

#[test]
fn a_congestion_tree_that_cannot_be_drawn_is_refused() {
    let other = run(&["fabric", "small.toml", "--tree", "tree.txt"]);
    assert!(
        other.starts_with("exit code 2") && other.contains("neither a page nor CSV"),
        "{other}"
    );
    let sweep = ["fabric", "small.toml", "--tree", "t.csv", "--set", "sweep.run.seed=[1, 2]"];
    let sweep = run(&sweep);
    assert!(sweep.starts_with("exit code 2") && sweep.contains("2 points"), "{sweep}");
    let never = run(&["fabric", "small.toml", "--tree", "t.csv", "--tree-from", "99999"]);
    assert!(never.starts_with("exit code 2") && never.contains("no time between"), "{never}");
    let same = run(&["fabric", "small.toml", "--tree", "t.csv", "--log", "t.csv"]);
    assert!(same.starts_with("exit code 2") && same.contains("same file"), "{same}");
}
