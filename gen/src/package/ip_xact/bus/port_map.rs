//! Port maps of IP-XACT: the bits of a port that carry each signal of a bus interface.

use super::Xml;
use crate::bus::Slice;
use std::io;
use tailback_spec::Port;

impl Slice<'_> {
    pub(super) fn write(&self, xml: &mut Xml) -> io::Result<()> {
        let Port { name, width, .. } = self.port;
        match self.part() {
            None if *width == 1 => whole(xml, &self.logical, name),
            part => {
                let (left, right) = part.unwrap_or((width - 1, 0));
                vectors(xml, (&self.logical, width - 1, 0), (name, left, right))
            }
        }
    }
}

/// Maps a signal of one bit to a port of one bit.
pub(super) fn whole(xml: &mut Xml, logical: &str, physical: &str) -> io::Result<()> {
    xml.element("spirit:portMap", &[], |xml| {
        xml.element("spirit:logicalPort", &[], |xml| xml.text("spirit:name", logical))?;
        xml.element("spirit:physicalPort", &[], |xml| xml.text("spirit:name", physical))
    })
}

/// Maps a signal of one bit to one bit of a vector.
pub(super) fn element(
    xml: &mut Xml,
    logical: &str,
    physical: &str,
    element: usize,
) -> io::Result<()> {
    vectors(xml, (logical, 0, 0), (physical, element, element))
}

/// Maps bits of a signal to as many bits of a port: names, highest bit and lowest bit.
fn vectors(
    xml: &mut Xml,
    logical: (&str, usize, usize),
    physical: (&str, usize, usize),
) -> io::Result<()> {
    xml.element("spirit:portMap", &[], |xml| {
        let sides = [("spirit:logicalPort", logical), ("spirit:physicalPort", physical)];
        for (element, (name, left, right)) in sides {
            xml.element(element, &[], |xml| {
                xml.text("spirit:name", name)?;
                xml.vector(left, right)
            })?;
        }
        Ok(())
    })
}
