//! Guarantees of a package.

use super::*;
use crate::Module;
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};
use tailback_spec::{ClockPort, Direction, Port, PortTable};

/// A design with these modules; `revision` stands for a change of its Verilog.
fn design(names: &[&str], revision: u32) -> Design {
    let text = |name| format!("// revision {revision}\nmodule {name} ();\nendmodule\n");
    let port = Port {
        name: "trigger".into(),
        direction: Direction::Input,
        lanes: 12,
        width: 1,
        doc: "An input buffer has become full.".into(),
    };
    Design {
        top: PortTable {
            module: names[names.len() - 1].to_string(),
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports: vec![port],
        },
        interfaces: Vec::new(),
        modules: names
            .iter()
            .map(|name| Module { name: name.to_string(), text: text(name) })
            .collect(),
    }
}

fn package(names: &[&str], revision: u32) -> Package {
    let context = Context::new("santos-2003", 125.0, "name = \"santos-2003\"\n").unwrap();
    Package::new(&design(names, revision), &context).unwrap()
}

fn marking(revision: u32) -> Package {
    package(&["tailback_lane", "tailback_marking"], revision)
}

/// Whether `dir` holds exactly the files of `package` and those of `others`.
fn holds(dir: &Path, package: &Package, others: &[&str]) -> bool {
    let mut expected: Vec<&str> = package.files.iter().map(|file| file.path.as_str()).collect();
    expected.extend(others);
    expected.sort_unstable();
    let mut found: Vec<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort_unstable();
    found == expected
        && package
            .files
            .iter()
            .all(|file| fs::read_to_string(dir.join(&file.path)).unwrap() == file.text)
}

fn text<'a>(package: &'a Package, path: &str) -> &'a str {
    &package.files.iter().find(|file| file.path == path).unwrap().text
}

#[test]
fn a_package_lists_every_file_once_and_the_manifest_last() {
    let package = marking(1);
    let names: Vec<&str> = package.files.iter().map(|file| file.path.as_str()).collect();
    insta::assert_snapshot!(names.join("\n"));
}

#[test]
fn the_core_names_all_files_in_dependency_order() {
    insta::assert_snapshot!(text(&marking(1), "tailback_marking.core"));
}

#[test]
fn the_manifest_holds_hashes_and_ports() {
    insta::assert_snapshot!(text(&marking(1), "manifest.json"));
}

#[test]
fn each_verilog_file_begins_with_the_configuration() {
    let package = marking(1);
    for name in ["tailback_lane", "tailback_marking"] {
        let text = text(&package, &format!("{name}.v"));
        let (header, module) = text.split_once("\n\n").unwrap();
        assert!(header.starts_with(&format!("// Module {name}.\n")), "{header}");
        assert!(header.ends_with("santos-2003:\n//\n// name = \"santos-2003\""), "{header}");
        assert!(module.starts_with("// revision 1\nmodule"), "{module}");
    }
}

#[test]
fn the_constraints_give_the_configured_clock_and_no_exceptions() {
    let package = marking(1);
    let commands: Vec<String> = [".xdc", "_ooc.xdc", ".sdc", ".lpf"]
        .iter()
        .flat_map(|ending| {
            text(&package, &format!("tailback_marking{ending}"))
                .lines()
                .filter(|line| !line.trim_start().starts_with('#') && !line.is_empty())
                .map(move |line| format!("{ending}: {line}"))
        })
        .collect();
    insta::assert_snapshot!(commands.join("\n"));
}

#[test]
fn the_constraints_of_several_clocks_are_exactly_for_the_paths_that_cross() {
    let mut design = design(
        &[
            "tailback_async_fifo_writer",
            "tailback_async_fifo_2",
            "tailback_synchronizer",
            "tailback_links",
        ],
        1,
    );
    let clock = |name: &str, lanes| Port {
        name: name.into(),
        direction: Direction::Input,
        lanes,
        width: 1,
        doc: "A clock.".into(),
    };
    design.top.clocked = false;
    design.top.ports.extend([clock("clock", 1), clock("link_clock", 2)]);
    design.top.clocks = ["clock", "link_clock"]
        .map(|name| ClockPort { name: name.into(), ports: Vec::new() })
        .into();
    let package = Package::new(&design, &Context::new("x", 125.0, "").unwrap()).unwrap();
    let commands = package
        .files
        .iter()
        .filter(|file| [".xdc", ".sdc", ".lpf"].iter().any(|ending| file.path.ends_with(ending)))
        .flat_map(|file| {
            let lines = file.text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            lines.map(|line| format!("{}: {line}", file.path))
        });
    insta::assert_snapshot!(commands.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_block_without_a_clock_has_no_constraints() {
    let mut design = design(&["tailback_select"], 1);
    design.top.clocked = false;
    let package = Package::new(&design, &Context::new("x", 125.0, "").unwrap()).unwrap();
    let names: Vec<&str> = package.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        names,
        [
            "tailback_select.v",
            "tailback_select.f",
            "tailback_select_pkg.vhd",
            "tailback_select.core",
            "component.xml",
            "manifest.json"
        ]
    );
}

#[test]
fn names_that_would_overwrite_each_other_or_leave_the_directory_are_refused() {
    let make = |names: &[&str]| {
        Package::new(&design(names, 1), &Context::new("x", 125.0, "").unwrap()).unwrap_err()
    };
    assert!(matches!(make(&["a", "A"]), PackageError::Twice { .. }));
    assert!(matches!(make(&["../a", "b"]), PackageError::NotAFileName { .. }));
}

#[test]
fn a_new_package_replaces_the_old_one_and_keeps_foreign_files() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("a/b");
    marking(1).write_to(&out).unwrap();
    assert!(holds(&out, &marking(1), &[]));
    fs::create_dir(out.join("vivado")).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();

    let smaller = package(&["tailback_marking"], 2);
    smaller.write_to(&out).unwrap();
    assert!(holds(&out, &smaller, &["notes.txt", "vivado"]));
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_file_that_no_manifest_names_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("tailback_lane.v"), "by hand").unwrap();
    let error = marking(1).write_to(dir.path()).unwrap_err();
    assert!(matches!(error, WriteError::Foreign { path } if path.ends_with("tailback_lane.v")));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);

    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("manifest.json"), "{\"tool\": \"npm\"}").unwrap();
    assert!(matches!(marking(1).write_to(dir.path()), Err(WriteError::Foreign { .. })));
}

