//! Which bits of a port are which signal of a bus.

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

    pub(super) fn write(&self, xml: &mut Xml) -> io::Result<()> {
        let Port { name, width, .. } = self.port;
        let Some(element) = self.element else {
            return match width {
                1 => whole(xml, &self.logical, name),
                _ => vectors(xml, (&self.logical, width - 1, 0), (name, width - 1, 0)),
            };
        };
        let first = element * width;
        vectors(xml, (&self.logical, width - 1, 0), (name, first + width - 1, first))
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
