//! The memory map of a register map.

use super::xml::Xml;
use crate::bus::Bus;
use std::io;
use tailback_spec::registers::{Access, Content, Entry, Field, Map, WORD_BITS, WORD_BYTES};

/// Bytes of the smallest range that Vivado assigns to a slave.
const SMALLEST_RANGE: u32 = 4096;

/// Writes the memory map to which `bus` refers.
pub(super) fn write(xml: &mut Xml, map: &Map, bus: &Bus) -> io::Result<()> {
    xml.element("spirit:memoryMaps", &[], |xml| {
        xml.element("spirit:memoryMap", &[], |xml| {
            xml.text("spirit:name", &bus.name)?;
            xml.element("spirit:addressBlock", &[], |xml| {
                xml.text("spirit:name", "registers")?;
                xml.text("spirit:description", map.doc())?;
                xml.text("spirit:baseAddress", "0x0")?;
                // Vivado assigns ranges that are powers of two.
                let range = map.bytes().next_power_of_two().max(SMALLEST_RANGE);
                xml.text("spirit:range", &format!("{range:#x}"))?;
                xml.text("spirit:width", &WORD_BITS.to_string())?;
                xml.text("spirit:usage", "register")?;
                entries(xml, map.entries())
            })?;
            xml.text("spirit:addressUnitBits", &u8::BITS.to_string())
        })
    })
}

/// Writes registers and groups of registers. The schema requires all registers before all groups.
fn entries(xml: &mut Xml, entries: &[Entry]) -> io::Result<()> {
    for entry in entries {
        if let (Some(fields), true) = (fields(entry), is_dense(entry)) {
            let dim = entry.repeat.as_ref().map(|repeat| repeat.count);
            register(xml, entry, dim, entry.offset, fields)?;
        }
    }
    for entry in entries {
        match &entry.content {
            Content::Entries(inner) => {
                group(xml, entry, size(inner), |xml| self::entries(xml, inner))?
            }
            Content::Fields(fields) if !is_dense(entry) => {
                group(xml, entry, WORD_BYTES, |xml| register(xml, entry, None, 0, fields))?
            }
            Content::Fields(_) => {}
        }
    }
    Ok(())
}

fn fields(entry: &Entry) -> Option<&[Field]> {
    match &entry.content {
        Content::Fields(fields) => Some(fields),
        Content::Entries(_) => None,
    }
}

/// Whether an entry is not repeated, or without gaps. IEEE 1685-2009 has no stride: a repeated register
/// follows the one before, so that another stride needs a group of its own, with that range.
fn is_dense(entry: &Entry) -> bool {
    entry.repeat.as_ref().is_none_or(|repeat| repeat.stride == WORD_BYTES)
}

/// Bytes from the first entry of a group to the end of the last one.
fn size(entries: &[Entry]) -> u32 {
    let end = |entry: &Entry| {
        let one = match &entry.content {
            Content::Fields(_) => WORD_BYTES,
            Content::Entries(inner) => size(inner),
        };
        let before = entry.repeat.as_ref().map_or(0, |repeat| (repeat.count - 1) * repeat.stride);
        entry.offset + before + one
    };
    entries.iter().map(end).max().unwrap_or(0)
}

/// Writes a group of `bytes` bytes, or as many groups as the entry has repetitions.
fn group(
    xml: &mut Xml,
    entry: &Entry,
    bytes: u32,
    inner: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    xml.element("spirit:registerFile", &[], |xml| {
        xml.text("spirit:name", &entry.name)?;
        xml.text("spirit:description", &entry.doc)?;
        if let Some(repeat) = &entry.repeat {
            xml.text("spirit:dim", &repeat.count.to_string())?;
        }
        xml.text("spirit:addressOffset", &format!("{:#x}", entry.offset))?;
        let range = entry.repeat.as_ref().map_or(bytes, |repeat| repeat.stride);
        xml.text("spirit:range", &format!("{range:#x}"))?;
        inner(xml)
    })
}

fn register(
    xml: &mut Xml,
    entry: &Entry,
    dim: Option<u32>,
    offset: u32,
    fields: &[Field],
) -> io::Result<()> {
    xml.element("spirit:register", &[], |xml| {
        xml.text("spirit:name", &entry.name)?;
        xml.text("spirit:description", &entry.doc)?;
        if let Some(count) = dim {
            xml.text("spirit:dim", &count.to_string())?;
        }
        xml.text("spirit:addressOffset", &format!("{offset:#x}"))?;
        xml.text("spirit:size", &WORD_BITS.to_string())?;
        let is_writable = fields.iter().any(|field| writable(field.access));
        xml.text("spirit:access", if is_writable { "read-write" } else { "read-only" })?;
        reset(xml, fields)?;
        fields.iter().try_for_each(|each| field(xml, each))
    })
}

/// Writes the value after reset, with a mask of the fields that reset sets.
fn reset(xml: &mut Xml, fields: &[Field]) -> io::Result<()> {
    let set = || fields.iter().filter_map(|field| Some((field, field.reset?)));
    let mask = set().fold(0, |mask, (field, _)| mask | field.mask());
    if mask == 0 {
        return Ok(());
    }
    let value = set().fold(0, |value, (field, reset)| value | reset << field.lsb);
    xml.element("spirit:reset", &[], |xml| {
        xml.text("spirit:value", &format!("{value:#x}"))?;
        xml.text("spirit:mask", &format!("{mask:#x}"))
    })
}

fn writable(access: Access) -> bool {
    matches!(access, Access::ReadWrite | Access::WriteOneToClear)
}

/// Whether hardware changes the value.
fn is_volatile(access: Access) -> bool {
    !matches!(access, Access::Constant | Access::ReadWrite)
}

fn field(xml: &mut Xml, field: &Field) -> io::Result<()> {
    xml.element("spirit:field", &[], |xml| {
        xml.text("spirit:name", &field.name)?;
        let unit = field.unit.as_ref().map_or(String::new(), |unit| format!(" Unit: {unit}."));
        xml.text("spirit:description", &format!("{}{unit}", field.doc))?;
        xml.text("spirit:bitOffset", &field.lsb.to_string())?;
        xml.text("spirit:bitWidth", &field.width.to_string())?;
        xml.text("spirit:volatile", &is_volatile(field.access).to_string())?;
        let access = if writable(field.access) { "read-write" } else { "read-only" };
        xml.text("spirit:access", access)?;
        if field.access == Access::WriteOneToClear {
            xml.text("spirit:modifiedWriteValue", "oneToClear")?;
        }
        if let (Some((least, most)), true) = (field.range, writable(field.access)) {
            xml.element("spirit:writeValueConstraint", &[], |xml| {
                xml.text("spirit:minimum", &least.to_string())?;
                xml.text("spirit:maximum", &most.to_string())
            })?;
        }
        if field.access == Access::ReadToClear {
            xml.text("spirit:readAction", "clear")?;
        }
        Ok(())
    })
}
