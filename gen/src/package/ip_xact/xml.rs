//! A writer of XML with the elements that IP-XACT uses often.

use crate::package::PackageError;
use quick_xml::{
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
    Writer,
};
use std::io;

/// XML that is being written into memory.
pub(super) struct Xml(Writer<Vec<u8>>);

impl Xml {
    pub(super) fn new() -> Self {
        Xml(Writer::new_with_indent(Vec::new(), b' ', 2))
    }

    /// Returns the whole document, with its declaration and a final line break.
    pub(super) fn finish(self) -> Result<String, PackageError> {
        let mut document = Writer::new(Vec::new());
        document.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let mut bytes = document.into_inner();
        bytes.push(b'\n');
        bytes.extend(self.0.into_inner());
        bytes.push(b'\n');
        String::from_utf8(bytes)
            .map_err(|error| PackageError::Xml(io::Error::new(io::ErrorKind::InvalidData, error)))
    }

    /// Writes an element with attributes, and inside it what `inner` writes.
    pub(super) fn element(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        inner: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Start(start))?;
        inner(self)?;
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes an element without contents.
    pub(super) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Empty(start))
    }

    /// Writes an element that contains a text.
    pub(super) fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.text_with(name, &[], text)
    }

    /// Writes an element with attributes that contains a text.
    pub(super) fn text_with(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        text: &str,
    ) -> io::Result<()> {
        self.element(name, attributes, |xml| xml.0.write_event(Event::Text(BytesText::new(text))))
    }

    /// Writes a parameter: its name and its `spirit:id`, by which Vivado finds it.
    pub(super) fn parameter(&mut self, (name, id): (&str, &str), value: &str) -> io::Result<()> {
        self.element("spirit:parameter", &[], |xml| {
            xml.text("spirit:name", name)?;
            xml.text_with("spirit:value", &[("spirit:id", id)], value)
        })
    }

    /// Writes the bounds of a vector, from bit `right` up to bit `left`.
    pub(super) fn vector(&mut self, left: usize, right: usize) -> io::Result<()> {
        self.element("spirit:vector", &[], |xml| {
            xml.text_with("spirit:left", &[("spirit:format", "long")], &left.to_string())?;
            xml.text_with("spirit:right", &[("spirit:format", "long")], &right.to_string())
        })
    }
}
