//! Passes arriving packets on to the list of the FIFO allocator, which takes one in a cycle.
//!
//! Inputs share the list, so each (input port, lane) has a *share* of its entries: as many as
//! [`Arrivals::share`], and no more. A packet is passed on only if one of them is free; until then it
//! waits in a list of its own (input port, lane). So the shared list is never full when a packet is
//! passed on, and packets of one input port, or of one lane, keep no packet of another one from it,
//! whatever they wait for.
//!
//! In each cycle one port may pass on a packet: the oldest of one of its lanes, or the packet that
//! arrives, if no lane has one to pass on. Ports take turns, and so do the lanes of a port. With *i* an
//! input port and *l* a lane:
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
//! With the clock edge, a packet that arrives is put at the end of the list of its port and lane,
//! unless it is itself passed on. `begins` indicates that a packet begins, which may turn out to be
//! dropped; `arrive` that it is stored, `arrive` only with `begins`, and then `begins_lane` is the lane
//! of `arrive_queue`. `begins` takes part in the choice, for it is known earlier in the cycle; the turn
//! of a packet that is dropped is lost.
//!
//! `leaves` comes only for a packet that was passed on in an earlier cycle: the allocator grants it.
//!
//! A list of a port and lane holds all packets that the buffer can hold. Reset empties all lists,
//! clears `listed`, and sets `last` and `last_lane` to the last port and lane, so that port 0 and lane
//! 0 come first.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `begins` | ports × 1 | a packet begins |
//! | in `begins_lane` | ports × [`lane_bits`] | its lane |
//! | in `arrive` | ports × 1 | it is stored |
//! | in `arrive_queue` | ports × [`InputBuffer::queue_bits`] | its queue |
//! | in `leaves` | ports × 1 | a packet of the input port leaves the allocator's list |
//! | in `leaves_lane` | [`lane_bits`] | its lane |
//! | out `pass` | 1 | a packet is passed on |
//! | out `pass_input` | [`Port::port_bits`] | the input port that holds it |
//! | out `pass_queue` | [`InputBuffer::queue_bits`] | its queue |
//!
//! Module: `tailback_arrivals`.
//!
//! [`lane_bits`]: super::ingress::lane_bits
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits

use super::allocator::fifo::Fifo;
use super::port::Port;
use crate::parameter::{bits_for, check, OutOfRange};
use serde::Serialize;
use std::ops::RangeInclusive;

/// The parameters of the lists of arriving packets. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Arrivals {
    port: Port,
    packets_per_lane: u32,
}

impl Arrivals {
    /// Packets of an input port and data VL in a configuration: 1 to 511, with two ports and one data VL.
    pub const PACKETS_PER_LANE: RangeInclusive<u64> = 1..=511;
    /// Entries of the allocator's list for packets of VL15, for each input port.
    const MANAGEMENT_SHARE: u32 = 1;

    /// Checks the parameters: packets of each input port and data VL that the allocator's list holds,
    /// 1 to [`Arrivals::most`] for the numbers of ports and VLs.
    ///
    /// # Errors
    /// The number of packets is out of this range.
    pub fn new(port: &Port, packets_per_lane: u32) -> Result<Self, OutOfRange> {
        let most = Self::most(port).into();
        check("packets_per_lane", packets_per_lane, 1..=most, "packets")?;
        Ok(Arrivals { port: *port, packets_per_lane })
    }

    /// The most packets of each input port and data VL, as the whole list has at most 1024 entries: 3
    /// with 36 ports and 8 data VLs, and at least as many in any other switch.
    pub fn most(port: &Port) -> u32 {
        let of_port = *Fifo::ENTRIES.end() as u32 / port.ports() as u32;
        (of_port - Self::management_share(port)) / port.virtual_lanes() as u32
    }

    /// Entries for VL15 of a port.
    fn management_share(port: &Port) -> u32 {
        match port.lanes() > port.virtual_lanes() {
            true => Self::MANAGEMENT_SHARE,
            false => 0,
        }
    }

    /// What is at each port.
    pub fn port(&self) -> &Port {
        &self.port
    }

    /// Packets of each input port and data VL that the allocator's list holds.
    pub fn packets_per_lane(&self) -> usize {
        self.packets_per_lane as usize
    }

    /// Entries of the allocator's list for packets of a lane, for each input port: as many as
    /// [`Arrivals::packets_per_lane`] for a data VL, one for VL15.
    pub fn share(&self, lane: usize) -> usize {
        match lane < self.port.virtual_lanes() {
            true => self.packets_per_lane(),
            false => Self::MANAGEMENT_SHARE as usize,
        }
    }

    /// Bits of the number of a port's and lane's packets in the allocator's list.
    pub fn share_bits(&self) -> usize {
        bits_for(self.packets_per_lane)
    }

    /// Packets that the list of a port and lane can hold: one for each block of the lane.
    pub fn waiting(&self) -> usize {
        let buffer = self.port.buffer();
        buffer.lane_blocks().max(buffer.management_blocks())
    }

    /// Entries of the allocator's list: the shares of all input ports and lanes.
    pub fn entries(&self) -> usize {
        let of_port: usize = (0..self.port.lanes()).map(|lane| self.share(lane)).sum();
        self.port.ports() * of_port
    }
}
