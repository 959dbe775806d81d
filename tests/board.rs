//! `tailback build` and `tailback board`: files, a simulated board that equals its twin, and boards that are refused.
#![cfg(unix)]

mod common;

use common::{equipped, json, tailback, told};
use serialport::{SerialPort, TTYPort};
use std::{
    fs,
    io::{Read, Write},
    path::Path,
    thread,
    time::Duration,
};

const INCAST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/boards/incast.toml");
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/boards/fig2.toml");

/// Returns a directory with the example as `fig2.toml`, so that messages do not depend on where the tests run.
fn with_example() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("directory");
    fs::copy(EXAMPLE, directory.path().join("fig2.toml")).expect("file");
    directory
}

#[test]
fn a_simulated_board_counts_what_its_twin_counts() {
    let directory = tempfile::tempdir().expect("directory");
    let words = ["board", INCAST, "--simulate", "--json", "--ms", "0.2"];
    let output = equipped(directory.path(), &words).output().expect("tailback runs");
    let ran = json(&output);
    assert_eq!(output.status.code(), Some(0), "{ran:#}");
    assert_eq!(ran["different"], 0, "{ran:#}");
    assert!(ran["compared"].as_u64().expect("number") > 100, "{ran:#}");
    for flow in ran["flows"].as_array().expect("flows") {
        assert!(flow["packets"].as_u64().expect("number") > 20, "{ran:#}");
    }
    let rows = ran["comparison"].as_array().expect("rows");
    let sum = |ending: &str| -> u64 {
        let named = rows.iter().filter(|row| row["name"].as_str().expect("name").ends_with(ending));
        named.map(|row| row["board"].as_u64().expect("number")).sum()
    };
    // The run is one with congestion.
    assert!(sum(".marked") > 10 && sum(".marks.becn_received") > 10, "{ran:#}");
    assert_eq!(sum(".bad"), 0);
}

/// Runs `tailback board` with a board that responds to each read with the number that `value` gives for its address.
fn with_fake(value: impl Fn(u8) -> u32 + Send + 'static) -> String {
    const READ_BYTES: usize = 5;
    const OKAY: u8 = b'K';
    let (mut board, line) = TTYPort::pair().expect("a pseudo-terminal");
    board.set_timeout(Duration::from_millis(100)).expect("a time");
    let path = line.name().expect("a path");
    // The command needs the line for itself.
    drop(line);
    let directory = with_example();
    let mut child = tailback(directory.path(), &["board", "fig2.toml", "--port", &path])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("tailback starts");
    let respond = thread::spawn(move || {
        let (mut command, mut bytes) = (Vec::new(), [0; 64]);
        while child.try_wait().expect("a child").is_none() {
            // Until the command opens the line, reads fail at once.
            let taken = board.read(&mut bytes).unwrap_or_else(|_| {
                thread::sleep(Duration::from_millis(1));
                0
            });
            command.extend(&bytes[..taken]);
            if command.len() >= READ_BYTES {
                board.write_all(&[OKAY]).expect("sent");
                board.write_all(&value(command[2]).to_le_bytes()).expect("sent");
                command.clear();
            }
        }
        child.wait_with_output().expect("output")
    });
    let output = respond.join().expect("no panic");
    told(&output)
}

