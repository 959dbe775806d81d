//! Local identifiers, by which a subnet is routed (IBA 4.1.3): 16 bits.

use std::num::NonZeroU16;

/// First of the multicast LIDs; those below, from 1, are unicast.
pub const FIRST_MULTICAST_LID: u16 = 0xC000;

/// Permissive LID, which each port accepts as its own.
pub const PERMISSIVE_LID: u16 = 0xFFFF;

/// Legal destination of a packet: any LID but 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Destination(NonZeroU16);

impl Destination {
    /// The destination with this LID.
    pub const fn new(lid: u16) -> Option<Self> {
        match NonZeroU16::new(lid) {
            Some(lid) => Some(Destination(lid)),
            None => None,
        }
    }

    /// The LID.
    pub const fn lid(self) -> u16 {
        self.0.get()
    }

    /// Whether more than one port may receive the packet.
    pub const fn is_multicast(self) -> bool {
        self.lid() >= FIRST_MULTICAST_LID && self.lid() != PERMISSIVE_LID
    }
}

/// Legal source of a packet: a unicast LID, or the permissive one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source(u16);

impl Source {
    /// The source with this LID.
    pub const fn new(lid: u16) -> Option<Self> {
        match lid {
            1..FIRST_MULTICAST_LID | PERMISSIVE_LID => Some(Source(lid)),
            _ => None,
        }
    }

    /// The LID.
    pub const fn lid(self) -> u16 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multicast_begins_at_c000_and_the_permissive_lid_is_none() {
        let multicast = |lid| Destination::new(lid).expect("not 0").is_multicast();
        assert_eq!([0xBFFF, 0xC000, 0xFFFE, 0xFFFF].map(multicast), [false, true, true, false]);
    }

    #[test]
    fn a_packet_comes_from_one_port_or_from_one_that_has_no_lid_yet() {
        let possible = |lid| Source::new(lid).is_some();
        assert_eq!([1, 0xBFFF, 0xFFFF].map(possible), [true; 3]);
        assert_eq!([0, 0xC000, 0xFFFE].map(possible), [false; 3]);
    }
}
