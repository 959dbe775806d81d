//! Ports, wires and registers of a module.

use super::constants::Constants;
use super::expression::Shape;
use super::lines::{Lines, PortLine};
use super::loops::Loops;
use super::memory;
use crate::ir::{Block, Interface, Signal};
use crate::passes::partition::Part;
use std::collections::BTreeSet;
use tailback_hdl::Role;

pub(super) struct Declarations {
    pub shapes: Vec<Shape>,
    /// Signals driven by an `assign`.
    wires: BTreeSet<usize>,
    clocked: bool,
}

impl Declarations {
    pub fn new(block: &Block, parts: &[Part]) -> Declarations {
        let mut found =
            Declarations { shapes: Vec::new(), wires: BTreeSet::new(), clocked: block.clocked() };
        let mut packed = BTreeSet::new();
        for part in parts {
            found.visit(part);
            read_by_logic(part, &mut packed);
        }
        let joined: BTreeSet<&str> =
            block.joined.iter().map(|id| block.signals[*id].name.as_str()).collect();
        let driven: BTreeSet<&str> = block
            .joined
            .iter()
            .filter(|id| block.signals[**id].role == Role::Input)
            .map(|id| block.signals[*id].name.as_str())
            .collect();
        let driven =
            block.signals.iter().enumerate().filter(|(_, signal)| {
                signal.combinational() && driven.contains(signal.name.as_str())
            });
        found.wires.extend(driven.map(|(id, _)| id));
        found.shapes = block
            .signals
            .iter()
            .enumerate()
            .map(|(id, signal)| Shape {
                name: signal.name.clone(),
                lanes: signal.lanes,
                width: signal.width,
                packed: signal.is_port()
                    || signal.child.is_some()
                    || signal.width == 1
                    || packed.contains(&id)
                    || joined.contains(signal.name.as_str()),
            })
            .collect();
        found
    }

    fn visit(&mut self, part: &Part) {
        match part {
            Part::Assign(body) => {
                for statement in body {
                    statement.assignments(&mut |target, _| {
                        self.wires.insert(target.signal);
                    });
                }
            }
            Part::Generate { parts, .. } => parts.iter().for_each(|part| self.visit(part)),
            Part::Combine(_) | Part::Clock { .. } => {}
        }
    }

    /// Prints the module header and the declarations.
    pub fn print(&self, lines: &mut Lines, block: &Block, constants: &Constants, loops: &Loops) {
        let mut ports = Vec::new();
        let mut interface = None;
        if self.clocked {
            ports.extend(PortLine::clock_and_reset("reset"));
        }
        let listed = block.signals.iter().enumerate().filter(|(_, signal)| signal.is_port());
        for (id, signal) in listed {
            let kind = match (signal.role, self.wires.contains(&id)) {
                (Role::Input, _) => "input  wire",
                (_, true) => "output wire",
                (_, false) => "output reg ",
            };
            let mut doc = described(signal);
            if let Some(own) = &signal.interface {
                doc = qualified(&doc, own, block);
            }
            if interface.is_some() && signal.interface.is_none() {
                doc = format!("\n{doc}");
            }
            if let Some(own) = signal.interface.as_ref().filter(|own| interface != Some(*own)) {
                doc = format!("Interface {}: {}\n\n{doc}", own.name, own.doc.trim());
            }
            interface = signal.interface.as_ref();
            let (range, name) = split(&declarator(signal, true));
            ports.push(PortLine { doc: constants.rename(&doc), kind, range, name });
        }
        lines.header(&block.module, &ports);
        lines.depth = 1;
        constants.print(lines, block);
        for (id, signal) in block.signals.iter().enumerate() {
            if signal.is_port() || signal.role == Role::Parameter {
                continue;
            }
            memory::declare(lines, block, id);
            if block.joined.contains(&id) {
                continue;
            }
            lines.comment(&constants.rename(&signal.doc));
            if signal.synchronizer {
                lines.line("(* ASYNC_REG = \"TRUE\" *)");
            }
            let wire = self.wires.contains(&id)
                || (signal.role == Role::Input && !memory::held(block, signal));
            let kind = if wire { "wire" } else { "reg" };
            let (range, name) = split(&declarator(signal, self.shapes[id].packed));
            let range = if range.is_empty() { range } else { format!("{range} ") };
            lines.line(&format!("{kind} {range}{name};"));
        }
        for (comment, wire) in loops.wires() {
            lines.comment(&comment);
            lines.line(&wire);
        }
        lines.depth = 0;
    }
}

fn split(declarator: &str) -> (String, String) {
    let (range, name) = declarator.split_once(' ').unwrap_or(("", declarator));
    (range.into(), name.into())
}

/// Returns the range and the name, separated by a space.
fn declarator(signal: &Signal, packed: bool) -> String {
    let range = |bits: usize| if bits == 1 { String::new() } else { format!("[{}:0]", bits - 1) };
    match signal.lanes {
        Some(lanes) if !packed => {
            format!("{} {} [0:{}]", range(signal.width), signal.name, lanes - 1)
        }
        _ => format!("{} {}", range(signal.bits()), signal.name),
    }
}

fn elements(count: usize) -> &'static str {
    match count {
        1 => "element",
        _ => "elements",
    }
}

/// Names the signals of the interface in a doc comment as the module does.
fn qualified(doc: &str, interface: &Interface, block: &Block) -> String {
    let mut parts: Vec<String> = doc.split('`').map(String::from).collect();
    for part in parts.iter_mut().skip(1).step_by(2) {
        let name = format!("{}_{part}", interface.name);
        if block.signals.iter().any(|signal| signal.is_port() && signal.name == name) {
            *part = name;
        }
    }
    parts.join("`")
}

/// Returns the doc comment of a port, with the array shape that the vector does not show.
fn described(signal: &Signal) -> String {
    match signal.lanes {
        Some(lanes) if signal.width > 1 => {
            let doc = signal.doc.trim().trim_end_matches('.');
            format!("{doc} ({lanes} {} of {} bits).", elements(lanes), signal.width)
        }
        _ => signal.doc.clone(),
    }
}

/// Collects the signals that an `always @*` reads: for an array, Icarus adds every word to the
/// sensitivity list, and warns about it.
fn read_by_logic(part: &Part, found: &mut BTreeSet<usize>) {
    match part {
        Part::Combine(body) => body
            .iter()
            .for_each(|statement| statement.reads(&mut |signal| _ = found.insert(signal))),
        Part::Generate { parts, .. } => parts.iter().for_each(|part| read_by_logic(part, found)),
        Part::Assign(_) | Part::Clock { .. } => {}
    }
}
