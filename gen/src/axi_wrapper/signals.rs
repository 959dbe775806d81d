//! Ports of the wrapper.

use crate::{
    bus::{Bus, Kind, Slice},
    Interface,
};
use tailback_spec::{Direction, Port};

/// Bits of a protection type (AMBA AXI and ACE Protocol Specification, A4.7).
const PROTECTION_BITS: usize = 3;

/// A port of the wrapper.
pub(super) struct Signal {
    pub(super) port: Port,
    /// Name and purpose of the interface to which the port belongs.
    pub(super) interface: Option<(String, String)>,
    /// Bits that the module inside has, which are the lower ones.
    used: usize,
}

impl Signal {
    /// Makes a port that the module inside has, too.
    pub(super) fn same(port: &Port, interface: Option<&Interface>) -> Signal {
        let interface = interface.map(|interface| (interface.name.clone(), interface.doc.clone()));
        Signal { port: port.clone(), interface, used: port.bits() }
    }

    /// Makes the port for a clock, or for a reset that is active low.
    pub(super) fn of_clock(port: &Port, element: usize, is_clock: bool) -> Signal {
        let element = (port.lanes > 1).then_some(element);
        let name = match is_clock {
            true => clock_name(&port.name, element),
            false => reset_name(&port.name, element),
        };
        let own = element.map_or(String::new(), |element| format!(" {element}"));
        let doc = match (is_clock, own.is_empty()) {
            (_, false) if is_clock => format!("Clock{own}."),
            (_, false) => format!("Reset{own}, active low, synchronous to its clock."),
            (true, true) => port.doc.clone(),
            (false, true) => format!("{} Active low.", port.doc),
        };
        let port = Port { name, lanes: 1, doc, ..port.clone() };
        Signal { port, interface: None, used: 1 }
    }

    /// Makes the port for one signal of a bus.
    pub(super) fn new(bus: &Bus, slice: &Slice) -> Signal {
        let used = slice.port.width;
        let is_data = bus.kind == Kind::AxiStream && slice.logical == "TDATA";
        let width = if is_data { used.next_multiple_of(8) } else { used };
        Self::of(bus, &slice.logical, slice.port.direction, (width, used), &slice.port.doc)
    }

    /// Makes the ports of a bus.
    pub(super) fn all(bus: &Bus) -> Vec<Signal> {
        let mut signals = Vec::new();
        for slice in &bus.slices {
            signals.push(Self::new(bus, slice));
            let protection = match slice.logical.as_str() {
                "AWADDR" => "AWPROT",
                "ARADDR" => "ARPROT",
                _ => continue,
            };
            let sizes = (PROTECTION_BITS, 0);
            let doc = if bus.is_master {
                "Protection type: unprivileged, secure data."
            } else {
                "Protection type; ignored."
            };
            signals.push(Self::of(bus, protection, slice.port.direction, sizes, doc));
        }
        signals
    }

    fn of(
        bus: &Bus,
        logical: &str,
        direction: Direction,
        (width, used): (usize, usize),
        doc: &str,
    ) -> Signal {
        let name = format!("{}_{}", bus.name, logical.to_lowercase());
        let port = Port { name, direction, lanes: 1, width, doc: doc.into() };
        Signal { port, interface: Some((bus.name.clone(), bus.doc.into())), used }
    }

    /// Returns the bits that the module inside has.
    pub(super) fn net(&self) -> String {
        let Signal { port, used, .. } = self;
        match *used {
            used if used == port.bits() => port.name.clone(),
            1 => format!("{}[0]", port.name),
            used => format!("{}[{}:0]", port.name, used - 1),
        }
    }

    /// Returns the bits that the module inside does not have, and their number.
    pub(super) fn spare(&self) -> Option<(String, usize)> {
        let Signal { port, used, .. } = self;
        let bits = port.bits() - used;
        let net = match bits {
            0 => return None,
            _ if *used == 0 => port.name.clone(),
            1 => format!("{}[{used}]", port.name),
            _ => format!("{}[{}:{used}]", port.name, port.bits() - 1),
        };
        Some((net, bits))
    }
}

/// Returns the name of a clock: the number of an element precedes the last word.
pub(super) fn clock_name(port: &str, element: Option<usize>) -> String {
    match (element, port.rsplit_once('_')) {
        (Some(element), Some((start, last))) => format!("{start}_{element}_{last}"),
        _ => port.to_owned(),
    }
}

/// Returns the name of a reset that is active low.
pub(super) fn reset_name(port: &str, element: Option<usize>) -> String {
    format!("{}_n", clock_name(port, element))
}

/// Returns the range of a vector, with a space behind it; nothing for one bit.
pub(super) fn range(bits: usize) -> String {
    match bits {
        1 => String::new(),
        bits => format!("[{}:0] ", bits - 1),
    }
}
