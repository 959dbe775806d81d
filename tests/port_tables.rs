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

use std::{
    env, fs,
    path::{Path, PathBuf},
};
use tailback_gen::markdown;
use tailback_spec::{config::Override, Config};
use tailback_testbench::catalog;

const BEGIN: &str = "<!-- ports: ";
const BEGIN_ENDS: &str = " -->\n";
const END: &str = "<!-- end of ports -->\n";

/// Environment variable that selects writing instead of comparing.
const UPDATE: &str = "TAILBACK_UPDATE_DOCS";

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

/// Replaces what is between the markers of a page: `make` returns it for the words of a marker.
fn replaced(page: &str, mut make: impl FnMut(&str) -> String) -> String {
    let (mut text, mut rest) = (String::new(), page);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (words, after) = after.split_once(BEGIN_ENDS).expect("a marker ends with ` -->`");
        let (_, after) = after.split_once(END).expect("a table ends with a marker");
        text += &format!("{before}{BEGIN}{words}{BEGIN_ENDS}{}{END}", make(words));
        rest = after;
    }
    text + rest
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
    let update = env::var_os(UPDATE).is_some_and(|value| value == "1");
    let mut tables = 0;
    for (path, page) in pages() {
        let current = replaced(&page, |words| {
            tables += 1;
            ports(words)
        });
        if update {
            fs::write(&path, current).expect("the page is writable");
        } else {
            let path = path.display();
            assert!(
                current == page,
                "{path} is not current: run `{UPDATE}=1 cargo test --test port_tables`"
            );
        }
    }
    assert!(tables > 0);
}

#[test]
fn no_page_lists_ports_by_hand() {
    for (path, page) in pages() {
        let written = replaced(&page, |_| String::new());
        let by_hand = written.lines().find(|line| line.starts_with("| Port | Direction |"));
        assert_eq!(by_hand, None, "{}", path.display());
    }
}

#[test]
fn only_what_is_between_markers_is_replaced() {
    let page = "a\n<!-- ports: x y -->\nold\n<!-- end of ports -->\nb\n\
                <!-- ports: z -->\n<!-- end of ports -->\n";
    assert_eq!(
        replaced(page, |words| format!("[{words}]\n")),
        "a\n<!-- ports: x y -->\n[x y]\n<!-- end of ports -->\nb\n\
         <!-- ports: z -->\n[z]\n<!-- end of ports -->\n"
    );
}
