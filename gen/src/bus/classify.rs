//! Recognises AXI4-Lite and AXI4-Stream among the interfaces of a module.

use super::{Bus, Kind, Slice};
use crate::{Design, Interface};
use tailback_spec::{Direction, Port};

/// Signals of AXI4-Lite in use (AMBA AXI and ACE Protocol Specification, B1).
const AXI_LITE: [&str; 19] = [
    "AWVALID", "AWREADY", "AWADDR", "AWPROT", "WVALID", "WREADY", "WDATA", "WSTRB", "BVALID",
    "BREADY", "BRESP", "ARVALID", "ARREADY", "ARADDR", "ARPROT", "RVALID", "RREADY", "RDATA",
    "RRESP",
];

/// Signals of AXI4-Stream in use (AMBA 4 AXI4-Stream Protocol Specification, 2.1).
const AXI_STREAM: [&str; 7] = ["TVALID", "TREADY", "TDATA", "TKEEP", "TLAST", "TID", "TUSER"];

/// Returns all bus interfaces of a design: one for each element of an array of interfaces. Interfaces
/// with other signals than those of AXI have none; their ports remain single ports.
pub(crate) fn all(design: &Design) -> Vec<Bus<'_>> {
    design.interfaces.iter().flat_map(|interface| of(design, interface)).collect()
}

/// Returns the bus interfaces of one interface of the design; none if its signals are not those of AXI.
pub(crate) fn of<'a>(design: &'a Design, interface: &'a Interface) -> Vec<Bus<'a>> {
    let named = |name: &String| design.top.ports.iter().find(|port| port.name == *name);
    let signals: Vec<(&str, &Port)> = interface
        .ports
        .iter()
        .filter_map(|name| {
            Some((name.strip_prefix(&interface.name)?.strip_prefix('_')?, named(name)?))
        })
        .collect();
    let Some((kind, valid)) = kind(&signals).filter(|_| signals.len() == interface.ports.len())
    else {
        return Vec::new();
    };
    let is_master = valid.direction == Direction::Output;
    let bus = |element: Option<usize>| Bus {
        name: element.map_or(interface.name.clone(), |n| format!("{}_{n}", interface.name)),
        kind,
        is_master,
        doc: &interface.doc,
        slices: signals.iter().map(|(name, port)| Slice::new(name, port, element)).collect(),
    };
    match valid.lanes {
        1 => vec![bus(None)],
        elements => (0..elements).map(|element| bus(Some(element))).collect(),
    }
}

/// Returns the kind of bus with these signals, and the signal that its master drives.
fn kind<'a>(signals: &[(&str, &'a Port)]) -> Option<(Kind, &'a Port)> {
    let port = |name| signals.iter().find(|(signal, _)| *signal == name).map(|(_, port)| *port);
    let only = |allowed: &[&str]| {
        signals.iter().all(|(name, _)| allowed.contains(&name.to_uppercase().as_str()))
    };
    let lanes = signals.first()?.1.lanes;
    if signals.iter().any(|(_, port)| port.lanes != lanes) {
        return None;
    }
    if only(&AXI_LITE) {
        return Some((Kind::AxiLite, port("awvalid").or_else(|| port("arvalid"))?));
    }
    only(&AXI_STREAM).then_some(())?;
    Some((Kind::AxiStream, port("tvalid")?))
}
