//! `tailback ccm import` refuses values that hardware cannot hold, although OpenSM accepts them.

mod common;

use common::{
    json,
    opensm::{with, EXAMPLE, SMALL},
    tailback, told,
};
use std::collections::BTreeSet;

/// Cases: a name, the replaced line of the small file, and its replacement.
#[rustfmt::skip]
const BAD: [(&str, &str, &str); 22] = [
    ("shift_of_4", "cc_cct 0:0,1:5", "cc_cct 0:0,4:5"),
    ("multiplier_of_14_bits_and_one", "3:16383", "3:16384"),
    ("no_multiplier", "1:5", "1"),
    ("empty_entry", "1:5", ""),
    ("sl_16", "ccti_timer 0 150", "ccti_timer 16 150"),
    ("timer_of_17_bits", "ccti_timer 0 150", "ccti_timer 0 0x10000"),
    ("increase_256", "ccti_increase 0 1", "ccti_increase 0 256"),
    ("trigger_256", "threshold 1 2", "threshold 1 256"),
    ("min_256", "ccti_min 1 1", "ccti_min 1 256"),
    ("min_beyond_the_table", "ccti_min 1 1", "ccti_min 1 3"),
    ("port_control_2", "port_control 0", "port_control 2"),
    ("control_map_of_17_bits", "map 0x0003", "map 0x10003"),
    ("threshold_16", "cc_cct", "cc_sw_cong_setting_threshold 16\ncc_cct"),
    (
        "mask_of_65_digits",
        "cc_cct",
        concat!(
            "cc_sw_cong_setting_victim_mask 0x1",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "\ncc_cct"
        ),
    ),
    ("unknown_key", "cc_ca_cong_setting_ccti_timer", "cc_ca_cong_setting_timer"),
    ("key_of_something_else", "congestion_control TRUE", "guid 0x1\nlmc 0\nqos FALSE"),
    ("repeated_key", "cc_cct", "cc_cct 0:0\ncc_cct"),
    ("repeated_sl", "cc_cct", "cc_ca_cong_setting_ccti_timer 0x0 150\ncc_cct"),
    ("no_value", "ccti_timer 0 150", "ccti_timer 0"),
    ("neither_true_nor_false", "TRUE", "yes"),
    ("no_number", "0x0003", "three"),
    ("two_values", "0x0003", "0x0003 4"),
];

fn bad_files() -> Vec<(&'static str, String, &'static [&'static str])> {
    let small: Vec<(_, _, &[&str])> = BAD
        .iter()
        .map(|(name, old, new)| {
            assert_eq!(SMALL.matches(old).count(), 1, "{old:?} must be there, and once");
            (*name, SMALL.replace(old, new), &[][..])
        })
        .collect();
    let many = format!("cc_cct {}0:1\n", "0:0,".repeat(128));
    let cct = &["--config", "switch.toml", "--set", "nic.response=cct"];
    let by_level =
        &["--config", "switch.toml", "--set", "nic.response=cct", "--set", "nic.throttled=sl"];
    let others: Vec<(_, _, &[&str])> = vec![
        ("entry_of_a_long_line", EXAMPLE.replace("3:64,", "3:64,5:64,"), &[]),
        ("more_entries_than_configured", many, cct),
        ("more_entries_than_any", format!("cc_cct {}0:1\n", "0:0,".repeat(1024)), &[]),
        ("not_what_is_throttled", EXAMPLE.into(), cct),
        ("silent_about_what_is_throttled", "cc_cct 0:0\n".into(), by_level),
        ("empty", "# nothing\n".into(), &[]),
        ("several", "cc_cct 9:9\nguid 1\ncc_key x\n".into(), &[]),
        ("garbage", "\u{1}\u{2} <html>\n=== [x]\n".into(), &[]),
    ];
    small.into_iter().chain(others).collect()
}

#[test]
fn each_kind_of_bad_file_has_a_clear_error_of_its_own_and_writes_nothing() {
    let mut seen = BTreeSet::new();
    insta::allow_duplicates! {
        for (name, opensm, arguments) in bad_files() {
            let directory = with(&opensm);
            let arguments =
                [&["ccm", "import", "opensm.conf", "--out", "out"], arguments].concat();
            let told = told(&tailback(directory.path(), &arguments).output().expect("runs"));
            assert!(told.starts_with("exit code 2\n"), "{name}: {told}");
            insta::assert_snapshot!(name, &told);
            assert!(seen.insert(told), "{name} has the error of another case");
            assert!(!directory.path().join("out").exists(), "{name}");
        }
    }
}

#[test]
fn machines_get_each_error_with_line_column_and_range() {
    for (name, opensm, arguments) in bad_files() {
        let directory = with(&opensm);
        let arguments = [&["ccm", "import", "opensm.conf", "--json"], arguments].concat();
        let output = tailback(directory.path(), &arguments).output().expect("runs");
        let error = &json(&output)["error"];
        assert_eq!(
            (error["kind"].as_str(), output.status.code()),
            (Some("configuration"), Some(2))
        );
        for problem in error["problems"].as_array().expect(name) {
            let absent = ["missing", "empty"].iter().any(|kind| problem["kind"] == *kind);
            assert!(problem["line"].is_u64() && problem["column"].is_u64() || absent, "{problem}");
            assert!(problem["help"].is_string(), "{problem}");
            let ranged = problem["kind"] == "out-of-range" && problem["key"] != "cc_key";
            assert!(!ranged || problem["allowed"].is_object(), "{problem}");
        }
    }
}
