//! Floorplans run in Python and in Tcl, with stand-ins for the commands of nextpnr and Vivado.

use crate::package::{Context, Package};
use crate::{Design, Module};
use std::{
    fs, io,
    path::Path,
    process::{Command, Output},
};
use tailback_hdl::switch::SwitchTop;
use tailback_spec::{config::Override, Config, PortTable};

const CONTEXT_OF_NEXTPNR: &str = include_str!("stand_in.py");
const COMMANDS_OF_VIVADO: &str = include_str!("stand_in.tcl");

fn package(ports: usize) -> Package {
    let design = Design {
        top: PortTable {
            module: "tailback_switch".into(),
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports: Vec::new(),
        },
        interfaces: Vec::new(),
        modules: vec![Module {
            name: "tailback_switch".into(),
            text: "module tailback_switch ();\nendmodule\n".into(),
        }],
    };
    let context = Context::new("santos-2003", 125.0, "").unwrap().with_floorplan(ports);
    Package::new(&design, &context).unwrap()
}

/// Writes the package and a stand-in into `place`; returns the output of the stand-in.
fn run(place: &Path, program: &str, stand_in: &str, arguments: &[&str]) -> io::Result<Output> {
    fs::write(place.join("stand_in"), stand_in).unwrap();
    Command::new(program).arg("stand_in").args(arguments).current_dir(place).output()
}

/// Runs the floorplan for nextpnr, for a design with this number of registers in each port.
fn nextpnr(ports: usize, registers: usize, prefix: &str) -> Output {
    let place = tempfile::tempdir().unwrap();
    package(ports).write_to(place.path()).unwrap();
    let (ports, registers) = (ports.to_string(), registers.to_string());
    let arguments = ["tailback_switch_floorplan.py", ports.as_str(), registers.as_str(), prefix];
    run(place.path(), "python3", CONTEXT_OF_NEXTPNR, &arguments).expect("python3 runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_floorplan_is_part_of_the_package() {
    let package = package(12);
    let names: Vec<&str> = package.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        names,
        [
            "tailback_switch.v",
            "tailback_switch.f",
            "tailback_switch_pkg.vhd",
            "tailback_switch.core",
            "tailback_switch.xdc",
            "tailback_switch_ooc.xdc",
            "tailback_switch.sdc",
            "tailback_switch.lpf",
            "tailback_switch_floorplan.py",
            "tailback_switch_floorplan.tcl",
            "component.xml",
            "manifest.json",
        ]
    );
}

#[test]
fn ports_have_the_names_of_the_floorplan_in_the_verilog() {
    let preset = include_str!("../../../../examples/santos-2003.toml");
    let two: Override = "switch.ports=2".parse().unwrap();
    let config = Config::from_toml_with(preset, &[two]).unwrap();
    let design = crate::verilog(&SwitchTop::new(&config.lossless_switch()), "test").unwrap();
    let switch = &design.modules.last().unwrap().text;
    let ports = switch.split_once(" begin : each_side\n").expect(switch).1;
    assert!(ports.starts_with("        tailback_switch_port side (\n"), "{switch}");
}

#[test]
fn python_compiles_the_floorplan() {
    let place = tempfile::tempdir().unwrap();
    package(36).write_to(place.path()).unwrap();
    let compiled = Command::new("python3")
        .args(["-m", "py_compile", "tailback_switch_floorplan.py"])
        .current_dir(place.path())
        .output()
        .expect("python3 runs");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
}

#[test]
fn each_number_of_ports_has_regions_that_are_apart_around_a_free_centre() {
    for ports in 2..=36 {
        let output = nextpnr(ports, 50, if ports % 2 == 0 { "" } else { "board.u_switch." });
        assert!(output.status.success(), "{ports}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(said.ends_with("columns without a region: 28 44\n"), "{said}");
        assert_eq!(said.lines().count(), ports + 1, "{said}");
    }
}

#[test]
fn regions_are_deeper_for_ports_with_more_registers() {
    let output = nextpnr(8, 1400, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.ends_with("columns without a region: 32 40\n"), "{said}");
}

#[test]
fn ports_without_registers_or_with_too_many_are_an_error() {
    for (registers, error) in [(0, "port 0 has no registers"), (2000, "the ports do not fit")] {
        let output = nextpnr(8, registers, "");
        assert!(!output.status.success());
        let said = text(&output.stderr);
        assert!(said.contains(&format!("RuntimeError: {error}")), "{said}");
    }
}

/// Runs the floorplan for Vivado, for a design with a number of ports; `None` without Tcl.
fn vivado(ports: usize, designed: usize) -> Option<Output> {
    let place = tempfile::tempdir().unwrap();
    package(ports).write_to(place.path()).unwrap();
    let designed = designed.to_string();
    let arguments = ["tailback_switch_floorplan.tcl", designed.as_str()];
    match run(place.path(), "tclsh", COMMANDS_OF_VIVADO, &arguments) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("not checked: there is no tclsh");
            None
        }
        output => Some(output.expect("tclsh runs")),
    }
}

#[test]
fn pblocks_begin_and_end_with_slices_that_exist() {
    for ports in 2..=36 {
        let Some(output) = vivado(ports, ports) else { return };
        assert!(output.status.success(), "{ports}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        assert_eq!(said.lines().count(), ports + 1, "{said}");
        assert!(said.lines().skip(1).all(|line| line.contains(" SLICE_X")), "{said}");
    }
    let Some(output) = vivado(5, 5) else { return };
    insta::assert_snapshot!(text(&output.stdout).trim(), @r"
    port_of_another_design:
    tailback_switch_port_0: {{u_switch/each_side[0].side}} SLICE_X0Y10:SLICE_X2Y20 SLICE_X3Y0:SLICE_X7Y20
    tailback_switch_port_1: {{u_switch/each_side[1].side}} SLICE_X0Y21:SLICE_X7Y39
    tailback_switch_port_2: {{u_switch/each_side[2].side}} SLICE_X12Y0:SLICE_X19Y12
    tailback_switch_port_3: {{u_switch/each_side[3].side}} SLICE_X12Y13:SLICE_X19Y26
    tailback_switch_port_4: {{u_switch/each_side[4].side}} SLICE_X12Y27:SLICE_X19Y39
    ");
}

#[test]
fn a_port_that_vivado_does_not_find_is_an_error() {
    let Some(output) = vivado(5, 4) else { return };
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("port 4 is not found"), "{}", text(&output.stderr));
}
