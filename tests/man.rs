//! Manual pages, by the judgement of groff and mandoc.

mod common;

use common::{json, shell, tailback, text, told};
use std::{collections::BTreeSet, fs, path::Path, process::Command};

fn generate(directory: &Path) {
    let output = tailback(directory, &["man", "--out", "man1"]).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
}

fn is_installed(program: &str) -> bool {
    let installed = Command::new(program).arg("-V").output().is_ok();
    if !installed {
        eprintln!("not checked: there is no {program}");
    }
    installed
}

#[test]
fn each_command_in_the_help_has_a_manual_page() {
    let directory = tempfile::tempdir().expect("directory");
    generate(directory.path());
    let help = tailback(directory.path(), &["--help"]).output().expect("runs");
    let help = text(&help.stdout);
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let (commands, _) = commands.split_once("\n\n").expect("the end of the commands");
    let names = commands.lines().filter(|line| !line.starts_with("   "));
    let mut expected: BTreeSet<String> = names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(|name| format!("tailback-{name}.1"))
        .collect();
    expected.extend(["tailback.1".into(), "tailback-ccm-import.1".into()]);
    let entries = fs::read_dir(directory.path().join("man1")).expect("pages");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("entry").file_name();
    let found: BTreeSet<String> =
        entries.map(|entry| name(entry).into_string().expect("text")).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_page_of_a_command_describes_its_options() {
    let directory = tempfile::tempdir().expect("directory");
    generate(directory.path());
    let page = fs::read_to_string(directory.path().join("man1/tailback-gen.1")).expect("page");
    for part in ["tailback\\-gen", "\\-\\-prefix", "\\-\\-out", "\\-\\-json"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn groff_formats_every_page_without_a_warning() {
    if !is_installed("groff") {
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    generate(directory.path());
    let warnings = shell(directory.path(), "groff -man -Tutf8 -ww -z man1/*.1");
    assert_eq!(told(&warnings), "exit code 0\n");
    fs::write(directory.path().join("man1/bad.1"), ".TH bad 1\n.SH NAME\n.nosuch\n").expect("file");
    let bad = shell(directory.path(), "groff -man -Tutf8 -ww -z man1/bad.1");
    assert!(told(&bad).contains("nosuch"), "{}", told(&bad));
}

#[test]
fn the_footer_of_a_page_names_version_and_manual() {
    if !is_installed("groff") {
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    generate(directory.path());
    let page = text(&shell(directory.path(), "groff -man -Tascii man1/tailback-gen.1").stdout);
    let header = page.lines().find(|line| !line.trim().is_empty()).expect("header");
    let footer = page.lines().rfind(|line| !line.trim().is_empty()).expect("footer");
    assert!(header.contains("Tailback Manual"), "{header}");
    assert!(footer.starts_with(concat!("Tailback ", env!("CARGO_PKG_VERSION"))), "{footer}");
}

#[test]
fn the_machine_readable_form_lists_the_pages() {
    let directory = tempfile::tempdir().expect("directory");
    let output = tailback(directory.path(), &["man", "--out", "m", "--json"]).output();
    let document = json(&output.expect("runs"));
    assert!(document["pages"].as_array().expect("pages").len() > 15, "{document}");
    fs::write(directory.path().join("file"), "").expect("file");
    let nowhere = tailback(directory.path(), &["man", "--out", "file"]).output().expect("runs");
    assert!(told(&nowhere).starts_with("exit code 3\n"), "{}", told(&nowhere));
}