#[test]
fn a_manifest_cannot_make_us_remove_files_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let (out, outside) = (dir.path().join("out"), dir.path().join("precious"));
    marking(1).write_to(&out).unwrap();
    fs::write(&outside, "x").unwrap();
    let manifest = out.join("manifest.json");
    let edited = fs::read_to_string(&manifest).unwrap().replace("tailback_lane.v", "../precious");
    fs::write(&manifest, edited).unwrap();
    fs::remove_file(out.join("tailback_lane.v")).unwrap();
    package(&["tailback_marking"], 2).write_to(&out).unwrap();
    assert!(outside.exists());
}

#[test]
fn an_unchanged_package_touches_nothing() {
    let dir = tempfile::tempdir().unwrap();
    marking(1).write_to(dir.path()).unwrap();
    let times = || -> Vec<_> {
        marking(1)
            .files
            .iter()
            .map(|file| fs::metadata(dir.path().join(&file.path)).unwrap().modified().unwrap())
            .collect()
    };
    let before = times();
    marking(1).write_to(dir.path()).unwrap();
    assert_eq!(times(), before);
}

#[test]
fn an_update_that_was_killed_between_two_renames_is_completed_by_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path();
    marking(1).write_to(out).unwrap();
    for renamed in 0..2 {
        // The state in which a kill after `renamed` renames leaves the directory.
        let stage = out.join(".tailback-update");
        fs::create_dir_all(stage.join("new")).unwrap();
        let names = ["tailback_lane.v", "tailback_marking.v"];
        for name in &names[renamed..] {
            fs::write(stage.join("new").join(name), text(&marking(2), name)).unwrap();
        }
        let journal = format!("{{\"replace\": {names:?}, \"remove\": []}}");
        fs::write(stage.join("journal.json"), journal).unwrap();
        update::complete(out).unwrap();
        assert!(!stage.exists());
        assert_eq!(
            fs::read_to_string(out.join(names[1])).unwrap(),
            text(&marking(2), "tailback_marking.v")
        );
    }
    marking(3).write_to(out).unwrap();
    assert!(holds(out, &marking(3), &[]));
}

#[test]
fn a_directory_is_held_against_its_manifest() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path();
    assert_eq!(verify(out).unwrap(), Verified { manifest: None, faults: Vec::new() });
    marking(1).write_to(out).unwrap();
    let verified = verify(out).unwrap();
    assert_eq!(verified.manifest.map(|manifest| manifest.configuration).unwrap(), "santos-2003");
    assert_eq!(verified.faults, []);

    fs::write(out.join("tailback_lane.v"), "by hand").unwrap();
    fs::remove_file(out.join("tailback_marking.f")).unwrap();
    let faults: Vec<_> = verify(out).unwrap().faults.iter().map(Fault::to_string).collect();
    insta::assert_snapshot!(faults.join("\n"), @r"
    `tailback_lane.v` is not the file that was generated
    `tailback_marking.f` is missing
    ");
    fs::create_dir(out.join(".tailback-update")).unwrap();
    fs::write(out.join(".tailback-update/journal.json"), "{}").unwrap();
    assert!(verify(out).unwrap().faults.contains(&Fault::Interrupted));

    fs::create_dir(out.join("tailback_marking.f")).unwrap();
    assert_eq!(verify(out).unwrap_err().path, out.join("tailback_marking.f"));
}

#[test]
fn two_writers_of_one_directory_leave_one_whole_set() {
    let dir = tempfile::tempdir().unwrap();
    let failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (out, failed) = (dir.path(), &failed);
            scope.spawn(move || {
                for round in 0..25 {
                    let package = marking(writer * 100 + round);
                    failed.fetch_or(package.write_to(out).is_err(), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(!failed.into_inner());
    let whole = (0..4).any(|writer| holds(dir.path(), &marking(writer * 100 + 24), &[]));
    assert!(whole);
}

#[test]
fn errors_that_are_mended_differently_are_told_apart() {
    use std::io::{Error, ErrorKind};
    let error = |kind| WriteError::new("x", Error::from(kind));
    assert!(matches!(error(ErrorKind::StorageFull), WriteError::DiskFull { .. }));
    assert!(matches!(error(ErrorKind::PermissionDenied), WriteError::NotWritable { .. }));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    for target in [file.clone(), file.join("below")] {
        let result = marking(1).write_to(&target);
        assert!(matches!(result, Err(WriteError::NotADirectory { .. })), "{result:?}");
    }
}