#[test]
fn a_board_with_another_bitstream_is_refused() {
    let identification = u32::from_be_bytes(*b"TLBU");
    insta::assert_snapshot!(with_fake(|_| 0x1234_5678), @r#"
    exit code 3
      × this is no bitstream of Tailback: its identification is 0x12345678
      help: load a bitstream of `tailback build`
    "#);
    let told = with_fake(move |address| match address {
        0 => identification,
        4 => 1 << 16,
        _ => 7,
    });
    let digest = told.split("not ").nth(1).expect("a digest")[..10].to_owned();
    insta::assert_snapshot!(told.replace(&digest, "DIGEST"), @r#"
    exit code 3
      × the bitstream is that of another fabric: its digest is 0x00000007, not DIGEST
      help: build it again with `tailback build fig2.toml --board ulx3s-85f --out build/board`, and
            load it
    "#);
}

#[test]
fn lines_and_boards_that_do_not_exist_are_reported() {
    let directory = with_example();
    let run =
        |words: &[&str]| told(&tailback(directory.path(), words).output().expect("tailback runs"));
    insta::assert_snapshot!(run(&["board", "fig2.toml", "--port", "/dev/no-such-line"]), @r#"
    exit code 3
      × cannot open `/dev/no-such-line`: no such file or directory
      help: `ls -l /dev/ttyUSB*` lists the serial lines, and who may use them; `--simulate` needs no
            board
    "#);
    insta::assert_snapshot!(run(&["board", "fig2.toml"]), @r#"
    exit code 2
    error: the following required arguments were not provided:
      <--port <PATH>|--simulate>
    
    Usage: tailback board <--port <PATH>|--simulate> <SCENARIO>
    
    For more information, try '--help'.
    "#);
    insta::assert_snapshot!(run(&["build", "fig2.toml", "--board", "ulx4s", "--out", "out"]), @r#"
    exit code 2
    error: invalid value 'ulx4s' for '--board <BOARD>'
      [possible values: ulx3s-85f, ecpix-5-85f]
    
      tip: a similar value exists: 'ulx3s-85f'
    
    For more information, try '--help'.
    "#);
    let clock = "configuration.clock.frequency_mhz=51.234567";
    insta::assert_snapshot!(run(&["build", "fig2.toml", "--set", clock, "--out", "out"]), @r#"
    exit code 2
      × the clock is 51.234567 MHz, which ulx3s-85f cannot make exactly
      help: the nearest possible `clock.frequency_mhz`: 51 and 51.25
    "#);
    let slow = [
        "build",
        "fig2.toml",
        "--baud",
        "12500000",
        "--set",
        "configuration.clock.frequency_mhz=25",
        "--out",
        "out",
    ];
    insta::assert_snapshot!(run(&slow), @r#"
    exit code 2
      × `--set configuration.clock.frequency_mhz=25`: a bit of 12500000 baud is 2 clock cycles long
      help: 4 to 65536 cycles
    "#);
    assert!(!Path::new(&directory.path().join("out")).exists());
}

#[test]
fn scenarios_that_a_board_cannot_run_are_refused() {
    let directory = tempfile::tempdir().expect("directory");
    let text = fs::read_to_string(EXAMPLE).expect("example");
    let run = |text: &str| {
        fs::write(directory.path().join("s.toml"), text).expect("file");
        let words = ["build", "s.toml", "--files-only", "--out", "out"];
        told(&tailback(directory.path(), &words).output().expect("tailback runs"))
    };
    let random = text
        .replace("start_us = 200", "start_us = 200\ntraffic = \"on-off\"\non_us = 20\noff_us = 5");
    insta::assert_snapshot!(run(&random), @r#"
    exit code 2
      × flow "remote" sends at random times
        ╭─[s.toml:52:11]
     51 │ start_us = 200
     52 │ traffic = "on-off"
        ·           ────┬───
        ·               ╰── not supported
     53 │ on_us = 20
        ╰────
      help: hosts in hardware send greedy flows and flows of a fixed rate
    "#);
}

#[test]
fn build_writes_verilog_and_constraints() {
    let directory = tempfile::tempdir().expect("directory");
    for board in ["ulx3s-85f", "ecpix-5-85f"] {
        let words = ["build", EXAMPLE, "--board", board, "--files-only", "--out", board, "--json"];
        let built = json(&tailback(directory.path(), &words).output().expect("tailback runs"));
        let top = built["top"].as_str().expect("top").to_owned();
        let place = directory.path().join(board);
        for file in built["sources"].as_array().expect("files") {
            assert!(directory.path().join(file.as_str().expect("path")).is_file(), "{file}");
        }
        let read = |name: String| fs::read_to_string(place.join(name)).expect("file");
        assert!(read(format!("{top}.v")).contains("tailback_board u_board ("));
        assert!(read(format!("{top}.lpf")).contains("FREQUENCY NET \"clock\" 40 MHZ;"));
        assert!(read("tailback_board.v".into()).contains("module tailback_board"));
        assert_eq!(built["built"], serde_json::Value::Null);
    }
}
