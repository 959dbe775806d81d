//! The IP-XACT component of a module, by the judgement of outside readers: the schema of IEEE 1685-2009,
//! ipyxact, and the importer of PeakRDL.

mod common;

use common::{json, modules, shell, tailback, text, told};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Configuration in `examples`, and module.
const PACKAGES: [(&str, &str); 7] = [
    ("santos-2003-8port", "nic"),
    ("santos-2003-8port", "switch"),
    ("shimonishi-2007", "efl-endpoint"),
    ("shimonishi-2007", "ethernet-switch"),
    // A module with streams and no registers, and one without any bus.
    ("shimonishi-2007", "efl-fcs-check"),
    ("santos-2003", "marking"),
    // A module with several clocks.
    ("santos-2003-8port", "switch-clocks"),
];

/// A Python with the readers, which `make test` has.
fn python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/venv-rdl/bin/python");
    if !python.exists() {
        eprintln!("not checked: `make build/venv-rdl/.installed` fetches the readers of IP-XACT");
        return None;
    }
    Some(python)
}

/// Runs a script of this test on files.
fn run(python: &Path, script: &str, files: &[&Path]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ip_xact").join(script);
    Command::new(python).arg(script).args(files).output().expect("python runs")
}

fn lines(python: &Path, script: &str, files: &[&Path]) -> Vec<String> {
    let output = run(python, script, files);
    assert!(output.status.success(), "{}", told(&output));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

fn preset(config: &str) -> String {
    format!("{}/examples/{config}.toml", env!("CARGO_MANIFEST_DIR"))
}

/// Generates a package and returns its directory.
fn generate(directory: &Path, (config, module): (&str, &str)) -> PathBuf {
    let package = format!("{config}-{module}");
    let words = ["gen", &preset(config), "--module", module, "--out", &package];
    let output = tailback(directory, &words).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    directory.join(package)
}

fn manifest(package: &Path) -> serde_json::Value {
    let text = fs::read_to_string(package.join("manifest.json")).expect("manifest");
    serde_json::from_str(&text).expect("JSON")
}

/// Ports of a package: direction and bits.
fn ports(package: &Path) -> BTreeMap<String, (String, usize)> {
    let manifest = manifest(package);
    let mut ports = BTreeMap::new();
    if manifest["ports"]["clocked"] == true {
        for name in ["clock", "reset"] {
            ports.insert(name.to_owned(), ("in".to_owned(), 1));
        }
    }
    for port in manifest["ports"]["ports"].as_array().expect("ports") {
        let number = |key: &str| port[key].as_u64().expect("number") as usize;
        let direction = if port["direction"] == "input" { "in" } else { "out" };
        let name = port["name"].as_str().expect("name").to_owned();
        ports.insert(name, (direction.to_owned(), number("lanes") * number("width")));
    }
    ports
}

#[test]
fn the_component_of_every_module_and_of_a_fabric_is_valid_by_the_schema_of_ieee_1685_2009() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().expect("directory");
    let mut packages: Vec<PathBuf> =
        PACKAGES.iter().map(|each| generate(directory.path(), *each)).collect();
    let names = modules(directory.path());
    assert!(names.len() > 40, "{names:?}");
    packages.extend(names.iter().map(|name| generate(directory.path(), ("shimonishi-2007", name))));
    for (config, module) in &PACKAGES {
        let package = format!("{config}-{module}-axi");
        let words = ["gen", &preset(config), "--module", module, "--axi", "--out", &package];
        let output = tailback(directory.path(), &words).output().expect("runs");
        assert!(output.status.success(), "{}", told(&output));
        packages.push(directory.path().join(package));
    }
    let scenario = format!("{}/examples/fabrics/two-switches.toml", env!("CARGO_MANIFEST_DIR"));
    let words = ["gen", "--scenario", &scenario, "--out", "fabric"];
    assert!(tailback(directory.path(), &words).output().expect("runs").status.success());
    packages.push(directory.path().join("fabric"));
    let components: Vec<PathBuf> =
        packages.iter().map(|package| package.join("component.xml")).collect();
    let components: Vec<&Path> = components.iter().map(PathBuf::as_path).collect();
    assert_eq!(lines(&python, "validate.py", &components), Vec::<String>::new());
}

#[test]
fn the_schema_finds_an_element_in_the_wrong_place() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().expect("directory");
    let component = generate(directory.path(), ("santos-2003", "marking")).join("component.xml");
    let right = fs::read_to_string(&component).expect("component");
    let wrong = right.replacen("spirit:direction>", "spirit:way>", 2);
    fs::write(&component, wrong).expect("file");
    let errors = lines(&python, "validate.py", &[&component]);
    assert!(errors.iter().any(|error| error.contains("way")), "{errors:?}");
}

#[test]
fn ipyxact_reads_the_names_ports_and_files_of_the_package() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().expect("directory");
    for (config, module) in PACKAGES {
        let package = generate(directory.path(), (config, module));
        let listed = lines(&python, "component.py", &[&package.join("component.xml")]);
        let of = |kind: &str| -> Vec<&str> {
            listed.iter().filter_map(|line| line.strip_prefix(kind)).collect()
        };
        let top = format!("tailback_{}", module.replace('-', "_"));
        assert_eq!(of("component "), [format!("tailback {config} {top} 0.1")]);

        let mut expected: Vec<String> = ports(&package)
            .into_iter()
            .map(|(name, (direction, bits))| format!("{name} {direction} {bits}"))
            .collect();
        let mut found = of("port ");
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{module}");

        for view in of("view ") {
            assert!(view.ends_with(&format!(" {top}")), "{view}");
        }
        let files = of("file ");
        let manifest = manifest(&package);
        let verilog = manifest["files"].as_array().expect("files").iter();
        let verilog: Vec<String> = verilog
            .map(|file| file["path"].as_str().expect("path"))
            .filter(|path| path.ends_with(".v"))
            .map(|path| format!("verilog {path}"))
            .collect();
        assert_eq!(files[..verilog.len()], verilog);
        for file in files {
            let (_, path) = file.split_once(' ').expect("a path");
            assert!(package.join(path).is_file(), "{path}");
        }
    }
}

