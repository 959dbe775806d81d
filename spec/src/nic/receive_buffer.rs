//! Receive buffer: stores packets until the host takes them, and limits the credits of the
//! neighbour to its free space.
//!
//! The buffer is between the receive path ([`super::receive`]), whose packets cannot be stalled, and the
//! host, which can stall. Beats leave in the order in which they have been stored. *Blocks* are the
//! 64-byte units of credits.
//!
//! # Packets that are stored
//!
//! The *first* beat of a packet is one after reset, or after a beat with `s_last`. It contains the
//! VL, in bits 4 to 7 of `s_data`, and PktLen, *P*. Its *lane* is the index of the VL
//! ([`Port::lane`]). A packet has at most [`beats`](crate::switch::port::beats)`(P)` beats, as the
//! receive path ensures.
//!
//! ```text
//! fits     = the VL is configured, and (P div 16) mod 2^block_bits < space[lane]
//! stored   = s_valid, and fits in the first beat of the packet
//! refused' = s_valid in a first beat, and not fits, and its VL is not 15
//! ```
//!
//! *block_bits* is [`Port::block_bits`]. A packet is stored as a whole or not at all. A neighbour that keeps to its credits never
//! sends a packet of a data VL that does not fit. VL15 has no credits: a packet that finds no space
//! is lost, as those of an unreliable datagram service may be.
//!
//! A packet takes a block with its first beat, and with each one that is a multiple of 64 bytes
//! behind it. The block is in use from the cycle after this beat is stored up to that in which the
//! host takes the last beat of the block: the last one of these 64 bytes, or of the packet.
//!
//! ```text
//! space[lane] = capacity[lane] - blocks of this lane in use    as the cycle begins
//! ```
//!
//! [`ReceiveBuffer::capacity`] is the number of blocks of a lane.
//!
//! # Credits
//!
//! ```text
//! early'   = received; its VL is received_vl
//! free[vl] = max(0, space[vl] - EARLY_BLOCKS - (1 if early and its VL is vl))
//! ```
//!
//! The [credit receiver](crate::link::credit_receiver) offers `free` blocks beyond those received.
//! The receive path reports a block as received up to one beat before the buffer takes it: so at
//! most one block at a time is counted as received, and not as in use, and a neighbour may send
//! [`EARLY_BLOCKS`] blocks more than are offered otherwise. These have space in each data VL. With
//! `early`, the limit does not change for a packet without gaps.
//!
//! Blocks of packets that are not stored (of a CNP, or of a packet that is dropped) do not change
//! `free`: their credits return at once.
//!
//! # Beats for the host
//!
//! ```text
//! moves   = a beat is fetched, and (not m_valid or m_ready)
//! fetches = a beat waits, and (none is fetched, or moves)
//! ```
//!
//! A beat that is stored *waits* from the next cycle on. With `fetches`, the beat that has waited
//! for longest is *fetched* from the next cycle on. With `moves`, the fetched beat is shown from the
//! next cycle on: `m_valid'` is 1, and the other outputs are those of the beat. Else `m_valid'` is 0
//! if `m_ready`, and these outputs keep their values. The host takes a beat in a cycle with
//! `m_valid` and `m_ready`. So a beat is shown in the third cycle after that in which it is stored,
//! and in each cycle one can be stored and one taken.
//!
//! Reset discards all beats, and clears all outputs but `free`.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `s_valid` | 1 | a beat of a packet for the host is received; it cannot be stalled |
//! | in `s_data` | width | bytes of the beat |
//! | in `s_keep` | bytes | valid bytes of the beat |
//! | in `s_last` | 1 | last beat of its packet |
//! | in `s_bad` | 1 | the packet is bad; with `s_last` |
//! | in `received` | 1 | the receive path has received a block |
//! | in `received_vl` | 4 | VL of that block |
//! | in `m_ready` | 1 | the host takes the beat |
//! | out `m_valid` | 1 | a beat for the host |
//! | out `m_data` | width | bytes of the beat |
//! | out `m_keep` | bytes | valid bytes of the beat |
//! | out `m_last` | 1 | last beat of its packet |
//! | out `m_bad` | 1 | the packet is bad; with `m_last` |
//! | out `free` | VLs × [`ReceiveBuffer::free_bits`] | free blocks of each data VL |
//! | out `refused` | 1 | a data packet was dropped: it was sent without credits |
//!
//! *Width* is [`Port::width_bits`], *bytes* is [`Port::width_bytes`].
//!
//! Module: `tailback_nic_receive_buffer`.

use super::Nic;
use crate::link::{self, MOST_OFFERED};
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::switch::port::Port;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Blocks of a data VL that may be received before the blocks in use include them.
pub const EARLY_BLOCKS: usize = 1;

/// Longest packets of VL15 in the buffer.
const MANAGEMENT_PACKETS: usize = 2;

