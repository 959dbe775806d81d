//! Each kind of bad scenario gets an error of its own, with a suggested fix.

mod common;

use common::{tailback, text, told};
use std::fs;

const SCENARIO: &str = include_str!("../examples/scenarios/infocom03-fig2.toml");

/// Name of a case, replaced text, and replacement.
type Case = (&'static str, &'static str, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("unknown_key", "duration_ms = 100", "duration_us = 100"),
    ("unknown_switch", "[hosts.victim]                  # A_V\nswitch = \"A\"", "[hosts.victim]\nswitch = \"C\""),
    ("unknown_hosts", "from = \"victim\"", "from = \"victims\""),
    ("unknown_preset", "preset = \"santos-2003\"", "preset = \"santos-2004\""),
    ("no_configuration", "preset = \"santos-2003\"\n", ""),
    ("no_table_of_the_configuration", "[configuration]\npreset = \"santos-2003\"\n", ""),
    ("configuration_out_of_range", "[hosts.local] ", "switch.packets_per_input = 0\n[hosts.local] "),
    ("configuration_file_missing", "preset = \"santos-2003\"", "file = \"nowhere.toml\""),
    ("too_few_ports", "[hosts.local] ", "switch.ports = 7\n[hosts.local] "),
    ("unreachable_destination", "[links.inter-switch]\nfrom = \"A\"\nto = \"B\"\n", ""),
    ("routing_loop", "[flows.victim]", "[routes.back]\nat = \"B\"\nto = \"victim-sink\"\nvia = \"A\"\n[flows.victim]"),
    ("route_without_link", "[flows.victim]", "[routes.back]\nat = \"B\"\nto = \"victim-sink\"\nvia = \"B\"\n[flows.victim]"),
    ("zero_rate_link", "from = \"A\"\nto = \"B\"\n", "from = \"A\"\nto = \"B\"\nrate_gbit_per_s = 0\n"),
    ("link_faster_than_the_datapath", "from = \"A\"\nto = \"B\"\n", "from = \"A\"\nto = \"B\"\nrate_gbit_per_s = 16\n"),
    ("host_faster_than_the_datapath", "[hosts.local] ", "[hosts.fast]\nswitch = \"B\"\nrate_gbit_per_s = 10\n[hosts.local] "),
    ("zero_rate_host", "[hosts.local] ", "[hosts.slow]\nswitch = \"B\"\nhost_gbit_per_s = 0\n[hosts.local] "),
    ("payload_longer_than_the_packet", "duration_ms = 100", "duration_ms = 100\npayload_bytes = 2069"),
    ("registers_of_nothing", "[hosts.local] ", "[registers]\nthreshold = 15\n[hosts.local] "),
    ("register_out_of_range", "[hosts.local] ", "marking.by = \"detector\"\n[registers]\nthreshold = 16\nmarking = 1\n[hosts.local] "),
    ("limit_beyond_the_table", "[hosts.local] ", "nic.response = \"cct\"\n[registers]\nccti_limit = 128\n[hosts.local] "),
    ("linear_table_without_an_end", "[hosts.local] ", "nic.response = \"cct\"\n[registers]\ntable = \"linear\"\n[hosts.local] "),
    ("end_of_a_table_that_has_its_own", "[hosts.local] ", "nic.response = \"cct\"\n[registers]\ntable_most = 5\n[hosts.local] "),
    ("continuous_rates_of_a_table", "[hosts.local] ", "nic.response = \"cct\"\n[registers]\nthreshold = 15\n[readings]\nrates = \"continuous\"\n[hosts.local] "),
    ("link_to_itself", "from = \"A\"\nto = \"B\"\n", "from = \"A\"\nto = \"A\"\n"),
    ("flow_to_itself", "to = \"victim-sink\"", "to = \"victim\""),
    ("flows_between_unequal_groups", "to = \"victim-sink\"", "to = \"local\""),
    ("stop_before_start", "start_us = 40000\nstop_us = 60000", "start_us = 60000\nstop_us = 40000"),
    ("start_after_the_end", "start_us = 40000\nstop_us = 60000", "start_us = 100000"),
    ("averages_out_of_order", "from_ms = 42\nto_ms = 58", "from_ms = 58\nto_ms = 42"),
    ("averages_after_the_end", "to_ms = 58", "to_ms = 158"),
    ("buffer_smaller_than_a_packet", "duration_ms = 100", "duration_ms = 100\npacket_bytes = 4096"),
    ("rate_without_fixed_rate", "from = \"victim\"", "from = \"victim\"\nrate = 0.5"),
    ("trace_without_a_file", "from = \"victim\"", "from = \"victim\"\ntraffic = \"trace\""),
    ("poisson_without_rate", "from = \"victim\"", "from = \"victim\"\ntraffic = \"poisson\""),
    ("fixed_rate_without_rate", "from = \"victim\"", "from = \"victim\"\ntraffic = \"fixed-rate\""),
    ("zero_rate", "from = \"victim\"", "from = \"victim\"\ntraffic = \"fixed-rate\"\nrate = 0"),
    ("unknown_traffic", "from = \"victim\"", "from = \"victim\"\ntraffic = \"greed\""),
    ("not_a_truth_value", "congestion_control = false", "congestion_control = \"no\""),
    ("switches_of_numbers", "switches = [\"A\", \"B\"]", "switches = [1, 2]"),
    ("a_switch_twice", "switches = [\"A\", \"B\"]", "switches = [\"A\", \"B\", \"A\"]"),
    ("a_switch_name_with_a_quote", "switches = [\"A\", \"B\"]", "switches = [\"A\", \"B\\\"\\n\"]"),
    ("two_hosts_of_one_name", "[hosts.victim] ", "[hosts.local-1]\nswitch = \"A\"\n[hosts.victim] "),
    ("a_host_with_the_name_of_a_switch", "[hosts.victim] ", "[hosts.A]\nswitch = \"A\"\n[hosts.victim] "),
    ("table_without_registers", "congestion_control = false\nwindow = 0                      # no limit", "[configuration.nic]\nresponse = \"cct\""),
    ("empty", SCENARIO, "# nothing yet\n"),
];

