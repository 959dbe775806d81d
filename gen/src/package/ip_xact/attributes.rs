//! Attributes by which Vivado finds bus interfaces in Verilog, for modules that a block design refers to
//! without an IP-XACT component.

use super::bus::polarity;
use crate::{
    bus::{self, Clock},
    Design,
};
use std::collections::BTreeMap;

/// Returns the Verilog of the topmost module with attributes above the ports of its bus interfaces.
pub(in crate::package) fn annotate(verilog: &str, design: &Design) -> String {
    let attributes = of_ports(design);
    let mut text = String::with_capacity(verilog.len());
    let mut is_header = false;
    for line in verilog.lines() {
        is_header |= line.starts_with(&format!("module {} ", design.top.module));
        is_header &= line != ");";
        if let Some(lines) = port(line).filter(|_| is_header).and_then(|name| attributes.get(name))
        {
            for (name, value) in lines {
                text += &format!("    (* {name} = \"{value}\" *)\n");
            }
        }
        text += line;
        text.push('\n');
    }
    text
}

/// Returns the name of the port that a line of a module's header declares.
fn port(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_port = line.starts_with("input ") || line.starts_with("output ");
    line.trim_end_matches(',').rsplit(' ').next().filter(|_| is_port)
}

/// Returns the attributes of each port that belongs to a bus interface.
fn of_ports(design: &Design) -> BTreeMap<String, Vec<(&'static str, String)>> {
    let buses = bus::all(design);
    let mut signals: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for bus in &buses {
        for (port, signal) in bus.signals() {
            signals.entry(port.to_owned()).or_default().push(signal);
        }
    }
    let mut attributes: BTreeMap<String, Vec<_>> = signals
        .into_iter()
        .map(|(port, signals)| (port, vec![("X_INTERFACE_INFO", signals.join(", "))]))
        .collect();
    // One attribute cannot describe several clocks: those of a vector have none.
    for clock in bus::clocks(design, &buses).iter().filter(|clock| clock.element.is_none()) {
        let polarity = format!("POLARITY {}", polarity(&design.top));
        let signals = [
            (&clock.name, signal("clock", &clock.name, "CLK", &associated(clock))),
            (&clock.reset, signal("reset", &clock.reset, "RST", &polarity)),
        ];
        attributes.extend(signals.map(|(name, lines)| (name.clone(), lines)));
    }
    attributes
}

/// Returns what belongs to a clock.
fn associated(Clock { buses, reset, .. }: &Clock) -> String {
    match buses.is_empty() {
        true => format!("ASSOCIATED_RESET {reset}"),
        false => format!("ASSOCIATED_BUSIF {}, ASSOCIATED_RESET {reset}", buses.join(":")),
    }
}

/// Returns the attributes of a clock or reset.
fn signal(bus: &str, name: &str, logical: &str, parameters: &str) -> Vec<(&'static str, String)> {
    vec![
        ("X_INTERFACE_INFO", format!("xilinx.com:signal:{bus}:1.0 {name} {logical}")),
        ("X_INTERFACE_PARAMETER", format!("XIL_INTERFACENAME {name}, {parameters}")),
    ]
}
