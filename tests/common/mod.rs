//! Runs the `tailback` command as a user would.

// Each test file is a program of its own, which need not use everything.
#![allow(dead_code)]

pub mod opensm;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// The configuration that the tests damage.
pub const PRESET: &str = include_str!("../../examples/santos-2003.toml");

/// The command, to be run in `directory`, without the colours and the width of a terminal.
pub fn tailback(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tailback"));
    command.current_dir(directory).args(arguments).env_clear();
    command
}

/// The search path of this program, with the command in front.
pub fn path() -> OsString {
    let command = Path::new(env!("CARGO_BIN_EXE_tailback")).parent().expect("a directory");
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths([command.to_owned()].into_iter().chain(env::split_paths(&others)))
        .expect("a search path")
}

/// Models that these tests have built, kept from one run to the next.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("models")
}

/// The command with the machine's tools at hand.
pub fn equipped(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = tailback(directory, arguments);
    command.env("PATH", path()).env("TAILBACK_CACHE", cache());
    command
}

/// Runs a line as a shell does, with the command and the machine's tools at hand.
pub fn shell(directory: &Path, line: &str) -> Output {
    let mut command = Command::new("bash");
    command.current_dir(directory).args(["-euo", "pipefail", "-c", line]);
    command.env_clear().env("PATH", path()).env("TAILBACK_CACHE", cache());
    command.output().expect("bash runs")
}

/// A directory with the preset as `switch.toml`.
pub fn with_preset() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("switch.toml"), PRESET).expect("file");
    directory
}

/// Output as JSON, of which there must be one document and nothing else.
pub fn json(output: &Output) -> serde_json::Value {
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

/// Exit code, standard output and standard error, for a snapshot.
pub fn told(output: &Output) -> String {
    let code = output.status.code().map_or("none".into(), |code| code.to_string());
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    format!("exit code {code}\n{stdout}{stderr}")
}

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}
