//! Tables of a valid configuration.

use crate::{link, wire::lrh};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Mechanism by which a switch marks packets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkedBy {
    /// Policy of the papers, as named by `policy`.
    #[default]
    Policy,
    /// Congestion detectors of IBA annex A10, configured by registers.
    Detector,
}

/// Allocators by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Allocator {
    /// Arrival order over the whole switch, with bypass (INFOCOM'03 fn. 6).
    #[default]
    Fifo,
    /// Round robin over virtual output queues, per output and then per input (Pfister'05 §III).
    RoundRobin,
}

/// Clock of all modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Clock {
    pub(super) frequency_hz: u64,
}

impl Clock {
    /// Allowed frequencies in hertz: 1 to 1000 MHz.
    pub const FREQUENCY_HZ: RangeInclusive<u64> = 1_000_000..=1_000_000_000;

    pub(super) const HZ_PER_MHZ: f64 = 1e6;

    /// Frequency in hertz, within [`Self::FREQUENCY_HZ`].
    pub fn frequency_hz(&self) -> u64 {
        self.frequency_hz
    }

    /// Frequency in megahertz, 1 to 1000.
    pub fn frequency_mhz(&self) -> f64 {
        mhz(self.frequency_hz)
    }

    /// Clock period in nanoseconds, 1 to 1000.
    pub fn period_ns(&self) -> f64 {
        const NS_PER_S: f64 = 1e9;
        NS_PER_S / self.frequency_hz as f64
    }
}

/// Megahertz, as in the file, of whole hertz.
pub(super) fn mhz(hertz: u64) -> f64 {
    hertz as f64 / Clock::HZ_PER_MHZ
}

/// Datapath of the packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Datapath {
    pub(super) width_bits: u32,
}

impl Datapath {
    /// Allowed widths in bits.
    pub const WIDTHS_BITS: [u32; 4] = [64, 128, 256, 512];

    /// Bits of a packet transferred in one clock cycle, one of [`Self::WIDTHS_BITS`].
    pub fn width_bits(&self) -> usize {
        self.width_bits as usize
    }
}

/// Switch and its buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Switch {
    pub(super) ports: u32,
    pub(super) packets_per_input: u32,
    pub(super) max_packet_bytes: u32,
    pub(super) virtual_lanes: u32,
    pub(super) forwarding_entries: u32,
}

impl Switch {
    /// Allowed sizes of the forwarding table in entries.
    pub const FORWARDING_ENTRIES: [u32; 9] = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

    pub(super) const DEFAULT_VIRTUAL_LANES: u32 = 1;
    pub(super) const DEFAULT_FORWARDING_ENTRIES: u32 = 256;

    /// Allowed maximum packet lengths in bytes, up to the largest value of PktLen (IBA 7.7). Multiples
    /// of [`Self::PACKET_BYTES_STEP`] only.
    pub const MAX_PACKET_BYTES: RangeInclusive<u64> =
        64..=lrh::MOST_WORDS as u64 * Self::PACKET_BYTES_STEP as u64;

    /// Bytes of a word of PktLen: the length of a packet from LRH to ICRC is a multiple (IBA 7.7).
    pub const PACKET_BYTES_STEP: usize = lrh::WORD_BYTES;

    /// Ports, each an input and an output; within
    /// [`Marking::PORTS`](crate::switch::marking::Marking::PORTS).
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Capacity of the buffer of one input port for each VL, in packets of maximum length; within
    /// [`Marking::PACKETS_PER_INPUT`](crate::switch::marking::Marking::PACKETS_PER_INPUT).
    pub fn packets_per_input(&self) -> usize {
        self.packets_per_input as usize
    }

    /// Maximum packet length in bytes, header included; within [`Self::MAX_PACKET_BYTES`], and a
    /// multiple of [`Self::PACKET_BYTES_STEP`].
    pub fn max_packet_bytes(&self) -> usize {
        self.max_packet_bytes as usize
    }

    /// Data virtual lanes, numbered from 0; within
    /// [`Link::VIRTUAL_LANES`](link::Link::VIRTUAL_LANES).
    pub fn virtual_lanes(&self) -> usize {
        self.virtual_lanes as usize
    }

    /// Entries of the linear forwarding table, for the LIDs from 0 upwards; one of
    /// [`Self::FORWARDING_ENTRIES`].
    pub fn forwarding_entries(&self) -> usize {
        self.forwarding_entries as usize
    }

    /// 64-byte blocks of the longest packet on the link, VCRC included.
    pub fn longest_packet_blocks(&self) -> usize {
        link::blocks(self.max_packet_bytes().saturating_add(link::VCRC_BYTES))
    }
}
