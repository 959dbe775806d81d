//! Instances of switches, NICs and links, and the nets between them.

use super::values::{concatenation, wide};
use crate::ir::{Block, Signal, UNUSED};
use crate::passes::print::Lines;
use tailback_hdl::Role;
use tailback_spec::{
    fabric::{End, Fabric},
    Direction, Port, PortTable,
};

/// Indentation of the net connected to a pin.
const PIN: usize = 2;

/// Signals of a beat.
const BEAT: [&str; 5] = ["tvalid", "tdata", "tkeep", "tlast", "tuser"];

/// Signal of a beat against its direction, of a slow link.
const READY: &str = "tready";

/// Returns the net that carries a signal into a link, and the one that carries it out.
fn tx(fabric: &Fabric, link: usize, signal: &str) -> String {
    format!("tx_{}_{signal}", fabric.link_name(link))
}

fn rx(fabric: &Fabric, link: usize, signal: &str) -> String {
    format!("rx_{}_{signal}", fabric.link_name(link))
}

/// Bits of a beat's signal, as in the ports of the link's module.
fn beat_bits(table: &PortTable, signal: &str) -> usize {
    let name = format!("link_{signal}");
    table.ports.iter().find(|port| port.name == name).map_or(1, |port| port.width)
}

/// Declares the nets of a link.
pub(super) fn nets(lines: &mut Lines, fabric: &Fabric, table: &PortTable, link: usize) {
    for net in [tx, rx] {
        for signal in BEAT {
            lines.line(&wire(beat_bits(table, signal), &net(fabric, link, signal)));
        }
    }
    if fabric.link_rates()[link].is_some() {
        lines.line(&wire(1, &tx(fabric, link, READY)));
    }
}

/// Readiness of a link for a beat: that of the datapath's rate takes each.
fn ready(fabric: &Fabric, link: usize) -> String {
    match fabric.link_rates()[link] {
        Some(_) => tx(fabric, link, READY),
        None => wide(1, 1),
    }
}

/// Declares a net of so many bits.
pub(super) fn wire(bits: usize, name: &str) -> String {
    match bits {
        1 => format!("wire {name};"),
        bits => format!("wire [{}:0] {name};", bits - 1),
    }
}

/// Selects the low `width` bits of one element of a fabric port.
pub(super) fn lane(port: &Port, lane: usize, width: usize) -> String {
    let (name, low) = (&port.name, lane * port.width);
    match (port.bits(), width) {
        (1, _) => name.clone(),
        (_, 1) => format!("{name}[{low}]"),
        _ => format!("{name}[{}:{low}]", low + width - 1),
    }
}

/// Reads the bits of an element that the component does not have.
fn unused_bits(port: &Port, number: usize, width: usize, of: &str) -> Option<String> {
    let rest = (port.width > width).then(|| port.width - width)?;
    let (low, name) = (number * port.width + width, &port.name);
    let range = if rest > 1 { format!("[{}:0] ", rest - 1) } else { String::new() };
    let bits = if rest > 1 { format!("{}:{low}", low + rest - 1) } else { low.to_string() };
    Some(format!("wire {range}{UNUSED}{of}_{name} = {name}[{bits}];"))
}

/// The ports of a component.
pub(super) fn pins_of(block: &Block) -> impl Iterator<Item = &Signal> {
    block.signals.iter().filter(|signal| signal.is_port())
}

/// Returns the fabric port with the same name as a component's port.
fn same<'t>(table: &'t PortTable, signal: &Signal) -> Option<&'t Port> {
    table.ports.iter().find(|port| port.name == signal.name)
}

/// The links into and out of each port of a switch; `links` are the ends of all links.
pub(super) fn links_of(
    number: usize,
    ports: usize,
    links: impl Iterator<Item = [End; 2]>,
) -> [Vec<Option<usize>>; 2] {
    let [mut incoming, mut outgoing] = [vec![None; ports], vec![None; ports]];
    for (link, [from, to]) in links.enumerate() {
        let place = |end: End| match end {
            End::Switch { switch, port } if switch == number => Some(port),
            _ => None,
        };
        if let Some(port) = place(from) {
            outgoing[port] = Some(link);
        }
        if let Some(port) = place(to) {
            incoming[port] = Some(link);
        }
    }
    [incoming, outgoing]
}