/// Name of a case, and text appended to the scenario.
const SWEEPS: &[(&str, &str)] = &[
    ("sweep_of_an_empty_list", "[sweep]\nrun.seed = []\n"),
    ("sweep_of_an_empty_range", "[sweep]\nrun.seed = { from = 3, to = 2, step = 1 }\n"),
    ("sweep_with_step_0", "[sweep]\nrun.seed = { from = 2, to = 3, step = 0 }\n"),
    ("sweep_without_step", "[sweep]\nrun.seed = { from = 2, to = 3 }\n"),
    ("sweep_of_an_unknown_key", "[sweep]\nrun.sed = [1, 2]\n"),
    ("sweep_out_of_range", "[sweep]\nconfiguration.switch.packets_per_input = [4, 0]\n"),
    ("sweep_of_a_single_value", "[sweep]\nrun.seed = 2\n"),
    ("sweep_of_lists_in_a_list", "[sweep]\nrun.seed = [[1], [2]]\n"),
    (
        "sweep_of_too_many_points",
        "[sweep]\nrun.seed = { from = 1, to = 100, step = 1 }\n\
            run.turnaround_ns = { from = 0, to = 99, step = 1 }\n",
    ),
    (
        "sweep_of_unequal_lists",
        "[[sweep.together]]\nrun.duration_ms = [100, 200]\nrun.seed = [1, 2, 3]\n",
    ),
    ("sweep_twice", "[sweep]\nrun.seed = [1, 2]\n[[sweep.together]]\nrun.seed = [3, 4]\n"),
    ("sweep_of_a_variant_without_keys", "[sweep.variants]\nnone = 4\n"),
];

