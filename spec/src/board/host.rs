//! A host in hardware: it sends the packets of its flows through a NIC, and counts what it receives.
//!
//! The host behaves as a [host of a fabric](crate::fabric#hosts) does with flows that are greedy or have a fixed rate,
//! cycle by cycle. It sends the same [packets](crate::fabric::packet). Software computes what does not change
//! from packet to packet, and writes it to the registers.
//!
//! # Registers
//!
//! AXI4-Lite with the accesses of [`registers`](crate::efl::registers), where *done* is in step 2. Registers of
//! flow *f* are at [`address::FLOW_STRIDE`] · *f*, those of the host in [`address`] at the addresses themselves.
//! Registers can be read, and written as a whole, but for those marked "read only", of which a write is
//! refused, as are accesses to addresses without a register. A write takes effect at the end of step 2.
//!
//! | register of a flow | meaning |
//! |---|---|
//! | `HEADER` + 4 · *n*, *n* = 0 to 4 | words of LRH and BTH, the first byte in the least significant bits. Bits 31 to 8 of word 4, the PSN, must be 0: the PSN of a packet is ored with them |
//! | `ICRC` | ICRC of the packet whose PSN is 0, likewise |
//! | `VCRC` | VCRC of that packet, likewise, in the low 16 bits; the others are 0 |
//! | `NUMBER` | index of the flow at the NIC, in the low bits; the others are 0 |
//! | `START` | first cycle in which the flow has packets |
//! | `STOP` | first cycle in which it has none any more |
//! | `INTERVAL` | cycles between the starts of two packets; 0: one after the other |
//! | `SENT` | read only: packets that have begun, modulo 2^32 |
//!
//! # Cycles
//!
//! `next` is `cycle + 1`, in 33 bits. A flow *f* is *active* if `START <= next < STOP`, and *has* a packet if it is
//! active and `due[f] <= next`. Names with a digit are values of the same cycle, in the order of the steps.
//!
//! ```text
//! 1  taken    = sending and m_axis_tready
//!    sending1 = sending and not (taken and the beat is the last one)
//!    beat'    = beat + 1 if taken
//! 2  ringing1   = ringing and not m_doorbell_tready
//!    declining1 = declining and not m_decline_tready
//! 3  if s_grant_tvalid, and g is the first flow whose NUMBER is s_grant_tdata:
//!    known1[g] = 0, granted1[g] = 1, and g is appended to the queue of granted flows
//! 4  the first flow of the queue is served if not sending1: if it has a packet, it begins; else, if not
//!    declining1, it is declined, and then the second flow of the queue, if there is one, begins if it has a
//!    packet. What begins or is declined leaves the queue, and its granted' is 0.
//! 5  if not ringing1, and there is a flow that is neither known nor granted after step 4, has a packet, and does
//!    not begin in this cycle: the doorbell rings for the first such flow, and it is known.
//! ```
//!
//! `ringing'` and `declining'` are 1 from the cycle after that until accepted, with the NUMBER of the flow in
//! `m_doorbell_tdata` and `m_decline_tdata`. `s_grant_tready` is always 1. A flow that is granted is in the queue
//! once; a grant of a flow that is in the queue, or of no flow, is ignored.
//!
//! When flow *f* begins:
//!
//! ```text
//! late    = next >= due[f] + INTERVAL, or INTERVAL = 0
//! due[f]' = next + INTERVAL     if it is the first packet since reset and INTERVAL > 0
//!           due[f] + INTERVAL   otherwise, if not late
//!           next                otherwise, if INTERVAL > 0
//!           0                   if INTERVAL = 0
//! more'   = active, and late, and (INTERVAL = 0 or not the first packet since reset)
//! known[f]' = more'
//! SENT[f]'  = SENT[f] + 1
//! sending' = 1, beat' = 0
//! ```
//!
//! `due` has 34 bits, so that it never wraps around. While `sending`, `m_axis_tvalid` is 1, and `m_axis` shows beat
//! number `beat` of the packet with the PSN `SENT` (as it was before, modulo 2^24). Its bytes are HEADER, as
//! it is in this cycle, with the PSN in place, [`PAYLOAD`](crate::fabric::packet::PAYLOAD) up to the ICRC, the ICRC and the VCRC, and then 0.
//! Both checksums are computed in the cycle in which the packet begins: ICRC and VCRC of that cycle, changed by what
//! the PSN contributes. `m_axis_tkeep` has a one for each byte of the packet, `m_axis_tid` is the NUMBER of the flow,
//! and `m_axis_tuser` is `more` in the first beat and 0 in others. Otherwise, all signals of `m_axis` are 0, as are
//! `m_doorbell_tdata` and `m_decline_tdata` while they are not valid.
//!
//! `received` counts the cycles with `arrived_valid` and `arrived_last`, `bad` those that have `arrived_bad`, too;
//! both modulo 2^32.
//!
//! All registers are 0 after reset: no flow is active.
//!
//! Module `tailback_board_host`. Ports, in this order: `s_axil`, `cycle`, `m_axis` (with `tready`, `tid` and a `tuser`
//! of one bit), `m_doorbell`, `s_grant`, `m_decline` (messages with `tready`), `arrived_valid`, `arrived_last`,
//! `arrived_bad`, and `busy`, which is `sending`.

