//! `tailback regs` writes the register map of the configuration.

mod common;

use common::{json, tailback, text, told, with_preset};
use std::{fs, path::Path};

fn run(directory: &Path, arguments: &[&str]) -> String {
    told(&tailback(directory, arguments).output().expect("tailback runs"))
}

#[test]
fn each_format_is_written_to_standard_output_and_to_a_file_alike() {
    let directory = with_preset();
    for (format, sign) in [
        ("c", "#define TAILBACK_SWITCH_PORTS_COUNT 12u"),
        ("markdown", "## ports[port].lanes[lane].marked"),
        ("rdl", "} ports[12] @ 0x1000 += 0x400;"),
        ("json", "\"name\": \"switch\""),
    ] {
        let arguments = ["regs", "switch.toml", "--format", format];
        let output = tailback(directory.path(), &arguments).output().expect("runs");
        assert!(text(&output.stdout).contains(sign), "{format}: {}", text(&output.stdout));
        let to_file = [&arguments[..], &["--out", "file"]].concat();
        let expected = "exit code 0\nwrote file: 624 registers in 66560 bytes\n";
        assert_eq!(run(directory.path(), &to_file), expected);
        assert!(fs::read(directory.path().join("file")).expect("file") == output.stdout);
    }
}

#[test]
fn the_nic_has_a_map_of_its_own() {
    let directory = with_preset();
    let nic = ["regs", "switch.toml", "--module", "nic", "--set", "nic.response=cct"];
    for (format, sign) in [
        ("c", "#define TAILBACK_NIC_CCT_COUNT 128u"),
        ("markdown", "## ca_congestion_setting.service_levels[sl].reaction"),
        ("rdl", "} cct[128] @ 0x2000 += 0x4;"),
        ("json", "\"name\": \"nic\""),
    ] {
        let arguments = [&nic[..], &["--format", format]].concat();
        let output = tailback(directory.path(), &arguments).output().expect("runs");
        assert!(text(&output.stdout).contains(sign), "{format}: {}", text(&output.stdout));
    }
    let told = run(directory.path(), &[&nic[..], &["--out", "file"]].concat());
    assert_eq!(told, "exit code 0\nwrote file: 325 registers in 16640 bytes\n");
    insta::assert_snapshot!(run(directory.path(), &["regs", "switch.toml", "--module", "nick"]), @r"
    exit code 2
    error: invalid value 'nick' for '--module <MODULE>'
      [possible values: switch, nic, efl-endpoint, ethernet-switch]

      tip: a similar value exists: 'nic'

    For more information, try '--help'.
    ");
}

#[test]
fn the_modules_of_efl_have_maps_with_a_datapath_of_64_bits() {
    let directory = with_preset();
    for (module, sign, written) in [
        (
            "efl-endpoint",
            "#define TAILBACK_EFL_PEERS_COUNT 64u",
            "wrote file: 250 registers in 17408 bytes\n",
        ),
        (
            "ethernet-switch",
            "#define TAILBACK_ETHERNET_SWITCH_PORTS_COUNT 8u",
            "wrote file: 70 registers in 1280 bytes\n",
        ),
    ] {
        let arguments = ["regs", "switch.toml", "--module", module, "--format", "c"];
        let output = tailback(directory.path(), &arguments).output().expect("runs");
        assert!(text(&output.stdout).contains(sign), "{module}: {}", text(&output.stdout));
        let to_file = [&arguments[..], &["--out", "file"]].concat();
        assert_eq!(run(directory.path(), &to_file), format!("exit code 0\n{written}"));
        let wide = [&arguments[..], &["--set", "datapath.width_bits=128"]].concat();
        let refused = run(directory.path(), &wide);
        let expected = format!("`{module}` needs a datapath of 64 bits, but this one has 128");
        assert!(refused.starts_with("exit code 2\n") && refused.contains(&expected), "{refused}");
    }
}

#[test]
fn the_map_follows_what_is_set() {
    let directory = with_preset();
    let ports = |set: &str| {
        let arguments = ["regs", "switch.toml", "--format", "json", "--json", "--set", set];
        let map = json(&tailback(directory.path(), &arguments).output().expect("runs"));
        let entries = map["entries"].as_array().expect("entries").clone();
        let ports = entries.iter().find(|entry| entry["name"] == "ports").expect("ports");
        ports["repeat"]["count"].clone()
    };
    assert_eq!(ports("switch.ports=36"), 36);
    assert_eq!(ports("switch.ports=2"), 2);
}

#[test]
fn a_wrong_format_or_configuration_writes_nothing() {
    let directory = with_preset();
    let out = ["regs", "switch.toml", "--out", "file"];
    insta::assert_snapshot!(run(directory.path(), &[&out[..], &["--format", "xml"]].concat()), @r"
    exit code 2
    error: invalid value 'xml' for '--format <FORMAT>'
      [possible values: c, markdown, rdl, json]

    For more information, try '--help'.
    ");
    let bad = run(directory.path(), &[&out[..], &["--set", "switch.ports=1"]].concat());
    assert!(bad.starts_with("exit code 2\n"), "{bad}");
    assert!(!directory.path().join("file").exists());
}

#[test]
fn the_directory_of_the_file_is_made() {
    let directory = with_preset();
    let written = run(directory.path(), &["regs", "switch.toml", "--out", "a/b/map.md"]);
    assert!(written.starts_with("exit code 0\nwrote a/b/map.md"), "{written}");
    assert!(directory.path().join("a/b/map.md").is_file());
    std::fs::write(directory.path().join("file"), "").expect("file");
    let nowhere = run(directory.path(), &["regs", "switch.toml", "--out", "file/map.md"]);
    assert!(nowhere.starts_with("exit code 3\n"), "{nowhere}");
}

#[test]
fn the_pages_in_the_book_are_current() {
    let directory = tempfile::tempdir().expect("a directory");
    for (preset, arguments, name, page) in [
        (
            "santos-2003",
            &[][..],
            "registers-santos-2003.md",
            include_str!("../docs/reference/registers-santos-2003.md"),
        ),
        (
            "santos-2003",
            &["--module", "nic", "--set", "nic.response=cct"],
            "registers-nic-santos-2003.md",
            include_str!("../docs/reference/registers-nic-santos-2003.md"),
        ),
        (
            "shimonishi-2007",
            &["--module", "efl-endpoint"],
            "registers-efl-shimonishi-2007.md",
            include_str!("../docs/reference/registers-efl-shimonishi-2007.md"),
        ),
        (
            "shimonishi-2007",
            &["--module", "ethernet-switch"],
            "registers-ethernet-switch-shimonishi-2007.md",
            include_str!("../docs/reference/registers-ethernet-switch-shimonishi-2007.md"),
        ),
    ] {
        let config =
            concat!(env!("CARGO_MANIFEST_DIR"), "/examples/").to_owned() + preset + ".toml";
        let all = [&["regs", &config], arguments].concat();
        let output = tailback(directory.path(), &all).output().expect("runs");
        assert!(
            text(&output.stdout) == page,
            "run `tailback regs examples/{preset}.toml {} --out docs/reference/{name}`",
            arguments.join(" ")
        );
    }
}