#[test]
fn each_kind_of_bad_scenario_has_a_clear_error_of_its_own() {
    let damaged = CASES.iter().map(|(name, old, new)| {
        assert_eq!(SCENARIO.matches(old).count(), 1, "{name}: {old:?} must be there once");
        (name, SCENARIO.replace(old, new))
    });
    let swept = SWEEPS.iter().map(|(name, lines)| (name, format!("{SCENARIO}\n{lines}")));
    for (name, scenario) in damaged.chain(swept) {
        let directory = tempfile::tempdir().expect("directory");
        fs::write(directory.path().join("fabric.toml"), scenario).expect("file");
        let run = |arguments: &[&str]| {
            tailback(directory.path(), arguments).output().expect("tailback runs")
        };
        let told = told(&run(&["fabric", "fabric.toml"]));
        assert!(told.starts_with("exit code 2\n"), "{name}: {told}");
        insta::assert_snapshot!(*name, told);
        let output = run(&["fabric", "fabric.toml", "--json"]);
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect(name);
        for problem in document["error"]["problems"].as_array().expect(name) {
            let absent = ["missing", "empty"].iter().any(|kind| problem["kind"] == *kind);
            assert!(problem["line"].is_u64() || absent, "{name}: {problem}");
            assert!(problem["help"].is_string(), "{name}: {problem}");
        }
    }
}

/// End of a scenario with a trace, and contents of the trace.
const TRACES: &[(&str, Option<&str>)] = &[
    ("trace_that_is_not_there", None),
    ("trace_that_ends_in_mid_line", Some("time_us,packets\n0,4\n12.5,")),
    ("trace_out_of_order", Some("time_us\n3\n2\n")),
];

#[test]
fn a_bad_trace_is_told_with_the_key_and_its_own_line() {
    let scenario = SCENARIO.replace(
        "from = \"victim\"",
        "from = \"victim\"\ntraffic = \"trace\"\ntrace = \"bursts.csv\"",
    );
    for (name, trace) in TRACES {
        let directory = tempfile::tempdir().expect("directory");
        fs::write(directory.path().join("fabric.toml"), &scenario).expect("file");
        if let Some(trace) = trace {
            fs::write(directory.path().join("bursts.csv"), trace).expect("file");
        }
        let output = tailback(directory.path(), &["fabric", "fabric.toml"]).output().expect("runs");
        insta::assert_snapshot!(*name, told(&output));
    }
}

#[test]
fn a_sweep_is_one_table_and_a_second_one_takes_what_is_there() {
    let directory = tempfile::tempdir().expect("directory");
    let sweep = "[sweep]\nconfiguration.switch.packets_per_input = [4, 6, 8]\n";
    let short = SCENARIO.replace("duration_ms = 100", "duration_ms = 60");
    fs::write(directory.path().join("fabric.toml"), format!("{short}\n{sweep}")).expect("file");
    let run = |arguments: &[&str]| {
        let arguments = [&["fabric", "fabric.toml", "--json"], arguments].concat();
        let mut command = tailback(directory.path(), &arguments);
        let output = command.env("TAILBACK_CACHE", directory.path()).output().expect("runs");
        common::json(&output)
    };
    let first = run(&["--out", "results"]);
    assert_eq!((&first["points"], &first["points_kept"]), (&3.into(), &0.into()));
    assert_eq!(first["files"][0], "results/infocom03-fig2.csv");
    let csv = fs::read_to_string(directory.path().join("results/infocom03-fig2.csv")).expect("CSV");
    assert_eq!(csv.lines().count() - 1, first["rows"].as_array().expect("rows").len());
    assert!(directory.path().join("results/infocom03-fig2.parquet").exists());
    let second = run(&["--set", "sweep.configuration.switch.packets_per_input=[6, 8, 10]"]);
    assert_eq!((&second["points"], &second["points_kept"]), (&3.into(), &2.into()));
    let refused = tailback(directory.path(), &["fabric", "fabric.toml", "--log", "log.csv"]);
    insta::assert_snapshot!("log_of_a_sweep", told(&{ refused }.output().expect("runs")));
}

#[test]
fn a_trace_shows_flows_and_buffers_at_the_end_of_each_window() {
    const EXAMPLE: &str = "examples/fabrics/bursts.toml";
    let directory = tempfile::tempdir().expect("directory");
    let file = directory.path().join("trace.csv");
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(EXAMPLE);
    let arguments = ["fabric", &example.display().to_string(), "--trace", "trace.csv"];
    let output = tailback(directory.path(), &arguments).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let trace = fs::read_to_string(file).expect("trace");
    let mut lines = trace.lines();
    assert_eq!(lines.next(), Some("time_ms,what,name,rate,stored_packets,ipd"));
    // Four flows and ten links, 40 windows.
    assert_eq!(lines.clone().count(), 14 * 40);
    let field = |line: &str, place: usize| line.split(',').nth(place).map(str::to_owned);
    let stored = lines.clone().filter(|line| line.contains(",flow,bursts"));
    let most = stored.filter_map(|line| field(line, 4)?.parse::<u64>().ok()).max();
    assert!(most > Some(0), "bursts wait in the buffer");
    assert!(lines.any(|line| line.contains(",link,S->sink,") && field(line, 4) == Some("".into())));
}

