//! Registers of the switch over AXI4-Lite; [`crate::registers::switch`] is their map.
//!
//! The AXI4-Lite interface is `s_axil`; the rules below omit the prefix `s_axil_` of its ports.
//!
//! # Accesses
//!
//! There is one access at a time, a read or a write, which takes several steps; after a write, a
//! read that waits goes first:
//!
//! ```text
//! waits    = arvalid and not rvalid
//! writes   = step = 0 and awvalid and wvalid and not bvalid and not clearing
//!            and not (writing and waits)
//! reads    = step = 0 and waits and not writes
//! awready' = wready' = writes
//! arready' = reads
//! address' = awaddr if writes, araddr if reads, else address
//! data'    = wdata, strobes' = wstrb    if writes, else data, strobes
//! writing' = 1 if writes, 0 if reads, else writing
//! step'    = 1 if writes or reads, else 0       in step 0
//!            2                                  in step 1
//!            3                                  in step 2
//!            0 if writing, else 4 if final      in step 3, else 3
//!            0                                  in step 4
//! final    = address is not that of a counter, or index was its number before
//! ```
//!
//! So `awready`, `wready` and `arready` are each high for one cycle, the one after `writes` or
//! `reads`. The master keeps its valid signals, address and data until then (AXI4-Lite); they are
//! sampled in the cycle before. *Before* means in the cycle before. The two lowest bits of
//! addresses are ignored.
//!
//! # Writing
//!
//! ```text
//! okay    = strobes = 15, and a register of the map that has a field to be written is at address
//! ends    = step = 3 and writing
//! bvalid' = 1 if ends, else 0 if bready, else bvalid
//! bresp'  = (0 if okay, else 2)    if ends, else bresp
//! ```
//!
//! With `ends` and `okay`, the fields take over their bits of `data` from the next cycle on, which
//! is the fourth one after `writes`; bits outside any field are lost. A forwarding entry is
//! written by `forward_write` in the cycle of `ends`. Without `okay` nothing changes (SLVERR).
//!
//! # Reading
//!
//! ```text
//! word'   = the register at address in this cycle, 0 if there is none    in step 3
//! rvalid' = 1 in step 4, else 0 if rready, else rvalid
//! rdata'  = word                               in step 4, else rdata
//! rresp'  = 0 if there is a register, else 2   in step 4, else rresp
//! ```
//!
//! So a register other than a counter is sampled in the third cycle after `reads`, and `rvalid` is
//! high from the fifth one on.
//!
//! A counter's index is its offset from `address::port::COUNTERS` of its port, in words; offsets
//! that the map does not name have no counter. Its value is `value` of the port in the cycle after
//! the one in which `index` reaches it. `read_address` is the forwarding entry's address that is in
//! `address`, even if that is not the address of an entry.
//!
//! # Settings
//!
//! The four settings of an output port are its own if its `valid` is set, and else those of the
//! switch; `victim_mask` is always the switch's.
//!
//! `index` counts 0, 1, … up to the last counter of a port, and again from 0; `clear` is high in
//! the first round after reset. Reset clears all registers, also those of the rules above, but
//! `hoq_life`, which it sets to [`RESET_CODE`](super::head_of_queue::RESET_CODE): no limit.
//!
//! Ports, in this order; an element of the settings and states belongs to a port:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `s_axil_awvalid` | 1 | AXI4-Lite: write address valid |
//! | in `s_axil_awaddr` | [`address_bits`] | write address |
//! | in `s_axil_wvalid` | 1 | write data valid |
//! | in `s_axil_wdata` | 32 | write data |
//! | in `s_axil_wstrb` | 4 | byte enables of the write data |
//! | in `s_axil_bready` | 1 | the write response is accepted |
//! | in `s_axil_arvalid` | 1 | read address valid |
//! | in `s_axil_araddr` | [`address_bits`] | read address |
//! | in `s_axil_rready` | 1 | the read data is accepted |
//! | in `link_active` | ports × 1 | the link is up |
//! | in `initialised` | ports × data VLs | the other end has announced its credits |
//! | in `congested` | ports × data VLs | see [`super::detector`] |
//! | in `victim` | ports × data VLs | see [`super::detector`] |
//! | in `occupancy` | (ports × data VLs) × [`Detector::occupancy_bits`] | see [`super::detector`] |
//! | in `value` | ports × 32 | value of the counter `index` of the cycle before |
//! | in `read_valid` | 1 | the forwarding entry at `read_address` is valid |
//! | in `read_port` | 6 | output port of that entry |
//! | in `clearing` | 1 | the forwarding table is being cleared |
//! | out `s_axil_awready` | 1 | the write address is accepted |
//! | out `s_axil_wready` | 1 | the write data is accepted |
//! | out `s_axil_bvalid` | 1 | write response valid |
//! | out `s_axil_bresp` | 2 | 0: OKAY, 2: SLVERR |
//! | out `s_axil_arready` | 1 | the read address is accepted |
//! | out `s_axil_rvalid` | 1 | read data valid |
//! | out `s_axil_rdata` | 32 | read data |
//! | out `s_axil_rresp` | 2 | 0: OKAY, 2: SLVERR |
//! | out `threshold` | ports × 4 | setting of the detectors, see [`super::detector`] |
//! | out `packet_size` | ports × 8 | setting of the detectors |
//! | out `marking_rate` | ports × 16 | setting of the detectors |
//! | out `victim_mask` | ports × 1 | setting of the detectors |
//! | out `hoq_life` | ports × [`CODE_BITS`](super::head_of_queue::CODE_BITS) | code of the Head-of-Queue Life limit |
//! | out `forward_write` | 1 | a forwarding entry is written |
//! | out `forward_address` | [`Forwarding::address_bits`] | address of the entry that is in `address` |
//! | out `forward_valid` | 1 | bit 31 of `data` |
//! | out `forward_port` | 6 | bits 5 to 0 of `data` |
//! | out `read_address` | [`Forwarding::address_bits`] | address of the forwarding entry to be read |
//! | out `index` | [`index_bits`](super::counters::index_bits) | counter whose slot this cycle is |
//! | out `clear` | 1 | counters start from 0 |
//!
//! Module: `tailback_switch_registers`.