/// Parameters of the receive buffer. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct ReceiveBuffer {
    port: Port,
    packets: u32,
}

impl ReceiveBuffer {
    /// Longest packets of each data VL: 1 to 1024, and no more than [`MOST_OFFERED`] blocks.
    pub const PACKETS: RangeInclusive<u64> = 1..=1024;
    /// Longest packets of each data VL of a module by itself.
    pub const DEFAULT_PACKETS: u32 = 2;

    /// The buffer of a NIC with this port, for `packets` longest packets of each data VL.
    ///
    /// # Errors
    ///
    /// If the packets have more than [`MOST_OFFERED`] blocks, or there are none.
    pub fn new(port: &Port, packets: u32) -> Result<Self, OutOfRange> {
        let most = u64::from(MOST_OFFERED) / port.buffer().packet_blocks() as u64;
        let range = *Self::PACKETS.start()..=most.min(*Self::PACKETS.end());
        check(Parameter::ReceivePackets, packets, range, "packets")?;
        Ok(ReceiveBuffer { port: *port, packets })
    }

    /// The NIC's side of the link.
    pub fn port(&self) -> Port {
        self.port
    }

    /// Longest packets of each data VL.
    pub fn packets(&self) -> u32 {
        self.packets
    }

    /// Blocks of a data VL that are offered while it is empty.
    pub fn offered_blocks(&self) -> usize {
        self.packets as usize * self.port.buffer().packet_blocks()
    }

    /// Bits of a number of blocks that are offered.
    pub fn free_bits(&self) -> usize {
        bits_for(self.offered_blocks() as u32)
    }

    /// Blocks of a data VL, or of VL15.
    pub fn capacity(&self, lane: usize) -> usize {
        if lane < self.port.virtual_lanes() {
            return self.offered_blocks() + EARLY_BLOCKS;
        }
        let longest = self.port.buffer().packet_blocks() as u32;
        MANAGEMENT_PACKETS * link::management_blocks(longest) as usize
    }

    /// Beats that are stored at most.
    pub fn beats(&self) -> usize {
        let blocks: usize = (0..self.port.lanes()).map(|lane| self.capacity(lane)).sum();
        blocks * self.port.block_words()
    }
}

impl Nic {
    /// The NIC with a receive buffer for `packets` longest packets of each data VL.
    ///
    /// # Errors
    ///
    /// As [`ReceiveBuffer::new`].
    pub fn with_receive_buffer(self, packets: u32) -> Result<Self, OutOfRange> {
        ReceiveBuffer::new(&self.port(), packets)?;
        Ok(Nic { receive_packets: Some(packets), ..self })
    }

    /// Longest packets of each data VL in the receive buffer, if there is one.
    pub fn receive_packets(&self) -> Option<u32> {
        self.receive_packets
    }

    /// Receive buffer, if there is one.
    pub fn receive_buffer(&self) -> Option<ReceiveBuffer> {
        self.receive_packets.map(|packets| ReceiveBuffer { port: self.port(), packets })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AfterIdle, Parameters, Response, Throttled};
    use super::*;
    use crate::link::credit_receiver;

    fn nic(packet_words: u32, word_bytes: u32, virtual_lanes: u32) -> Nic {
        Nic::new(Parameters {
            flows: 1,
            response: Response::Lipd,
            after_idle: AfterIdle::Keep,
            window: 1,
            cct_entries: 128,
            throttled: Throttled::Qp,
            virtual_lanes,
            period_cycles: 4096,
            packet_words,
            word_bytes,
            clock_hz: 125_000_000,
        })
        .expect("legal")
    }

    #[test]
    fn a_buffer_is_as_large_as_credits_can_offer_at_every_width() {
        for bytes in [8, 16, 32, 64] {
            for words in [1, 2, 33, 2049] {
                let nic = nic(words, bytes, 8);
                let most = MOST_OFFERED / nic.port().buffer().packet_blocks() as u32;
                let largest = nic.with_receive_buffer(most).expect("a legal number");
                let buffer = largest.receive_buffer().expect("a buffer");
                assert_eq!(credit_receiver::free_bits(&largest.link()), buffer.free_bits());
                assert!(nic.with_receive_buffer(most + 1).is_err());
                assert!(nic.with_receive_buffer(0).is_err());
                assert!(nic.with_receive_buffer(ReceiveBuffer::DEFAULT_PACKETS).is_ok());
                assert_eq!(nic.receive_buffer(), None);
            }
        }
    }

    #[test]
    fn each_block_has_its_beats() {
        // 33 beats of 8 bytes have 5 blocks; VL15 has two packets of as many.
        let nic = nic(33, 8, 2).with_receive_buffer(3).expect("legal");
        let buffer = nic.receive_buffer().expect("a buffer");
        assert_eq!((buffer.capacity(0), buffer.capacity(2)), (16, 10));
        assert_eq!(buffer.beats(), (16 + 16 + 10) * 8);
    }
}
