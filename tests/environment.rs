//! Failures of the environment are distinguished: a permission, a tool, space. Ctrl-C is not a
//! failure.

mod common;

use common::{equipped, json, tailback, text, told, with_preset};
use std::{
    fs,
    path::Path,
    process::{Child, Command, ExitStatus, Output, Stdio},
    time::{Duration, Instant},
};

/// A run that ends only when interrupted.
const LONG: [&str; 4] = ["cosim", "switch.toml", "--cycles", "1000000000000"];

/// Returns kind and message of a failure that must end with `code`.
fn failure(output: &Output, code: i32) -> (String, String) {
    assert_eq!(output.status.code(), Some(code), "{}", told(output));
    let document = json(output);
    let part = |name: &str| document["error"][name].as_str().expect(name).to_owned();
    (part("kind"), part("message"))
}

#[test]
fn a_missing_tool_is_named_with_the_variable_that_finds_it() {
    let directory = with_preset();
    let cosim = ["cosim", "switch.toml", "--json"];
    let mut elsewhere = equipped(directory.path(), &cosim);
    elsewhere.env("TAILBACK_VERILATOR", "/nonexistent");
    let (kind, message) = failure(&elsewhere.output().expect("tailback runs"), 3);
    assert_eq!(kind, "missing-tool");
    assert!(
        message.contains("/nonexistent") && message.contains("TAILBACK_VERILATOR"),
        "{message}"
    );
    for command in ["cosim", "lint", "mutants", "timing"] {
        let output = tailback(directory.path(), &[command, "switch.toml", "--json"])
            .env("PATH", "/nonexistent")
            .env("TAILBACK_CACHE", directory.path().join("models"))
            .output()
            .expect("tailback runs");
        let (kind, _) = failure(&output, 3);
        assert_eq!(kind, "missing-tool", "{command}");
    }
    assert_eq!(fs::read_dir(directory.path()).expect("files").count(), 1, "nothing is left behind");
}

/// Returns the failure of each writing command for a path that is not writable.
fn refusals(directory: &Path, place: &str) -> Vec<(String, String)> {
    let run = |arguments: &[&str], cache: Option<&str>| {
        let mut command = equipped(directory, &[arguments, &["--json"]].concat());
        if let Some(cache) = cache {
            command.env("TAILBACK_CACHE", directory.join(cache));
        }
        failure(&command.output().expect("tailback runs"), 3)
    };
    let cosim = ["cosim", "switch.toml", "--cycles", "1000", "--waves", "--out"];
    vec![
        run(&["init", &format!("{place}/new.toml")], None),
        run(&["gen", "switch.toml", "--out", &format!("{place}/gen")], None),
        run(&[&cosim[..], &[&format!("{place}/waves")]].concat(), None),
        run(&["cosim", "switch.toml", "--cycles", "1000"], Some(&format!("{place}/models"))),
    ]
}

#[test]
fn a_place_below_a_file_is_no_directory() {
    let directory = with_preset();
    let kinds: Vec<_> =
        refusals(directory.path(), "switch.toml").into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["not-a-directory", "not-a-directory", "not-a-directory", "cache"]);
}

/// A small file system at `directory/small`, if this user may mount one.
#[cfg(target_os = "linux")]
struct Small(std::path::PathBuf);

#[cfg(target_os = "linux")]
impl Small {
    fn mount(directory: &Path, options: &str) -> Option<Self> {
        let place = directory.join("small");
        fs::create_dir(&place).expect("directory");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&place).stderr(Stdio::null());
        let mounted = mount.status().is_ok_and(|status| status.success());
        if !mounted {
            eprintln!("not tested: this user may not mount a file system");
        }
        mounted.then_some(Small(place))
    }
}

#[cfg(target_os = "linux")]
impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_called_so_and_gets_no_part_of_a_file() {
    let directory = with_preset();
    let Some(small) = Small::mount(directory.path(), "size=8k") else { return };
    fs::write(small.0.join("fill"), [0; 8192]).expect("exactly what fits");
    for (kind, message) in refusals(directory.path(), "small") {
        assert_eq!(kind, "disk-full", "{message}");
        assert!(message.contains("full"), "{message}");
    }
    for entry in fs::read_dir(&small.0).expect("files").map(|entry| entry.expect("entry")) {
        let empty = entry.path().is_dir()
            && fs::read_dir(entry.path())
                .expect("files")
                .all(|file| file.is_ok_and(|file| file.metadata().is_ok_and(|it| it.len() == 0)));
        assert!(empty || entry.file_name() == "fill", "{}", entry.path().display());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_file_system_is_called_so() {
    let directory = with_preset();
    let Some(_small) = Small::mount(directory.path(), "ro,size=8k") else { return };
    let kinds: Vec<_> =
        refusals(directory.path(), "small").into_iter().map(|(kind, _)| kind).collect();
    let read_only = "read-only-file-system";
    assert_eq!(kinds, [read_only, read_only, read_only, "cache"]);
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
}

/// Waits for the end with a time limit.
fn wait(child: &mut Child) -> ExitStatus {
    const LIMIT: Duration = Duration::from_secs(60);
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().expect("status") {
            return status;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("killed");
    panic!("still running {LIMIT:?} after Ctrl-C");
}

#[test]
fn ctrl_c_ends_a_long_run_with_130_and_leaves_no_file() {
    let directory = with_preset();
    // The model is built first, so that the interrupt hits the run.
    let build = [&LONG[..3], &["1000000"]].concat();
    assert!(equipped(directory.path(), &build).output().expect("tailback runs").status.success());
    let mut command = equipped(directory.path(), &[&LONG[..], &["--waves"]].concat());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("tailback runs");
    std::thread::sleep(Duration::from_secs(1));
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), Some(130));
    let output = child.wait_with_output().expect("output");
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr).trim(), "× interrupted");
    let left: Vec<_> = fs::read_dir(directory.path()).expect("files").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn a_tool_that_ctrl_c_ends_has_not_failed() {
    let directory = with_preset();
    let models = directory.path().join("models");
    // Substitute for Verilator that waits, and fails when its parent is interrupted.
    let tool = directory.path().join("slow");
    let script = "#!/bin/sh\n[ \"$1\" = --cc ] || exec verilator \"$@\"\n\
                  kill -INT $PPID; sleep 1; exit 2\n";
    fs::write(&tool, script).expect("file");
    assert!(Command::new("chmod").arg("+x").arg(&tool).status().expect("chmod").success());
    let mut command = equipped(directory.path(), &["cosim", "switch.toml", "--json"]);
    command.env("TAILBACK_VERILATOR", &tool).env("TAILBACK_CACHE", &models);
    let (kind, _) = failure(&command.output().expect("tailback runs"), 130);
    assert_eq!(kind, "interrupted");
    let building = fs::read_dir(models).expect("files").filter(|entry| {
        let name = entry.as_ref().expect("entry").file_name();
        name.to_string_lossy().starts_with("building-")
    });
    assert_eq!(building.count(), 0, "half a model is left");
}
