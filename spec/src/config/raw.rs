//! The configuration file as it is written: one declaration of every key, from which come the
//! JSON Schema, the checks of single values and the reader.

use super::{Allocator, Clock, Datapath, MarkedBy, Switch};
use crate::{
    link::{credit_counter::CreditCounter, Link},
    nic::{AfterIdle, Nic, Response, Throttled},
    switch::{
        allocator::fifo::Fifo,
        arrivals::Arrivals,
        input_buffer::Reading,
        marking::{Marking, OutputTrigger},
    },
};
use schemars::{generate::SchemaSettings, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Describes a switch with congestion control. `tailback` generates hardware and a golden model
/// from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Tailback configuration")]
pub(super) struct File {
    /// Names the configuration in the files made from it. A letter, then letters, digits, `-`,
    /// `_` or `.`; at most 64 characters.
    #[schemars(regex(pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$"))]
    pub name: String,
    /// The one clock of the block.
    pub clock: ClockSection,
    /// The path that packets take through the block.
    pub datapath: DatapathSection,
    /// The switch and its buffers.
    pub switch: SwitchSection,
    /// Which packets are marked when a buffer fills up.
    pub marking: MarkingSection,
    /// Which waiting packet goes next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AllocatorSection")]
    pub allocator: Option<AllocatorSection>,
    /// Credits between the two ends of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FlowControlSection")]
    pub flow_control: Option<FlowControlSection>,
    /// When an input buffer is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "InputBufferSection")]
    pub input_buffer: Option<InputBufferSection>,
    /// A NIC beside the switch: its flows, and how they answer to marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "NicSection")]
    pub nic: Option<NicSection>,
}

/// `[clock]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockSection {
    /// Clock frequency that the hardware must reach. 1 to 1000 MHz; taken to the nearest hertz.
    #[schemars(extend(
        "minimum" = mhz(*Clock::FREQUENCY_HZ.start()),
        "maximum" = mhz(*Clock::FREQUENCY_HZ.end()),
        "x-unit" = "MHz"
    ))]
    pub frequency_mhz: f64,
}

/// `[datapath]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DatapathSection {
    /// Bits of a packet that move in one clock cycle. A power of two, 64 to 512 bits.
    #[schemars(extend("enum" = Datapath::WIDTHS_BITS, "x-unit" = "bits"))]
    pub width_bits: u32,
}

/// `[switch]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SwitchSection {
    /// Ports of the switch; each is an input and an output. 2 to 36 ports.
    #[schemars(range(min = *Marking::PORTS.start(), max = *Marking::PORTS.end()))]
    #[schemars(extend("x-unit" = "ports"))]
    pub ports: u32,
    /// Longest packets that the buffer of one input port holds for each virtual lane. 1 to 64
    /// packets.
    #[schemars(range(min = *Marking::PACKETS_PER_INPUT.start(), max = *Marking::PACKETS_PER_INPUT.end()))]
    #[schemars(extend("x-unit" = "packets"))]
    pub packets_per_input: u32,
    /// Length of the longest packet, header and ICRC included. 64 to 8188 bytes, a multiple of 4:
    /// PktLen counts words of 4 bytes, in 11 bits.
    #[schemars(range(min = *Switch::MAX_PACKET_BYTES.start(), max = *Switch::MAX_PACKET_BYTES.end()))]
    #[schemars(extend("multipleOf" = Switch::PACKET_BYTES_STEP, "x-unit" = "bytes"))]
    pub max_packet_bytes: u32,
    /// Virtual lanes that carry data, on each link; VL15 is not counted. 1 to 8 virtual lanes; 1 if
    /// the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Link::VIRTUAL_LANES.start(), max = *Link::VIRTUAL_LANES.end()),
        extend("x-unit" = "virtual lanes")
    )]
    pub virtual_lanes: Option<u32>,
    /// Entries of the linear forwarding table: the LIDs from 0 on that the switch knows a port for.
    /// A power of two, 64 to 16384 entries, fewer than the 48 Ki unicast LIDs that there are; 256
    /// if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", extend("enum" = Switch::FORWARDING_ENTRIES, "x-unit" = "entries"))]
    pub forwarding_entries: Option<u32>,
}

/// `[marking]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "if" = {
        "properties": { "policy": { "const": "input-output-triggered" } },
        "required": ["policy"]
    },
    "then" = { "required": ["output_threshold"] },
    "else" = { "properties": { "output_threshold": false, "output_trigger": false } }
))]
pub(super) struct MarkingSection {
    /// Which packets are marked, and when.
    pub policy: PolicyName,
    /// By what the switch marks packets; `policy` if the key is absent. The marking block alone
    /// always has the policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MarkedBy")]
    pub by: Option<MarkedBy>,
    /// Packets that may wait for one output port before all of them are marked. 1 to one less
    /// than what the switch can hold (`ports` times `packets_per_input`). Required with the policy
    /// `input-output-triggered`, and only with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = MAX_THRESHOLD), extend("x-unit" = "packets"))]
    pub output_threshold: Option<u32>,
    /// How often more packets than `output_threshold` trigger; `above` if the key is absent. Only
    /// with the policy `input-output-triggered`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OutputTrigger")]
    pub output_trigger: Option<OutputTrigger>,
    /// Bits of a packet counter. 1 to 16 bits, and enough to count every packet that the switch
    /// can hold; the fewest that do if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Marking::COUNTER_BITS.start(), max = *Marking::COUNTER_BITS.end()),
        extend("x-unit" = "bits")
    )]
    pub counter_bits: Option<u32>,
}

