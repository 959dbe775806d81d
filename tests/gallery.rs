//! The gallery shows the descriptions and the Verilog that are generated from them.

#[path = "common/markers.rs"]
mod markers;

use markers::{check, replaced};
use std::{fs, path::Path};
use tailback_spec::{config::Override, Config};
use tailback_testbench::catalog;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A description, from its documentation on.
fn rust(file: &str) -> String {
    let text = read(file);
    let start = text.find("block! {").expect("a description");
    format!("\nRust, `{file}`:\n\n```rust\n{}\n```\n", text[start..].trim_end())
}

/// The Verilog of the module that the words name, with a configuration and keys that replace some of its
/// values, without the comment that repeats the configuration.
fn verilog(words: &str) -> String {
    let mut parts = words.split_whitespace();
    let mut next = |what| parts.next().unwrap_or_else(|| panic!("a marker names {what}"));
    let (module, file) = (next("a module"), next("a configuration"));
    let keys: Vec<Override> =
        parts.map(|key| key.parse().expect("the form is key=value")).collect();
    let config = Config::from_toml_with(&read(file), &keys).expect(words);
    let design = catalog::block(module, &config).expect(module).expect(module).design;
    let module = design.modules.last().expect("a topmost module");
    let start = module.text.find("`default_nettype none").expect("Verilog");
    format!(
        "\nVerilog, `{}.v`:\n\n```verilog\n{}\n```\n",
        module.name,
        module.text[start..].trim_end()
    )
}

#[test]
fn the_gallery_is_that_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/gallery.md");
    let page = fs::read_to_string(&path).expect("the gallery");
    let mut shown = [0, 0];
    let current = replaced(&page, "rust", |words| {
        shown[0] += 1;
        rust(words)
    });
    let current = replaced(&current, "verilog", |words| {
        shown[1] += 1;
        verilog(words)
    });
    assert!(shown[0] > 0 && shown[0] == shown[1], "{shown:?}");
    check(&path, &page, &current, "gallery");
}
