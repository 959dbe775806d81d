//! Admits received packets to the list of the FIFO allocator, one per cycle.
//!
//! All input ports share the list, so each (input port, VL) has a *share* of its entries,
//! [`Arrivals::share`]. A packet is passed on only if an entry of its share is free; until then it
//! waits in a list of its own (input port, VL). So the shared list is never full when a packet is
//! passed on, and packets of one input port or VL never keep those of another out of it, whatever
//! they wait for.
//!
//! In each cycle one port may pass on a packet: the oldest one of one of its VLs, or, if no VL has
//! one that it can pass on, the packet that is being received. Ports are served round robin, and so
//! are the VLs of a port. With *i* an input port and *l* a VL:
//!
//! ```text
//! free[i][l]  = listed[i][l] < share(l)
//! ready[i][l] = packets wait in the list of (i, l), and free[i][l]
//! fits[i]     = free[i][begins_lane[i]]
//! offers[i]   = ready[i][l] for some l, or begins[i] and fits[i]
//! chosen      = the first port after last, in rotation, that offers
//! last'       = chosen    if some port offers, else last
//! lane        = the first lane after last_lane[chosen], in rotation, that is ready[chosen], if some
//!               lane is, else begins_lane[chosen]
//! last_lane[chosen]' = lane    if it is ready[chosen][lane], else last_lane[chosen]
//! pass        = some port offers, and
//!               (ready[chosen][lane], or arrive[chosen] and fits[chosen])
//! pass_input  = chosen    if pass, else 0
//! pass_queue  = the queue of that packet    if pass, else 0
//! listed[i][l]' = listed[i][l] + (1 if pass, i = chosen, l = lane)
//!                              - (1 if leaves[i], l = leaves_lane)
//! ```
//!
//! A packet that is received joins the end of the list of its port and VL at the clock edge, unless
//! it is itself passed on. `begins` indicates the first beat of a packet, which may still be
//! dropped; `arrive` indicates that the packet is stored. `arrive` is high only with `begins`, and
//! `begins_lane` is then the VL of `arrive_queue`. The choice uses `begins`, which is known earlier
//! in the cycle; if the packet is dropped, the cycle passes on nothing.
//!
//! `leaves` is high only for a packet that was passed on in an earlier cycle, when the allocator
//! grants it.
//!
//! The list of a port and VL holds all packets that the buffer can hold. Reset empties all lists,
//! clears `listed`, and sets `last` and `last_lane` to the last port and VL, so that port 0 and VL
//! 0 have the highest priority.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `begins` | ports × 1 | first beat of a packet |
//! | in `begins_lane` | ports × [`lane_bits`] | VL of that packet |
//! | in `arrive` | ports × 1 | the packet is stored |
//! | in `arrive_queue` | ports × [`InputBuffer::queue_bits`] | queue of the packet |
//! | in `leaves` | ports × 1 | a packet of the input port leaves the allocator's list |
//! | in `leaves_lane` | [`lane_bits`] | VL of that packet |
//! | out `pass` | 1 | a packet is passed on |
//! | out `pass_input` | [`Port::port_bits`] | input port that holds it |
//! | out `pass_queue` | [`InputBuffer::queue_bits`] | queue of the packet |
//!
//! Module: `tailback_arrivals`.
//!
//! [`lane_bits`]: super::ingress::lane_bits
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits

use super::allocator::fifo::Fifo;
use super::port::Port;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of the lists of received packets. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Arrivals {
    port: Port,
    packets_per_lane: u32,
}

impl Arrivals {
    /// Packets of an input port and data VL in a configuration: 1 to 511; 511 with two ports and
    /// one data VL.
    pub const PACKETS_PER_LANE: RangeInclusive<u64> = 1..=511;
    /// Entries of the allocator's list for VL15, for each input port.
    const MANAGEMENT_SHARE: u32 = 1;

    /// Checks the parameters: packets of each input port and data VL in the allocator's list, 1 to
    /// [`Arrivals::most`] for the numbers of ports and VLs.
    ///
    /// # Errors
    ///
    /// If `packets_per_lane` is 0, or exceeds [`Arrivals::most`].
    pub fn new(port: &Port, packets_per_lane: u32) -> Result<Self, OutOfRange> {
        let most = Self::most(port).into();
        check(Parameter::PacketsPerLane, packets_per_lane, 1..=most, "packets")?;
        Ok(Arrivals { port: *port, packets_per_lane })
    }

    /// Largest number of packets of each input port and data VL, as the whole list has at most 1024
    /// entries: 3 with 36 ports and 8 data VLs, and at least 3 in any other switch.
    pub fn most(port: &Port) -> u32 {
        let of_port = *Fifo::ENTRIES.end() as u32 / port.ports() as u32;
        (of_port - Self::management_share(port)) / port.virtual_lanes() as u32
    }

    /// Entries for VL15 of one port.
    fn management_share(port: &Port) -> u32 {
        match port.lanes() > port.virtual_lanes() {
            true => Self::MANAGEMENT_SHARE,
            false => 0,
        }
    }

    /// Parameters of each port.
    pub fn port(&self) -> &Port {
        &self.port
    }

    /// Packets of each input port and data VL in the allocator's list.
    pub fn packets_per_lane(&self) -> usize {
        self.packets_per_lane as usize
    }

    /// Entries of the allocator's list for a VL, for each input port:
    /// [`Arrivals::packets_per_lane`] for a data VL, one for VL15.
    pub fn share(&self, lane: usize) -> usize {
        match lane < self.port.virtual_lanes() {
            true => self.packets_per_lane(),
            false => Self::MANAGEMENT_SHARE as usize,
        }
    }

    /// Bits of a number of packets of one port and VL in the allocator's list.
    pub fn share_bits(&self) -> usize {
        bits_for(self.packets_per_lane)
    }

    /// Packets in the list of a port and VL: one for each block of the VL.
    pub fn waiting(&self) -> usize {
        let buffer = self.port.buffer();
        buffer.lane_blocks().max(buffer.management_blocks())
    }

    /// Entries of the allocator's list: the shares of all input ports and VLs.
    pub fn entries(&self) -> usize {
        let of_port: usize = (0..self.port.lanes()).map(|lane| self.share(lane)).sum();
        self.port.ports() * of_port
    }
}
