//! The VHDL package of a module, by the judgement of GHDL and Verilator.

mod common;

use common::{modules, shell, tailback, text, told};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Configuration in `examples`, and module. The switches have ports of several elements.
const PACKAGES: [(&str, &str); 4] = [
    ("santos-2003-8port", "nic"),
    ("santos-2003-8port", "switch"),
    ("shimonishi-2007", "efl-endpoint"),
    ("shimonishi-2007", "ethernet-switch"),
];

/// Revisions of the language with which the package is analysed.
const STANDARDS: [&str; 2] = ["93", "08"];

fn ghdl_is_installed() -> bool {
    let installed = Command::new("ghdl").arg("--version").output().is_ok();
    if !installed {
        eprintln!("not checked: there is no ghdl");
    }
    installed
}

fn generate(directory: &Path, config: &str, module: &str, options: &[&str]) -> PathBuf {
    let config = format!("{}/examples/{config}.toml", env!("CARGO_MANIFEST_DIR"));
    let words = ["gen", &config, "--module", module, "--out", module];
    let output = tailback(directory, &[&words, options].concat()).output().expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    directory.join(module)
}

fn succeed(directory: &Path, command: &str) -> String {
    let output = shell(directory, command);
    assert!(output.status.success(), "{command}: {}", told(&output));
    text(&output.stdout)
}

/// Returns an entity `wrapper` with the ports of the manifest, each connected to the port of the
/// component with the same name.
fn wrapper(manifest: &str) -> String {
    let manifest: serde_json::Value = serde_json::from_str(manifest).expect("manifest");
    let module = manifest["ports"]["module"].as_str().expect("name");
    let reset = if manifest["ports"]["active_low_reset"] == true { "reset_n" } else { "reset" };
    let mut ports = vec![("clock", "in", 1), (reset, "in", 1)];
    for port in manifest["ports"]["ports"].as_array().expect("ports") {
        let bits = port["lanes"].as_u64().expect("lanes") * port["width"].as_u64().expect("width");
        let mode = if port["direction"] == "input" { "in" } else { "out" };
        ports.push((port["name"].as_str().expect("name"), mode, bits));
    }
    let declaration = |(name, mode, bits): &(&str, &str, u64)| match bits {
        1 => format!("{name} : {mode} std_logic"),
        _ => format!("{name} : {mode} std_logic_vector({} downto 0)", bits - 1),
    };
    let declarations: Vec<_> = ports.iter().map(declaration).collect();
    let connections: Vec<_> = ports.iter().map(|(name, ..)| format!("{name} => {name}")).collect();
    format!(
        "library ieee;\nuse ieee.std_logic_1164.all;\nuse work.{module}_pkg.all;\n\
         entity wrapper is\nport (\n{}\n);\nend entity;\n\
         architecture rtl of wrapper is\nbegin\n\
         u_module : {module} port map (\n{}\n);\nend architecture;\n",
        declarations.join(";\n"),
        connections.join(",\n"),
    )
}

#[test]
fn a_vhdl_design_connects_every_port_of_the_verilog_module() {
    if !ghdl_is_installed() {
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    let variants = [(&[][..], ""), (&["--axi"][..], "_axi")];
    let each = PACKAGES.iter().flat_map(|package| variants.map(|variant| (package, variant)));
    for ((config, module), (options, ending)) in each {
        let package = generate(directory.path(), config, module, options);
        let manifest = fs::read_to_string(package.join("manifest.json")).expect("manifest");
        fs::write(package.join("wrapper.vhd"), wrapper(&manifest)).expect("file");
        let top = format!("tailback_{}{ending}", module.replace('-', "_"));
        for standard in STANDARDS {
            let ghdl = |options: &str| format!("ghdl {options} 2>&1");
            let files = format!("-a --std={standard} {top}_pkg.vhd wrapper.vhd");
            let told = succeed(&package, &format!("rm -f *.cf; {}", ghdl(&files)));
            assert_eq!(told, "", "{module}, {standard}");
            // GHDL writes the wrapper and an empty module in place of the component; the Verilog
            // of the package takes the place of the latter.
            let synth = format!(
                "ghdl --synth --std={standard} --out=verilog wrapper 2>ghdl.log >ghdl.v; \
                 sed -n '/^module wrapper/,/^endmodule/p' ghdl.v >wrapper.v; \
                 verilator --lint-only -Wall -Wno-DECLFILENAME --top-module wrapper \
                 wrapper.v -f {top}.f"
            );
            succeed(&package, &synth);
        }
    }
}

#[test]
fn a_component_that_lacks_a_bit_of_a_port_is_noticed() {
    if !ghdl_is_installed() {
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    let package = generate(directory.path(), "santos-2003", "marking", &[]);
    let manifest = fs::read_to_string(package.join("manifest.json")).expect("manifest");
    fs::write(package.join("wrapper.vhd"), wrapper(&manifest)).expect("file");
    let vhdl = package.join("tailback_marking_pkg.vhd");
    let right = fs::read_to_string(&vhdl).expect("package");
    let wrong = right.replacen("(11 downto 0)", "(10 downto 0)", 1);
    assert_ne!(right, wrong);
    fs::write(&vhdl, wrong).expect("file");
    let output = shell(
        &package,
        "ghdl -a --std=93 tailback_marking_pkg.vhd wrapper.vhd && ghdl --elab-run --std=93 wrapper",
    );
    assert!(!output.status.success(), "{}", told(&output));
}

#[test]
fn the_vhdl_in_the_how_to_is_a_design_that_ghdl_accepts() {
    if !ghdl_is_installed() {
        return;
    }
    let page = include_str!("../docs/how-to/instantiate.md");
    let (_, rest) = page.split_once("```vhdl\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("the end of the example");
    let directory = tempfile::tempdir().expect("directory");
    let package = generate(directory.path(), "santos-2003", "marking", &[]);
    fs::write(package.join("example.vhd"), example).expect("file");
    for standard in STANDARDS {
        let files = format!("--std={standard} tailback_marking_pkg.vhd example.vhd");
        succeed(&package, &format!("rm -f *.cf; ghdl -a {files}"));
    }
}

#[test]
fn the_vhdl_package_of_every_module_and_of_a_fabric_is_accepted_by_ghdl() {
    if !ghdl_is_installed() {
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    let names = modules(directory.path());
    assert!(names.len() > 40, "{names:?}");
    for name in &names {
        generate(directory.path(), "shimonishi-2007", name, &[]);
    }
    let scenario = format!("{}/examples/fabrics/two-switches.toml", env!("CARGO_MANIFEST_DIR"));
    let words = ["gen", "--scenario", &scenario, "--out", "fabric"];
    assert!(tailback(directory.path(), &words).output().expect("runs").status.success());
    for standard in STANDARDS {
        let command = format!("rm -f *.cf; ghdl -a --std={standard} */*_pkg.vhd 2>&1");
        assert_eq!(succeed(directory.path(), &command), "");
    }
}
