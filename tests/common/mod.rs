//! Runs the `tailback` command as a user would.

use std::{
    path::Path,
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
