//! The AXI4-Lite and AXI4-Stream interfaces of a design, one for each element of an array of interfaces.

mod classify;
mod clocks;

pub(crate) use classify::{all, of};
pub(crate) use clocks::{clocks, Clock};

use tailback_spec::Port;

/// Protocol of a bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// AXI4-Lite.
    AxiLite,
    /// AXI4-Stream.
    AxiStream,
}

/// One bus interface.
#[derive(Debug)]
pub(crate) struct Bus<'a> {
    /// Name; that of an element of an array ends with the number of the element.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) is_master: bool,
    pub(crate) doc: &'a str,
    pub(crate) slices: Vec<Slice<'a>>,
}

/// A signal of a bus: a whole port, or one element of it.
#[derive(Debug)]
pub(crate) struct Slice<'a> {
    /// Name of the signal in the definition of the bus.
    pub(crate) logical: String,
    pub(crate) port: &'a Port,
    pub(crate) element: Option<usize>,
}

impl<'a> Slice<'a> {
    /// The signal `name` of a bus: the whole of `port`, or one element of it.
    pub(crate) fn new(name: &str, port: &'a Port, element: Option<usize>) -> Self {
        Slice { logical: name.to_uppercase(), port, element }
    }

    /// Returns the highest and the lowest bit of the element in the port; none for a whole port.
    pub(crate) fn part(&self) -> Option<(usize, usize)> {
        let width = self.port.width;
        self.element.map(|element| (element * width + width - 1, element * width))
    }
}
