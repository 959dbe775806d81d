//! Tail-drop Ethernet switch: store-and-forward, output-queued (Shimonishi'07 §IV-1).
//!
//! A port receives frames from its MAC without FCS in beats of 8 bytes, and cannot stall it. A
//! frame is forwarded when it is complete. Each output has a buffer of `buffer_bytes`; a frame that
//! does not fit behind those in it is dropped. Frames of one input to one output stay in order.
//!
//! # Words and slots
//!
//! There are `S` slots ([`EthernetSwitch::slots`]), a power of two and at least the ports; cycle
//! `c` after reset is slot `c mod S`. Buffers have *words* of `2 S` beats: a frame of `b` beats
//! takes `words = ceil(b / (2 S))`. In its slot, input `i` moves one word to an output's buffer. So
//! no two inputs write to a buffer in the same cycle, and an input keeps up with its line if frames
//! have `S` beats or more.
//!
//! # Input
//!
//! A beat received in cycle `r` is in a register in `r + 1`. The beats of a frame are collected in
//! words; a word is written into the input's buffer of [`EthernetSwitch::input_words`] at the end
//! of the cycle in which its last beat, or that of the frame, is in the register. In that cycle of
//! the last beat, the frame is *judged*; of several verdicts, the first of these:
//!
//! ```text
//! malformed   rx_bad with the last beat, fewer than 60 or more than frame_bytes bytes
//! full        a word of the frame was to be written with `used = input_words` as the cycle began
//! unknown     the MAC table has no entry for the destination, or its port is the input itself
//! accepted    else: the frame is appended to the input's queue at the end of this cycle
//! ```
//!
//! A frame that is not accepted leaves nothing in the buffer: `used` is that before its first word
//! from the next cycle on. Words behind `input_words` or, of a frame that is too long, behind those
//! of a longest frame are not written. `used` counts written words until they are moved: a word
//! that is moved in a cycle is free in the next. Whether the words behind one that was not written
//! are written makes no difference, as the frame is not accepted.
//!
//! The table's entry is read in the cycle in which the first beat is in the register: it includes
//! writes with the end of the cycle before, and not that of this cycle.
//!
//! # Moving
//!
//! In slot `i`, with no frame of input `i` being moved and a frame at the head of its queue
//! (appended in an earlier cycle), for output `o`:
//!
//! ```text
//! drops if occupied[o] + bytes > buffer_bytes or held[o] + words > output_words
//! ```
//!
//! with the values of registers. A dropped frame leaves queue and buffer, all of its words, at the
//! end of this cycle, and is counted at output `o`. Else `occupied[o]' = occupied[o] + bytes`,
//! `held[o]' = held[o] + words`, the frame is appended to the output's queue at the end of this
//! cycle, its first word is moved in this cycle, and its other words in the following slots `i`;
//! with the last one it leaves the input's queue. An output may begin to send at once: it reads a
//! word of a frame no earlier than `S` cycles after the one before.
//!
//! # Output
//!
//! Three stages: *fetch* (a frame, `left` words of it), *spare* and *current* (a word each, with
//! its number of beats). All are empty after reset. In each cycle
//!
//! ```text
//! pops   = left = 0 and the output's queue is not empty      left' = words of the frame popped
//! loads  = spare is full and (current is empty or takes its last beat)
//! takes  = m_tvalid and m_tready
//! issues = left > 0 and not flying and (spare is empty or loads) and wait = 0
//!                                                             left' = left - 1, flying' = 1, else flying' = 0
//! wait'    = S - 1 if issues; else 0 if pops; else wait - 1, at least 0
//! spare'   = the word read, if flying; else empty if loads; else spare
//! current' = spare if loads; else without its first beat if takes; else current
//! m_tvalid = current is not empty; m_tdata, m_tkeep, m_tlast of its first beat
//! ```
//!
//! `wait` is 0 after reset. A word is moved `S` cycles after the one before, so it is not read any
//! earlier than that. `pops` and `issues` exclude each other. A word of other than the last of its frame has `2 S`
//! beats. `m_tkeep` is `0xFF` in all beats but the last; bytes behind the last are 0. Without
//! `m_tvalid`, all of `m_*` are 0. When the last beat of a frame is taken, `occupied` and `held` of
//! the output are reduced by its bytes and words with the end of that cycle. So a frame whose last
//! beat is received in cycle `r` at an idle switch is moved in the first slot `i` from cycle
//! `r + 2` on, `s`, and its first beat is at the output from cycle `s + 5` on.
//!
//! A slow output delays no other one: an input's queue never waits for an output, as a full
//! buffer drops.
//!
//! # Registers
//!
//! AXI4-Lite with the accesses of [`registers`](super::registers), where *done* is in step 2;
//! [`address`] has the map. A write to `ENTRY_HIGH` stores the entry whose index are the low bits
//! of `ENTRY_LOW`, with the end of `done`: bits 31 to 0 of the address in `ENTRY_LOW`, then in
//! `ENTRY_HIGH` bits 15 to 0: bits 47 to 32 of the address, bits 23 to 16: port, bit 31: valid. The
//! first byte on the wire is bits 47 to 40. A port that does not exist is refused (SLVERR), whether
//! the entry is valid or not. Both registers read back as written. Reset clears one entry in each cycle; until then no access
//! begins and `ready` is 0; the destination of a frame whose first beat is in the register then has
//! no entry. Counters have 32 bits, wrap around,
//! and include the events of the cycles before that of `done`.
//!
//! Ports, in this order: inputs `s_axil_*`, those below, outputs `s_axil_*`, those below. *n* is
//! the number of ports.
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `rx_tvalid` | n × 1 | a beat is received |
//! | in `rx_tdata` | n × 64 | its bytes, the first in bits 7 to 0 |
//! | in `rx_tkeep` | n × 8 | valid bytes; with `tlast` |
//! | in `rx_tlast` | n × 1 | last beat of its frame |
//! | in `rx_tuser` | n × 1 | the frame is bad; with `tlast` |
//! | in `m_tready` | n × 1 | the beat is accepted |
//! | out `ready` | 1 | the MAC table is cleared |
//! | out `m_tvalid`, `m_tdata`, `m_tkeep`, `m_tlast` | n × 1, 64, 8, 1 | a beat is sent |
//!
//! Module: `tailback_ethernet_switch`.

