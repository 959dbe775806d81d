//! Generated headers, pages and SystemRDL agree with the map, by the judgement of other tools.

use super::{c, markdown, systemrdl};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tailback_spec::{
    config::Override,
    presets,
    registers::{nic, switch, Access, Content, Entry, Field, Map},
    Config,
};

/// A map with each kind of access and of repetition.
fn example() -> Map {
    let lane = Entry::register(
        "count",
        0x4,
        "What was \"counted\" on a lane.",
        vec![Field::new("value", 0, 32, Access::ReadToClear, "Modulo 2^32.").unit("packets")],
    )
    .repeated("lane", 2, 4);
    let port = Entry::group(
        "ports",
        0x40,
        "What each port has.",
        vec![
            Entry::register(
                "status",
                0,
                "State of the port.",
                vec![
                    Field::new("up", 0, 1, Access::ReadOnly, "It is up."),
                    Field::new("failed", 4, 2, Access::WriteOneToClear, "It has failed.")
                        .without_reset(),
                ],
            ),
            lane,
        ],
    )
    .repeated("port", 3, 0x10);
    let setting = Entry::register(
        "setting",
        0x4,
        "How it works.",
        vec![
            Field { reset: Some(3), ..Field::new("level", 28, 4, Access::ReadWrite, "Weight.") }
                .range(1, 9),
            Field::constant("type", 0, 8, 0x5A, "The kind | of thing."),
        ],
    );
    Map::new("example", "An example of a map.", vec![port, setting]).expect("valid")
}

/// The example, the switch of each preset, and NICs without and with a table.
fn maps() -> Vec<Map> {
    let switch = |toml| switch::map(&Config::from_toml(toml).expect("preset")).expect("map");
    let nic = |keys: &[&str]| {
        let keys: Vec<Override> = keys.iter().map(|key| key.parse().expect("override")).collect();
        let config = Config::from_toml_with(presets::ALL[0].toml, &keys).expect("valid");
        nic::map(&config).expect("map")
    };
    let tables = ["nic.throttled=qp", "nic.throttled=sl"];
    let nics = tables.map(|throttled| nic(&["nic.response=cct", throttled]));
    let maps = [example(), nic(&[])].into_iter().chain(nics);
    maps.chain(presets::ALL.map(|preset| switch(preset.toml))).collect()
}

/// Runs a tool on a text in a file of that name, if the tool is there.
fn run(mut tool: Command, file: &str, text: &str) -> Option<Output> {
    let directory = std::env::temp_dir().join(format!("tailback-{}-{file}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("directory");
    let path = directory.join(file);
    std::fs::write(&path, text).expect("file");
    let output = tool.arg(&path).output();
    std::fs::remove_dir_all(&directory).expect("removed");
    match output {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("not checked: there is no {:?}", tool.get_program());
            None
        }
        output => Some(output.expect("runs")),
    }
}

fn assert_silent(output: &Output, text: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}\n{text}");
}

fn gcc() -> Command {
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-x", "c"]);
    gcc
}

/// The header, and an assertion for each address and each field.
fn with_assertions(map: &Map) -> String {
    let mut text = c::header(map);
    let prefix = format!("TAILBACK_{}", map.name().to_uppercase());
    for register in map.registers() {
        let name = format!("{prefix}_{}", register.path.join("_").to_uppercase());
        let last = register.repeats.iter().map(|repeat| (repeat.count - 1).to_string());
        let arguments = last.collect::<Vec<_>>().join(", ");
        let call = if arguments.is_empty() { String::new() } else { format!("({arguments})") };
        let offset: u32 =
            register.repeats.iter().map(|repeat| (repeat.count - 1) * repeat.stride).sum();
        let address = register.address + offset;
        let mut claim = |claim: String| {
            let _ = writeln!(text, "_Static_assert({claim}, \"{name}\");");
        };
        claim(format!("{name}_ADDRESS{call} == {address}"));
        claim(format!("{name}_ADDRESS{call} < {prefix}_BYTES"));
        for field in register.fields {
            let name = format!("{name}_{}", field.name.to_uppercase());
            let most = field.highest();
            claim(format!("{name}_PUT(~0u) == {name}_MASK"));
            claim(format!("{name}_GET(~{name}_MASK) == 0"));
            claim(format!("{name}_GET({name}_PUT({most}u)) == {most}u"));
            claim(format!("{name}_MASK >> {name}_LSB == {most}u"));
            claim(format!("{most}u == 0xFFFFFFFFu >> (32 - {name}_WIDTH)"));
            if let Some(reset) = field.reset {
                claim(format!("{name}_RESET == {reset}u"));
            }
        }
    }
    text
}

