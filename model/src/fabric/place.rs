//! Places of ports in an image.

use tailback_spec::Port;

/// Position of a port in an image.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    word: usize,
    pub width: usize,
}

impl Place {
    /// Place of a port among all of one direction.
    pub fn of(ports: &[Port], name: &str) -> Self {
        let before = ports.iter().take_while(|port| port.name != name);
        let word = before.map(Port::words).sum();
        let width = ports.iter().find(|port| port.name == name).map_or(1, |port| port.width);
        Place { word, width }
    }

    /// Up to 64 bits of an element, from bit `from` on.
    pub fn bits(self, image: &[u64], lane: usize, from: usize) -> u64 {
        let count = (self.width - from).min(u64::BITS as usize);
        let first = lane * self.width + from;
        let (word, shift) = (self.word + first / 64, first % 64);
        let mut bits = image[word] >> shift;
        if shift + count > 64 {
            bits |= image[word + 1] << (64 - shift);
        }
        bits & u64::MAX >> (64 - count)
    }
}
