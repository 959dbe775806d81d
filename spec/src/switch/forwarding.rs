//! The linear forwarding table: output ports of DLIDs (IBA 14.2.5.7).
//!
//! Each input port looks up a DLID. The look-up is a hit if the entry of that LID is valid, its
//! port exists, and the link of that port is active; it then gives that output port.
//!
//! ```text
//! known'[i] = not clearing, dlid[i] < entries, the entry is valid, its port is one of the switch's,
//!             and link_active[port]
//! port'[i]  = that port, 0 if not known'[i]
//! ```
//!
//! The result of a look-up is valid in the next cycle and reflects the state in the cycle of the
//! look-up, whatever memory holds the entries: a table of up to [`Forwarding::FAST_ENTRIES`]
//! entries is in distributed RAM, a larger one in block RAM.
//!
//! `write` changes an entry from the next cycle on: a look-up in the same cycle still finds the old
//! one. `read_valid` and `read_port` give in the same way the entry at the `read_address` of the
//! cycle before; they are 0 if `clearing` was high in that cycle. An entry keeps the six bits of
//! its port even if there is no such port.
//!
//! After reset, `clearing` is high for as many cycles as there are entries, which are cleared one
//! by one; `write` is ignored meanwhile. No entry is valid until it is written after that. Reset
//! clears all results.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `dlid` | ports × 16 | DLID that each input port looks up |
//! | in `link_active` | ports × 1 | the link of each port is up |
//! | in `write` | 1 | an entry is written |
//! | in `write_address` | [`Forwarding::address_bits`] | LID of the entry |
//! | in `write_valid` | 1 | the entry is valid |
//! | in `write_port` | [`PORT_BITS`] | output port of the entry |
//! | in `read_address` | [`Forwarding::address_bits`] | LID of the entry to be read |
//! | out `known` | ports × 1 | the look-up is a hit |
//! | out `port` | ports × [`Forwarding::port_bits`] | output port of the hit |
//! | out `read_valid` | 1 | the entry at `read_address` is valid |
//! | out `read_port` | [`PORT_BITS`] | output port of that entry |
//! | out `clearing` | 1 | entries are being cleared |
//!
//! Module: `tailback_forwarding_table`.

use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::switch::marking::Marking;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Bits of a port index in an entry, enough for 36 ports.
pub const PORT_BITS: usize = 6;

/// Parameters of a forwarding table. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Forwarding {
    ports: u32,
    entries: u32,
}

impl Forwarding {
    /// Ports of the switch: 2 to 36.
    pub const PORTS: RangeInclusive<u64> = Marking::PORTS;
    /// LIDs with an entry, from 0: a power of two.
    pub const ENTRIES: RangeInclusive<u64> = 64..=16_384;
    /// Entries of the largest table in distributed RAM.
    pub const FAST_ENTRIES: usize = 256;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If `ports` is outside [`Forwarding::PORTS`], or `entries` is outside [`Forwarding::ENTRIES`]
    /// or not a power of two.
    pub fn new(ports: u32, entries: u32) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, ports, Self::PORTS, "ports")?;
        check(Parameter::ForwardingEntries, entries, Self::ENTRIES, "entries")?;
        let power = u64::from(entries.next_power_of_two());
        check(Parameter::ForwardingEntries, entries, power..=power, "entries")?;
        Ok(Forwarding { ports, entries })
    }

    /// Ports of the switch.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Bits of a port index.
    pub fn port_bits(&self) -> usize {
        bits_for(self.ports - 1)
    }

    /// LIDs with an entry, from 0.
    pub fn entries(&self) -> usize {
        self.entries as usize
    }

    /// Bits of an entry's address.
    pub fn address_bits(&self) -> usize {
        bits_for(self.entries - 1)
    }

    /// Whether the entries are in distributed RAM, rather than in block RAM.
    pub fn is_fast(&self) -> bool {
        self.entries() <= Self::FAST_ENTRIES
    }
}
