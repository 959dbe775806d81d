//! Keys of EFL and of its Ethernet switch, as written.

use crate::efl::{
    rate::{Parts, Settings},
    switch::EthernetSwitch,
    Efl,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// alpha has 20 bits of bytes.
const MOST_ALPHA_BITS: u64 = 8 * *Settings::ALPHA.end();
/// Just below the highest rate, 2³⁰ units of 2⁻²⁰ bytes in 100 ns.
const MOST_MBPS: u64 = 81_000;
/// Longest time-out in nanoseconds.
const MOST_NS: u64 = 100 * *Settings::RTO_MIN.end();

/// Variants of the rate controller by name (Shimonishi'07 §IV-1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Equation 2 only, from R_0 on.
    Plain,
    /// Bandwidth probing, then equation 2.
    BwProbe,
    /// Bandwidth and delay probing, then equation 2 with RTT prediction.
    #[default]
    Proposed,
}

impl Variant {
    /// Parts of the algorithm that the variant has.
    pub fn parts(self) -> Parts {
        let proposed = self == Variant::Proposed;
        Parts { probes: self != Variant::Plain, delays: proposed, predicts: proposed }
    }
}

/// `[efl]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EflSection {
    /// Flows: connections to flows of other endpoints. 1 to 1024 flows; 64 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *Efl::FLOWS.start(), max = *Efl::FLOWS.end()), extend("x-unit" = "flows"))]
    pub flows: Option<u32>,
    /// Packets of one flow in the retransmission buffer. A power of two, 2 to 8192 packets, and at most
    /// 65536 packets of all flows; 32 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", extend("enum" = Efl::WINDOWS, "x-unit" = "packets"))]
    pub window: Option<u32>,
    /// Longest payload of a packet. 37 to 1491 bytes; 256 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *Efl::PAYLOAD_BYTES.start(), max = *Efl::PAYLOAD_BYTES.end()), extend("x-unit" = "bytes"))]
    pub payload_bytes: Option<u32>,
    /// Data packets for each ACK. 1 to 255 packets; 10 if the key is absent (Shimonishi'07 §II).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *Efl::ACK_EVERY.start(), max = *Efl::ACK_EVERY.end()), extend("x-unit" = "packets"))]
    pub ack_every: Option<u32>,
    /// Whether the endpoint makes and checks the frame check sequence; if false, the MAC does; false if
    /// the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub fcs: Option<bool>,
    /// EtherType of the frames. 1536 to 65535; 34997 (0x88B5, for local experiments) if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *Efl::ETHER_TYPE.start(), max = *Efl::ETHER_TYPE.end()), extend("x-unit" = ""))]
    pub ether_type: Option<u32>,
    /// Bytes that a frame occupies on the line in addition to those from the destination address to the
    /// last payload byte. 0 to 63 bytes; 24 if the key is absent: preamble, FCS and gap of Ethernet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *Efl::OVERHEAD_BYTES.start(), max = *Efl::OVERHEAD_BYTES.end()), extend("x-unit" = "bytes"))]
    pub overhead_bytes: Option<u32>,
    /// Variant of the rate controller; `proposed` if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Variant")]
    pub variant: Option<Variant>,
    /// N: packets of bandwidth probing. 1 to 255 packets; 20 if the key is absent (Shimonishi'07 §III).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *Settings::PROBE_PACKETS.start(), max = *Settings::PROBE_PACKETS.end()), extend("x-unit" = "packets"))]
    pub probe_packets: Option<u32>,
    /// alpha: target backlog of a flow. 8 to 8388600 bits, a multiple of 8; 32000 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 8, max = MOST_ALPHA_BITS), extend("multipleOf" = 8, "x-unit" = "bits"))]
    pub alpha_bits: Option<u32>,
    /// beta: gain, in millionths. 1 to 250000 ppm; 30000 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = 250_000), extend("x-unit" = "ppm"))]
    pub beta_ppm: Option<u32>,
    /// alpha': target backlog for ACKs of delay probes. 8 to 8388600 bits, a multiple of 8; 16000 if the
    /// key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 8, max = MOST_ALPHA_BITS), extend("multipleOf" = 8, "x-unit" = "bits"))]
    pub probe_alpha_bits: Option<u32>,
    /// beta': gain for ACKs of delay probes, in millionths. 1 to 1000000 ppm; 60000 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000), extend("x-unit" = "ppm"))]
    pub probe_beta_ppm: Option<u32>,
    /// R_0: rate of a flow whose rate is not probed. 1 to 81000 Mbit/s, and in hardware at most the rate
    /// of the line; 280 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = MOST_MBPS), extend("x-unit" = "Mbit/s"))]
    pub initial_mbps: Option<u32>,
    /// R_MIN: least rate, and that of delay probing. 1 to 81000 Mbit/s, at most the rate of the line, and
    /// so much that the longest packet takes less than 2^20 cycles. If the key is absent, 10, or the
    /// least such rate if it is higher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = MOST_MBPS), extend("x-unit" = "Mbit/s"))]
    pub minimum_mbps: Option<u32>,
    /// RTT_MIN: round-trip time without queues. 100 to 419430400 ns, a multiple of 100; each flow learns
    /// its own if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 100, max = MOST_NS), extend("multipleOf" = 100, "x-unit" = "ns"))]
    pub rtt_min_ns: Option<u32>,
    /// Least retransmission time-out. 100 to 419430400 ns, a multiple of 100; 500000 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 100, max = MOST_NS), extend("multipleOf" = 100, "x-unit" = "ns"))]
    pub rto_min_ns: Option<u32>,
}

/// `[ethernet_switch]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EthernetSwitchSection {
    /// Ports of the switch; each is an input and an output. 2 to 16 ports; 8 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *EthernetSwitch::PORTS.start(), max = *EthernetSwitch::PORTS.end()), extend("x-unit" = "ports"))]
    pub ports: Option<u32>,
    /// Longest frame that is forwarded, from the destination address to the last byte before the FCS. 60 to
    /// 2000 bytes; 1514 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *EthernetSwitch::FRAME_BYTES.start(), max = *EthernetSwitch::FRAME_BYTES.end()), extend("x-unit" = "bytes"))]
    pub frame_bytes: Option<u32>,
    /// Capacity of the tail-drop buffer of each output. 2048 to 1048576 bytes, and at least one frame;
    /// 65536 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = *EthernetSwitch::BUFFER_BYTES.start(), max = *EthernetSwitch::BUFFER_BYTES.end()), extend("x-unit" = "bytes"))]
    pub buffer_bytes: Option<u32>,
    /// Entries of the MAC table. A power of two, 16 to 4096 entries; 256 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", extend("enum" = EthernetSwitch::ADDRESSES, "x-unit" = "entries"))]
    pub addresses: Option<u32>,
}
