//! Packets that an allocator chooses in one cycle.

use tailback_spec::switch::marking::Marking;

/// Ports of the largest switch.
pub(super) const MOST_PORTS: usize = *Marking::PORTS.end() as usize;

/// Packets that an allocator chooses, as indices into its list; kept without an allocation.
#[derive(Debug)]
pub(super) struct Chosen {
    places: [u16; MOST_PORTS],
    len: usize,
}

impl Chosen {
    pub fn none() -> Self {
        Chosen { places: [0; MOST_PORTS], len: 0 }
    }

    pub fn push(&mut self, place: usize) {
        self.places[self.len] = place as u16;
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[u16] {
        &self.places[..self.len]
    }
}
