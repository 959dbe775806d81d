//! Guarantees of the command besides its results: files, exit codes, streams.

mod common;

use common::{tailback, text, told, with_preset, PRESET};
use std::{fs, path::Path, process::Command};

fn run(directory: &Path, arguments: &[&str]) -> String {
    told(&tailback(directory, arguments).output().expect("tailback runs"))
}

#[test]
fn init_writes_a_configuration_that_check_accepts() {
    let directory = tempfile::tempdir().expect("directory");
    insta::assert_snapshot!(run(directory.path(), &["init"]), @r"
    exit code 0
    wrote tailback.toml, the preset santos-2003
    next: tailback check tailback.toml
    ");
    insta::assert_snapshot!(run(directory.path(), &["check", "tailback.toml"]), @r"
    exit code 0
    santos-2003 is valid

     clock period                  8  ns
     link                          8  Gbit/s
     longest packet              259  cycles
     input buffer               8272  bytes
     capacity of the switch       48  packets
     packet counter                6  bits
     virtual lanes                 1
     longest packet, with VCRC    33  blocks
     buffer of a virtual lane    132  blocks
     FIFO allocator's queue     1584  packets
     bypasses per packet           4  times
     flow-control period        8192  cycles
     credit counter              132  credits
     full rate of a link up to  3008  ns
     flows of the NIC             64  flows
     window of a flow              1  packets
     response to marks          lipd
     rate after idling          keep
    ");
}

#[test]
fn init_refuses_to_overwrite_unless_forced() {
    let directory = tempfile::tempdir().expect("directory");
    let file = directory.path().join("mine.toml");
    fs::write(&file, "precious").expect("file");
    insta::assert_snapshot!(run(directory.path(), &["init", "mine.toml"]), @r"
    exit code 2
      × cannot write `mine.toml`: the file exists already
      help: `--force` replaces the file; or name another file
    ");
    assert_eq!(fs::read_to_string(&file).expect("file"), "precious");
    assert!(run(directory.path(), &["init", "mine.toml", "--force"]).starts_with("exit code 0"));
    assert_ne!(fs::read_to_string(&file).expect("file"), "precious");
}

#[test]
fn names_that_do_not_exist_are_answered_with_the_nearest() {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("c.toml"), PRESET).expect("file");
    insta::assert_snapshot!(run(directory.path(), &["init", "--preset", "santos2003-8port"]), @r"
    exit code 2
      × there is no preset `santos2003-8port`; did you mean `santos-2003-8port`?
      help: the presets are
              santos-2003         12-port switch of INFOCOM'03, 64 bit at 125 MHz
              santos-2003-8port   8 ports with 8-bit counters
              santos-2003-36port  36 ports, the largest switch
              gran-2010           NIC and switch of Gran'10, 256 bit at 125 MHz
              shimonishi-2007     EFL and Ethernet switch of Shimonishi'07, 64 bit
    ");
    let gen = ["gen", "c.toml", "--out", "build", "--module", "markings"];
    insta::assert_snapshot!(run(directory.path(), &gen), @r"
    exit code 2
      × there is no module `markings`; did you mean `marking`?
      help: choose one of: marking, switch, switch-clocks, detector, input-buffer, ingress, egress,
            forwarding, fifo-allocator, round-robin-allocator, request-guard, output-credits, fifo-
            dispatcher, round-robin-dispatcher, head-of-queue, policy-marking, detector-marking, port-
            counters, switch-registers, link, slow-link, slow-link-sender, slow-link-receiver, async-
            fifo, credit-counter, credit-sender, credit-receiver, flow-control-transmitter, flow-
            control-checker, rate-limiter, response, congestion-table, reflector, nic-registers, nic-
            receive, nic-receive-buffer, nic-transmit, event-queue, nic, nic-clocks, uart-bridge,
            board-host, efl-fcs-check, efl-fcs-append, efl-loss, efl-pace, efl-rate, efl-receive, efl-
            transmit, efl-registers, efl-endpoint, ethernet-switch, mac-shim, mac-receive, frame-fifo
    ");
    assert!(!directory.path().join("build").exists());
}

#[test]
fn only_the_switch_has_a_floorplan() {
    let directory = with_preset();
    let gen = |words: &[&str]| {
        let floorplan = ["gen", "switch.toml", "--out", "o", "--floorplan"];
        run(directory.path(), &[&floorplan[..], words].concat())
    };
    insta::assert_snapshot!(gen(&[]), @r"
    exit code 2
      × `--floorplan` is for the module `switch`, not for `marking`
      help: add `--module switch`, or omit `--floorplan`
    ");
    assert!(!directory.path().join("o").exists());
    let said = gen(&["--module", "switch", "--set", "switch.ports=2"]);
    assert!(said.starts_with("exit code 0\n"), "{said}");
    for file in ["o/tailback_switch_floorplan.py", "o/tailback_switch_floorplan.tcl"] {
        assert!(said.contains(file) && directory.path().join(file).is_file(), "{said}");
    }
    let said = run(directory.path(), &["check", "o"]);
    assert!(said.starts_with("exit code 0\n"), "{said}");
}

#[test]
fn places_that_cannot_be_written_are_told_apart() {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("file"), "").expect("file");
    let schema = |out| run(directory.path(), &["schema", "--out", out]);
    insta::assert_snapshot!(schema("missing/file.json"), @r"
    exit code 3
      × cannot write `missing/file.json`: the directory does not exist
      help: `mkdir -p missing` creates it
    ");
    insta::assert_snapshot!(schema("file/file.json"), @r"
    exit code 3
      × cannot write `file/file.json`: a part of the path is a file, not a directory
    ");
    insta::assert_snapshot!(schema("."), @r"
    exit code 2
      × cannot write `.`: the path is a directory
      help: name a file in the directory
    ");
    #[cfg(target_os = "linux")]
    insta::assert_snapshot!(schema("/dev/full"), @r"
    exit code 3
      × cannot write `/dev/full`: the disk is full
      help: free some space, or choose another directory; existing files are unchanged
    ");
}

#[cfg(unix)]
#[test]
fn a_directory_without_permission_is_an_error_of_the_environment() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().expect("directory");
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o555)).expect("permissions");
    let told = run(directory.path(), &["schema", "--out", "schema.json"]);
    // Root is never denied permission.
    if !directory.path().join("schema.json").exists() {
        assert!(told.starts_with("exit code 3\n") && told.contains("permission denied"), "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error_and_a_closed_pipe_is_none() {
    let directory = tempfile::tempdir().expect("directory");
    let full = fs::File::options().write(true).open("/dev/full").expect("device");
    let output = tailback(directory.path(), &["schema"]).stdout(full).output().expect("runs");
    insta::assert_snapshot!(told(&output), @r"
    exit code 3
      × cannot write `standard output`: the disk is full
      help: free some space, or choose another directory; existing files are unchanged
    ");
    let (reader, writer) = std::io::pipe().expect("pipe");
    drop(reader);
    let output = tailback(directory.path(), &["schema"]).stdout(writer).output().expect("runs");
    insta::assert_snapshot!(told(&output), @"exit code 0");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_command_with_130() {
    let directory = tempfile::tempdir().expect("directory");
    let made = Command::new("mkfifo").arg(directory.path().join("fifo")).status().expect("mkfifo");
    assert!(made.success());
    // The pipe has no writer, so the command waits until it is interrupted.
    let mut child = tailback(directory.path(), &["check", "fifo"]).spawn().expect("runs");
    const TRIES: usize = 100;
    let status = (0..TRIES).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        child.try_wait().expect("status")
    });
    child.kill().expect("killed, or gone before");
    let status = status.expect("ends when interrupted");
    use std::os::unix::process::ExitStatusExt;
    // A signal before the handler is installed ends the process by default.
    assert!(status.code() == Some(130) || status.signal() == Some(2), "{status}");
}

#[test]
fn a_bad_command_line_is_one_json_document_too() {
    let directory = tempfile::tempdir().expect("directory");
    let output = tailback(directory.path(), &["chek", "--json"]).output().expect("runs");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["error"]["kind"], "usage");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), String::new()));
}

#[test]
fn the_schema_command_writes_the_committed_schema() {
    let directory = tempfile::tempdir().expect("directory");
    let output = tailback(directory.path(), &["schema"]).output().expect("runs");
    assert!(text(&output.stdout) == include_str!("../docs/reference/tailback.schema.json"));
    assert!(run(directory.path(), &["schema", "--out", "s.json"]).starts_with("exit code 0"));
    let written = fs::read(directory.path().join("s.json")).expect("file");
    assert!(written == output.stdout);
}

#[test]
fn every_shell_gets_completions() {
    let directory = tempfile::tempdir().expect("directory");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(directory.path(), &["completions", shell]);
        assert!(script.contains("tailback") && script.contains("preset"), "{shell}");
    }
}

#[test]
fn colour_is_only_for_terminals() {
    let directory = tempfile::tempdir().expect("directory");
    for arguments in [&["check", "none.toml"][..], &["--help"], &["gen"]] {
        assert!(!run(directory.path(), arguments).contains('\u{1b}'));
    }
}
