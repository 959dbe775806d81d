//! The port tables of the reference pages are those of the generated Verilog.
//!
//! A page contains a table between two markers; the first names the module, the configuration, and
//! keys whose values replace those of the configuration:
//!
//! ```text
//! <!-- ports: credit-sender examples/santos-2003-8port.toml switch.virtual_lanes=4 -->
//! <!-- end of ports -->
//! ```
//!
//! With `TAILBACK_UPDATE_DOCS=1`, the test writes the tables into the pages.

#[path = "common/markers.rs"]
mod markers;

use markers::{check, replaced};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tailback_gen::markdown;
use tailback_spec::{config::Override, Config};
use tailback_testbench::catalog;

/// Kind of the markers.
const KIND: &str = "ports";

/// Returns the pages with their text.
fn pages() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference");
    let entries = fs::read_dir(directory).expect("the directory of the pages");
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.expect("entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a page");
        (path, text)
    };
    pages.into_iter().map(read).collect()
}

/// Returns caption and table for the words of a marker.
fn ports(words: &str) -> String {
    let mut parts = words.split_whitespace();
    let module = parts.next().expect("a marker names a module");
    let file = parts.next().expect("a marker names a configuration");
    let keys: Vec<&str> = parts.collect();
    let overrides: Vec<Override> =
        keys.iter().map(|key| key.parse().expect("the form is key=value")).collect();
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file);
    let config = Config::from_toml_with(&source, &overrides).expect(words);
    let design = catalog::block(module, &config).expect(module).expect(module).design;
    let table = markdown::ports(&design);
    let with: String = keys.iter().map(|key| format!(" and `{key}`")).collect();
    let arrays =
        if table.contains(" × ") { "; *n* × *m* are *n* elements of *m* bits" } else { "" };
    let name = &design.top.module;
    format!("\nPorts of `{name}` with [`{file}`](../../{file}){with}{arrays}:\n\n{table}\n")
}

#[test]
fn the_port_tables_are_those_of_the_verilog() {
    let mut tables = 0;
    for (path, page) in pages() {
        let current = replaced(&page, KIND, |words| {
            tables += 1;
            ports(words)
        });
        check(&path, &page, &current, "port_tables");
    }
    assert!(tables > 0);
}

#[test]
fn no_page_lists_ports_by_hand() {
    for (path, page) in pages() {
        let written = replaced(&page, KIND, |_| String::new());
        let by_hand = written.lines().find(|line| line.starts_with("| Port | Direction |"));
        assert_eq!(by_hand, None, "{}", path.display());
    }
}

#[test]
fn only_what_is_between_markers_is_replaced() {
    let page = "a\n<!-- ports: x y -->\nold\n<!-- end of ports -->\nb\n\
                <!-- ports: z -->\n<!-- end of ports -->\n";
    assert_eq!(
        replaced(page, KIND, |words| format!("[{words}]\n")),
        "a\n<!-- ports: x y -->\n[x y]\n<!-- end of ports -->\nb\n\
         <!-- ports: z -->\n[z]\n<!-- end of ports -->\n"
    );
}
