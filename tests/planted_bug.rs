//! A flipped comparison in the Verilog is found, shown, minimised and reproduced by one call.

mod common;

use common::{equipped, json, shell, text, told, with_preset};
use serde_json::Value;
use std::{fs, path::Path, process::Output};

/// Options of the run that finds the difference; the directory's name requires quotes in a shell.
const COSIM: &[&str] =
    &["cosim", "switch.toml", "--rtl", "flipped.v", "--cycles", "20000", "--out", "the bug"];

/// Returns a directory with a configuration and its Verilog, in which one comparison is flipped.
fn planted() -> tempfile::TempDir {
    let directory = with_preset();
    let gen = equipped(directory.path(), &["gen", "switch.toml", "--out", "good"]).output();
    assert!(gen.expect("tailback runs").status.success());
    let verilog = fs::read_to_string(directory.path().join("good/tailback_marking.v"));
    let verilog = verilog.expect("the Verilog");
    let (right, flipped) = ("enqueue[port] != dequeue[port]", "enqueue[port] == dequeue[port]");
    assert_eq!(verilog.matches(right).count(), 1, "{verilog}");
    fs::write(directory.path().join("flipped.v"), verilog.replace(right, flipped)).expect("file");
    directory
}

fn cosim(directory: &Path, more: &[&str]) -> Output {
    equipped(directory, &[COSIM, more].concat()).output().expect("tailback runs")
}

/// Returns the rest of the line that begins with `label`.
fn line<'a>(report: &'a str, label: &str) -> &'a str {
    let found = report.lines().find_map(|line| line.strip_prefix(label));
    found.unwrap_or_else(|| panic!("no {label} in {report}")).trim()
}

/// Returns the lines that show a field with both values.
fn differences(report: &str) -> Vec<&str> {
    report.lines().filter(|line| line.contains(": model ")).collect()
}

#[test]
fn a_person_gets_fields_waveform_minimised_replay_and_commands_from_one_call() {
    let directory = planted();
    let output = cosim(directory.path(), &[]);
    let report = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), String::new()), "{report}");
    assert!(differences(&report).iter().any(|line| line.contains("waiting[")), "{report}");

    let waves = fs::read_to_string(directory.path().join(line(&report, "waveform "))).expect("VCD");
    assert!(waves.contains(" waiting ") && waves.contains("$enddefinitions"), "{waves}");

    let (minimised, cycles) = line(&report, "minimised ").rsplit_once(" (").expect("cycles");
    let recording = fs::read_to_string(directory.path().join(minimised)).expect("recording");
    let lines = recording.lines().count() - 1;
    assert_eq!(cycles, format!("{lines} cycles)"));
    assert!(lines < 200, "{recording}");

    for label in ["repeat ", "replay "] {
        let command = line(&report, label);
        assert!(command.starts_with("tailback cosim "), "{command}");
        let again = shell(directory.path(), command);
        let told = text(&again.stdout);
        assert_eq!(again.status.code(), Some(1), "{command}: {told}");
        // Fewer events may leave differences in fewer elements, but in the same port.
        match label {
            "repeat " => assert_eq!(differences(&told), differences(&report), "{command}"),
            _ => assert!(differences(&told)[0].contains("waiting["), "{command}: {told}"),
        }
    }
}