#[test]
fn a_c_compiler_accepts_the_header_and_agrees_with_every_address_and_mask() {
    for (number, map) in maps().iter().enumerate() {
        let text = with_assertions(map);
        let Some(output) = run(gcc(), &format!("registers{number}.h"), &text) else { return };
        assert_silent(&output, &text);
    }
}

#[test]
fn a_wrong_mask_in_the_header_is_noticed() {
    let text = with_assertions(&example()).replacen("0xf0000000u", "0xf1000000u", 1);
    let Some(output) = run(gcc(), "wrong.h", &text) else { return };
    assert!(!output.status.success());
}

/// What a SystemRDL compiler is asked: each register and field that it sees, arrays once.
const LIST: &str = "
import sys
from systemrdl import RDLCompiler, RDLListener, RDLWalker
class Listing(RDLListener):
    def enter_Reg(self, node):
        print('reg', node.get_path(array_suffix='', empty_array_suffix=''), hex(node.raw_address_offset))
    def enter_Field(self, node):
        reset = node.get_property('reset')
        print('field', node.inst_name, node.msb, node.lsb, node.get_property('sw').name, reset)
    def enter_AddressableComponent(self, node):
        if node.is_array:
            print('array', node.inst_name, node.array_dimensions[0], hex(node.array_stride), hex(node.raw_address_offset))
compiler = RDLCompiler()
compiler.compile_file(sys.argv[1])
root = compiler.elaborate()
print('bytes', root.top.size)
RDLWalker(unroll=False).walk(root, Listing())
";

/// A Python that can read SystemRDL, which `make test` has.
fn rdl_python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../build/venv-rdl/bin/python");
    if !python.exists() {
        eprintln!("not checked: `make build/venv-rdl/.installed` fetches the SystemRDL compiler");
        return None;
    }
    Some(python)
}

/// The same listing, from the map.
fn listing(map: &Map) -> String {
    fn list(text: &mut String, entries: &[Entry], path: &str) {
        for entry in entries {
            if let Some(repeat) = &entry.repeat {
                let (name, count, stride) = (&entry.name, repeat.count, repeat.stride);
                let _ = writeln!(text, "array {name} {count} {stride:#x} {:#x}", entry.offset);
            }
            let path = format!("{path}.{}", entry.name);
            match &entry.content {
                Content::Entries(entries) => list(text, entries, &path),
                Content::Fields(fields) => {
                    let _ = writeln!(text, "reg {path} {:#x}", entry.offset);
                    for field in fields {
                        let access = match field.access.name() {
                            "rw" | "w1c" => "rw",
                            _ => "r",
                        };
                        let (name, msb, lsb) = (&field.name, field.msb(), field.lsb);
                        let reset = field.reset.map_or("None".into(), |reset| reset.to_string());
                        let _ = writeln!(text, "field {name} {msb} {lsb} {access} {reset}");
                    }
                }
            }
        }
    }
    let mut text = format!("bytes {}\n", map.bytes());
    list(&mut text, map.entries(), &format!("tailback_{}", map.name()));
    text
}

#[test]
fn a_systemrdl_compiler_reads_the_map_that_was_written() {
    let Some(python) = rdl_python() else { return };
    for (number, map) in maps().iter().enumerate() {
        let mut tool = Command::new(&python);
        tool.args(["-c", LIST]);
        let text = systemrdl::text(map);
        let output = run(tool, &format!("registers{number}.rdl"), &text).expect("python is there");
        assert_silent(&output, &text);
        assert_eq!(String::from_utf8_lossy(&output.stdout), listing(map));
    }
}

#[test]
fn the_example_in_c() {
    insta::assert_snapshot!(c::header(&example()));
}

#[test]
fn the_example_in_markdown() {
    insta::assert_snapshot!(markdown::page(&example()));
}

#[test]
fn the_example_in_systemrdl() {
    insta::assert_snapshot!(systemrdl::text(&example()));
}
