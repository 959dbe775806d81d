//! The fabric of a scenario over Ethernet as one Verilog module: switches, EFL endpoints, links, and the
//! gates with which the environment damages frames.

use super::{
    instances::{instance, lane, links_of, pins_of, shared, wire},
    link_delays, port_lines,
    values::{concatenation, wide},
};
use crate::{
    ir::{Block, UNUSED},
    library::Library,
    passes::{collect::collect, print::Lines},
    Design, Module, Refusal,
};
use std::collections::{btree_map::Entry, BTreeMap};
use tailback_hdl::efl::{EflEndpoint, EthernetSwitch};
use tailback_spec::{
    efl::BEAT_BYTES,
    fabric::{ethernet::ports, EthernetFabric},
    Port, PortTable,
};

/// Indentation of the net connected to a pin.
const PIN: usize = 2;

/// Signals of a beat with their bits.
const BEAT: [(&str, usize); 4] =
    [("tvalid", 1), ("tdata", BEAT_BYTES * 8), ("tkeep", BEAT_BYTES), ("tlast", 1)];

/// Bit of the data that is inverted in an altered frame.
const ALTERED_BIT: usize = 4;

/// Returns the Verilog of a fabric over Ethernet. `origin`, in the first lines of each module, names
/// its source.
///
/// # Errors
///
/// If the description of a switch, the endpoint or a link is refused, as in
/// [`verilog`](crate::verilog).
pub fn ethernet_fabric(fabric: &EthernetFabric, origin: &str) -> Result<Design, Refusal> {
    let mut library = Library::new(origin);
    let mut switches = BTreeMap::new();
    for switch in fabric.switches() {
        if let Entry::Vacant(vacant) = switches.entry(switch.ports()) {
            vacant.insert(library.add(collect(&EthernetSwitch::new(switch)))?);
        }
    }
    let endpoint = library.add(collect(&EflEndpoint::new(&fabric.endpoint())))?;
    let link_delays = link_delays(fabric.link_delays(), &mut library)?;
    let table = ports::table(fabric);
    let mut top = Top::new(fabric, &table, origin);
    for (number, switch) in fabric.switches().iter().enumerate() {
        top.switch(&switches[&switch.ports()], number);
    }
    for host in 0..fabric.scenario().hosts.len() {
        top.endpoint(&endpoint, host);
    }
    for (link, link_delay) in fabric.link_delays().iter().enumerate() {
        top.link(&link_delays[&link_delay.delay()], link);
    }
    let text = top.end();
    let mut modules = library.modules;
    modules.push(Module { name: table.module.clone(), text });
    Ok(Design { top: table, interfaces: Vec::new(), modules })
}

/// The module while it is written.
struct Top<'a> {
    fabric: &'a EthernetFabric,
    table: &'a PortTable,
    lines: Lines,
}

impl<'a> Top<'a> {
    /// Header, and the nets of all links.
    fn new(fabric: &'a EthernetFabric, table: &'a PortTable, origin: &str) -> Self {
        let scenario = fabric.scenario();
        let mut lines = Lines::of_module(&table.module, origin);
        lines.comment(&format!(
            "The fabric of the scenario {}: its Ethernet switches, EFL endpoints and links.",
            scenario.name
        ));
        lines.header(&table.module, &port_lines(table));
        lines.depth = 1;
        let mut top = Top { fabric, table, lines };
        for link in 0..fabric.link_delays().len() {
            top.lines.line("");
            top.lines.comment(&format!("{}, one direction.", scenario.link_name(link)));
            for (signal, bits) in BEAT {
                top.lines.line(&wire(bits, &top.tx(link, signal)));
                top.lines.line(&wire(bits, &top.rx(link, signal)));
            }
            top.lines.line(&wire(1, &top.rx(link, "tuser")));
            top.lines.line(&wire(1, &top.unused(link)));
        }
        top
    }

    /// The net that carries a signal of a component to a link, and the one that carries it out of it.
    fn tx(&self, link: usize, signal: &str) -> String {
        format!("tx_{}_{signal}", self.fabric.link_name(link))
    }

    fn rx(&self, link: usize, signal: &str) -> String {
        format!("rx_{}_{signal}", self.fabric.link_name(link))
    }

    /// The net of the flag that only links of InfiniBand have.
    fn unused(&self, link: usize) -> String {
        format!("{UNUSED}rx_{}_flow_control", self.fabric.link_name(link))
    }

    /// An element of a port.
    fn of(&self, name: &str, number: usize) -> String {
        let port = self.table.ports.iter().find(|port| port.name == name);
        port.map_or(String::new(), |port: &Port| lane(port, number, port.width))
    }

