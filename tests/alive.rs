//! Command-line tests of fabrics that can stall, and of short buffers.

mod common;

use common::{equipped, tailback, told};
use std::fs;

/// Three switches in a ring; each flow continues over two links of the ring.
const RING: &str = r#"
name = "ring"
switches = ["A", "B", "C"]
[configuration]
preset = "santos-2003"
switch.ports = 6
[hosts.from-a]
switch = "A"
count = 2
[hosts.from-b]
switch = "B"
count = 2
[hosts.from-c]
switch = "C"
count = 2
[hosts.to-a]
switch = "A"
count = 2
[hosts.to-b]
switch = "B"
count = 2
[hosts.to-c]
switch = "C"
count = 2
[links.ab]
from = "A"
to = "B"
[links.bc]
from = "B"
to = "C"
[links.ca]
from = "C"
to = "A"
[routes.from-a]
at = "A"
to = "to-c"
via = "B"
[routes.from-b]
at = "B"
to = "to-a"
via = "C"
[routes.from-c]
at = "C"
to = "to-b"
via = "A"
[flows.a]
from = "from-a"
to = "to-c"
[flows.b]
from = "from-b"
to = "to-a"
[flows.c]
from = "from-c"
to = "to-b"
[run]
duration_ms = 1
window = 16
congestion_control = false
[measure]
from_ms = 0
to_ms = 1
"#;

/// A ring small enough to be built: one host per switch, and space for one packet behind each link.
/// Flows `a`, `b` and `c` lock the ring up and stop; flow `late` then needs one of its links.
const SMALL_RING: &str = r#"
name = "ring"
switches = ["A", "B", "C"]
[configuration]
preset = "santos-2003"
switch.ports = 3
switch.packets_per_input = 1
nic.flows = 4
[hosts.a]
switch = "A"
[hosts.b]
switch = "B"
[hosts.c]
switch = "C"
[links.ab]
from = "A"
to = "B"
[links.bc]
from = "B"
to = "C"
[links.ca]
from = "C"
to = "A"
[routes.a]
at = "A"
to = "c"
via = "B"
[routes.b]
at = "B"
to = "a"
via = "C"
[routes.c]
at = "C"
to = "b"
via = "A"
[flows.a]
from = "a"
to = "c"
stop_us = 50
[flows.b]
from = "b"
to = "a"
stop_us = 50
[flows.c]
from = "c"
to = "b"
stop_us = 50
[flows.late]
from = "a"
to = "b"
start_us = 250
[run]
duration_ms = 1
window = 16
congestion_control = false
allow_cycles = true
[measure]
from_ms = 0
to_ms = 1
"#;

/// Returns the output of `tailback` with these arguments, in a directory with the rings.
fn run(words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("ring.toml"), RING).expect("file");
    fs::write(directory.path().join("small.toml"), SMALL_RING).expect("file");
    told(&equipped(directory.path(), words).output().expect("runs"))
}

#[test]
fn routes_that_close_a_cycle_are_refused_by_every_command_that_reads_them() {
    let refused = run(&["fabric", "ring.toml"]);
    insta::assert_snapshot!(refused);
    assert!(refused.contains("from C->A to A->B"), "{refused}");
    for words in [
        ["fabric", "ring.toml", "--twin=0.01", "--no-sweep"].as_slice(),
        &["check", "ring.toml"],
        &["cosim", "--scenario", "ring.toml"],
        &["gen", "--scenario", "ring.toml", "--out", "o"],
    ] {
        assert_eq!(run(words), refused, "{words:?}");
    }
}

#[test]
fn a_ring_that_may_run_is_reported_with_all_who_wait() {
    let allowed = ["--set", "run.allow_cycles=true"];
    let told = run(&[["fabric", "ring.toml"], allowed].concat());
    assert!(told.starts_with("exit code 1"), "{told}");
    assert!(told.contains("packets wait for each other in a ring"), "{told}");
    assert!(told.contains("holds the buffer behind A->B and waits for credits of B->C"), "{told}");
    assert!(told.contains("engine: exact, as the hardware"), "{told}");
    let json = run(&[["--json", "fabric"].as_slice(), &["ring.toml"], &allowed].concat());
    assert!(json.contains("\"rule\": \"ring\""), "{json}");
    let checked = run(&[["check", "ring.toml"], allowed].concat());
    assert!(checked.starts_with("exit code 0"), "{checked}");
    assert!(checked.contains("warning: the routes close a cycle"), "{checked}");
}

#[test]
fn hardware_that_is_equal_but_dead_does_not_pass() {
    let told = run(&["cosim", "--scenario", "small.toml", "--milliseconds", "0.2"]);
    assert!(told.starts_with("exit code 1"), "{told}");
    assert!(told.contains("cycles equal"), "{told}");
    assert!(told.contains("packets wait for each other in a ring"), "{told}");
    assert!(told.contains("holds the buffer behind A->B and waits for credits of B->C"), "{told}");
}

#[test]
fn a_ring_with_life_limits_and_releases_goes_on_in_hardware() {
    let set = ["--set", "registers.hoq_life=0", "--set", "run.release_us=20"];
    let told =
        run(&[["cosim", "--scenario", "small.toml", "--milliseconds", "0.4"].as_slice(), &set]
            .concat());
    assert!(told.starts_with("exit code 0"), "{told}");
    assert!(!told.contains("stalled") && !told.contains(", 0 delivered"), "{told}");
}

#[test]
fn check_reports_the_rate_that_links_with_short_buffers_reach() {
    let set = |set: &'static str| ["--set", set];
    let words = [
        ["check", "ring.toml"],
        set("run.allow_cycles=true"),
        set("configuration.switch.packets_per_input=1"),
        set("links.ab.delay_ns=2000"),
    ];
    let told = run(&words.concat());
    assert!(told.contains("reach 33 % of their rate"), "{told}");
    assert!(told.contains("reach 91 % of their rate"), "{told}");
}

#[test]
fn a_sweep_that_is_not_possible_is_found_by_every_command() {
    let directory = tempfile::tempdir().expect("directory");
    let text = include_str!("../examples/fabrics/one-flow.toml");
    fs::write(directory.path().join("swept.toml"), format!("{text}\n[sweep]\nrun.seed = []\n"))
        .expect("file");
    for words in [
        ["fabric", "swept.toml"].as_slice(),
        &["fabric", "swept.toml", "--no-sweep"],
        &["fabric", "swept.toml", "--twin=0.01"],
        &["check", "swept.toml"],
        &["cosim", "--scenario", "swept.toml"],
        &["gen", "--scenario", "swept.toml", "--out", "o"],
    ] {
        let told = told(&tailback(directory.path(), words).output().expect("runs"));
        assert!(told.starts_with("exit code 2") && told.contains("sweep"), "{words:?}: {told}");
    }
}