#[test]
fn a_machine_gets_the_same_as_json() {
    let directory = planted();
    let output = cosim(directory.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    let verdict = json(&output);
    let failure = &verdict["failure"];
    let keys: Vec<_> = failure.as_object().expect("a failure").keys().map(String::as_str).collect();
    insta::assert_snapshot!(keys.join(" "), @"command cycle differences files history minimised_cycles replay violation");
    assert!(failure["minimised_cycles"].as_u64().is_some_and(|cycles| cycles < 200), "{failure}");
    for (name, file) in failure["files"].as_object().expect("files") {
        let file = directory.path().join(file.as_str().expect(name));
        assert!(file.is_file(), "{name}: {}", file.display());
    }
    for key in ["command", "replay"] {
        let command = failure[key].as_str().expect(key);
        let again: Value =
            json(&shell(directory.path(), &format!("{command} --json || test $? = 1")));
        match key {
            "command" => assert_eq!(again["failure"]["differences"], failure["differences"]),
            _ => assert!(again["failure"]["differences"][0]["field"].is_string(), "{again}"),
        }
    }
}

#[test]
fn the_replay_of_a_difference_passes_on_the_right_verilog_and_only_on_the_same_block() {
    let directory = planted();
    let report = text(&cosim(directory.path(), &[]).stdout);
    let replay = line(&report, "replay ").replace(" --rtl flipped.v", "");
    let good = shell(directory.path(), &replay);
    assert_eq!(good.status.code(), Some(0), "{}", told(&good));
    let other = told(&shell(directory.path(), &format!("{replay} --set switch.ports=8")));
    let other = other.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
    assert!(other.starts_with("exit code 2 "), "{other}");
    assert!(other.contains("recorded for marking (input-triggered, 12 ports"), "{other}");
    assert!(other.contains("not for marking (input-triggered, 8 ports"), "{other}");
}

#[test]
fn a_damaged_recording_is_refused_with_its_line() {
    let directory = planted();
    let report = text(&cosim(directory.path(), &[]).stdout);
    let recording = fs::read_to_string(directory.path().join(line(&report, "stimulus ")));
    let recording = recording.expect("recording");
    let (header, steps) = recording.split_once('\n').expect("lines");
    let damage = |text: Vec<u8>| {
        fs::write(directory.path().join("damaged.jsonl"), text).expect("file");
        let replay = ["cosim", "switch.toml", "--replay", "damaged.jsonl", "--json"];
        let output = equipped(directory.path(), &replay).output().expect("tailback runs");
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        let document = json(&output);
        document["error"]["message"].as_str().expect("a message").to_owned()
    };
    // The steps match the count in the header, and the first of them is replaced.
    let first = |step: &str| {
        let rest = steps.split_once('\n').map_or("", |(_, rest)| rest);
        damage(format!("{header}\n{step}\n{rest}").into_bytes())
    };
    let told = [
        damage(Vec::new()),
        damage(b"garbage\n".to_vec()),
        damage(vec![0xff, 0xfe, 0]),
        damage(header.replace("recording\":1", "recording\":99").into_bytes()),
        damage(recording.as_bytes()[..recording.len() * 3 / 4].to_vec()),
        first("{\"enqueue\":4096}"),
        first("{\"enqueue\":[1,2]}"),
        first("{\"enqueue\":-1}"),
        first("{\"no_such_port\":1}"),
    ];
    insta::assert_snapshot!(told.join("\n"), @r"
    damaged.jsonl:1: not the header of a recording: EOF while parsing a value at line 1 column 0
    damaged.jsonl:1: not the header of a recording: expected value at line 1 column 1
    cannot read `damaged.jsonl`: the file is not text
    damaged.jsonl:1: a recording of format 99, of which only 1 is known
    damaged.jsonl:15: EOF while parsing a string at line 1 column 47
    damaged.jsonl:2: `enqueue` has 12 bits, and 4096 needs more
    damaged.jsonl:2: invalid type: sequence, expected u64
    damaged.jsonl:2: invalid value: integer `-1`, expected u64
    damaged.jsonl:2: `no_such_port` is no input port
    ");
}

#[test]
fn too_many_lanes_and_too_large_ones_are_refused() {
    let directory = with_preset();
    let naive = ["--set", "marking.policy=naive"];
    let run = |more: &[&str]| {
        let arguments = [&["cosim", "switch.toml"], &naive[..], more].concat();
        equipped(directory.path(), &arguments).output().expect("tailback runs")
    };
    // Only a difference yields a recording; this module never requests a mark.
    let gen = [&["gen", "switch.toml", "--out", "naive"], &naive[..]].concat();
    assert!(equipped(directory.path(), &gen).status().expect("tailback runs").success());
    let verilog = fs::read_to_string(directory.path().join("naive/tailback_marking.v"));
    let wrong = verilog.expect("Verilog").replace("& ~taken", "| taken");
    fs::write(directory.path().join("wrong.v"), wrong).expect("file");
    let found = json(&run(&["--rtl", "wrong.v", "--cycles", "20000", "--json"]));
    let minimised = found["failure"]["files"]["minimised"].as_str().expect("a recording");
    let recording = fs::read_to_string(directory.path().join(minimised)).expect("recording");
    let header = recording.lines().next().expect("header");
    let header = header.split(",\"cycles\"").next().expect("cycles");
    for (step, problem) in [
        (format!("{:?}", [0; 13]), "`enqueue_slot` has 12 lanes, not 13"),
        (format!("{:?}", [0; 65]), "x.jsonl:2"),
        ("[0, 4]".into(), "`enqueue_slot[1]` has 2 bits, and 4 needs more"),
        ("[4294967296]".into(), "x.jsonl:2"),
    ] {
        let text = format!("{header},\"cycles\":1}}\n{{\"enqueue_slot\":{step}}}\n");
        fs::write(directory.path().join("x.jsonl"), text).expect("file");
        let output = run(&["--replay", "x.jsonl", "--json"]);
        let message = json(&output)["error"]["message"].to_string();
        assert!(output.status.code() == Some(2) && message.contains(problem), "{message}");
    }
}

#[test]
fn a_waveform_of_a_good_run_is_written_if_asked_for() {
    let directory = with_preset();
    let cosim = ["cosim", "switch.toml", "--cycles", "1000", "--waves", "--out", "waves", "--json"];
    let output = equipped(directory.path(), &cosim).output().expect("tailback runs");
    assert_eq!(output.status.code(), Some(0));
    let verdict = json(&output);
    let waves = verdict["waves"]["vcd"].as_str().expect("a waveform");
    let waves = fs::read_to_string(directory.path().join(waves)).expect("VCD");
    assert!(waves.contains("$enddefinitions"));
    let mut files: Vec<_> = fs::read_dir(directory.path().join("waves"))
        .expect("files")
        .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    assert_eq!(
        files,
        ["fst", "gtkw", "sucl", "vcd"].map(|end| format!("marking-seed1.start.{end}"))
    );
}

#[test]
fn verilog_that_is_none_is_the_users_and_its_own_file_is_named() {
    let directory = with_preset();
    fs::write(directory.path().join("broken.v"), "module tailback_marking (;\n").expect("file");
    let cosim = ["cosim", "switch.toml", "--rtl", "broken.v", "--json"];
    let output = equipped(directory.path(), &cosim).output().expect("tailback runs");
    assert_eq!(output.status.code(), Some(2));
    let error = &json(&output)["error"];
    assert_eq!(error["kind"], "bad-verilog");
    let message = error["message"].as_str().expect("a message");
    assert!(
        message.starts_with("verilator does not accept `broken.v`: %Error: broken.v:1:"),
        "{message}"
    );
    let log = fs::read_to_string(error["log"].as_str().expect("a log")).expect("the log");
    assert!(log.contains("syntax error"), "{log}");
}
