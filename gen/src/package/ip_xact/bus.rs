//! Bus interfaces: AXI4-Lite, AXI4-Stream, clock and reset.

mod port_map;

use super::xml::Xml;
use crate::{
    bus::{self, Bus, Clock, Kind},
    Design,
};
use std::io;
use tailback_spec::PortTable;

impl Kind {
    /// Name of the bus in Vivado.
    fn name(self) -> &'static str {
        match self {
            Kind::AxiLite => "aximm",
            Kind::AxiStream => "axis",
        }
    }
}

impl Bus<'_> {
    /// Whether software reads and writes registers over this bus.
    pub(super) fn is_register_access(&self) -> bool {
        let has = |name| self.slices.iter().any(|slice| slice.logical == name);
        self.kind == Kind::AxiLite && !self.is_master && has("AWADDR") && has("ARADDR")
    }

    /// Returns each port of the bus with the signal of the bus that it is, in the notation of Vivado's
    /// attributes: bits of the signal, then bits of the port, if they are a part of it.
    pub(super) fn signals(&self) -> impl Iterator<Item = (&str, String)> {
        self.slices.iter().map(|slice| {
            let Bus { name, kind, .. } = self;
            let bits = slice.part().map_or(String::new(), |(left, right)| {
                format!(" [{}:0] [{left}:{right}]", left - right)
            });
            let bus = format!("xilinx.com:interface:{}:1.0", kind.name());
            (slice.port.name.as_str(), format!("{bus} {name} {}{bits}", slice.logical))
        })
    }

    fn bits(&self, logical: &str) -> Option<usize> {
        let slice = self.slices.iter().find(|slice| slice.logical == logical)?;
        Some(slice.port.width)
    }

    /// Returns the parameters of the bus that its ports alone do not show.
    fn parameters(&self) -> Vec<(&'static str, String)> {
        match self.kind {
            Kind::AxiLite => {
                let mode = match (self.bits("AWADDR"), self.bits("ARADDR")) {
                    (Some(_), None) => "WRITE_ONLY",
                    (None, Some(_)) => "READ_ONLY",
                    _ => "READ_WRITE",
                };
                vec![("PROTOCOL", "AXI4LITE".into()), ("READ_WRITE_MODE", mode.into())]
            }
            Kind::AxiStream => {
                let bytes = self.bits("TDATA").map(|bits| bits.div_ceil(8).to_string());
                bytes.map(|bytes| ("TDATA_NUM_BYTES", bytes)).into_iter().collect()
            }
        }
    }
}

/// Writes all bus interfaces; nothing for a module without any.
pub(super) fn write(
    xml: &mut Xml,
    design: &Design,
    buses: &[Bus],
    has_registers: bool,
) -> io::Result<()> {
    if buses.is_empty() && !design.top.is_sequential() {
        return Ok(());
    }
    xml.element("spirit:busInterfaces", &[], |xml| {
        for bus in buses {
            write_bus(xml, bus, has_registers)?;
        }
        bus::clocks(design, buses).iter().try_for_each(|clock| {
            let level = [("POLARITY", polarity(&design.top))];
            signal(xml, "reset", (&clock.reset, "RST"), bit(clock, 1), &level)?;
            let (names, reset) = (clock.buses.join(":"), clock.reset.as_str());
            let associated = [("ASSOCIATED_BUSIF", &*names), ("ASSOCIATED_RESET", reset)];
            // A parameter cannot be empty.
            let associated = &associated[usize::from(names.is_empty())..];
            signal(xml, "clock", (&clock.name, "CLK"), bit(clock, 0), associated)
        })
    })
}

fn write_bus(xml: &mut Xml, bus: &Bus, has_registers: bool) -> io::Result<()> {
    xml.element("spirit:busInterface", &[], |xml| {
        xml.text("spirit:name", &bus.name)?;
        xml.text("spirit:description", bus.doc)?;
        bus_type(xml, "interface", bus.kind.name())?;
        match bus.is_master {
            true => xml.empty("spirit:master", &[])?,
            false if has_registers && bus.is_register_access() => {
                xml.element("spirit:slave", &[], |xml| {
                    let map = [("spirit:memoryMapRef", bus.name.as_str())];
                    xml.empty("spirit:memoryMapRef", &map)
                })?
            }
            false => xml.empty("spirit:slave", &[])?,
        }
        xml.element("spirit:portMaps", &[], |xml| {
            bus.slices.iter().try_for_each(|slice| slice.write(xml))
        })?;
        parameters(xml, &bus.name, &bus.parameters())
    })
}

/// Returns the level of the reset, in Vivado's words.
pub(super) fn polarity(top: &PortTable) -> &'static str {
    if top.active_low_reset {
        "ACTIVE_LOW"
    } else {
        "ACTIVE_HIGH"
    }
}

/// Returns the port of a clock (0) or of its reset (1), and the element if it is a vector.
fn bit(clock: &Clock, which: usize) -> (&str, Option<usize>) {
    (&clock.ports[which], clock.element)
}

/// Writes the interface `name` of the type `bus`: a clock or reset, one bit of a port.
fn signal(
    xml: &mut Xml,
    bus: &str,
    (name, logical): (&str, &str),
    (port, element): (&str, Option<usize>),
    values: &[(&'static str, &str)],
) -> io::Result<()> {
    xml.element("spirit:busInterface", &[], |xml| {
        xml.text("spirit:name", name)?;
        bus_type(xml, "signal", bus)?;
        xml.empty("spirit:slave", &[])?;
        xml.element("spirit:portMaps", &[], |xml| match element {
            None => port_map::whole(xml, logical, port),
            Some(element) => port_map::element(xml, logical, port, element),
        })?;
        let values: Vec<_> =
            values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        parameters(xml, name, &values)
    })
}

/// Writes the bus `name` of Vivado, and its abstraction at register-transfer level.
fn bus_type(xml: &mut Xml, library: &str, name: &str) -> io::Result<()> {
    let abstraction = format!("{name}_rtl");
    for (element, name) in [("spirit:busType", name), ("spirit:abstractionType", &*abstraction)] {
        let attributes = [
            ("spirit:vendor", "xilinx.com"),
            ("spirit:library", library),
            ("spirit:name", name),
            ("spirit:version", "1.0"),
        ];
        xml.empty(element, &attributes)?;
    }
    Ok(())
}

fn parameters(xml: &mut Xml, bus: &str, values: &[(&str, String)]) -> io::Result<()> {
    if values.is_empty() {
        return Ok(());
    }
    xml.element("spirit:parameters", &[], |xml| {
        for (name, value) in values {
            let id = format!("BUSIFPARAM_VALUE.{}.{name}", bus.to_uppercase());
            xml.parameter((name, &id), value)?;
        }
        Ok(())
    })
}