#[test]
fn ipyxact_reads_one_bus_interface_for_each_port_of_a_switch() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().expect("directory");
    for each in PACKAGES {
        let package = generate(directory.path(), each);
        let listed = lines(&python, "component.py", &[&package.join("component.xml")]);
        let buses: Vec<&str> = listed.iter().filter_map(|line| line.strip_prefix("bus ")).collect();
        let name = each.1.replace('-', "_");
        insta::with_settings!({ snapshot_suffix => name }, {
            insta::assert_snapshot!("buses", buses.join("\n"));
        });
    }
}

#[test]
fn each_bit_of_a_stream_belongs_to_exactly_one_bus_interface() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().expect("directory");
    for each in PACKAGES {
        let package = generate(directory.path(), each);
        let ports = ports(&package);
        let mut owners: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for line in lines(&python, "component.py", &[&package.join("component.xml")]) {
            let Some(mapped) = line.strip_prefix("map ") else { continue };
            let words: Vec<&str> = mapped.split(' ').collect();
            let [bus, logical, port, left, right] = words[..] else { panic!("{line}") };
            let bits = || vec![Vec::new(); ports[port].1];
            let owners = owners.entry(port.to_owned()).or_insert_with(bits);
            let number = |text: &str| text.parse::<usize>().expect("number");
            for owners in &mut owners[number(right)..=number(left)] {
                owners.push(format!("{bus}.{logical}"));
            }
        }
        let streams = ports.keys().filter(|name| name.contains("axi") || name.ends_with("_tdata"));
        for port in streams {
            assert!(owners.contains_key(port), "{}: no bus has {port}", each.1);
        }
        for (port, bits) in &owners {
            assert!(bits.iter().all(|owners| owners.len() == 1), "{}: {port}: {bits:?}", each.1);
        }
    }
}

#[test]
fn peakrdl_imports_the_registers_that_the_systemrdl_describes() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().expect("directory");
    for (config, module) in &PACKAGES[..4] {
        let package = generate(directory.path(), (config, module));
        let words =
            ["regs", &preset(config), "--module", module, "--format", "rdl", "--out", "map.rdl"];
        let output = tailback(directory.path(), &words).output().expect("runs");
        assert!(output.status.success(), "{}", told(&output));
        let rdl = lines(&python, "registers.py", &[&directory.path().join("map.rdl")]);
        let xml = lines(&python, "registers.py", &[&package.join("component.xml")]);

        let words = ["regs", &preset(config), "--module", module, "--format", "json", "--json"];
        let map = json(&tailback(directory.path(), &words).output().expect("runs"));
        let registers = rdl.iter().filter(|line| !line.starts_with(' ')).count();
        assert!(registers > 60 && map["entries"].is_array(), "{registers}");
        assert_eq!(by_address(&xml), by_address(&rdl), "{module}");
    }
}

/// Registers by address, each with its fields: a list has groups after registers in one format, and
/// all of them by address in the other.
fn by_address(lines: &[String]) -> BTreeMap<u64, Vec<&str>> {
    let mut registers: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    let mut address = 0;
    for line in lines {
        if let Some((at, _)) = line.strip_prefix("0x").and_then(|rest| rest.split_once(' ')) {
            address = u64::from_str_radix(at, 16).expect("address");
        }
        registers.entry(address).or_default().push(line);
    }
    registers
}

#[test]
fn yosys_reads_attributes_for_vivado_at_each_port_of_a_bus() {
    let directory = tempfile::tempdir().expect("directory");
    let words = ["gen", &preset("santos-2003-8port"), "--module", "switch", "--out", "switch"];
    let words = [&words[..], &["--x-interface-info"]].concat();
    let output = tailback(directory.path(), &words).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let script = "read_verilog switch/tailback_switch.v; write_json switch.json";
    let yosys = shell(directory.path(), &format!("yosys -q -p '{script}'"));
    assert!(yosys.status.success(), "{}", told(&yosys));
    let netlist = fs::read_to_string(directory.path().join("switch.json")).expect("netlist");
    let netlist: serde_json::Value = serde_json::from_str(&netlist).expect("JSON");
    let nets = &netlist["modules"]["tailback_switch"]["netnames"];
    let attribute = |port: &str, name: &str| {
        nets[port]["attributes"][name].as_str().unwrap_or_default().to_owned()
    };
    let data = attribute("m_axis_tdata", "X_INTERFACE_INFO");
    assert_eq!(data.split(", ").count(), 8);
    assert!(data.ends_with("xilinx.com:interface:axis:1.0 m_axis_7 TDATA [63:0] [511:448]"));
    let address = attribute("s_axil_awaddr", "X_INTERFACE_INFO");
    assert_eq!(address, "xilinx.com:interface:aximm:1.0 s_axil AWADDR");
    let clock = attribute("clock", "X_INTERFACE_PARAMETER");
    assert!(clock.contains("ASSOCIATED_BUSIF s_axil:s_axis_0:"), "{clock}");
    assert_eq!(attribute("link_active", "X_INTERFACE_INFO"), "");

    let lint = "verilator --lint-only -Wall -f tailback_switch.f && \
                iverilog -g2005 -Wall -t null -s tailback_switch -f tailback_switch.f";
    let lint = shell(&directory.path().join("switch"), lint);
    assert_eq!(told(&lint), "exit code 0\n");
}
