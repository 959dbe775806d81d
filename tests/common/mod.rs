//! Runs the `tailback` command as a user would.

// Each test file is a separate program, and does not use every function.
#![allow(dead_code)]

pub mod opensm;
#[cfg(target_os = "linux")]
pub mod slurm;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Configuration that the tests modify.
pub const PRESET: &str = include_str!("../../examples/santos-2003.toml");

/// Returns the command for `directory`, independent of the terminal's colours and width.
pub fn tailback(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tailback"));
    command.current_dir(directory).args(arguments).env_clear();
    command
}

/// Returns this program's search path with the command in front.
pub fn path() -> OsString {
    let command = Path::new(env!("CARGO_BIN_EXE_tailback")).parent().expect("a directory");
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths([command.to_owned()].into_iter().chain(env::split_paths(&others)))
        .expect("a search path")
}

/// Directory of the models built by these tests, kept between runs.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("models")
}

/// Returns the command with access to the machine's tools.
pub fn equipped(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = tailback(directory, arguments);
    command.env("PATH", path()).env("TAILBACK_CACHE", cache());
    command
}

/// Runs a line in a shell with access to the command and the machine's tools.
pub fn shell(directory: &Path, line: &str) -> Output {
    let mut command = Command::new("bash");
    command.current_dir(directory).args(["-euo", "pipefail", "-c", line]);
    command.env_clear().env("PATH", path()).env("TAILBACK_CACHE", cache());
    command.output().expect("bash runs")
}

/// Returns a directory with the preset as `switch.toml`.
pub fn with_preset() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("switch.toml"), PRESET).expect("file");
    directory
}

/// Returns the names of all modules, from the error about a module that does not exist.
pub fn modules(directory: &Path) -> Vec<String> {
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shimonishi-2007.toml");
    let words = ["gen", config, "--module", "none", "--out", "none", "--json"];
    let error = json(&tailback(directory, &words).output().expect("tailback runs"));
    let help = error["error"]["help"].as_str().expect("help").to_owned();
    let (_, names) = help.split_once(": ").expect("names");
    names.split(", ").map(str::to_owned).collect()
}

/// Parses output that must be exactly one JSON document.
pub fn json(output: &Output) -> serde_json::Value {
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

/// Returns exit code, standard output and standard error, for a snapshot.
pub fn told(output: &Output) -> String {
    let code = output.status.code().map_or("none".into(), |code| code.to_string());
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    format!("exit code {code}\n{stdout}{stderr}")
}

/// Returns output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}
