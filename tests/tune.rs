//! `tailback tune` searches for settings, and writes them for OpenSM, for registers and for scenarios.

mod common;

use common::{cache, json, tailback, told};
use std::{fs, path::Path, process::Output};

const SCENARIO: &str = include_str!("../examples/scenarios/pfister05-fig4.toml");
/// A short hot spot of a small tree, with a time before it and after it.
const SHORT: [&str; 9] = [
    "topology.radix=4",
    "patterns.traffic.to=host-8",
    "patterns.traffic.from_us=150",
    "patterns.traffic.until_us=400",
    "run.duration_ms=0.8",
    "measure.from_ms=0.2",
    "measure.to_ms=0.4",
    "measure.window_ms=0.05",
    "configuration.switch.packets_per_input=8",
];

fn tune(directory: &Path, more: &[&str]) -> Output {
    fs::write(directory.join("tree.toml"), SCENARIO).expect("file");
    let sets = SHORT.iter().flat_map(|set| ["--set", set]);
    let words: Vec<&str> = ["tune", "tree.toml"].into_iter().chain(sets).collect();
    let words = [&words, more].concat();
    tailback(directory, &words).env("TAILBACK_CACHE", cache()).output().expect("runs")
}

#[test]
fn the_settings_found_are_as_good_as_the_guideline_and_opensms_file_is_imported_unchanged() {
    let directory = tempfile::tempdir().expect("directory");
    let place = directory.path();
    let found = json(&tune(place, &["--runs", "40", "--out", "o", "--json"]));
    let value = |run: &str, name: &str| found[run]["measured"][name].as_f64().expect("a number");
    for objective in ["cold", "hot"] {
        assert!(value("best", objective) >= value("guideline", objective), "{found}");
    }
    assert!(found["runs"].as_u64().is_some_and(|runs| runs <= 40), "{found}");
    let import = |block: &str, format: &str| {
        let words =
            ["ccm", "import", "o/opensm.conf", "--config", "config.toml", "--module", block];
        let words = [&words[..], &["--format", format]].concat();
        let text = told(&tailback(place, &words).output().expect("runs"));
        assert!(text.starts_with("exit code 0\n"), "{text}");
        // All but the title, which names the file.
        text.lines().filter(|line| line.contains("devmem")).map(str::to_owned).collect::<Vec<_>>()
    };
    let config = "name = \"c\"\n[datapath]\nwidth_bits = 128\n[clock]\nfrequency_mhz = 250\n\
        [switch]\nports = 4\npackets_per_input = 8\nmax_packet_bytes = 2072\n\
        [allocator]\nkind = \"round-robin\"\n[marking]\nby = \"detector\"\npolicy = \"naive\"\n\
        [nic]\nresponse = \"cct\"\ncct_entries = 128\nthrottled = \"qp\"\n";
    fs::write(place.join("config.toml"), config).expect("file");
    for block in ["nic", "switch"] {
        let own = fs::read_to_string(place.join(format!("o/{block}_setup.sh"))).expect("script");
        let own: Vec<_> = own.lines().filter(|line| line.contains("devmem")).collect();
        assert!(!own.is_empty());
        assert_eq!(import(block, "devmem"), own, "{block}");
    }
    let runs = fs::read_to_string(place.join("o/runs.csv")).expect("runs");
    assert_eq!(runs.lines().count() as u64, found["runs"].as_u64().expect("runs") + 1);
    for plot in ["front.svg", "stable-region.svg"] {
        let plot = fs::read_to_string(place.join("o").join(plot)).expect("plot");
        assert!(plot.contains("guideline") && plot.contains("best"), "{plot}");
    }
}

#[test]
fn the_same_command_takes_all_runs_from_the_cache_and_finds_the_same() {
    let directory = tempfile::tempdir().expect("directory");
    let words = ["--runs", "20", "--seed", "3", "--objectives", "cold,hot,recovery", "--json"];
    let [first, second] = [(); 2].map(|()| json(&tune(directory.path(), &words)));
    assert_eq!(second["runs_kept"], second["runs"]);
    assert_eq!(first["front"], second["front"]);
    assert!(first["best"]["measured"]["recovery_ms"].is_number(), "{first}");
}

#[test]
fn what_cannot_be_sought_is_refused_with_the_reason() {
    let directory = tempfile::tempdir().expect("directory");
    let place = directory.path();
    let refused = |more: &[&str], reason: &str| {
        let told = told(&tune(place, more));
        assert!(told.starts_with("exit code 2") && told.contains(reason), "{told}");
        assert!(!place.join("o").exists());
    };
    refused(&["--objectives", "cold", "--out", "o"], "at least two different objectives");
    refused(&["--objectives", "cold,cold", "--out", "o"], "at least two different objectives");
    refused(&["--range", "ccti_timer=9..5"], "9 is more than 5");
    refused(&["--range", "timer=1..5"], "there is no setting `timer`");
    refused(&["--range", "threshold=1..16", "--out", "o"], "registers.threshold");
    refused(&["--range", "ccti_increase=1..300", "--out", "o"], "registers.ccti_increase");
    refused(&["--hot", "host-9"], "there is no host `host-9`");
    refused(&["--set", "run.congestion_control=false"], "without congestion control");
    let endless = ["--objectives", "cold,recovery", "--set", "run.duration_ms=0.4"];
    refused(&[&endless[..], &["--runs", "2"]].concat(), "does not show the objective `recovery`");
    let without = ["tune", "two.toml"];
    fs::write(place.join("two.toml"), include_str!("../examples/fabrics/two-switches.toml"))
        .expect("file");
    let told = told(&tailback(place, &without).output().expect("runs"));
    assert!(told.contains("no congestion detectors and tables"), "{told}");
}
