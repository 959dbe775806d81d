//! The linear forwarding table: where packets go (IBA 14.2.5.7).
//!
//! Each input port asks with a DLID, and is told whether there is a way, and by which output port:
//! the entry of that LID is valid, its port exists, and the link of that port is active.
//!
//! ```text
//! known'[i] = not clearing, dlid[i] < entries, the entry is valid, its port is one of the switch's,
//!             and link_active[port]
//! port'[i]  = that port, 0 if not known'[i]
//! ```
//!
//! So the answer comes in the cycle after the question, with everything as it was in that of the
//! question, wherever the entries are: a table of up to [`Forwarding::FAST_ENTRIES`] entries is in
//! distributed RAM, a larger one in block RAM.
//!
//! `write` changes an entry from the next cycle on: a question that is asked in the same cycle still
//! gets the old one. `read_valid` and `read_port` show in the same way the entry of the `read_address`
//! of the cycle before; 0 if it was asked for while `clearing`. An entry keeps the six bits of its
//! port even if there is no such port.
//!
//! After reset, `clearing` is high for as many cycles as there are entries, which are cleared one by
//! one; `write` is ignored meanwhile. No entry is valid until it is written after that. Reset takes
//! back all answers.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `dlid` | ports × 16 | what each input port asks for |
//! | in `link_active` | ports × 1 | the link of each port is up |
//! | in `write` | 1 | an entry is written |
//! | in `write_address` | [`Forwarding::address_bits`] | its LID |
//! | in `write_valid` | 1 | it counts |
//! | in `write_port` | [`PORT_BITS`] | where packets go |
//! | in `read_address` | [`Forwarding::address_bits`] | a LID |
//! | out `known` | ports × 1 | there is a way |
//! | out `port` | ports × [`Forwarding::port_bits`] | the output port |
//! | out `read_valid` | 1 | the entry of `read_address` counts |
//! | out `read_port` | [`PORT_BITS`] | its port |
//! | out `clearing` | 1 | entries are being cleared |
//!
//! Module: `tailback_forwarding_table`.

use crate::parameter::{bits_for, check, OutOfRange};
use crate::switch::marking::Marking;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Bits of a port in an entry: as many as 36 ports need.
pub const PORT_BITS: usize = 6;

/// The parameters of a forwarding table. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Forwarding {
    ports: u32,
    entries: u32,
}

impl Forwarding {
    /// Ports of the switch: 2 to 36.
    pub const PORTS: RangeInclusive<u64> = Marking::PORTS;
    /// LIDs that have an entry, from 0 on: a power of two.
    pub const ENTRIES: RangeInclusive<u64> = 64..=16_384;
    /// Entries of the largest table in distributed RAM.
    pub const FAST_ENTRIES: usize = 256;

    /// Checks the parameters.
    pub fn new(ports: u32, entries: u32) -> Result<Self, OutOfRange> {
        check("ports", ports, Self::PORTS, "ports")?;
        check("forwarding_entries", entries, Self::ENTRIES, "entries")?;
        let power = u64::from(entries.next_power_of_two());
        check("forwarding_entries", entries, power..=power, "entries")?;
        Ok(Forwarding { ports, entries })
    }

    /// Ports of the switch.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Bits of a port's number.
    pub fn port_bits(&self) -> usize {
        bits_for(self.ports - 1)
    }

    /// LIDs that have an entry, from 0 on.
    pub fn entries(&self) -> usize {
        self.entries as usize
    }

    /// Bits of an entry's number.
    pub fn address_bits(&self) -> usize {
        bits_for(self.entries - 1)
    }

    /// Whether the entries are in distributed RAM, rather than in block RAM.
    pub fn is_fast(&self) -> bool {
        self.entries() <= Self::FAST_ENTRIES
    }
}
