//! Port maps of IP-XACT: the bits of a port that carry each signal of a bus interface.

use super::Xml;
use std::io;
use tailback_spec::Port;

/// A signal of a bus: a whole port, or one element of it.
#[derive(Debug)]
pub(super) struct Slice<'a> {
    /// Name of the signal in the definition of the bus.
    pub(super) logical: String,
    pub(super) port: &'a Port,
    element: Option<usize>,
}

impl<'a> Slice<'a> {
    /// The signal `name` of a bus: the whole of `port`, or one element of it.
    pub(super) fn new(name: &str, port: &'a Port, element: Option<usize>) -> Self {
        Slice { logical: name.to_uppercase(), port, element }
    }

    /// Returns the highest and the lowest bit of the element in the port; none for a whole port.
    pub(super) fn part(&self) -> Option<(usize, usize)> {
        let width = self.port.width;
        self.element.map(|element| (element * width + width - 1, element * width))
    }

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
