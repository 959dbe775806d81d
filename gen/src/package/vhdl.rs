//! `NAME_pkg.vhd`: a VHDL package with the component declaration of the topmost module.

mod names;

#[cfg(test)]
mod tests;

use super::Context;
use crate::{ports, Design, Interface};
use std::fmt::Write;
use tailback_spec::{Direction, Port};

/// Returns the name of the VHDL package of a module.
pub(super) fn package_name(module: &str) -> String {
    format!("{module}_pkg")
}

/// Returns the text of the package, which VHDL-93 and all later revisions accept.
pub(super) fn render(design: &Design, context: &Context) -> String {
    let module = &design.top.module;
    let package = names::identifier(&package_name(module));
    let component = names::identifier(module);
    let mut text = format!(
        "-- Component declaration of the Verilog module {module}.\n\
         -- {}.\n\n\
         library ieee;\n\
         use ieee.std_logic_1164.all;\n\n\
         package {package} is\n\n  \
         component {component} is\n",
        context.title()
    );
    text += &port_clause(design);
    let _ = write!(text, "  end component;\n\nend package;\n");
    text
}

/// Returns the list of ports; nothing for a module without ports, since a list cannot be empty.
fn port_clause(design: &Design) -> String {
    let mut declarations = Vec::new();
    if design.top.clocked {
        for name in ["clock", design.top.reset()] {
            declarations.push(format!("      {} : in  std_logic", names::identifier(name)));
        }
    }
    for port in &design.top.ports {
        let first = |interface: &&Interface| interface.ports.first() == Some(&port.name);
        let heading = design.interfaces.iter().find(first).map_or(String::new(), |interface| {
            comment(&format!("Interface {}: {}", interface.name, interface.doc)) + "      --\n"
        });
        declarations.push(format!("{heading}{}", declaration(port)));
    }
    match declarations.is_empty() {
        true => String::new(),
        false => format!("    port (\n{}\n    );\n", declarations.join(";\n")),
    }
}

fn declaration(port: &Port) -> String {
    let mode = if port.direction == Direction::Input { "in " } else { "out" };
    let kind = match port.bits() {
        1 => "std_logic".to_owned(),
        bits => format!("std_logic_vector({} downto 0)", bits - 1),
    };
    format!(
        "{}      {} : {mode} {kind}",
        comment(&ports::described(port)),
        names::identifier(&port.name)
    )
}

/// Returns a comment of one line. Comments of VHDL-93 are in Latin-1, so other characters than those
/// of ASCII are replaced.
fn comment(text: &str) -> String {
    let plain = |c: char| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' };
    format!("      -- {}\n", text.chars().map(plain).collect::<String>())
}
