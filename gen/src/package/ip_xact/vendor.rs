//! Extensions of Vivado to IP-XACT: device families, place in the catalog, and revision of the core.

use super::xml::Xml;
use std::io;

/// Device families for which Vivado offers the core. The Verilog has no vendor primitives, so that the
/// list only has to contain the families that Vivado supports.
const FAMILIES: [&str; 14] = [
    "spartan7",
    "artix7",
    "kintex7",
    "virtex7",
    "zynq",
    "kintexu",
    "virtexu",
    "artixuplus",
    "kintexuplus",
    "virtexuplus",
    "virtexuplusHBM",
    "zynquplus",
    "zynquplusRFSOC",
    "versal",
];

/// Stage in Vivado's life cycle of cores. `Production` would be a claim about boards that were tested.
const LIFE_CYCLE: [(&str, &str); 1] = [("xilinx:lifeCycle", "Pre-Production")];

pub(super) fn write(xml: &mut Xml, module: &str) -> io::Result<()> {
    xml.element("spirit:vendorExtensions", &[], |xml| {
        xml.element("xilinx:coreExtensions", &[], |xml| {
            xml.element("xilinx:supportedFamilies", &[], |xml| {
                FAMILIES
                    .iter()
                    .try_for_each(|family| xml.text_with("xilinx:family", &LIFE_CYCLE, family))
            })?;
            xml.element("xilinx:taxonomies", &[], |xml| xml.text("xilinx:taxonomy", "/UserIP"))?;
            xml.text("xilinx:displayName", module)?;
            let (_, patch) = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap_or(("", "0"));
            xml.text("xilinx:coreRevision", patch)
        })
    })
}