use super::{detector::Detector, forwarding::Forwarding, port::Port};
use crate::register_map::{WORD_BITS, WORD_BYTES};
use serde::Serialize;

/// Addresses of the parts of the map, in bytes.
pub mod address {
    #![allow(missing_docs, reason = "the map names and documents each of them")]

    pub const IDENTIFICATION: u32 = 0x00;
    pub const VERSION: u32 = 0x04;
    pub const GEOMETRY: u32 = 0x08;
    pub const DATAPATH: u32 = 0x0C;
    pub const BUFFER: u32 = 0x10;
    pub const FORWARDING_TABLE: u32 = 0x14;
    pub const CONGESTION_SETTING: u32 = 0x20;
    pub const VICTIM_MASK: u32 = 0x24;
    pub const VICTIM_MASK_HIGH: u32 = 0x28;

    pub const PORTS: u32 = 0x1000;
    pub const PORT_STRIDE: u32 = 0x400;
    pub const FORWARDING: u32 = 0x1_0000;

    pub mod port {
        pub const CONGESTION_SETTING: u32 = 0x00;
        pub const STATUS: u32 = 0x04;
        pub const CONGESTION: u32 = 0x08;
        pub const HEAD_OF_QUEUE: u32 = 0x0C;
        /// Occupancy of data VL 0; those of the other VLs follow.
        pub const OCCUPANCY: u32 = 0x40;
        /// Counters, see `switch::counters`.
        pub const COUNTERS: u32 = 0x100;
    }
}

/// Parameters of the registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Registers {
    /// Parameters of each port.
    pub port: Port,
    /// The forwarding table.
    pub forwarding: Forwarding,
    /// Detector of each output port.
    pub detector: Detector,
}

/// Bits of an address: enough for every byte of the map.
pub fn address_bits(registers: &Registers) -> usize {
    let bytes = address::FORWARDING + registers.forwarding.entries() as u32 * WORD_BYTES;
    (WORD_BITS - (bytes - 1).leading_zeros()) as usize
}
