//! The text of a fabric on a chip, and its lint at several sizes.

use super::*;
use crate::flow::lint::lint;
use std::fs;
use tailback_spec::{config::Override, fabric::Fabric, scenario::Scenario};

const FIG_2: &str = include_str!("../../../../examples/boards/fig2.toml");

fn design_of(overrides: &[&str]) -> Design {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("an assignment")).collect();
    let scenario = Scenario::from_toml(FIG_2, &overrides).expect("valid");
    let fabric = Fabric::new(&scenario).expect("possible");
    board(&Board::new(&fabric, 1_000_000).expect("possible"), "A test.").expect("translated")
}

#[test]
fn board_text() {
    let design = design_of(&[]);
    let top = design.modules.last().expect("there are modules");
    insta::assert_snapshot!(top.text);
}

#[test]
fn no_tool_complains_of_a_narrow_or_a_wide_board() {
    for bits in [64, 512] {
        let design = design_of(&[&format!("configuration.datapath.width_bits={bits}")]);
        let place = tempfile::tempdir().expect("a directory");
        let files: Vec<String> =
            design.modules.iter().map(|module| format!("{}.v", module.name)).collect();
        for (file, module) in files.iter().zip(&design.modules) {
            fs::write(place.path().join(file), &module.text).expect("written");
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        for tool in lint(place.path(), MODULE, &files).expect("installed") {
            assert!(tool.findings.is_empty(), "{bits} bits, {}: {:?}", tool.tool, tool.findings);
        }
    }
}
