//! A fabric on a chip: the fabric, a host for each NIC, and a bridge from a serial line to all registers.

#[cfg(test)]
mod tests;

use super::{
    add,
    instances::{instance, lane, pins_of, wire},
    values::{concatenation, wide},
};
use crate::{
    ir::{Block, UNUSED},
    library::Library,
    passes::{
        collect::collect,
        print::{Lines, PortLine},
    },
    Design, Module, Refusal,
};
use tailback_hdl::board::{BoardHost, MarkDetector, UartBridge};
use tailback_spec::{
    board::{mark, Board, CYCLE_BITS, MODULE},
    Direction, Port, PortTable,
};

/// Bit of the number of cycles that a person sees blinking.
const HEARTBEAT: usize = 24;
/// Indentation of the net connected to a pin.
const PIN: usize = 2;

/// Returns the Verilog of a fabric on a chip. `origin`, in the first lines of each module, names its source.
///
/// # Errors
///
/// If a description is refused, as in [`verilog`](crate::verilog).
pub fn board(board: &Board, origin: &str) -> Result<Design, Refusal> {
    let mut library = Library::new(origin);
    let fabric = add(board.fabric(), &mut library, origin)?;
    let bridge = library.add(collect(&UartBridge::new(&board.bridge())))?;
    let host = library.add(collect(&BoardHost::new(&board.host())))?;
    let mark = library.add(collect(&MarkDetector::new(board.host().width_bytes())))?;
    let table = table();
    let mut lines = Lines::of_module(MODULE, origin);
    let name = &board.fabric().scenario().name;
    lines.comment(&format!(
        "The fabric of the scenario {name} on a chip, with a host for each NIC and a serial line to a computer."
    ));
    let ports = table.ports.iter().map(|port| PortLine::of(port, port.doc.clone()));
    let ports: Vec<_> = PortLine::clock_and_reset(table.reset()).into_iter().chain(ports).collect();
    lines.header(MODULE, &ports);
    lines.depth = 1;
    let mut top = Top { board, fabric: &fabric, lines };
    top.nets(&bridge);
    top.bridge(&bridge);
    top.fabric();
    for number in 0..board.fabric().scenario().hosts.len() {
        top.host(&host, number);
        top.mark(&mark, number);
    }
    top.lights();
    let text = top.lines.end_module();
    let mut modules = library.modules;
    modules.push(Module { name: MODULE.into(), text });
    Ok(Design { top: table, interfaces: Vec::new(), modules })
}

/// The ports of the module.
fn table() -> PortTable {
    let port = |name: &str, direction, doc: &str| Port {
        name: name.into(),
        direction,
        lanes: 1,
        width: 1,
        doc: doc.into(),
    };
    PortTable {
        module: MODULE.into(),
        clocked: true,
        active_low_reset: false,
        clocks: Vec::new(),
        ports: vec![
            port("uart_rxd", Direction::Input, "Serial line from the computer."),
            port("uart_txd", Direction::Output, "Serial line to the computer."),
            port("heartbeat", Direction::Output, "Blinks while the clock runs."),
            port("busy", Direction::Output, "High while a host sends a packet."),
            port("marked", Direction::Output, "High in a cycle in which a host receives FECN."),
        ],
    }
}

/// The module while it is written.
struct Top<'a> {
    board: &'a Board,
    /// Ports of the fabric.
    fabric: &'a PortTable,
    lines: Lines,
}

