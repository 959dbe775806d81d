//! Guarantees of the VHDL package, by the judgement of GHDL.

use super::*;
use std::{fs, process::Command};
use tailback_spec::PortTable;

fn port(name: &str, direction: Direction, lanes: usize, width: usize) -> Port {
    Port { name: name.into(), direction, lanes, width, doc: "What it is, in µs.".into() }
}

/// A design with these ports.
fn design(clocked: bool, ports: Vec<Port>) -> Design {
    let stream = ports.iter().map(|port| port.name.clone());
    let stream: Vec<String> = stream.filter(|name| name.starts_with("s_axis_")).collect();
    let interface =
        Interface { name: "s_axis".into(), doc: "Received packets.".into(), ports: stream };
    Design {
        top: PortTable {
            module: "tailback_example".into(),
            clocked,
            active_low_reset: false,
            clocks: Vec::new(),
            ports,
        },
        interfaces: if interface.ports.is_empty() { Vec::new() } else { vec![interface] },
        modules: Vec::new(),
    }
}

fn example() -> Design {
    design(
        true,
        vec![
            port("link_active", Direction::Input, 8, 1),
            port("s_axis_tvalid", Direction::Input, 8, 1),
            port("s_axis_tdata", Direction::Input, 8, 64),
            port("ready", Direction::Output, 1, 1),
            port("level", Direction::Output, 1, 4),
        ],
    )
}

/// A design whose ports have names that VHDL reserves or cannot read.
fn with_odd_names() -> Design {
    let names = ["signal", "select", "vmode", "property", "view", "Ready", "ready", "x__y", "z_"];
    design(false, names.map(|name| port(name, Direction::Output, 1, 2)).into())
}

fn text(design: &Design) -> String {
    render(design, &Context::new("santos-2003", 125.0, "").unwrap())
}

#[test]
fn the_package_of_the_example() {
    insta::assert_snapshot!(text(&example()));
}

/// Analyses `text` with GHDL; none if there is no GHDL.
fn analyse(text: &str, standard: &str) -> Option<Result<(), String>> {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("example.vhd"), text).unwrap();
    let output = Command::new("ghdl")
        .current_dir(directory.path())
        .args(["-a", &format!("--std={standard}"), "example.vhd"])
        .output();
    match output {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("not checked: there is no ghdl");
            None
        }
        output => {
            let output = output.unwrap();
            let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into();
            Some(if output.status.success() { Ok(()) } else { Err(told) })
        }
    }
}

#[test]
fn ghdl_accepts_ports_of_any_name_in_each_revision_of_the_language() {
    for design in [example(), with_odd_names(), design(false, Vec::new())] {
        let text = text(&design);
        for standard in ["93", "08"] {
            let Some(result) = analyse(&text, standard) else { return };
            assert_eq!(result, Ok(()), "{standard}: {text}");
        }
    }
}

#[test]
fn ghdl_refuses_a_reserved_word_without_backslashes() {
    let text = text(&with_odd_names()).replace("\\signal\\", "signal");
    let Some(result) = analyse(&text, "93") else { return };
    assert!(result.is_err());
}
