//! Requests of the output ports to an allocator in one cycle, and the packets that it chooses. Both
//! have a fixed size, so that a choice allocates no memory.

use super::waiting::Entry;
use crate::bits::set_lanes;
use tailback_spec::switch::marking::Marking;

/// Ports of the largest switch.
pub(super) const MOST_PORTS: usize = *Marking::PORTS.end() as usize;

/// Input ports of which output ports request packets.
#[derive(Debug)]
pub(super) struct Requests {
    /// Bitmap of the output ports with requests.
    outputs: u64,
    /// Bitmap of the input ports, by output port.
    inputs: [u64; MOST_PORTS],
}

impl Requests {
    pub fn none() -> Self {
        Requests { outputs: 0, inputs: [0; MOST_PORTS] }
    }

    pub fn add(&mut self, output: usize, inputs: u64) {
        self.outputs |= 1 << output;
        self.inputs[output] = inputs;
    }

    /// Output ports with requests, and bitmaps of the input ports.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        set_lanes(self.outputs).map(move |output| (output, self.inputs[output]))
    }
}

/// Packets that an allocator chooses.
#[derive(Debug)]
pub(super) struct Chosen {
    entries: [Entry; MOST_PORTS],
    len: usize,
}

impl Chosen {
    pub fn none() -> Self {
        Chosen { entries: [Entry { input: 0, output: 0, packet: 0 }; MOST_PORTS], len: 0 }
    }

    pub fn push(&mut self, entry: Entry) {
        self.entries[self.len] = entry;
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[Entry] {
        &self.entries[..self.len]
    }
}