    fn switch(&mut self, block: &Block, number: usize) {
        let name = self.fabric.component_name(number);
        let ports = self.fabric.switches()[number].ports();
        let links = (0..self.fabric.link_delays().len()).map(|link| self.fabric.ends(link));
        let [incoming, outgoing] = links_of(number, ports, links);
        let (mut before, mut pins) = (Vec::new(), Vec::new());
        for signal in pins_of(block) {
            let pin = signal.name.clone();
            let bits = signal.width;
            let net = if let Some(beat) = pin.strip_prefix("rx_") {
                let net =
                    |link: &Option<usize>| link.map_or(wide(bits, 0), |link| self.rx(link, beat));
                concatenation(&incoming.iter().map(net).collect::<Vec<_>>(), PIN)
            } else if pin == "m_tready" {
                let net = |link: &Option<usize>| {
                    link.map_or(wide(1, 1), |link| self.of("link_tready", link))
                };
                concatenation(&outgoing.iter().map(net).collect::<Vec<_>>(), PIN)
            } else if let Some(beat) = pin.strip_prefix("m_") {
                let mut nets = Vec::new();
                for (port, link) in outgoing.iter().enumerate() {
                    nets.push(match link {
                        Some(link) => self.tx(*link, beat),
                        None => {
                            let unused = format!("{UNUSED}{name}_{beat}_{port}");
                            before.push(wire(bits, &unused));
                            unused
                        }
                    });
                }
                concatenation(&nets, PIN)
            } else {
                shared(self.table, signal, number, name, &mut before)
            };
            pins.push((pin, net));
        }
        instance(&mut self.lines, &before, &block.module, name, &pins);
    }

    fn endpoint(&mut self, block: &Block, host: usize) {
        let number = self.fabric.switches().len() + host;
        let name = self.fabric.component_name(number);
        let scenario = self.fabric.scenario();
        let (up, down) = (scenario.uplink(host), scenario.downlink(host));
        let (mut before, mut pins) = (Vec::new(), Vec::new());
        for signal in pins_of(block) {
            let pin = signal.name.clone();
            let net = if let Some(beat) = pin.strip_prefix("s_axis_mac_") {
                self.rx(down, beat)
            } else if pin == "m_axis_mac_tready" {
                self.of("link_tready", up)
            } else if let Some(beat) = pin.strip_prefix("m_axis_mac_") {
                self.tx(up, beat)
            } else {
                let of_component = pin.starts_with("s_axil_") || pin == "ready";
                let place = if of_component { number } else { host };
                shared(self.table, signal, place, name, &mut before)
            };
            pins.push((pin, net));
        }
        instance(&mut self.lines, &before, &block.module, name, &pins);
    }

    /// A link: a beat of the component or of a copy enters, damaged or not.
    fn link(&mut self, block: &Block, link: usize) {
        let of = |name: &str| self.of(name, link);
        let copy = of("copy_tvalid");
        let chosen = |of_copy: String, sent: String| format!("{copy} ? {of_copy} : {sent}");
        let altered = format!(
            "(tx_{}_tdata ^ {{{}, {}, {}}})",
            self.fabric.link_name(link),
            wide(BEAT_BYTES * 8 - ALTERED_BIT - 1, 0),
            of("link_corrupted"),
            wide(ALTERED_BIT, 0),
        );
        let last = self.tx(link, "tlast");
        let bad = chosen(of("copy_tuser"), format!("({} & {last})", of("link_corrupted")));
        let valid = self.tx(link, "tvalid");
        let entering = [
            format!("{copy} | ({valid} & {} & ~{})", of("link_tready"), of("link_lost")),
            chosen(of("copy_tdata"), altered),
            chosen(of("copy_tkeep"), self.tx(link, "tkeep")),
            chosen(of("copy_tlast"), last),
            format!("{{{bad}, 1'b0}}"),
        ];
        let leaving = BEAT.map(|(signal, _)| self.rx(link, signal));
        let user = format!("{{{}, {}}}", self.rx(link, "tuser"), self.unused(link));
        let nets = entering.into_iter().chain(leaving).chain([user]);
        let pins = pins_of(block).map(|signal| signal.name.clone()).zip(nets).collect::<Vec<_>>();
        let name = format!("link_{}", self.fabric.link_name(link));
        instance(&mut self.lines, &[], &block.module, &name, &pins);
    }

    /// Copies what enters each link to the outputs, and ends the module.
    fn end(mut self) -> String {
        for (signal, _) in BEAT {
            let all = 0..self.fabric.link_delays().len();
            let nets: Vec<String> = all.map(|link| self.tx(link, signal)).collect();
            let accepted = if signal == "tvalid" { " & link_tready" } else { "" };
            self.lines.line("");
            let nets = concatenation(&nets, 1);
            self.lines.line(&format!("assign link_{signal} = {nets}{accepted};"));
        }
        self.lines.end_module()
    }
}
