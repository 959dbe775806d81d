//! The fabric of a scenario: lint of its structure.

use tailback_gen::{fabric, Design};
use tailback_harness::lint::complaints;
use tailback_spec::{config::Override, fabric::Fabric, scenario::Scenario};

const ONE_FLOW: &str = include_str!("../../../examples/fabrics/one-flow.toml");
const TWO_SWITCHES: &str = include_str!("../../../examples/fabrics/two-switches.toml");
const SLOW_LINKS: &str = include_str!("../../../examples/fabrics/slow-links.toml");

fn design(source: &str, overrides: &[&str]) -> Design {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    let scenario = Scenario::from_toml(source, &overrides).expect("valid");
    let parameters = Fabric::new(&scenario).expect("possible");
    fabric(&parameters, "A test.").unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Returns the Verilog of the fabric's top module.
fn top(design: &Design) -> &str {
    let top = design.modules.last().expect("modules");
    assert_eq!(top.name, design.top.module);
    &top.text
}

#[test]
fn no_tool_complains_of_a_fabric() {
    let wide = ["configuration.datapath.width_bits=512", "configuration.nic.flows=1"];
    let table = ["run.congestion_control=false", "configuration.switch.forwarding_entries=16384"];
    let fabrics: [(&str, &[&str]); 4] =
        [(TWO_SWITCHES, &[]), (ONE_FLOW, &wide), (ONE_FLOW, &table), (SLOW_LINKS, &[])];
    for (source, overrides) in fabrics {
        let place = tempfile::tempdir().expect("a temporary directory");
        let said = complaints(place.path(), &[&design(source, overrides)], false);
        assert!(said.is_empty(), "{overrides:?}: {}", said.join("\n"));
    }
}

#[test]
fn modules_of_equal_text_are_there_once_and_others_have_names_of_their_own() {
    let design = design(TWO_SWITCHES, &[]);
    let mut names: Vec<&str> = design.modules.iter().map(|module| module.name.as_str()).collect();
    // Links of 1, 3 and 10 cycles.
    let links = names.iter().filter(|name| name.starts_with("tailback_link_ring")).count();
    assert_eq!(links, 2, "{names:?}");
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn only_slow_links_stall_a_component() {
    let design = design(SLOW_LINKS, &[]);
    let top = top(&design);
    // Both directions of the links of three hosts.
    assert_eq!(top.matches(".rate(16'd").count(), 6);
    assert_eq!(top.matches(".rate(16'd32768)").count(), 4);
    assert_eq!(top.matches(".m_axis_link_tready(1'b1)").count(), 2);
    assert!(top.contains("assign link_tvalid") && top.contains("_tvalid & tx_"));
}

#[test]
fn fabric_text() {
    insta::assert_snapshot!(top(&design(ONE_FLOW, &[])));
}
