//! With `--json`, each command writes exactly one document, whose keys do not change unnoticed.

mod common;

use common::{equipped, json, shell, with_preset};
use serde_json::Value;
use std::fs;

/// Returns the keys of a document: nested keys with a point, keys in lists with brackets.
fn keys(value: &Value) -> Vec<String> {
    let inside = |name: &str, value: &Value| -> Vec<String> {
        let join = |key: String| match key.starts_with('[') {
            true => format!("{name}{key}"),
            false => format!("{name}.{key}"),
        };
        match keys(value) {
            none if none.is_empty() => vec![name.to_owned()],
            some => some.into_iter().map(join).collect(),
        }
    };
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, value)| inside(name, value)).collect()
        }
        Value::Array(values) => values.first().map(|one| inside("[]", one)).unwrap_or_default(),
        _ => Vec::new(),
    }
}

#[test]
fn each_command_gives_one_document() {
    let directory = with_preset();
    let opensm = include_str!("../examples/opensm.conf");
    fs::write(directory.path().join("opensm.conf"), opensm).expect("file");
    let fabric = include_str!("../examples/scenarios/infocom03-fig2.toml");
    fs::write(directory.path().join("fabric.toml"), fabric).expect("file");
    let mut lines = Vec::new();
    for arguments in [
        &["init", "new.toml"][..],
        &["check", "switch.toml"],
        &["gen", "switch.toml", "--out", "build"],
        &["lint", "switch.toml"],
        &["cosim", "switch.toml", "--cycles", "1000"],
        &["fabric", "fabric.toml"],
        &["mutants", "switch.toml", "--count", "3", "--cycles", "1000"],
        &["regs", "switch.toml", "--format", "c"],
        &["regs", "switch.toml", "--format", "c", "--out", "switch.h"],
        &["dissector", "switch.toml"],
        &["dissector", "switch.toml", "--out", "efl.lua"],
        &["ccm", "import", "opensm.conf"],
        &["ccm", "import", "opensm.conf", "--format", "json"],
        &["ccm", "import", "opensm.conf", "--out", "setup"],
        &["schema", "--out", "schema.json"],
        &["completions", "bash"],
    ] {
        let arguments = [arguments, &["--json"]].concat();
        let output = equipped(directory.path(), &arguments).output().expect("tailback runs");
        let document = json(&output);
        lines.push(format!("{}: {}", arguments[0], keys(&document).join(" ")));
    }
    insta::assert_snapshot!(lines.join("\n"), @r"
    init: file preset
    check: configuration.clock.frequency_mhz configuration.datapath.width_bits configuration.marking.policy configuration.name configuration.switch.max_packet_bytes configuration.switch.packets_per_input configuration.switch.ports derived.allocator derived.capacity_packets derived.clock_period_ns derived.counter_bits derived.credit_counter_credits derived.fifo.bypasses derived.fifo.queue_packets derived.flow_control_period_cycles derived.input_buffer_bytes derived.link_gbit_per_s derived.link_reached.full_up_to_ns derived.link_reached.without_delay derived.longest_packet_blocks derived.longest_packet_cycles derived.nic.after_idle derived.nic.flows derived.nic.longest_packet_words derived.nic.response derived.nic.window_packets derived.virtual_lane_blocks derived.virtual_lanes warnings
    gen: block directory files[] top verilog_lines
    lint: block tools[].command tools[].findings tools[].tool tools[].version
    cosim: block cycles cycles_per_second failure seconds seed variant waves
    fabric: about average_from_ms average_to_ms duration_ms engine engine_why flows[].flows flows[].gbit_per_s flows[].highest_rate flows[].lowest_rate flows[].marked_packets flows[].name flows[].packets flows[].rate latencies[].least_us latencies[].median_us latencies[].most_us latencies[].name latencies[].percentile_95_us latencies[].percentile_99_us links[].name links[].utilisation packet_hops_per_second packets.buffer_full packets.delivered packets.hops packets.output_trigger packets.sent scenario seconds seed stall version
    mutants: block cycles equivalent killed mutants[].change mutants[].fate.killed.cycle mutants[].number seed survived variant
    regs: format text
    regs: bytes file format registers
    dissector: ether_type text
    dissector: ether_type file
    ccm: format remarks text
    ccm: block configuration.marking.by configuration.nic.cct_entries configuration.nic.response configuration.nic.throttled remarks source writes[].address writes[].fields.control_map writes[].register writes[].value
    ccm: files[] remarks writes
    schema: file
    completions: script shell
    ");
}

#[test]
fn the_same_configuration_gives_the_same_bytes() {
    let directory = with_preset();
    for place in ["one", "two"] {
        let gen = ["gen", "switch.toml", "--out", place];
        assert!(equipped(directory.path(), &gen).output().expect("runs").status.success());
    }
    let same = shell(directory.path(), "diff -r one two");
    assert!(same.status.success(), "{}", common::told(&same));
    assert!(fs::read_dir(directory.path().join("one")).expect("files").count() > 1);
}
