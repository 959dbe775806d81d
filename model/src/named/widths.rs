//! Widths of the ports of a module.

use std::collections::HashMap;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

/// Lanes and bits of ports by name; a port that is not listed has one bit.
#[derive(Debug, Default)]
pub(super) struct Widths {
    ports: HashMap<String, (usize, usize)>,
}

impl Widths {
    /// All ports have one bit.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Lanes of a port, and bits of a lane.
    pub(super) fn of(&self, port: &str) -> (usize, usize) {
        self.ports.get(port).copied().unwrap_or((1, 1))
    }

    /// Ports with one lane of `width` bits; `names` are separated by blanks.
    pub(super) fn bits(self, width: usize, names: &str) -> Self {
        self.lanes(1, width, names)
    }

    /// Ports with so many lanes of `width` bits; `names` are separated by blanks.
    pub(super) fn lanes(mut self, lanes: usize, width: usize, names: &str) -> Self {
        let new = names.split_whitespace().map(|name| (name.to_owned(), (lanes, width)));
        self.ports.extend(new);
        self
    }

    /// AXI4-Lite with registers of a word.
    pub(super) fn axi_lite(self, name: &str, address_bits: usize) -> Self {
        self.bits(address_bits, &format!("{name}_awaddr {name}_araddr"))
            .bits(WORD_BITS as usize, &format!("{name}_wdata {name}_rdata"))
            .bits(WORD_BYTES as usize, &format!("{name}_wstrb"))
            .bits(2, &format!("{name}_bresp {name}_rresp"))
    }

    /// AXI4-Stream of packets.
    pub(super) fn axi_stream(self, name: &str, data: usize) -> Self {
        self.bits(data, &format!("{name}_tdata")).bits(data / 8, &format!("{name}_tkeep"))
    }

    /// AXI4-Stream of packets with `TREADY`, one for each port of a switch.
    pub(super) fn stalled_streams(self, name: &str, lanes: usize, data: usize) -> Self {
        self.axi_streams(name, lanes, data).lanes(lanes, 1, &format!("{name}_tready"))
    }

    /// AXI4-Stream of packets, one for each port of a switch.
    pub(super) fn axi_streams(self, name: &str, lanes: usize, data: usize) -> Self {
        self.lanes(lanes, data, &format!("{name}_tdata"))
            .lanes(lanes, data / 8, &format!("{name}_tkeep"))
            .lanes(lanes, 1, &format!("{name}_tvalid {name}_tlast"))
    }

    /// Packets of a link or inside a NIC.
    pub(super) fn beats(self, name: &str, data: usize) -> Self {
        self.bits(data, &format!("{name}_data")).bits(data / 8, &format!("{name}_keep"))
    }
}
