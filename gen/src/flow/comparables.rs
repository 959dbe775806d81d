//! Designs that a generated module is compared with.
//!
//! The designs are hand-written Verilog of this project, measured in the same run: published
//! numbers come from other tools and options.

use super::tool::ToolError;
use crate::{Design, Module};
use std::{fs, path::Path};
use tailback_spec::{Direction, Port, PortTable};

/// A design to measure.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Short description.
    pub name: String,
    /// Origin of the design.
    pub source: String,
    /// Ports of the topmost module.
    pub top: PortTable,
    modules: Vec<Module>,
    parameters: Vec<(&'static str, usize)>,
    open: Vec<&'static str>,
    /// True if the cells of each part are reported.
    pub(super) has_parts: bool,
    /// True if the longest paths are listed.
    pub(super) has_paths: bool,
    /// True if the clock frequency is measured.
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
            has_paths: false,
            is_placed: true,
        }
    }

    /// Reports the cells of each part, in addition to those of the whole design.
    pub fn in_parts(mut self) -> Self {
        self.has_parts = true;
        self
    }

    /// Lists the longest paths.
    pub fn with_paths(mut self) -> Self {
        self.has_paths = true;
        self
    }

    /// Measures the area only, without placement.
    pub fn not_placed(mut self) -> Self {
        self.is_placed = false;
        self
    }

    /// Leaves these outputs unconnected.
    pub fn with_open(mut self, outputs: &[&'static str]) -> Self {
        self.open = outputs.into();
        let rest = self.connected().filter(|port| port.direction == Direction::Output);
        let rest: Vec<&str> = rest.map(|port| port.name.as_str()).collect();
        self.name = format!("{}, {} only", self.name, rest.join(", "));
        self
    }

    /// Returns the connected ports.
    pub(super) fn connected(&self) -> impl Iterator<Item = &Port> {
        self.top.ports.iter().filter(|port| !self.open.contains(&port.name.as_str()))
    }

    /// Writes the Verilog into `dir`.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_to(&self, dir: &Path) -> Result<(), ToolError> {
        for module in &self.modules {
            let path = dir.join(format!("{}.v", module.name));
            fs::write(&path, &module.text).map_err(|source| ToolError::File { path, source })?;
        }
        Ok(())
    }

    /// Returns the Yosys commands that read the design and set its parameters.
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

/// Outputs of the marking counters that expose their state; marking uses none of them.
pub const MARKING_STATE: [&str; 2] = ["waiting", "to_mark"];

/// Returns a hand-written design, whose file has the name of its topmost module.
fn by_hand(
    name: String,
    text: &str,
    top: PortTable,
    parameters: Vec<(&'static str, usize)>,
) -> Candidate {
    let module = top.module.clone();
    Candidate {
        name,
        source: format!("by hand, gen/src/flow/comparables/{module}.v"),
        top,
        modules: vec![Module { name: module, text: text.into() }],
        parameters,
        open: Vec::new(),
        has_parts: false,
        has_paths: false,
        is_placed: true,
    }
}

/// Hand-written input-triggered marking counters for `ports` outputs and `counter_bits` bits: a
/// textbook version, and the best portable Verilog known to us.
pub fn marking(ports: usize, counter_bits: usize) -> Vec<Candidate> {
    let candidate = |name: &str, module: &str, text: &str| {
        by_hand(
            format!("{name}, {ports} × {counter_bits}"),
            text,
            marking_ports(module, ports, counter_bits),
            vec![("PORTS", ports), ("BITS", counter_bits)],
        )
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

/// Bytes of each FIFO of the hand-written switch.
const SWITCH_FIFO_BYTES: usize = 8192;

/// Hand-written AXI4-Stream switch of `ports` inputs and outputs of `width_bits` bits, with a FIFO
/// behind each input: less than a switch with virtual lanes, credits, CRC and marks, as its file
/// says.
pub fn axis_switch(ports: usize, width_bits: usize) -> Candidate {
    let dest_bits = (ports - 1).checked_ilog2().map_or(1, |high| high as usize + 1);
    by_hand(
        format!("AXI4-Stream switch with FIFOs, {ports} × {ports} × {width_bits} bit"),
        include_str!("comparables/axis_switch.v"),
        axis_switch_ports(ports, width_bits, dest_bits),
        vec![
            ("PORTS", ports),
            ("WIDTH", width_bits),
            ("DEST_BITS", dest_bits),
            ("FIFO_BYTES", SWITCH_FIFO_BYTES),
        ],
    )
}

/// Returns a port of a hand-written design.
fn port(name: &str, direction: Direction, lanes: usize, width: usize, doc: &str) -> Port {
    Port { name: name.into(), direction, lanes, width, doc: doc.into() }
}

/// Ports of the hand-written switch.
fn axis_switch_ports(ports: usize, width_bits: usize, dest_bits: usize) -> PortTable {
    let (input, output) = (Direction::Input, Direction::Output);
    let keep_bits = width_bits / u8::BITS as usize;
    PortTable {
        module: "axis_switch".into(),
        clocked: true,
        active_low_reset: false,
        clocks: Vec::new(),
        ports: vec![
            port("s_axis_tvalid", input, ports, 1, "A beat is offered."),
            port("s_axis_tready", output, ports, 1, "The beat is accepted."),
            port("s_axis_tdata", input, ports, width_bits, "Data."),
            port("s_axis_tkeep", input, ports, keep_bits, "Valid bytes."),
            port("s_axis_tlast", input, ports, 1, "Last beat of a packet."),
            port("s_axis_tdest", input, ports, dest_bits, "Output of the packet."),
            port("m_axis_tvalid", output, ports, 1, "A beat is offered."),
            port("m_axis_tready", input, ports, 1, "The beat is accepted."),
            port("m_axis_tdata", output, ports, width_bits, "Data."),
            port("m_axis_tkeep", output, ports, keep_bits, "Valid bytes."),
            port("m_axis_tlast", output, ports, 1, "Last beat of a packet."),
        ],
    }
}

/// Ports of the generated module, so that the wrapper puts the same load on all candidates.
fn marking_ports(module: &str, lanes: usize, counter_bits: usize) -> PortTable {
    let port = |name, direction, width, doc| port(name, direction, lanes, width, doc);
    let (input, output) = (Direction::Input, Direction::Output);
    PortTable {
        module: module.into(),
        clocked: true,
        active_low_reset: false,
        clocks: Vec::new(),
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
