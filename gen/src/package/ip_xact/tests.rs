//! The component of a small module with each kind of bus and of register. Outside readers judge the
//! components of whole modules in the tests of the command.

use super::*;
use crate::Interface;
use tailback_spec::{
    registers::{Access, Entry, Field, Map},
    Direction, Port, PortTable,
};

fn port(name: &str, direction: Direction, lanes: usize, width: usize) -> Port {
    Port { name: name.into(), direction, lanes, width, doc: "What it is.".into() }
}

fn interface(ports: &[Port], name: &str) -> Interface {
    let of = ports.iter().filter(|port| port.name.starts_with(&format!("{name}_")));
    let ports = of.map(|port| port.name.clone()).collect();
    Interface { name: name.into(), doc: "What passes & how.".into(), ports }
}

/// Two streams in, one that is no AXI4-Stream, and registers that are only read and written.
fn design(clocked: bool) -> Design {
    use Direction::{Input, Output};
    let ports = vec![
        port("s_axil_awvalid", Input, 1, 1),
        port("s_axil_awaddr", Input, 1, 8),
        port("s_axil_araddr", Input, 1, 8),
        port("s_axis_tvalid", Input, 2, 1),
        port("s_axis_tdata", Input, 2, 16),
        port("s_axis_tkeep", Input, 2, 2),
        port("m_axis_tvalid", Output, 1, 1),
        port("m_axis_tdata", Output, 1, 6),
        port("link_valid", Input, 1, 1),
        port("link_tdata", Input, 1, 8),
    ];
    let interfaces = ["s_axil", "s_axis", "m_axis", "link"].map(|name| interface(&ports, name));
    Design {
        top: PortTable {
            module: "tailback_example".into(),
            clocked,
            active_low_reset: false,
            clocks: Vec::new(),
            ports,
        },
        interfaces: interfaces.into(),
        modules: Vec::new(),
    }
}

fn registers() -> Map {
    let field = |name, lsb, width, access| Field::new(name, lsb, width, access, "What it is.");
    let dense = Entry::register(
        "count",
        0,
        "Counted packets.",
        vec![field("value", 0, 32, Access::ReadToClear).unit("packets")],
    );
    let sparse = Entry::register(
        "level",
        0x20,
        "Levels, with gaps.",
        vec![
            Field { reset: Some(3), ..field("least", 28, 4, Access::ReadWrite) }.range(1, 9),
            field("failed", 4, 2, Access::WriteOneToClear).without_reset(),
            Field::constant("kind", 0, 4, 5, "The kind of thing."),
        ],
    );
    let inner =
        Entry::register("state", 4, "State of a port.", vec![field("up", 0, 1, Access::ReadOnly)]);
    let group = Entry::group("ports", 0x60, "What each port has.", vec![inner]);
    let entries = vec![
        dense.repeated("lane", 3, 4),
        sparse.repeated("lane", 2, 0x10),
        group.repeated("port", 2, 0x10),
    ];
    Map::new("example", "An example.", entries).expect("valid")
}

fn component(design: &Design, context: &Context) -> String {
    let file = |path: &str| File { path: path.into(), text: String::new() };
    let files = ["tailback_example.v", "tailback_example_pkg.vhd", "tailback_example_ooc.xdc"];
    render(design, context, &files.map(file)).expect("XML")
}

fn context(configuration: &str) -> Context {
    Context::new(configuration, 125.0, "").expect("context")
}

/// The part of the component between two tags, these included.
fn part<'a>(text: &'a str, element: &str) -> &'a str {
    let start = text.find(&format!("<spirit:{element}>")).expect("start");
    let end = format!("</spirit:{element}>");
    &text[start..text.find(&end).expect("end") + end.len()]
}

#[test]
fn a_stream_of_two_elements_is_two_bus_interfaces_with_halves_of_the_ports() {
    let text = component(&design(true), &context("santos-2003"));
    let buses = part(&text, "busInterfaces");
    let (_, buses) = buses.split_once("s_axis_1</spirit:name>").expect("the second element");
    insta::assert_snapshot!(buses);
}

#[test]
fn the_memory_map_of_the_example() {
    let context = context("santos-2003").with_registers(registers());
    insta::assert_snapshot!(part(&component(&design(true), &context), "memoryMaps"));
}

#[test]
fn the_files_and_extensions_of_the_example() {
    let text = component(&design(true), &context("santos-2003"));
    let (_, rest) = text.split_once("</spirit:model>").expect("model");
    insta::assert_snapshot!(rest);
}

#[test]
fn an_input_that_nothing_drives_has_the_default_of_the_protocol() {
    let text = component(&design(true), &context("santos-2003"));
    let ports = part(&text, "ports");
    let (_, keep) = ports.split_once("s_axis_tkeep<").expect("port");
    let driver = part(keep, "driver");
    assert!(driver.contains("bitStringLength=\"4\">0xF<"), "{driver}");
    assert_eq!(ports.matches("<spirit:driver>").count(), 1);
}

#[test]
fn a_module_without_a_clock_or_registers_refers_to_neither() {
    let text = component(&design(false), &context("x"));
    for absent in ["clock", "reset", "memoryMap", "xdc"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    let mut bare = design(false);
    bare.top.ports.clear();
    bare.interfaces.clear();
    let text = component(&bare, &context("x"));
    for absent in ["busInterface", "spirit:port"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
}

#[test]
fn a_configuration_of_any_name_is_a_name_of_xml() {
    for (configuration, name) in [("santos-2003", "santos-2003"), ("_a", "_a"), ("10g", "_10g")] {
        assert_eq!(library(configuration), name);
    }
    assert_eq!(library("-x"), "_-x");
}

#[test]
fn ports_of_bus_interfaces_have_attributes_and_other_lines_are_kept() {
    let verilog = "\
// Module tailback_example.
module tailback_example (
    input  wire        clock,
    input  wire        reset,
    // Beat valid.
    input  wire [1:0]  s_axis_tvalid,
    input  wire [31:0] s_axis_tdata,
    input  wire        link_valid,
    output reg  [5:0]  m_axis_tdata
);
    wire m_axis_tdata_next;
    input  wire [1:0]  s_axis_tvalid,
endmodule
";
    let annotated = attributes::annotate(verilog, &design(true));
    insta::assert_snapshot!(annotated);
    let rest: String = annotated
        .lines()
        .filter(|line| !line.trim_start().starts_with("(*"))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_eq!(rest, verilog);
}
