//! The ports and interfaces of a module, for those who use it.

use crate::ir;
use serde::Serialize;
use tailback_hdl::Role;
use tailback_spec::{ClockPort, Direction, Port, PortTable};

/// An interface of the topmost module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Interface {
    /// Name, with which the names of its ports begin.
    pub name: String,
    /// Purpose, in sentences.
    pub doc: String,
    /// Names of its ports, which are adjacent in the port table.
    pub ports: Vec<String>,
}

/// Returns the port table of a module.
pub(crate) fn table(block: &ir::Block) -> PortTable {
    let port = |signal: &ir::Signal| Port {
        name: signal.name.clone(),
        direction: if signal.role == Role::Input { Direction::Input } else { Direction::Output },
        lanes: signal.lanes.unwrap_or(1),
        width: signal.width,
        doc: one_line(&signal.doc),
    };
    PortTable {
        module: block.module.clone(),
        clocked: block.clocked(),
        active_low_reset: false,
        clocks: clocks(block),
        ports: block.signals.iter().filter(|signal| signal.is_port()).map(port).collect(),
    }
}

/// Returns the ports that are clocks, with what is synchronous to them.
fn clocks(block: &ir::Block) -> Vec<ClockPort> {
    let ports = || block.signals.iter().filter(|signal| signal.is_port());
    let of = |clock: &str| {
        let synchronous = ports().filter(|port| port.domain.as_deref() == Some(clock));
        synchronous.map(|port| port.name.clone()).collect()
    };
    let clocks = ports().filter(|port| port.clock);
    clocks.map(|port| ClockPort { name: port.name.clone(), ports: of(&port.name) }).collect()
}

/// Returns the interfaces of a module, in the order of their ports.
pub(crate) fn interfaces(block: &ir::Block) -> Vec<Interface> {
    let mut found: Vec<Interface> = Vec::new();
    for signal in block.signals.iter().filter(|signal| signal.is_port()) {
        let Some(ir::Interface { name, doc }) = &signal.interface else { continue };
        match found.last_mut().filter(|last| last.name == *name) {
            Some(last) => last.ports.push(signal.name.clone()),
            None => found.push(Interface {
                name: name.clone(),
                doc: one_line(doc),
                ports: vec![signal.name.clone()],
            }),
        }
    }
    found
}

/// Returns what a port is, in a sentence, with the sizes of an array, which a vector does not show.
pub(crate) fn described(port: &Port) -> String {
    let sentence = port.doc.trim_end_matches('.');
    match (port.lanes, port.width) {
        (1, _) | (_, 1) => format!("{sentence}."),
        (lanes, width) => format!("{sentence} ({lanes} elements of {width} bits)."),
    }
}

/// Returns a doc comment without line breaks.
fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}
