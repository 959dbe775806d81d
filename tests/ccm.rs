//! `tailback ccm import` writes the same settings in every format.

mod common;

use common::{
    json,
    opensm::{with, EXAMPLE, SMALL},
    shell, tailback, text, told,
};
use serde_json::Value;
use std::{fs, path::Path};

fn run(directory: &Path, arguments: &[&str]) -> String {
    let arguments = [&["ccm", "import", "opensm.conf"], arguments].concat();
    told(&tailback(directory, &arguments).output().expect("tailback runs"))
}

/// Returns addresses and values of all writes, one line each.
fn writes(directory: &Path, arguments: &[&str]) -> Vec<String> {
    let arguments =
        [&["ccm", "import", "opensm.conf", "--format", "json", "--json"], arguments].concat();
    let document = json(&tailback(directory, &arguments).output().expect("runs"));
    let writes = document["writes"].as_array().expect("writes").clone();
    let number = |write: &Value, name: &str| write[name].as_u64().expect("a number");
    writes
        .iter()
        .map(|write| format!("{} {}", number(write, "address"), number(write, "value")))
        .collect()
}

#[test]
fn the_keys_of_a_configuration() {
    insta::assert_snapshot!(run(with(SMALL).path(), &[]), @r#"
    exit code 0
    # Congestion control, from opensm.conf

    [nic]
    response = "cct"
    cct_entries = 128
    throttled = "qp"
    "#);
}

#[test]
fn a_whole_configuration() {
    let directory = with(SMALL);
    let told = run(directory.path(), &["--config", "switch.toml", "--set", "nic.flows=256"]);
    insta::assert_snapshot!(told, @r#"
    exit code 0
    # Congestion control, from opensm.conf

    name = "santos-2003"

    [clock]
    frequency_mhz = 125.0

    [datapath]
    width_bits = 64

    [switch]
    ports = 12
    packets_per_input = 4
    max_packet_bytes = 2068

    [marking]
    policy = "input-triggered"

    [nic]
    flows = 256
    response = "cct"
    cct_entries = 128
    throttled = "qp"
    "#);
    let toml = told.strip_prefix("exit code 0\n").expect("good");
    fs::write(directory.path().join("made.toml"), toml).expect("file");
    let check = tailback(directory.path(), &["check", "made.toml"]).output().expect("runs");
    assert!(text(&check.stdout).contains("congestion control table    128  entries"));
}

#[test]
fn writes_in_c() {
    insta::assert_snapshot!(run(with(SMALL).path(), &["--format", "c"]));
}

#[test]
fn writes_with_devmem() {
    insta::assert_snapshot!(run(with(SMALL).path(), &["--format", "devmem"]));
}

#[test]
fn writes_in_json() {
    let small = SMALL.lines().filter(|line| !line.contains("_ca_")).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(run(with(&small).path(), &["--format", "json"]));
}

#[test]
fn writes_to_a_switch() {
    let directory = with(EXAMPLE);
    let arguments = ["--config", "switch.toml", "--module", "switch", "--format", "devmem"];
    insta::assert_snapshot!(run(directory.path(), &arguments), @r#"
    exit code 0
    #!/bin/sh
    # Congestion control for the switch, from opensm.conf
    set -eu
    : "${BASE:?the address of the registers, as 0xa0000000}"
    devmem $((BASE + 0x00024)) 32 0x00000fff # victim_mask: mask 4095
    devmem $((BASE + 0x00020)) 32 0x0f08000f # congestion_setting: marking_rate 15, packet_size 8, threshold 15
    "#);
    insta::assert_snapshot!(run(directory.path(), &["--module", "switch"]), @r"
    exit code 2
      × the registers of a switch depend on the number of its ports
      help: `--config CONFIG` names the configuration of the switch
    ");
}

#[test]
fn json_is_the_same_with_and_without_the_option_of_all_commands() {
    let directory = with(EXAMPLE);
    let format = run(directory.path(), &["--format", "json"]);
    assert_eq!(format, run(directory.path(), &["--format", "json", "--json"]));
}

#[test]
fn what_comes_to_nothing_is_told() {
    let opensm = "cc_sw_cong_setting_control_map 0xa\ncc_sw_cong_setting_credit_mask 0x6\n\
                  cc_sw_cong_setting_credit_starvation_threshold 1\n\
                  cc_ca_cong_setting_ccti_timer 4 9\ncc_ca_cong_setting_ccti_timer 6 9\n";
    let directory = with(opensm);
    insta::assert_snapshot!(run(directory.path(), &["--format", "toml"]), @r#"
    exit code 0
    # Congestion control, from opensm.conf

    [nic]
    response = "cct"
    cct_entries = 128
    throttled = "qp"
    note: congestion_control is not TRUE: OpenSM would send none of these settings
    note: credit starvation is not imported: no module implements it
    note: SL 4, 6: the settings are not imported, since the control map excludes them
    "#);
    let arguments = ["ccm", "import", "opensm.conf", "--json"];
    let document = json(&tailback(directory.path(), &arguments).output().expect("runs"));
    assert_eq!(document["remarks"].as_array().map(Vec::len), Some(3));
}

/// A program that applies the writes to its own memory and lists them.
const PROGRAM: &str = "
#include <stdio.h>
#include \"out/nic_setup.h\"
static uint32_t memory[0x8000 / 4];
int main(void)
{
    const size_t writes = sizeof tailback_nic_setup / sizeof *tailback_nic_setup;
    tailback_nic_set_up(memory);
    for (size_t i = 0; i < writes; i++)
        printf(\"%u %u\\n\", tailback_nic_setup[i].address, tailback_nic_setup[i].value);
    /* What was written last is what there is. */
    for (size_t i = writes; i-- > 1;)
        if (memory[tailback_nic_setup[i].address / 4] != tailback_nic_setup[i].value)
            return 1;
    return 0;
}
";

#[test]
fn a_c_program_and_a_shell_do_the_writes_that_the_json_lists() {
    let directory = with(EXAMPLE);
    let path = directory.path();
    let expected = writes(path, &[]);
    insta::assert_snapshot!(run(path, &["--out", "out"]), @r"
    exit code 0
    wrote out/imported.toml
    wrote out/nic_setup.h
    wrote out/nic_setup.sh
    wrote out/nic_setup.json
    139 writes to registers
    ");
    fs::write(path.join("program.c"), PROGRAM).expect("file");
    let gcc = "gcc -std=c99 -Wall -Wextra -pedantic -Werror -o program program.c && ./program";
    let listed = shell(path, gcc);
    assert!(listed.status.success(), "{}", told(&listed));
    assert_eq!(text(&listed.stdout).lines().collect::<Vec<_>>(), expected);

    fs::write(path.join("devmem"), "#!/bin/sh\necho $(($1 - 0xa0000000)) $(($3)) $2\n")
        .expect("file");
    let line = "chmod +x devmem; PATH=.:$PATH BASE=0xa0000000 sh out/nic_setup.sh";
    let listed = shell(path, line);
    assert!(listed.status.success(), "{}", told(&listed));
    let expected: Vec<_> = expected.iter().map(|line| format!("{line} 32")).collect();
    assert_eq!(text(&listed.stdout).lines().collect::<Vec<_>>(), expected);
    let nowhere = shell(path, "PATH=.:$PATH sh out/nic_setup.sh");
    assert!(!nowhere.status.success() && nowhere.stdout.is_empty(), "{}", told(&nowhere));
}

/// A file name cannot end a comment early.
#[test]
fn any_name_of_a_file_is_harmless() {
    let directory = with(SMALL);
    let place = directory.path().join("a dir with x\necho out *");
    fs::create_dir_all(place.join(" int y; ")).expect("directory");
    let odd = "a dir with x\necho out */ int y; /file";
    fs::write(directory.path().join(odd), SMALL).expect("file");
    let make = ["ccm", "import", odd, "--out", "out"];
    let output = tailback(directory.path(), &make).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let line =
        "gcc -std=c99 -Wall -Wextra -Werror -Wno-unused -fsyntax-only -x c out/nic_setup.h; \
                devmem() { :; }; BASE=0; . out/nic_setup.sh";
    let output = shell(directory.path(), line);
    assert_eq!(told(&output), "exit code 0\n");
}

#[test]
fn files_that_cannot_be_read_or_written_are_told_apart() {
    let directory = with(SMALL);
    let path = directory.path();
    let missing = tailback(path, &["ccm", "import", "none.conf"]).output().expect("runs");
    insta::assert_snapshot!(told(&missing), @r"
    exit code 2
      × cannot read `none.conf`: the file does not exist
    ");
    fs::write(path.join("file"), "").expect("file");
    insta::assert_snapshot!(run(path, &["--out", "file"]), @r"
    exit code 3
      × cannot write `file`: a part of the path is a file, not a directory
    ");
    insta::assert_snapshot!(run(path, &["--out", "file/inside"]), @r"
    exit code 3
      × cannot write `file/inside`: a part of the path is a file, not a directory
    ");
    fs::write(path.join("binary"), b"cc_key \xff").expect("file");
    let binary = tailback(path, &["ccm", "import", "binary"]).output().expect("runs");
    insta::assert_snapshot!(told(&binary), @r"
    exit code 2
      × cannot read `binary`: the file is not text (byte 7 is not UTF-8)
    ");
    insta::assert_snapshot!(run(path, &["--set", "nic.flows=4"]), @r"
    exit code 2
    error: the following required arguments were not provided:
      --config <CONFIG>

    Usage: tailback ccm import --config <CONFIG> --set <KEY=VALUE> <FILE>

    For more information, try '--help'.
    ");
}

/// Existing files are kept if a step fails.
#[test]
fn a_directory_in_the_place_of_a_file_leaves_the_others_as_they_were() {
    let directory = with(SMALL);
    let path = directory.path();
    fs::create_dir_all(path.join("out/nic_setup.sh")).expect("directory");
    fs::write(path.join("out/imported.toml"), "precious").expect("file");
    assert!(run(path, &["--out", "out"]).starts_with("exit code 2\n"));
    assert_eq!(fs::read_to_string(path.join("out/imported.toml")).expect("file"), "precious");
    assert_eq!(fs::read_dir(path.join("out")).expect("directory").count(), 2);
}

#[test]
fn one_format_is_one_file() {
    let directory = with(SMALL);
    insta::assert_snapshot!(run(directory.path(), &["--format", "c", "--out", "out"]), @r"
    exit code 0
    wrote out/nic_setup.h
    10 writes to registers
    ");
    assert_eq!(fs::read_dir(directory.path().join("out")).expect("directory").count(), 1);
}
