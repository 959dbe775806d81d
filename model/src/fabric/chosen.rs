//! Requests of the output ports to an allocator in one cycle, and the packets that it chooses. A choice
//! allocates no memory, and writes none for ports that take no part.

use super::waiting::Entry;
use arrayvec::ArrayVec;
use tailback_spec::switch::marking::Marking;

/// Ports of the largest switch.
const MOST_PORTS: usize = *Marking::PORTS.end() as usize;

/// Input ports of which output ports request packets.
#[derive(Debug)]
pub(super) struct Requests(ArrayVec<(u8, u64), MOST_PORTS>);

impl Requests {
    pub fn none() -> Self {
        Requests(ArrayVec::new())
    }

    /// Adds the request of an output port that has none: a bitmap of the input ports.
    pub fn add(&mut self, output: usize, inputs: u64) {
        self.0.push((output as u8, inputs));
    }

    /// Output ports with requests, and bitmaps of the input ports.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.0.iter().map(|(output, inputs)| (usize::from(*output), *inputs))
    }
}

/// Offers of output ports to input ports: output port and input port.
pub(super) type Offers = ArrayVec<(u8, u8), MOST_PORTS>;

/// Packets that an allocator chooses.
#[derive(Debug)]
pub(super) struct Chosen(ArrayVec<Entry, MOST_PORTS>);

impl Chosen {
    pub fn none() -> Self {
        Chosen(ArrayVec::new())
    }

    pub fn push(&mut self, entry: Entry) {
        self.0.push(entry);
    }

    pub fn as_slice(&self) -> &[Entry] {
        &self.0
    }
}
