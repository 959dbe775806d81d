//! Views of the module, and its ports.

use super::{file_sets, xml::Xml};
use crate::Design;
use std::io;
use tailback_spec::{Direction, Port};

/// Vivado's names of its views, and the environments that use them.
const VIEWS: [(&str, &str); 2] = [
    ("xilinx_anylanguagesynthesis", ":vivado.xilinx.com:synthesis"),
    ("xilinx_anylanguagebehavioralsimulation", ":vivado.xilinx.com:simulation"),
];

/// Inputs that have all bits set if nothing drives them (AMBA 4 AXI4-Stream Protocol Specification,
/// 3.1, and AMBA AXI and ACE Protocol Specification, A10.3): the last word of the port's name.
const HIGH_BY_DEFAULT: [&str; 4] = ["tready", "tkeep", "tlast", "wstrb"];

pub(super) fn write(xml: &mut Xml, design: &Design) -> io::Result<()> {
    xml.element("spirit:model", &[], |xml| {
        xml.element("spirit:views", &[], |xml| {
            for (name, environment) in VIEWS {
                let sets = file_sets::of_view(design, name == VIEWS[0].0);
                view(xml, (name, environment), &design.top.module, sets)?;
            }
            Ok(())
        })?;
        if design.top.ports.is_empty() && !design.top.clocked {
            return Ok(());
        }
        xml.element("spirit:ports", &[], |xml| {
            if design.top.clocked {
                port(xml, "clock", Direction::Input, 1, "Clock.")?;
                let level = if design.top.active_low_reset { "low" } else { "high" };
                let about = format!("Synchronous reset, active {level}.");
                port(xml, design.top.reset(), Direction::Input, 1, &about)?;
            }
            let mut ports = design.top.ports.iter();
            ports.try_for_each(|Port { name, direction, lanes, width, doc }| {
                port(xml, name, *direction, lanes * width, doc)
            })
        })
    })
}

fn view(
    xml: &mut Xml,
    (name, environment): (&str, &str),
    module: &str,
    sets: &[&str],
) -> io::Result<()> {
    xml.element("spirit:view", &[], |xml| {
        xml.text("spirit:name", name)?;
        xml.text("spirit:envIdentifier", environment)?;
        xml.text("spirit:language", "Verilog")?;
        xml.text("spirit:modelName", module)?;
        for set in sets {
            xml.element("spirit:fileSetRef", &[], |xml| xml.text("spirit:localName", set))?;
        }
        Ok(())
    })
}

fn port(xml: &mut Xml, name: &str, direction: Direction, bits: usize, doc: &str) -> io::Result<()> {
    xml.element("spirit:port", &[], |xml| {
        xml.text("spirit:name", name)?;
        xml.text("spirit:description", doc)?;
        xml.element("spirit:wire", &[], |xml| {
            let is_input = direction == Direction::Input;
            xml.text("spirit:direction", if is_input { "in" } else { "out" })?;
            if bits > 1 {
                xml.vector(bits - 1, 0)?;
            }
            xml.element("spirit:wireTypeDefs", &[], |xml| {
                xml.element("spirit:wireTypeDef", &[], |xml| {
                    xml.text("spirit:typeName", "wire")?;
                    VIEWS.iter().try_for_each(|(view, _)| xml.text("spirit:viewNameRef", view))
                })
            })?;
            let last = name.rsplit('_').next().unwrap_or(name);
            match is_input && HIGH_BY_DEFAULT.contains(&last) {
                true => all_ones(xml, bits),
                false => Ok(()),
            }
        })
    })
}

/// Writes the value of an input that nothing drives: `bits` ones.
fn all_ones(xml: &mut Xml, bits: usize) -> io::Result<()> {
    // Digits of four bits, the first of them with the remaining bits.
    let first = match bits % 4 {
        0 => "",
        1 => "1",
        2 => "3",
        _ => "7",
    };
    let value = format!("0x{first}{}", "F".repeat(bits / 4));
    xml.element("spirit:driver", &[], |xml| {
        let length = bits.to_string();
        let format = [("spirit:format", "bitString"), ("spirit:bitStringLength", length.as_str())];
        xml.text_with("spirit:defaultValue", &format, &value)
    })
}