/// Instantiates a switch.
pub(super) fn switch(
    lines: &mut Lines,
    fabric: &Fabric,
    table: &PortTable,
    block: &Block,
    number: usize,
) {
    let name = fabric.component_name(number);
    let ports = fabric.switch().port.ports();
    let links = (0..fabric.link_delays().len()).map(|link| fabric.ends(link));
    let [incoming, outgoing] = links_of(number, ports, links);
    // Ports with a link are connected first.
    let linked = incoming.iter().flatten().count();
    let free = ports - linked;
    let (mut before, mut pins) = (Vec::new(), Vec::new());
    for signal in pins_of(block) {
        let pin = signal.name.clone();
        let all = |links: &[Option<usize>], net: &dyn Fn(usize) -> String| -> Vec<String> {
            links.iter().flatten().map(|link| net(*link)).collect()
        };
        let net = if let Some(beat) = pin.strip_prefix("s_axis_") {
            let mut nets = all(&incoming, &|link| rx(fabric, link, beat));
            nets.extend((free > 0).then(|| wide(free * signal.width, 0)));
            concatenation(&nets, PIN)
        } else if pin == "m_axis_tready" {
            let is_slow = |link: &usize| fabric.link_rates()[*link].is_some();
            if outgoing.iter().flatten().any(is_slow) {
                let mut nets = all(&outgoing, &|link| ready(fabric, link));
                nets.extend((free > 0).then(|| wide(free, 1)));
                concatenation(&nets, PIN)
            } else {
                wide(ports, 1)
            }
        } else if let Some(beat) = pin.strip_prefix("m_axis_") {
            let mut nets = all(&outgoing, &|link| tx(fabric, link, beat));
            if free > 0 {
                let unused = format!("{UNUSED}{name}_{beat}");
                before.push(wire(free * signal.width, &unused));
                nets.push(unused);
            }
            concatenation(&nets, PIN)
        } else if pin == "link_active" {
            let mut nets = vec![wide(linked, 1)];
            nets.extend((free > 0).then(|| wide(free, 0)));
            concatenation(&nets, PIN)
        } else {
            shared(table, signal, number, name, &mut before)
        };
        pins.push((pin, net));
    }
    instance(lines, &before, &block.module, name, &pins);
}

/// Instantiates a NIC.
pub(super) fn nic(
    lines: &mut Lines,
    fabric: &Fabric,
    table: &PortTable,
    block: &Block,
    host: usize,
) {
    let number = fabric.component_of(host);
    let name = fabric.component_name(number);
    let scenario = fabric.scenario();
    let (up, down) = (scenario.uplink(host), scenario.downlink(host));
    let (mut before, mut pins) = (Vec::new(), Vec::new());
    for signal in pins_of(block) {
        let pin = signal.name.clone();
        let net = if pin == "link_active" {
            wide(1, 1)
        } else if pin == "m_axis_link_tready" {
            ready(fabric, up)
        } else if let Some(beat) = pin.strip_prefix("s_axis_link_") {
            rx(fabric, down, beat)
        } else if let Some(beat) = pin.strip_prefix("m_axis_link_") {
            tx(fabric, up, beat)
        } else {
            let place = if pin.starts_with("s_axil_") { number } else { host };
            shared(table, signal, place, name, &mut before)
        };
        pins.push((pin, net));
    }
    instance(lines, &before, &block.module, name, &pins);
}

/// Connects a pin to an element of the fabric port with the same name.
pub(super) fn shared(
    table: &PortTable,
    signal: &Signal,
    number: usize,
    of: &str,
    before: &mut Vec<String>,
) -> String {
    let Some(port) = same(table, signal) else { return String::new() };
    if signal.role == Role::Input && port.direction == Direction::Input {
        before.extend(unused_bits(port, number, signal.width, of));
    }
    lane(port, number, signal.width)
}

/// Writes the wires `before` an instance, and the instance with its pins.
pub(super) fn instance(
    lines: &mut Lines,
    before: &[String],
    module: &str,
    name: &str,
    pins: &[(String, String)],
) {
    if !before.is_empty() {
        lines.line("");
        before.iter().for_each(|wire| lines.line(wire));
    }
    let all = ["clock", "reset"].map(|pin| format!(".{pin}({pin})"));
    let pins = pins.iter().map(|(pin, net)| format!(".{pin}({net})"));
    lines.line("");
    lines.instance(module, name, &all.into_iter().chain(pins).collect::<Vec<_>>());
}

/// Instantiates one direction of a link.
pub(super) fn line(lines: &mut Lines, fabric: &Fabric, block: &Block, link: usize) {
    let pins: Vec<(String, String)> = pins_of(block)
        .map(|signal| {
            let pin = signal.name.clone();
            let net = match (pin.strip_prefix("s_axis_"), fabric.link_rates()[link]) {
                (Some(beat), _) => tx(fabric, link, beat),
                (None, Some(rate)) if pin == "rate" => format!("16'd{rate}"),
                (None, _) => rx(fabric, link, pin.trim_start_matches("m_axis_")),
            };
            (pin, net)
        })
        .collect();
    let name = format!("link_{}", fabric.link_name(link));
    instance(lines, &[], &block.module, &name, &pins);
}

/// Copies the input of each link to the monitor outputs.
pub(super) fn monitor(lines: &mut Lines, fabric: &Fabric) {
    for signal in BEAT {
        let net = |link: usize| match (signal, fabric.link_rates()[link]) {
            ("tvalid", Some(_)) => {
                format!("{} & {}", tx(fabric, link, signal), ready(fabric, link))
            }
            _ => tx(fabric, link, signal),
        };
        let nets: Vec<String> = (0..fabric.link_delays().len()).map(net).collect();
        lines.line("");
        lines.line(&format!("assign link_{signal} = {};", concatenation(&nets, 1)));
    }
}
