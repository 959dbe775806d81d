//! `component.xml`: the design for IP integrators, in IP-XACT (IEEE 1685-2009) with the extensions of
//! Vivado.
//!
//! Bus interfaces refer to the bus definitions of Vivado, such as `xilinx.com:interface:axis_rtl:1.0`,
//! because IEEE 1685 defines none.

mod attributes;
mod bus;
mod file_sets;
mod model;
mod registers;
mod vendor;
mod xml;

#[cfg(test)]
mod tests;

pub(super) use attributes::annotate;

use super::{Context, File, PackageError};
use crate::{
    bus::{self as buses, Bus},
    Design,
};
use xml::Xml;

/// File name of the component, for which Vivado looks in directories of an IP repository.
pub(super) const NAME: &str = "component.xml";

/// Vendor of all components, the same as in the FuseSoC core.
const VENDOR: &str = "tailback";

const SPIRIT: &str = "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009";
const XILINX: &str = "http://www.xilinx.com";

/// Returns the component, which lists those of `files` that it needs.
pub(super) fn render(
    design: &Design,
    context: &Context,
    files: &[File],
) -> Result<String, PackageError> {
    let buses = buses::all(design);
    let module = &design.top.module;
    let mut xml = Xml::new();
    let namespaces = [("xmlns:spirit", SPIRIT), ("xmlns:xilinx", XILINX)];
    xml.element("spirit:component", &namespaces, |xml| {
        xml.text("spirit:vendor", VENDOR)?;
        xml.text("spirit:library", &library(context.configuration()))?;
        xml.text("spirit:name", module)?;
        xml.text("spirit:version", &version())?;
        bus::write(xml, design, &buses, context.registers().is_some())?;
        if let Some((map, bus)) = context.registers().zip(register_bus(&buses)) {
            registers::write(xml, map, bus)?;
        }
        model::write(xml, design)?;
        file_sets::write(xml, design, files)?;
        xml.text("spirit:description", &format!("{module}. {}.", context.title()))?;
        xml.element("spirit:parameters", &[], |xml| {
            let name = ("Component_Name", "PARAM_VALUE.Component_Name");
            xml.parameter(name, &format!("{module}_{}", version().replace('.', "_")))
        })?;
        vendor::write(xml, module)
    })?;
    xml.finish()
}

/// Returns the bus interface through which software accesses the registers: the only AXI4-Lite slave.
fn register_bus<'a>(buses: &'a [Bus<'a>]) -> Option<&'a Bus<'a>> {
    buses.iter().find(|bus| bus.is_register_access())
}

/// Returns the version as MAJOR.MINOR, which is the form that Vivado expects; the patch level is the
/// revision of the core.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    version.rsplit_once('.').map_or(version, |(minor, _)| minor).into()
}

/// Returns the name of a configuration as a name of XML, which cannot begin with a digit, `-` or `.`.
fn library(configuration: &str) -> String {
    match configuration.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        true => configuration.into(),
        false => format!("_{configuration}"),
    }
}
