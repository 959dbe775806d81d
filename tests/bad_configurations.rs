//! Each kind of bad configuration gets an error of its own, with a suggested fix.

mod common;

use common::{tailback, text, told, PRESET};
use std::{collections::BTreeSet, fs, path::Path};

/// Contents of the configuration file.
enum File {
    Nothing,
    Directory,
    Bytes(Vec<u8>),
}

struct Case {
    name: &'static str,
    file: File,
    arguments: &'static [&'static str],
}

fn case(name: &'static str, file: File) -> Case {
    Case { name, file, arguments: &[] }
}

/// The preset with one piece of text replaced.
fn replaced(name: &'static str, old: &str, new: &str) -> Case {
    assert_eq!(PRESET.matches(old).count(), 1, "{old:?} must be in the preset, and once");
    case(name, File::Bytes(PRESET.replace(old, new).into_bytes()))
}

/// The preset with an additional key in `[switch]` and other tables of the lossless switch.
fn lossless(name: &'static str, key: &str, tables: &str) -> Case {
    let (switch, rest) =
        PRESET.split_once("# forwarding_entries = 256\n").expect("the last key of the table");
    let (marking, _) = rest.split_once("[allocator]\n").expect("the tables");
    case(name, File::Bytes(format!("{switch}{key}\n{marking}{tables}\n").into_bytes()))
}

fn set(name: &'static str, arguments: &'static [&'static str]) -> Case {
    Case { name, file: File::Bytes(PRESET.into()), arguments }
}

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    let policy = "policy = \"input-triggered\"";
    let with_threshold = |n: &str| {
        format!("policy = \"input-output-triggered\"\noutput_threshold = {n}")
    };
    vec![
        case("missing_file", File::Nothing),
        case("directory", File::Directory),
        case("binary_file", File::Bytes(b"name = \"\xff\xfe\"\x00".to_vec())),
        case("too_large_file", File::Bytes(vec![b'#'; (1 << 26) + 1])),
        case("empty_file", File::Bytes(b"# nothing yet\n".to_vec())),
        replaced("syntax_error", "ports = 12", "ports = = 12"),
        replaced("unquoted_string", policy, "policy = input-triggered"),
        replaced("unknown_key", "ports = 12", "prots = 12"),
        replaced("unknown_table", "[clock]", "[clok]"),
        replaced("wrong_type", "ports = 12", "ports = \"12\""),
        replaced("value_for_table", "[datapath]", "datapath = 64\n[datapaths]"),
        replaced("float_for_integer", "ports = 12", "ports = 12.5"),
        replaced("negative", "packets_per_input = 4", "packets_per_input = -4"),
        replaced("zero_ports", "ports = 12", "ports = 0"),
        replaced("one_port", "ports = 12", "ports = 1"),
        replaced("thirty_seven_ports", "ports = 12", "ports = 37"),
        replaced("four_billion_ports", "ports = 12", "ports = 4_000_000_000"),
        replaced("beyond_64_bits", "ports = 12", "ports = 99999999999999999999999999"),
        replaced("unknown_policy", policy, "policy = \"inpt-triggered\""),
        replaced("threshold_above_capacity", policy, &with_threshold("48")),
        replaced("threshold_missing", policy, "policy = \"input-output-triggered\""),
        replaced("threshold_without_policy", policy, &format!("{policy}\noutput_threshold = 8")),
        replaced("trigger_without_policy", policy, &format!("{policy}\noutput_trigger = \"above\"")),
        replaced("unknown_trigger", policy, &(with_threshold("8") + "\noutput_trigger = \"always\"")),
        replaced("counter_too_small", policy, &format!("{policy}\ncounter_bits = 5")),
        replaced("duplicate_key", "ports = 12", "ports = 12\nports = 8"),
        replaced("duplicate_table", "[marking]", "[switch]\n[marking]"),
        replaced("missing_section", "[clock]", "# [clock]"),
        replaced("missing_key", "width_bits = 64", "# 64"),
        replaced("zero_frequency", "frequency_mhz = 125.0", "frequency_mhz = 0"),
        replaced("frequency_not_a_number", "frequency_mhz = 125.0", "frequency_mhz = nan"),
        replaced("width_no_power_of_two", "width_bits = 64", "width_bits = 48"),
        replaced("bad_name", "name = \"santos-2003\"", "name = \"../santos\""),
        lossless("nine_virtual_lanes", "virtual_lanes = 9", ""),
        lossless("table_of_300_lids", "forwarding_entries = 300", ""),
        lossless("unknown_allocator", "", "[allocator]\nkind = \"roundrobin\""),
        lossless("too_many_bypasses", "", "[allocator]\nbypasses = 16"),
        lossless("fractional_bypasses", "", "[allocator]\nbypasses = 0.5"),
        lossless("bypasses_without_fifo", "", "[allocator]\nkind = \"round-robin\"\nbypasses = 4"),
        lossless("unknown_allocator_key", "", "[allocator]\nbypass = 4"),
        lossless("period_too_short", "", "[flow_control]\nperiod_cycles = 15"),
        lossless("no_credits", "", "[flow_control]\ncredits = 0"),
        lossless("misspelt_table", "", "[flowcontrol]\ncredits = 64"),
        lossless("no_flows", "", "[nic]\nflows = 0"),
        lossless("seventeen_packets_in_flight", "", "[nic]\nwindow = 17"),
        lossless("unknown_response", "", "[nic]\nresponse = \"lpid\""),
        lossless("unknown_nic_key", "", "[nic]\nflow = 64"),
        lossless("cct_of_100_entries", "", "[nic]\nresponse = \"cct\"\ncct_entries = 100"),
        lossless("unknown_throttled", "", "[nic]\nresponse = \"cct\"\nthrottled = \"vl\""),
        lossless("entries_without_cct", "", "[nic]\nresponse = \"fimd\"\ncct_entries = 128"),
        lossless("throttled_without_cct", "", "[nic]\nthrottled = \"sl\""),
        lossless("idle_flows_with_cct", "", "[nic]\nresponse = \"cct\"\nafter_idle = \"keep\""),
        lossless("unknown_after_idle", "", "[nic]\nafter_idle = \"forget\""),
        set("set_unknown_key", &["--set", "switch.port=8"]),
        set("set_out_of_range", &["--set", "switch.ports=99"]),
        set("set_wrong_type", &["--set", "switch.ports=many"]),
        set("set_below_a_value", &["--set", "name.first=x"]),
        set("set_without_value", &["--set", "switch.ports"]),
    ]
}