use crate::link::delay::LinkDelay;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::wire::{bth, crc, lrh};
use std::ops::RangeInclusive;

/// Addresses of the registers.
pub mod address {
    /// Bits of an address.
    pub const BITS: usize = 10;
    /// Distance between the registers of two flows.
    pub const FLOW_STRIDE: u32 = 0x40;
    /// First word of LRH and BTH, of a flow.
    pub const HEADER: u32 = 0x00;
    /// ICRC, of a flow.
    pub const ICRC: u32 = 0x14;
    /// VCRC, of a flow.
    pub const VCRC: u32 = 0x18;
    /// Index at the NIC, of a flow.
    pub const NUMBER: u32 = 0x1C;
    /// First cycle with packets, of a flow.
    pub const START: u32 = 0x20;
    /// First cycle without packets, of a flow.
    pub const STOP: u32 = 0x24;
    /// Cycles between two packets, of a flow.
    pub const INTERVAL: u32 = 0x28;
    /// Packets that have begun, of a flow.
    pub const SENT: u32 = 0x2C;
    /// [`IDENTIFICATION`](super::IDENTIFICATION); read only.
    pub const IDENTIFICATION: u32 = 0x200;
    /// Number of flows in bits 7 to 0, words of a packet in bits 31 to 16; read only.
    pub const CAPABILITIES: u32 = 0x204;
    /// Packets received from the link; read only.
    pub const RECEIVED: u32 = 0x208;
    /// Bad ones among them; read only.
    pub const BAD: u32 = 0x20C;
}

/// Words of LRH and BTH.
pub const HEADER_WORDS: usize = (lrh::BYTES + bth::BYTES) / lrh::WORD_BYTES;

/// Value of the first register of the host: "TLBH" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBH");

/// Parameters of a host. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardHost {
    width_bytes: u32,
    packet_words: u32,
    flows: u32,
    flow_bits: usize,
}

impl BoardHost {
    /// Bytes of a beat: a power of two, 8 to 64.
    pub const WIDTH_BYTES: RangeInclusive<u64> = LinkDelay::WIDTH_BYTES;
    /// Words of a packet from LRH to ICRC: 16 to 2047.
    pub const PACKET_WORDS: RangeInclusive<u64> = 16..=2047;
    /// Flows that send: 1 to 8.
    pub const FLOWS: RangeInclusive<u64> = 1..=8;

    /// Checks the parameters. `nic_flows` is the number of flows of the NIC.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range of its name, such as [`BoardHost::FLOWS`].
    pub fn new(
        width_bytes: u32,
        packet_words: u32,
        flows: u32,
        nic_flows: u32,
    ) -> Result<Self, OutOfRange> {
        check(Parameter::WidthBytes, width_bytes, Self::WIDTH_BYTES, "bytes")?;
        check(Parameter::PacketWords, packet_words, Self::PACKET_WORDS, "words")?;
        check(Parameter::Flows, flows, Self::FLOWS, "flows")?;
        let flow_bits = bits_for(nic_flows.saturating_sub(1));
        Ok(BoardHost { width_bytes, packet_words, flows, flow_bits })
    }

    /// Bytes of a beat.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes as usize
    }

    /// Words of a beat.
    pub fn width_words(&self) -> usize {
        self.width_bytes() / lrh::WORD_BYTES
    }

    /// Words of a packet from LRH to ICRC.
    pub fn packet_words(&self) -> usize {
        self.packet_words as usize
    }

    /// Bytes of a packet with its VCRC.
    pub fn packet_bytes(&self) -> usize {
        self.packet_words() * lrh::WORD_BYTES + crc::LINK_BYTES
    }

    /// Beats of a packet.
    pub fn beats(&self) -> usize {
        self.packet_bytes().div_ceil(self.width_bytes())
    }

    /// Flows that send.
    pub fn flows(&self) -> usize {
        self.flows as usize
    }

    /// Bits of the index of a flow at the NIC.
    pub fn flow_bits(&self) -> usize {
        self.flow_bits
    }
}
