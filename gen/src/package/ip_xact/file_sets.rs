//! File sets: Verilog, VHDL component, and constraints.

use super::xml::Xml;
use crate::{package::File, Design};
use std::io;

/// Name of the file set with the Verilog.
const VERILOG: &str = "verilog";
/// Name of the file set with the VHDL component, which no view needs.
const VHDL: &str = "vhdl_component";
/// Name of the file set with the constraints for synthesis of the module alone.
const OUT_OF_CONTEXT: &str = "vivado_out_of_context";

/// Returns the file sets of a view: the Verilog and, for synthesis of a module with a clock, its
/// constraints.
pub(super) fn of_view(design: &Design, is_synthesis: bool) -> &'static [&'static str] {
    match is_synthesis && design.top.is_sequential() {
        true => &[VERILOG, OUT_OF_CONTEXT],
        false => &[VERILOG],
    }
}

pub(super) fn write(xml: &mut Xml, design: &Design, files: &[File]) -> io::Result<()> {
    let ending = |ending: &'static str| {
        files.iter().map(|file| file.path.as_str()).filter(move |path| path.ends_with(ending))
    };
    xml.element("spirit:fileSets", &[], |xml| {
        set(xml, VERILOG, ending(".v"), &[("spirit:fileType", "verilogSource")])?;
        set(xml, VHDL, ending(".vhd"), &[("spirit:fileType", "vhdlSource")])?;
        if !design.top.is_sequential() {
            return Ok(());
        }
        let uses = ["xdc", "USED_IN_synthesis", "USED_IN_implementation", "USED_IN_out_of_context"];
        let uses = uses.map(|each| ("spirit:userFileType", each));
        set(xml, OUT_OF_CONTEXT, ending("_ooc.xdc"), &uses)
    })
}

fn set<'a>(
    xml: &mut Xml,
    name: &str,
    files: impl Iterator<Item = &'a str>,
    types: &[(&str, &str)],
) -> io::Result<()> {
    xml.element("spirit:fileSet", &[], |xml| {
        xml.text("spirit:name", name)?;
        for path in files {
            xml.element("spirit:file", &[], |xml| {
                xml.text("spirit:name", path)?;
                types.iter().try_for_each(|(element, text)| xml.text(element, text))
            })?;
        }
        Ok(())
    })
}
