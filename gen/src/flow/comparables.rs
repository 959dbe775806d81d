//! What a generated block is measured beside.
//!
//! Hand-written Verilog of our own, measured in the same run: numbers from elsewhere would come
//! from other tools and other options.

use super::tool::ToolError;
use crate::{Design, Module};
use std::{fs, path::Path};
use tailback_spec::{Direction, Port, PortTable};

/// A design to measure.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// What it is, in a few words.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// Its ports.
    pub top: PortTable,
    modules: Vec<Module>,
    parameters: Vec<(&'static str, usize)>,
    open: Vec<&'static str>,
    /// What its parts take is wanted.
    pub(super) has_parts: bool,
    /// Its clock frequency is wanted.
    pub(super) is_placed: bool,
}

impl Candidate {
    /// A generated design.
    pub fn generated(name: impl Into<String>, design: &Design) -> Self {
        Candidate {
            name: name.into(),
            source: "generated".into(),
            top: design.top.clone(),
            modules: design.modules.clone(),
            parameters: Vec::new(),
            open: Vec::new(),
            has_parts: false,
            is_placed: true,
        }
    }

    /// The same, also part by part.
    pub fn in_parts(mut self) -> Self {
        self.has_parts = true;
        self
    }

    /// The same, but only its area.
    pub fn not_placed(mut self) -> Self {
        self.is_placed = false;
        self
    }

    /// The same with outputs that whoever instantiates the block does not connect.
    pub fn with_open(mut self, outputs: &[&'static str]) -> Self {
        self.open = outputs.into();
        let rest = self.connected().filter(|port| port.direction == Direction::Output);
        let rest: Vec<&str> = rest.map(|port| port.name.as_str()).collect();
        self.name = format!("{}, {} only", self.name, rest.join(", "));
        self
    }

    /// The ports that are connected.
    pub(super) fn connected(&self) -> impl Iterator<Item = &Port> {
        self.top.ports.iter().filter(|port| !self.open.contains(&port.name.as_str()))
    }

    /// Writes its Verilog into `dir`.
    pub(super) fn write_to(&self, dir: &Path) -> Result<(), ToolError> {
        for module in &self.modules {
            let path = dir.join(format!("{}.v", module.name));
            fs::write(&path, &module.text).map_err(|source| ToolError::File { path, source })?;
        }
        Ok(())
    }

    /// Yosys commands that read it and set its parameters.
    pub(super) fn read_script(&self) -> String {
        let files: Vec<String> =
            self.modules.iter().map(|module| format!("{}.v", module.name)).collect();
        let mut script = format!("read_verilog {}", files.join(" "));
        for (name, value) in &self.parameters {
            script += &format!("; chparam -set {name} {value} {}", self.top.module);
        }
        script
    }
}

/// Outputs of the marking counters that show their state; marking needs none of them.
pub const MARKING_STATE: [&str; 2] = ["waiting", "to_mark"];

/// Input-triggered marking counters for `ports` outputs and `counter_bits` bits, written by hand:
/// as a textbook has them, and as the best portable Verilog that we know.
pub fn marking(ports: usize, counter_bits: usize) -> Vec<Candidate> {
    let candidate = |name: &str, module: &str, text: &str| Candidate {
        name: format!("{name}, {ports} × {counter_bits}"),
        source: format!("by hand, gen/src/flow/comparables/{module}.v"),
        top: marking_ports(module, ports, counter_bits),
        modules: vec![Module { name: module.into(), text: text.into() }],
        parameters: vec![("PORTS", ports), ("BITS", counter_bits)],
        open: Vec::new(),
        has_parts: false,
        is_placed: true,
    };
    vec![
        candidate(
            "textbook up/down counters",
            "marking_textbook",
            include_str!("comparables/marking_textbook.v"),
        ),
        candidate(
            "best portable",
            "marking_portable",
            include_str!("comparables/marking_portable.v"),
        ),
    ]
}

/// The ports of the generated block, so that the wrapper puts the same load on all of them.
fn marking_ports(module: &str, lanes: usize, counter_bits: usize) -> PortTable {
    let port = |name: &str, direction, width, doc: &str| Port {
        name: name.into(),
        direction,
        lanes,
        width,
        doc: doc.into(),
    };
    let (input, output) = (Direction::Input, Direction::Output);
    PortTable {
        module: module.into(),
        clocked: true,
        ports: vec![
            port("enqueue", input, 1, "A packet starts to wait for the output."),
            port("dequeue", input, 1, "A packet stops waiting for the output."),
            port("transmit", input, 1, "The transmission of a packet begins."),
            port("trigger", input, 1, "A full buffer holds a packet for the output."),
            port("mark", output, 1, "The packet is marked."),
            port("waiting", output, counter_bits, "Packets that wait for the output."),
            port("to_mark", output, counter_bits, "Packets that are still to be marked."),
        ],
    }
}
