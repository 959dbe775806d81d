//! Many designs under one topmost module, for one common simulator.

use std::fmt::Write;
use tailback_gen::Design;
use tailback_spec::{Direction, Port};

/// Name of the topmost module.
pub const TOP: &str = "bundle";

/// The designs, side by side.
pub struct Bundle<'a> {
    designs: Vec<&'a Design>,
}

/// A port of the topmost module.
pub struct BundlePort<'a> {
    /// Name in the topmost module.
    pub name: String,
    /// Index of the design.
    pub design: usize,
    /// Port of the design.
    pub port: &'a Port,
}

impl BundlePort<'_> {
    /// Total bits of all elements.
    pub fn bits(&self) -> usize {
        self.port.lanes * self.port.width
    }
}

impl<'a> Bundle<'a> {
    /// Makes a bundle of designs with unique module names.
    pub fn new(designs: impl IntoIterator<Item = &'a Design>) -> Self {
        Bundle { designs: designs.into_iter().collect() }
    }

    /// Returns all ports of a direction, in the order of the stimulus or the result.
    pub fn ports(&self, direction: Direction) -> Vec<BundlePort<'a>> {
        let mut all = Vec::new();
        for (design, here) in self.designs.iter().enumerate() {
            for port in here.top.ports.iter().filter(|port| port.direction == direction) {
                all.push(BundlePort { name: format!("d{design}_{}", port.name), design, port });
            }
        }
        all
    }

    /// Words per cycle of the stimulus (without the reset), or of the results.
    pub fn words(&self, direction: Direction) -> usize {
        self.ports(direction).iter().map(|port| crate::words(port.bits())).sum()
    }

    /// Returns the Verilog of all modules, including the topmost one.
    pub fn verilog(&self) -> String {
        let mut text = String::new();
        for module in self.designs.iter().flat_map(|design| &design.modules) {
            text += &module.text;
        }
        let declare = |port: &BundlePort, kind: &str| {
            format!(",\n    {kind} wire [{}:0] {}", port.bits() - 1, port.name)
        };
        let _ = write!(text, "\nmodule {TOP} (\n    input wire clock,\n    input wire reset");
        self.ports(Direction::Input).iter().for_each(|port| text += &declare(port, "input"));
        self.ports(Direction::Output).iter().for_each(|port| text += &declare(port, "output"));
        text += "\n);\n";
        for (index, design) in self.designs.iter().enumerate() {
            let mut wires = Vec::new();
            if design.top.clocked {
                wires.extend([".clock(clock)".to_string(), ".reset(reset)".into()]);
            }
            for port in &design.top.ports {
                let (name, bits) = (&port.name, port.bits());
                let net = format!("d{index}_{name}");
                // A clock rises with that of the bundle where it is high, and with each reset.
                let net = match design.top.clock_or_reset(name) {
                    None => net,
                    Some(true) => format!("{{{bits}{{clock}}}} & ({net} | {{{bits}{{reset}}}})"),
                    Some(false) => format!("{net} | {{{bits}{{reset}}}}"),
                };
                wires.push(format!(".{name}({net})"));
            }
            let _ = writeln!(text, "    {} d{index} ({});", design.top.module, wires.join(", "));
        }
        text + "endmodule\n"
    }
}