/// `[allocator]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "if" = { "properties": { "kind": { "const": "round-robin" } }, "required": ["kind"] },
    "then" = { "properties": { "bypasses": false, "packets_per_lane": false } }
))]
pub(super) struct AllocatorSection {
    /// How the next packet is chosen; `fifo` if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Allocator")]
    pub kind: Option<Allocator>,
    /// Times that a packet may be bypassed by younger ones of its queue while its input is busy. 0
    /// to 15 bypasses; 4 if the key is absent (INFOCOM'03 fn. 6). Only with the kind `fifo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Fifo::BYPASSES.start(), max = *Fifo::BYPASSES.end()),
        extend("x-unit" = "bypasses")
    )]
    pub bypasses: Option<u32>,
    /// Packets of each input port and virtual lane that may wait in the list of the allocator; others
    /// of that port and lane wait for them. 1 to 511 packets, as all ports have at most 1024 together,
    /// one of each port for VL15; `packets_per_input`, but no more than this, if the key is absent. Only
    /// with the kind `fifo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Arrivals::PACKETS_PER_LANE.start(), max = *Arrivals::PACKETS_PER_LANE.end()),
        extend("x-unit" = "packets")
    )]
    pub packets_per_lane: Option<u32>,
}

/// `[flow_control]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FlowControlSection {
    /// Clock cycles between two flow-control packets of one virtual lane if nothing changes. 16 to
    /// 65536 cycles. The standard asks for one in 65,536 symbol times; if the key is absent, it is
    /// the time of 65,536 bytes on the datapath, which is that on a link of one lane and less on
    /// wider ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Link::PERIOD_CYCLES.start(), max = *Link::PERIOD_CYCLES.end()),
        extend("x-unit" = "cycles")
    )]
    pub period_cycles: Option<u32>,
    /// Credits of the plain credit counter, for links that need no more: what the other end can
    /// take. 1 to 65535 credits; the 64-byte blocks of one virtual lane's input buffer if the key
    /// is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *CreditCounter::TOTAL.start(), max = *CreditCounter::TOTAL.end()),
        extend("x-unit" = "credits")
    )]
    pub credits: Option<u32>,
}

/// `[input_buffer]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InputBufferSection {
    /// When a buffer is full, and which of its packets count as waiting, which the papers leave
    /// open; `arbitrated` if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Reading")]
    pub reading: Option<Reading>,
}

/// `[nic]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "if" = { "properties": { "response": { "const": "cct" } }, "required": ["response"] },
    "then" = { "properties": { "after_idle": false } },
    "else" = { "properties": { "cct_entries": false, "throttled": false } }
))]
pub(super) struct NicSection {
    /// Flows: (source, destination) pairs, or queue pairs, each with a rate of its own. 1 to 4096
    /// flows; 64 if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Nic::FLOWS.start(), max = *Nic::FLOWS.end()),
        extend("x-unit" = "flows")
    )]
    pub flows: Option<u32>,
    /// Packets of one flow that may be in flight. 1 to 16 packets; 1 if the key is absent
    /// (INFOCOM'03 §III).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Nic::WINDOW.start(), max = *Nic::WINDOW.end()),
        extend("x-unit" = "packets")
    )]
    pub window: Option<u32>,
    /// How a flow's delay answers to marks; `lipd` if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Response")]
    pub response: Option<Response>,
    /// What a flow's rate is after it had no packet to send; `keep` if the key is absent. Not with
    /// the response `cct`, whose timer alone raises the rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AfterIdle")]
    pub after_idle: Option<AfterIdle>,
    /// Entries of the congestion control table. A power of two, 128 to 1024 entries; 128 if the key
    /// is absent. Only with the response `cct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", extend("enum" = Nic::CCT_ENTRIES, "x-unit" = "entries"))]
    pub cct_entries: Option<u32>,
    /// What has an index into the congestion control table of its own; `qp` if the key is absent.
    /// Only with the response `cct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Throttled")]
    pub throttled: Option<Throttled>,
}

/// The policies by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PolicyName {
    /// Marks the packets that sit in a buffer when it becomes full (Globecom'02 §IV-A).
    Naive,
    /// Marks all packets in the switch that wait for an output for which the full buffer holds a
    /// packet (INFOCOM'03 §IV-A).
    InputTriggered,
    /// Input-triggered, and also when more than `output_threshold` packets wait for one output
    /// (Globecom'02 §IV-C).
    InputOutputTriggered,
}

/// The largest threshold of any switch: one less than what the largest can hold.
const MAX_THRESHOLD: u64 = *Marking::PORTS.end() * *Marking::PACKETS_PER_INPUT.end() - 1;

/// Whole hertz as megahertz, as the file has them.
pub(super) fn mhz(hertz: u64) -> f64 {
    hertz as f64 / Clock::HZ_PER_MHZ
}

/// The JSON Schema of the configuration file, for editors and for the checks of single values.
pub fn schema() -> Value {
    // References are resolved here so that a reader needs to follow none.
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<File>().to_value()
}
