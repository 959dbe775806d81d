//! The registers of the switch over AXI4-Lite; [`crate::registers::switch`] is their map.
//!
//! # Writing
//!
//! Address and data are taken together, when both are there, no answer is due, and the forwarding
//! table is not being cleared:
//!
//! ```text
//! takes   = awvalid and wvalid and not bvalid and not clearing
//! awready = wready = takes
//! okay    = wstrb = 15, and a register of the map that has a field to be written is at awaddr
//! bvalid' = 1 if takes, else 0 if bready, else bvalid
//! bresp'  = (0 if okay, else 2)    if takes, else bresp
//! ```
//!
//! With `okay`, the fields take over their bits of `wdata` from the next cycle on; bits of no field
//! are lost. A forwarding entry is written by `forward_write` in the cycle of `takes`. Without `okay`
//! nothing changes (SLVERR). The two lowest bits of addresses are not looked at.
//!
//! # Reading
//!
//! ```text
//! arready     = not reading and not rvalid
//! takes       = arvalid and arready
//! address'    = araddr    if takes, else address
//! reading'    = 1 if takes, else 0 if answers, else reading
//! waited'     = reading and not answers
//! answers     = waited and (address is not that of a counter, or index was its number before)
//! rvalid'     = 1 if answers, else 0 if rready, else rvalid
//! rdata'      = the register at address in this cycle, 0 if there is none    if answers, else rdata
//! rresp'      = 0 if there is one, else 2    if answers, else rresp
//! ```
//!
//! A counter's number is its place behind `address::port::COUNTERS` of its port, in words; places
//! that the map does not name are none. Its value is `value` of the port in the cycle after the one
//! in which `index` comes to it: *before* means in the cycle before. `read_address` is the
//! forwarding entry's number that is in `address`, be that of an entry or not.
//!
//! # Settings
//!
//! The four settings of an output port are its own if its `valid` is set, and else those of the
//! switch; `victim_mask` is always the switch's.
//!
//! `index` counts 0, 1, … up to the last counter of a port, and again from 0; `clear` is high in the
//! first round after reset. Reset clears all registers but `hoq_life`, which is
//! [`RESET_CODE`](super::head_of_queue::RESET_CODE) then: no limit.
//!
//! Ports, in this order; a lane of the settings and states belongs to a port:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `awvalid` | 1 | AXI4-Lite: address of a write |
//! | in `awaddr` | [`address_bits`] | |
//! | in `wvalid` | 1 | data of a write |
//! | in `wdata` | 32 | |
//! | in `wstrb` | 4 | |
//! | in `bready` | 1 | answer to a write |
//! | in `arvalid` | 1 | address of a read |
//! | in `araddr` | [`address_bits`] | |
//! | in `rready` | 1 | answer to a read |
//! | in `link_active` | ports × 1 | the link is up |
//! | in `initialised` | ports × data VLs | the other end has told its credits |
//! | in `congested` | ports × data VLs | see [`super::detector`] |
//! | in `victim` | ports × data VLs | |
//! | in `occupancy` | (ports × data VLs) × [`Detector::occupancy_bits`] | |
//! | in `value` | ports × 32 | of the counter `index` |
//! | in `read_valid` | 1 | the forwarding entry of `read_address` counts |
//! | in `read_port` | 6 | its port |
//! | in `clearing` | 1 | the forwarding table is being cleared |
//! | out `awready` | 1 | |
//! | out `wready` | 1 | |
//! | out `bvalid` | 1 | |
//! | out `bresp` | 2 | 0: OKAY, 2: SLVERR |
//! | out `arready` | 1 | |
//! | out `rvalid` | 1 | |
//! | out `rdata` | 32 | |
//! | out `rresp` | 2 | |
//! | out `threshold` | ports × 4 | settings of the detectors |
//! | out `packet_size` | ports × 8 | |
//! | out `marking_rate` | ports × 16 | |
//! | out `victim_mask` | ports × 1 | |
//! | out `hoq_life` | ports × [`CODE_BITS`](super::head_of_queue::CODE_BITS) | code of the Head-of-Queue Life limit |
//! | out `forward_write` | 1 | a forwarding entry is written |
//! | out `forward_address` | [`Forwarding::address_bits`] | which; follows `awaddr` |
//! | out `forward_valid` | 1 | bit 31 of `wdata` |
//! | out `forward_port` | 6 | bits 5 to 0 of `wdata` |
//! | out `read_address` | [`Forwarding::address_bits`] | the entry to be read |
//! | out `index` | [`index_bits`](super::counters::index_bits) | the counter whose turn it is |
//! | out `clear` | 1 | counters begin at 0 |
//!
//! Module: `tailback_switch_registers`.

use super::{detector::Detector, forwarding::Forwarding, port::Port};
use crate::registers::switch::address;
use crate::registers::{WORD_BITS, WORD_BYTES};
use serde::Serialize;

/// The parameters of the registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Registers {
    /// What is at each port.
    pub port: Port,
    /// The forwarding table.
    pub forwarding: Forwarding,
    /// The detector of each output port.
    pub detector: Detector,
}

/// Bits of an address: that of every byte of the map.
pub fn address_bits(registers: &Registers) -> usize {
    let bytes = address::FORWARDING + registers.forwarding.entries() as u32 * WORD_BYTES;
    (WORD_BITS - (bytes - 1).leading_zeros()) as usize
}