#[test]
fn a_run_is_one_json_document_and_its_log_has_each_packet() {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("fabric.toml"), SCENARIO).expect("file");
    let arguments = [
        "fabric",
        "fabric.toml",
        "--json",
        "--log",
        "log.csv",
        "--set",
        "run.duration_ms=3",
        "--set",
        "measure.from_ms=1",
        "--set",
        "measure.to_ms=2",
        "--set",
        "flows.victim.start_us=0",
        "--set",
        "flows.victim.stop_us=2000",
    ];
    let output = tailback(directory.path(), &arguments).output().expect("tailback runs");
    assert_eq!(text(&output.stderr), "");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["scenario"], "infocom03-fig2");
    assert_eq!(document["flows"][2]["name"], "victim");
    let log = fs::read_to_string(directory.path().join("log.csv")).expect("log");
    let mut lines = log.lines();
    assert_eq!(lines.next(), Some("cycle,link,flow,sequence,marked,ipd"));
    assert_eq!(lines.next(), Some("24,local-1->B,local-1,0,0,0"));
    let delivered = lines.filter(|line| line.contains("-sink,")).count();
    assert_eq!(document["packets"]["delivered"], delivered);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_a_scenario_names_is_refused_and_not_waited_for() {
    let directory = tempfile::tempdir().expect("directory");
    let made =
        std::process::Command::new("mkfifo").arg(directory.path().join("trace.csv")).status();
    assert!(made.expect("mkfifo runs").success());
    let source = SCENARIO.replace(
        "from = \"victim\"",
        "from = \"victim\"\ntraffic = \"trace\"\ntrace = \"trace.csv\"",
    );
    fs::write(directory.path().join("fabric.toml"), source).expect("file");
    let output =
        tailback(directory.path(), &["fabric", "fabric.toml"]).output().expect("tailback runs");
    let told = told(&output);
    assert!(told.starts_with("exit code 2\n") && told.contains("is neither a file"), "{told}");
}

#[test]
fn of_very_many_problems_a_person_gets_the_first_and_a_machine_all() {
    let directory = tempfile::tempdir().expect("directory");
    let keys: String = (0..2000).map(|number| format!("unknown_{number} = 1\n")).collect();
    fs::write(directory.path().join("fabric.toml"), format!("{keys}{SCENARIO}")).expect("file");
    let run = |more: &[&str]| {
        let arguments = [&["fabric", "fabric.toml"], more].concat();
        tailback(directory.path(), &arguments).output().expect("tailback runs")
    };
    let shown = told(&run(&[]));
    assert!(shown.contains("1950 more problems are not shown"), "{shown}");
    let document: serde_json::Value =
        serde_json::from_slice(&run(&["--json"]).stdout).expect("JSON");
    assert_eq!(document["error"]["problems"].as_array().map(Vec::len), Some(2000));
}

const TREE: &str = include_str!("../examples/topologies/fat-tree-32.toml");

