//! The ports of a design as Markdown.

use crate::{Design, Interface};
use std::fmt::Write;
use tailback_spec::{Direction, Port};

/// Returns a table of all ports of the topmost module, in the order of the Verilog. A row with the
/// name of an interface precedes its ports. The bits of an array are `elements × bits of one`.
pub fn ports(design: &Design) -> String {
    let mut text = String::from("| Port | Direction | Bits | Meaning |\n|---|---|---|---|\n");
    if design.top.clocked {
        text += "| `clock` | in | 1 | Clock, rising edge. |\n";
        text += "| `reset` | in | 1 | Synchronous reset, active high. |\n";
    }
    for port in &design.top.ports {
        if let Some(Interface { name, doc, .. }) = starting(design, port) {
            let _ = writeln!(text, "| **`{name}`** | | | {} |", cell(doc));
        }
        let direction = match port.direction {
            Direction::Input => "in",
            Direction::Output => "out",
        };
        let (name, meaning) = (&port.name, cell(&port.doc));
        let _ = writeln!(text, "| `{name}` | {direction} | {} | {meaning} |", bits(port));
    }
    text
}

/// Returns the interface whose first port is `port`.
fn starting<'a>(design: &'a Design, port: &Port) -> Option<&'a Interface> {
    design.interfaces.iter().find(|interface| interface.ports.first() == Some(&port.name))
}

fn bits(port: &Port) -> String {
    match port.lanes {
        1 => port.width.to_string(),
        lanes => format!("{lanes} × {}", port.width),
    }
}

/// Returns text that cannot end its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::PortTable;

    fn port(name: &str, direction: Direction, lanes: usize, width: usize, doc: &str) -> Port {
        Port { name: name.into(), direction, lanes, width, doc: doc.into() }
    }

    #[test]
    fn a_table_names_interfaces_and_multiplies_the_bits_of_arrays() {
        let ports = vec![
            port("mode", Direction::Input, 1, 2, "0: off | 1: on."),
            port("rx_valid", Direction::Input, 4, 1, "Beat valid."),
            port("rx_data", Direction::Input, 4, 64, "Data."),
            port("count", Direction::Output, 1, 12, "Beats."),
        ];
        let interface = Interface {
            name: "rx".into(),
            doc: "Received packets.".into(),
            ports: vec!["rx_valid".into(), "rx_data".into()],
        };
        let design = Design {
            top: PortTable {
                module: "m".into(),
                clocked: true,
                active_low_reset: false,
                clocks: Vec::new(),
                ports,
            },
            interfaces: vec![interface],
            modules: Vec::new(),
        };
        insta::assert_snapshot!(super::ports(&design), @r"
        | Port | Direction | Bits | Meaning |
        |---|---|---|---|
        | `clock` | in | 1 | Clock, rising edge. |
        | `reset` | in | 1 | Synchronous reset, active high. |
        | `mode` | in | 2 | 0: off \| 1: on. |
        | **`rx`** | | | Received packets. |
        | `rx_valid` | in | 4 × 1 | Beat valid. |
        | `rx_data` | in | 4 × 64 | Data. |
        | `count` | out | 12 | Beats. |
        ");
    }
}