use super::BEAT_BYTES;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::wire::efl::LEAST_BYTES;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Addresses of the registers in bytes.
pub mod address {
    /// "TLBE" in ASCII.
    pub const IDENTIFICATION: u32 = 0x00;
    /// Version: major in bits 31 to 16, minor in bits 15 to 0.
    pub const VERSION: u32 = 0x04;
    /// Ports in bits 7 to 0, entries of the MAC table in bits 31 to 16.
    pub const CAPABILITIES: u32 = 0x08;
    /// Bytes of an output's buffer.
    pub const BUFFER: u32 = 0x0C;
    /// Bits 31 to 0 of a MAC address.
    pub const ENTRY_LOW: u32 = 0x10;
    /// Bits 47 to 32 of it, port, and valid; a write stores the entry.
    pub const ENTRY_HIGH: u32 = 0x14;
    /// Counters of port 0, in the order of [`Counter`](super::Counter).
    pub const COUNTERS: u32 = 0x400;
    /// Bytes from the counters of a port to those of the next.
    pub const COUNTERS_STRIDE: u32 = 0x20;
    /// Bits of an address.
    pub const BITS: usize = 11;
}

/// Value of the first register.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBE");
/// Version of the map, major and minor.
pub const VERSION: (u32, u32) = (1, 0);

/// Counters of a port, in the order of their addresses, and in which cycle an event is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counter {
    /// Accepted frames of the input; when judged.
    Received,
    /// Malformed frames of the input; when judged.
    Malformed,
    /// Frames for which the input's buffer was full; when judged.
    Full,
    /// Frames to an unknown destination; when judged.
    Unknown,
    /// Frames that the output has sent; with the last beat.
    Sent,
    /// Frames that the output's buffer dropped; in the slot.
    Dropped,
    /// Bytes in the output's buffer now, not an event: `occupied`.
    Occupied,
    /// Most bytes in the output's buffer since reset: the maximum of `occupied`, a cycle later.
    Peak,
}