/// Name of a case, replaced text of the fat tree, replacement, and contents of the file `network.txt`.
#[rustfmt::skip]
const TOPOLOGIES: &[(&str, &str, &str, &str)] = &[
    ("radix_that_is_odd", "radix = 8", "radix = 9", ""),
    ("radix_beyond_the_largest_switch", "radix = 8", "radix = 40", ""),
    ("topology_with_too_few_ports", "santos-2003\"", "santos-2003\"\nconfiguration.switch.ports = 6", ""),
    ("topology_and_switches", "topology =", "switches = [\"A\"]\ntopology =", ""),
    ("shortest_paths_in_a_ring", "kind = \"fat-tree\", radix = 8", "kind = \"ring\", switches = 6", "shortest"),
    ("pattern_with_too_many_flows", "kind = \"permutation\"", "kind = \"all-to-all\"", "648"),
    ("severity_that_is_not_possible", "kind = \"permutation\"", "kind = \"permutation\"\npatterns.hot = { kind = \"hot-spot\", to = \"host-1\", rate = 0.5, degree = 3, severity = 3 }", ""),
    ("topology_of_an_unknown_node", "kind = \"fat-tree\", radix = 8", "file = \"network.txt\", format = \"hpcc\"", "3 1 2\n2\n0 2 1Gbps 1ns 0\n1 3 1Gbps 1ns 0\n"),
    ("topology_that_is_cut_short", "kind = \"fat-tree\", radix = 8", "file = \"network.txt\", format = \"hpcc\"", "3 1 2\n2\n0 2 1Gbps 1ns 0\n"),
    ("topology_with_a_link_of_rate_0", "kind = \"fat-tree\", radix = 8", "file = \"network.txt\", format = \"hpcc\"", "3 1 2\n2\n0 2 0Gbps 1ns 0\n1 2 1Gbps 1ns 0\n"),
    ("topology_with_a_link_twice", "kind = \"fat-tree\", radix = 8", "file = \"network.txt\", format = \"hpcc\"", "3 1 2\n2\n0 2 1Gbps 1ns 0\n0 2 1Gbps 1ns 0\n"),
    ("topology_with_a_port_beyond_the_last", "kind = \"fat-tree\", radix = 8", "file = \"network.txt\", format = \"ibnetdiscover\"", "Switch 4 \"S-1\" # \"s\"\n[5] \"H-1\"[1] # \"h\" lid 1 4xSDR\n"),
    ("messages_to_an_unknown_host", "kind = \"permutation\"", "kind = \"permutation\"\npatterns.m = { kind = \"hpcc-flows\", file = \"network.txt\" }", "1\n0 32 3 100 2000 0\n"),
];

#[test]
fn each_kind_of_bad_topology_has_a_clear_error_of_its_own() {
    for (name, old, new, file) in TOPOLOGIES {
        assert_eq!(TREE.matches(old).count(), 1, "{name}: {old:?} must be there once");
        let mut scenario = TREE.replace(old, new);
        match *file {
            "shortest" => {
                scenario = scenario.replace("\"permutation\"", "\"all-to-all\"");
                scenario.push_str("routing.kind = \"shortest\"\n");
            }
            "648" => scenario = scenario.replace("radix = 8", "radix = 36"),
            _ => {}
        }
        let directory = tempfile::tempdir().expect("directory");
        fs::write(directory.path().join("fabric.toml"), scenario).expect("file");
        fs::write(directory.path().join("network.txt"), file).expect("file");
        let run = |arguments: &[&str]| {
            tailback(directory.path(), arguments).output().expect("tailback runs")
        };
        let told = told(&run(&["fabric", "fabric.toml"]));
        assert!(told.starts_with("exit code 2\n"), "{name}: {told}");
        insta::assert_snapshot!(*name, told);
        let document = common::json(&run(&["fabric", "fabric.toml", "--json"]));
        for problem in document["error"]["problems"].as_array().expect(name) {
            assert!(problem["line"].is_u64(), "{name}: {problem}");
            assert!(problem["help"].is_string(), "{name}: {problem}");
        }
    }
}

#[test]
fn messages_are_reported_by_size() {
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples/topologies/messages-32.toml")
        .display()
        .to_string();
    let directory = tempfile::tempdir().expect("directory");
    let short = "run.duration_ms=2";
    let window = "measure={ from_ms = 0, to_ms = 2 }";
    let arguments = ["fabric", &example, "--set", short, "--set", window];
    let told = told(&tailback(directory.path(), &arguments).output().expect("runs"));
    assert!(told.contains("up to 10 kB") && told.contains("slowdown"), "{told}");
    let arguments = [&arguments[..], &["--json"]].concat();
    let run = common::json(&tailback(directory.path(), &arguments).output().expect("runs"));
    let rows = run["messages"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["complete"].as_u64() <= row["messages"].as_u64()));
    assert!(rows[0]["median"].as_f64().expect("complete") >= 1.0, "{run}");
}
