//! Packages with `gen --axi`, by the judgement of the linters and of cocotbext-axi.

mod common;

use common::{shell, tailback, text, told};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Configuration in `examples`, module, and changes to the configuration.
const PACKAGES: [(&str, &str, &[&str]); 10] = [
    ("santos-2003-8port", "nic", &[]),
    ("santos-2003-8port", "switch", &[]),
    ("shimonishi-2007", "efl-endpoint", &["efl.flows=1", "efl.window=8"]),
    (
        "shimonishi-2007",
        "ethernet-switch",
        &["ethernet_switch.ports=4", "ethernet_switch.buffer_bytes=4096"],
    ),
    // A module without any interface.
    ("santos-2003", "marking", &[]),
    // Modules with several clocks.
    ("santos-2003-8port", "switch-clocks", &["switch.ports=3"]),
    ("santos-2003-8port", "async-fifo", &[]),
    ("shimonishi-2007", "mac-shim", &[]),
    ("santos-2003-8port", "uart-bridge", &[]),
    ("santos-2003-8port", "slow-link", &[]),
];

/// Generates a package with the wrapper, and returns its directory and the name of the wrapper.
fn generate(
    directory: &Path,
    (config, module, changes): (&str, &str, &[&str]),
) -> (PathBuf, String) {
    let config = format!("{}/examples/{config}.toml", env!("CARGO_MANIFEST_DIR"));
    let changes: Vec<String> = changes.iter().map(|change| format!("--set={change}")).collect();
    let mut words = vec!["gen", &config, "--module", module, "--axi", "--out", module];
    words.extend(changes.iter().map(String::as_str));
    let output = tailback(directory, &words).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let package = directory.join(module);
    let manifest = fs::read_to_string(package.join("manifest.json")).expect("manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["ports"]["active_low_reset"], true);
    let top = manifest["ports"]["module"].as_str().expect("name").to_owned();
    (package, top)
}

#[test]
fn no_linter_complains_of_a_module_with_interfaces_of_axi() {
    let directory = tempfile::tempdir().expect("directory");
    for each in PACKAGES {
        let (package, top) = generate(directory.path(), each);
        assert!(top.ends_with("_axi"), "{top}");
        for command in [
            format!("verilator --lint-only -Wall -y none --top-module {top} $(cat {top}.f)"),
            format!("iverilog -g2001 -Wall -t null -s {top} $(cat {top}.f)"),
            format!("yosys -q -e . -p 'read_verilog {top}.v'"),
        ] {
            let output = shell(&package, &command);
            let printed = text(&output.stdout) + &text(&output.stderr);
            assert!(output.status.success() && printed.is_empty(), "{top}: {command}: {printed}");
        }
    }
}

#[test]
fn the_prefix_and_the_attributes_of_vivado_are_those_of_the_module_around() {
    let directory = tempfile::tempdir().expect("directory");
    let config = format!("{}/examples/santos-2003-8port.toml", env!("CARGO_MANIFEST_DIR"));
    let words = ["gen", &config, "--module", "switch", "--axi", "--prefix", "mine"];
    let words = [&words[..], &["--x-interface-info", "--out", "o"]].concat();
    let output = tailback(directory.path(), &words).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let read = |name: &str| fs::read_to_string(directory.path().join("o").join(name)).expect(name);
    let verilog = read("mine_switch_axi.v");
    for line in [
        "    mine_switch wrapped (",
        "    (* X_INTERFACE_INFO = \"xilinx.com:interface:axis:1.0 s_axis_7 TDATA\" *)",
        "    (* X_INTERFACE_PARAMETER = \"XIL_INTERFACENAME reset_n, POLARITY ACTIVE_LOW\" *)",
    ] {
        assert!(verilog.lines().any(|own| own == line), "{line}\n{verilog}");
    }
    assert!(!read("mine_switch.v").contains("X_INTERFACE"));
    assert!(read("mine_switch_axi.xdc").contains("`reset_n` is synchronous"));
}

#[test]
fn a_floorplan_which_is_for_the_module_alone_is_refused() {
    let directory = tempfile::tempdir().expect("directory");
    let config = format!("{}/examples/santos-2003-8port.toml", env!("CARGO_MANIFEST_DIR"));
    let words = ["gen", &config, "--module", "switch", "--axi", "--floorplan", "--out", "o"];
    let told = told(&tailback(directory.path(), &words).output().expect("runs"));
    assert!(told.starts_with("exit code 2") && told.contains("--floorplan"), "{told}");
}

/// Simulates a package with a test in `tests/axi`.
fn simulate(each: (&str, &str, &[&str]), test: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bin = root.join("build/venv-rdl/bin");
    if !bin.join("python").exists() {
        eprintln!("not checked: `make build/venv-rdl/.installed` fetches cocotb and cocotbext-axi");
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    let (package, top) = generate(directory.path(), each);
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(bin.join("python"))
        .arg(root.join("tests/axi/run.py"))
        .args([package.as_os_str(), top.as_ref(), test.as_ref()])
        // The simulator embeds the Python of the environment, which it finds on the path.
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python runs");
    let printed = text(&output.stdout);
    assert!(output.status.success() && printed.is_empty(), "{}", told(&output));
}

#[test]
fn cocotbext_axi_sends_frames_through_an_ethernet_switch_and_reads_its_counters() {
    simulate(PACKAGES[3], "ethernet_switch");
}

#[test]
fn cocotbext_axi_sends_frames_through_a_fifo_between_clocks_of_several_ratios() {
    simulate(PACKAGES[6], "async_fifo");
}

#[test]
fn cocotbext_eth_has_no_underrun_behind_the_shim_and_gets_each_frame() {
    simulate(PACKAGES[7], "mac_shim");
}

#[test]
fn cocotbext_uart_writes_and_reads_memories_of_cocotbext_axi_through_the_bridge() {
    simulate(PACKAGES[8], "uart_bridge");
}

#[test]
fn cocotbext_axi_rings_doorbells_of_whole_bytes_and_receives_such_grants() {
    simulate(PACKAGES[0], "nic");
}

#[test]
fn cocotbext_axi_sees_no_gap_in_a_packet_behind_a_slow_link_of_any_rate() {
    simulate(PACKAGES[9], "slow_link");
}