/// Parameters of an Ethernet switch. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct EthernetSwitch {
    ports: u32,
    frame_bytes: u32,
    buffer_bytes: u32,
    addresses: u32,
}

impl EthernetSwitch {
    /// Ports: 2 to 16.
    pub const PORTS: RangeInclusive<u64> = 2..=16;
    /// Longest frame without FCS: 60 to 2000 bytes (IEEE 802.3 3.2.7: envelope frames).
    pub const FRAME_BYTES: RangeInclusive<u64> = LEAST_BYTES as u64..=2000;
    /// Buffer of an output: 2 KiB to 1 MiB.
    pub const BUFFER_BYTES: RangeInclusive<u64> = 2048..=1 << 20;
    /// Possible sizes of the MAC table.
    pub const ADDRESSES: [u32; 9] = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

    pub(crate) const DEFAULT_PORTS: u32 = 8;
    pub(crate) const DEFAULT_FRAME_BYTES: u32 = 1514;
    pub(crate) const DEFAULT_BUFFER_BYTES: u32 = 1 << 16;
    pub(crate) const DEFAULT_ADDRESSES: u32 = 256;

    /// Longest frames that an input's buffer holds, at least.
    const INPUT_FRAMES: u32 = 4;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If one is outside its range. A number of addresses between two powers of two is rounded down.
    pub fn new(
        ports: u32,
        frame_bytes: u32,
        buffer_bytes: u32,
        addresses: u32,
    ) -> Result<Self, OutOfRange> {
        let [fewest, .., most] = Self::ADDRESSES;
        check(Parameter::EthernetPorts, ports, Self::PORTS, "ports")?;
        check(Parameter::EthernetFrame, frame_bytes, Self::FRAME_BYTES, "bytes")?;
        check(Parameter::EthernetBuffer, buffer_bytes, Self::BUFFER_BYTES, "bytes")?;
        check(Parameter::EthernetAddresses, addresses, fewest.into()..=most.into(), "entries")?;
        Ok(EthernetSwitch { ports, frame_bytes, buffer_bytes, addresses: 1 << addresses.ilog2() })
    }

    /// Ports, each an input and an output.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Bytes of the longest frame, without FCS.
    pub fn frame_bytes(&self) -> u32 {
        self.frame_bytes
    }

    /// Bytes of the buffer of an output.
    pub fn buffer_bytes(&self) -> u32 {
        self.buffer_bytes
    }

    /// Entries of the MAC table: a power of two.
    pub fn addresses(&self) -> usize {
        self.addresses as usize
    }

    /// Slots: a power of two, at least 4 and at least the ports.
    pub fn slots(&self) -> u32 {
        self.ports.next_power_of_two().max(4)
    }

    /// Beats of a word.
    pub fn word_beats(&self) -> u32 {
        2 * self.slots()
    }

    /// Beats of a frame.
    pub fn beats(&self, bytes: u32) -> u32 {
        bytes.div_ceil(BEAT_BYTES as u32)
    }

    /// Words of a frame.
    pub fn words(&self, bytes: u32) -> u32 {
        self.beats(bytes).div_ceil(self.word_beats())
    }

    /// Words of an input's buffer: a power of two, enough for four longest frames.
    pub fn input_words(&self) -> u32 {
        (Self::INPUT_FRAMES * self.words(self.frame_bytes)).next_power_of_two()
    }

    /// Words of an output's buffer: a power of two, at least twice those of `buffer_bytes`, so that
    /// frames of half a word and more are dropped by their bytes alone.
    pub fn output_words(&self) -> u32 {
        let word_bytes = self.word_beats() * BEAT_BYTES as u32;
        (2 * self.buffer_bytes.div_ceil(word_bytes)).next_power_of_two().max(self.input_words())
    }

    /// Bits of a port's number.
    pub fn port_bits(&self) -> usize {
        bits_for(self.ports - 1)
    }

    /// Index of the MAC table's entry for an address, its first byte in bits 47 to 40.
    pub fn index(&self, address: u64) -> usize {
        (address % u64::from(self.addresses)) as usize
    }
}
