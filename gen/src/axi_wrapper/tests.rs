//! The module around a small design with each kind of port. Linters and cocotbext-axi judge the modules
//! around NIC and switches in the tests of the command.

use crate::{Design, Interface, Module};
use tailback_spec::{
    Direction::{self, Input, Output},
    Port, PortTable,
};

fn port(name: &str, direction: Direction, lanes: usize, width: usize) -> Port {
    Port { name: name.into(), direction, lanes, width, doc: format!("What `{name}` is.") }
}

/// Registers, two streams in, one of 12 bits out, an interface of no protocol, and single ports.
fn design() -> Design {
    let ports = vec![
        port("s_axil_awvalid", Input, 1, 1),
        port("s_axil_awaddr", Input, 1, 8),
        port("s_axil_araddr", Input, 1, 8),
        port("s_axis_tvalid", Input, 2, 1),
        port("s_axis_tdata", Input, 2, 7),
        port("ready", Output, 1, 1),
        port("m_axis_tvalid", Output, 1, 1),
        port("m_axis_tdata", Output, 1, 12),
        port("link_valid", Input, 3, 1),
        port("link_tdata", Input, 3, 8),
        port("levels", Output, 2, 4),
    ];
    let interface = |name: &str| {
        let of = ports.iter().filter(|port| port.name.starts_with(&format!("{name}_")));
        Interface {
            name: name.into(),
            doc: format!("What passes at {name}."),
            ports: of.map(|port| port.name.clone()).collect(),
        }
    };
    let interfaces = ["s_axil", "s_axis", "m_axis", "link"].map(interface).into();
    let module = "tailback_example".to_owned();
    Design {
        modules: vec![Module { name: module.clone(), text: String::new() }],
        top: PortTable {
            module,
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports,
        },
        interfaces,
    }
}

#[test]
fn each_element_is_an_interface_of_whole_bytes_and_other_ports_remain() {
    let wrapped = design().with_axi_wrapper();
    insta::assert_snapshot!(wrapped.modules[1].text);
    let ports: Vec<String> =
        wrapped.top.ports.iter().map(|port| format!("{} {}", port.name, port.bits())).collect();
    for own in ["s_axis_1_tdata 8", "m_axis_tdata 16", "s_axil_arprot 3", "link_tdata 24"] {
        assert!(ports.iter().any(|port| port == own), "{own}: {ports:?}");
    }
    let interfaces: Vec<&str> =
        wrapped.interfaces.iter().map(|interface| interface.name.as_str()).collect();
    assert_eq!(interfaces, ["s_axil", "s_axis_0", "s_axis_1", "m_axis", "link"]);
    assert_eq!((wrapped.top.reset(), design().top.reset()), ("reset_n", "reset"));
}

#[test]
fn a_module_without_a_clock_has_no_reset() {
    let mut design = design();
    design.top.clocked = false;
    let text = &design.with_axi_wrapper().modules[1].text;
    assert!(!text.contains("clock") && !text.contains("reset_n"), "{text}");
}