impl Case {
    fn run(&self, directory: &Path, json: bool) -> std::process::Output {
        let path = directory.join("config.toml");
        match &self.file {
            File::Nothing => {}
            File::Directory => fs::create_dir_all(path).expect("directory"),
            File::Bytes(bytes) => fs::write(path, bytes).expect("file"),
        }
        let mut arguments = vec!["check", "config.toml"];
        arguments.extend(self.arguments);
        if json {
            arguments.push("--json");
        }
        tailback(directory, &arguments).output().expect("tailback runs")
    }
}

#[test]
fn each_kind_of_bad_configuration_has_a_clear_error_of_its_own() {
    let mut seen = BTreeSet::new();
    insta::allow_duplicates! {
        for case in cases() {
            let directory = tempfile::tempdir().expect("directory");
            let told = told(&case.run(directory.path(), false));
            assert!(told.starts_with("exit code 2\n"), "{}: {told}", case.name);
            insta::assert_snapshot!(case.name, &told);
            assert!(seen.insert(told), "{} has the error of another case", case.name);
        }
    }
}

#[test]
fn machines_get_each_error_as_one_json_document() {
    for case in cases() {
        let directory = tempfile::tempdir().expect("directory");
        let output = case.run(directory.path(), true);
        assert_eq!(text(&output.stderr), "", "{}", case.name);
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect(case.name);
        let error = &document["error"];
        assert_eq!(error["exit_code"].as_i64(), output.status.code().map(i64::from));
        assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{}", case.name);
        if error["kind"] == "configuration" {
            for problem in error["problems"].as_array().expect(case.name) {
                let located = problem["line"].is_u64() || problem["override"].is_string();
                let absent = ["missing", "empty"].iter().any(|kind| problem["kind"] == *kind);
                assert!(located || absent, "{}: {problem}", case.name);
                assert!(problem["help"].is_string() || problem["kind"] == "syntax", "{problem}");
            }
        }
    }
}

#[test]
fn the_machine_readable_form_of_a_problem_has_all_its_parts() {
    let policy =
        replaced("", "policy = \"input-triggered\"", "policy = \"naiv\"\ncounter_bits = 99");
    let directory = tempfile::tempdir().expect("directory");
    insta::assert_snapshot!(text(&policy.run(directory.path(), true).stdout));
}