impl Top<'_> {
    /// Number of hosts.
    fn hosts(&self) -> usize {
        self.board.fabric().scenario().hosts.len()
    }

    /// Name of a host: that of its NIC, without the word.
    fn name(&self, host: usize) -> String {
        let fabric = self.board.fabric();
        format!(
            "host{}",
            fabric.component_name(fabric.component_of(host)).trim_start_matches("nic")
        )
    }

    /// Nets of AXI4-Lite with the elements of all slaves, and nets between hosts and NICs.
    fn nets(&mut self, bridge: &Block) {
        let lines = &mut self.lines;
        lines.line("");
        lines.line("wire fabric_reset;");
        lines.line(&wire(CYCLE_BITS, "cycle"));
        let hosts = self.board.fabric().scenario().hosts.len();
        for net in ["busy_hosts", "marked_hosts"] {
            lines.line(&wire(hosts, net));
        }
        lines.line("");
        lines.comment("Registers of all switches, NICs and hosts.");
        for signal in pins_of(bridge) {
            if let Some(name) = signal.name.strip_prefix("m_axil_") {
                let elements = self.board.bridge().slaves();
                lines.line(&wire(elements * signal.width, &format!("axil_{name}")));
            }
        }
        lines.line("");
        lines.comment("Between hosts and NICs.");
        for port in self.fabric.ports.iter().filter(|port| port.lanes == hosts) {
            if is_of_host(port) && !is_received(port) {
                lines.line(&wire(port.bits(), &port.name));
            }
        }
    }

    /// Elements `first` to `first + count - 1` of a net of all slaves.
    fn slaves(&self, name: &str, width: usize, first: usize, count: usize) -> String {
        let (low, high) = (first * width, (first + count) * width - 1);
        match high == low {
            true => format!("axil_{name}[{low}]"),
            false => format!("axil_{name}[{high}:{low}]"),
        }
    }

    fn bridge(&mut self, block: &Block) {
        let pins: Vec<(String, String)> = pins_of(block)
            .map(|signal| {
                let pin = signal.name.clone();
                let net = match pin.as_str() {
                    "rxd" => "uart_rxd".into(),
                    "txd" => "uart_txd".into(),
                    _ => pin.replace("m_axil_", "axil_"),
                };
                (pin, net)
            })
            .collect();
        instance(&mut self.lines, &[], &block.module, "bridge", &pins);
    }

    fn fabric(&mut self) {
        let components = self.board.fabric().components();
        let (mut before, mut pins) = (Vec::new(), Vec::new());
        for port in &self.fabric.ports {
            let net = if let Some(name) = port.name.strip_prefix("s_axil_") {
                self.slaves(name, port.width, 0, components)
            } else if port.name.starts_with("link_") {
                let net = format!("{UNUSED}{}", port.name);
                before.push(wire(port.bits(), &net));
                net
            } else if port.name == "m_axis_host_tready" {
                wide(port.bits(), 1)
            } else if is_received(port) {
                self.received(port, &mut before)
            } else if port.name == "s_axis_release_tready" {
                let net = format!("{UNUSED}{}", port.name);
                before.push(wire(port.bits(), &net));
                net
            } else if port.name.starts_with("s_axis_release_") {
                format!("{}'d0", port.bits())
            } else {
                port.name.clone()
            };
            pins.push((port.name.clone(), net));
        }
        self.instance_in_reset(&before, &self.fabric.module, "fabric", &pins);
    }

    /// Instantiates a module that the bridge resets.
    fn instance_in_reset(
        &mut self,
        before: &[String],
        module: &str,
        name: &str,
        pins: &[(String, String)],
    ) {
        let lines = &mut self.lines;
        if !before.is_empty() {
            lines.line("");
            before.iter().for_each(|wire| lines.line(wire));
        }
        let all = [".clock(clock)".to_owned(), ".reset(fabric_reset)".to_owned()];
        let pins = pins.iter().map(|(pin, net)| format!(".{pin}({net})"));
        lines.line("");
        lines.instance(module, name, &all.into_iter().chain(pins).collect::<Vec<_>>());
    }

    /// Net of a port with received packets: of the data, hosts use FECN alone.
    fn received(&self, port: &Port, before: &mut Vec<String>) -> String {
        let mut nets = Vec::new();
        for host in 0..self.hosts() {
            let name =
                format!("{}_{}", self.name(host), port.name.trim_start_matches("m_axis_host_"));
            let unused = format!("{UNUSED}{name}");
            if port.name.ends_with("_tdata") {
                let bit = mark::bit(self.board.host().width_bytes());
                let (low, high) = (format!("{unused}_low"), format!("{unused}_high"));
                let fecn = format!("{}_fecn", self.name(host));
                before.extend([wire(bit, &low), wire(1, &fecn), wire(port.width - bit - 1, &high)]);
                nets.extend([low, fecn, high]);
            } else if port.name.ends_with("_tkeep") {
                before.push(wire(port.width, &unused));
                nets.push(unused);
            } else {
                before.push(wire(1, &name));
                nets.push(name);
            }
        }
        concatenation(&nets, PIN)
    }

    fn host(&mut self, block: &Block, number: usize) {
        let name = self.name(number);
        let slave = self.board.slave_of(number);
        let (mut before, mut pins) = (Vec::new(), Vec::new());
        for signal in pins_of(block) {
            let pin = signal.name.clone();
            let net = if let Some(axil) = pin.strip_prefix("s_axil_") {
                let of_bridge = self.board.bridge().address_bits();
                match axil.ends_with("addr") {
                    true => {
                        let low = slave * of_bridge;
                        if of_bridge > signal.width {
                            let unused = format!("{UNUSED}{name}_{axil}");
                            let bits = of_bridge - signal.width;
                            let (first, last) = (low + signal.width, low + of_bridge - 1);
                            let range = format!("axil_{axil}[{last}:{first}]");
                            before.push(format!(
                                "{} = {range};",
                                wire(bits, &unused).trim_end_matches(';')
                            ));
                        }
                        format!("axil_{axil}[{}:{low}]", low + signal.width - 1)
                    }
                    false => self.slaves(axil, signal.width, slave, 1),
                }
            } else if let Some(of) = pin.strip_prefix("arrived_") {
                let of =
                    of.replace("valid", "tvalid").replace("last", "tlast").replace("bad", "tuser");
                format!("{name}_{of}")
            } else if pin == "busy" {
                self.element("busy_hosts", number)
            } else if pin == "cycle" {
                pin.clone()
            } else {
                self.of_nic(&pin, number)
            };
            pins.push((pin, net));
        }
        self.instance_in_reset(&before, &block.module, &name, &pins);
    }

    /// Element of a net with a bit for each host.
    fn element(&self, net: &str, host: usize) -> String {
        match self.hosts() {
            1 => net.into(),
            _ => format!("{net}[{host}]"),
        }
    }

    /// The net at the NIC of a host for a pin of the host.
    fn of_nic(&self, pin: &str, host: usize) -> String {
        let name = if let Some(of) = pin.strip_prefix("m_axis_") {
            format!("s_axis_host_{of}")
        } else if let Some(of) = pin.strip_prefix("m_") {
            format!("s_axis_{of}")
        } else {
            pin.replacen("s_", "m_axis_", 1)
        };
        let port = self.fabric.ports.iter().find(|port| port.name == name);
        port.map_or(String::new(), |port| lane(port, host, port.width))
    }

    fn mark(&mut self, block: &Block, number: usize) {
        let name = self.name(number);
        let pins: Vec<(String, String)> = pins_of(block)
            .map(|signal| {
                let pin = signal.name.clone();
                let net = match pin.as_str() {
                    "marked" => self.element("marked_hosts", number),
                    "valid" => format!("{name}_tvalid"),
                    "last" => format!("{name}_tlast"),
                    _ => format!("{name}_{pin}"),
                };
                (pin, net)
            })
            .collect();
        let marks = format!("marks{}", name.trim_start_matches("host"));
        self.instance_in_reset(&[], &block.module, &marks, &pins);
    }

    /// Outputs that show what the fabric does.
    fn lights(&mut self) {
        let lines = &mut self.lines;
        lines.line("");
        lines.line(&format!("assign heartbeat = cycle[{HEARTBEAT}];"));
        lines.line("assign busy = |busy_hosts;");
        lines.line("assign marked = |marked_hosts;");
    }
}

/// Whether a port of the fabric is between a host and its NIC.
fn is_of_host(port: &Port) -> bool {
    port.name.contains("_axis_") && !port.name.starts_with("s_axis_release_")
}

/// Whether a port of the fabric is one of received packets.
fn is_received(port: &Port) -> bool {
    port.name.starts_with("m_axis_host_")
}
