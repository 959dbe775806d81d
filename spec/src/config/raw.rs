//! Configuration file as written: the single declaration of every key, from which the JSON Schema,
//! the checks of single values and the reader are derived.

pub(super) use super::ethernet::{EflSection, EthernetSwitchSection};
use super::sections::{mhz, Allocator, Clock, Datapath, MarkedBy, Switch};
use crate::{
    link::{credit_counter::CreditCounter, Link},
    nic::{receive_buffer::ReceiveBuffer, AfterIdle, Nic, Response, Throttled},
    switch::{
        allocator::fifo::Fifo,
        input_buffer::Reading,
        marking::{Marking, OutputTrigger},
    },
};
use schemars::{generate::SchemaSettings, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Description of a switch with congestion control, from which `tailback` generates hardware and a
/// golden model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Tailback configuration")]
pub(super) struct File {
    /// Name of the configuration, used in the generated files. A letter, then letters, digits, `-`,
    /// `_` or `.`; at most 64 characters.
    #[schemars(regex(pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$"))]
    pub name: String,
    /// Clock of all modules.
    pub clock: ClockSection,
    /// Datapath of the packets.
    pub datapath: DatapathSection,
    /// Switch and its buffers.
    pub switch: SwitchSection,
    /// Selection of the packets that are marked during congestion.
    pub marking: MarkingSection,
    /// Allocator, which selects the next packet among those that wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AllocatorSection")]
    pub allocator: Option<AllocatorSection>,
    /// Credits between the two ends of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FlowControlSection")]
    pub flow_control: Option<FlowControlSection>,
    /// Condition under which an input buffer is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "InputBufferSection")]
    pub input_buffer: Option<InputBufferSection>,
    /// NIC beside the switch: its flows, and their response to marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "NicSection")]
    pub nic: Option<NicSection>,
    /// EFL endpoint: reliable, delay-controlled transport over Ethernet. Only with a datapath of 64 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EflSection")]
    pub efl: Option<EflSection>,
    /// Tail-drop Ethernet switch, over which EFL runs. Only with a datapath of 64 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EthernetSwitchSection")]
    pub ethernet_switch: Option<EthernetSwitchSection>,
}

/// `[clock]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockSection {
    /// Clock frequency that the hardware must reach. 1 to 1000 MHz, rounded to the nearest hertz.
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
    /// Bits of a packet transferred in one clock cycle. A power of two, 64 to 512 bits.
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
    /// Capacity of the buffer of one input port for each virtual lane, in packets of maximum
    /// length. 1 to 64 packets.
    #[schemars(range(min = *Marking::PACKETS_PER_INPUT.start(), max = *Marking::PACKETS_PER_INPUT.end()))]
    #[schemars(extend("x-unit" = "packets"))]
    pub packets_per_input: u32,
    /// Maximum packet length, header and ICRC included. 64 to 8188 bytes, a multiple of 4:
    /// PktLen counts words of 4 bytes, in 11 bits.
    #[schemars(range(min = *Switch::MAX_PACKET_BYTES.start(), max = *Switch::MAX_PACKET_BYTES.end()))]
    #[schemars(extend("multipleOf" = Switch::PACKET_BYTES_STEP, "x-unit" = "bytes"))]
    pub max_packet_bytes: u32,
    /// Data virtual lanes of each link; VL15 is not counted. 1 to 8 virtual lanes; 1 if the key is
    /// absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Link::VIRTUAL_LANES.start(), max = *Link::VIRTUAL_LANES.end()),
        extend("x-unit" = "virtual lanes")
    )]
    pub virtual_lanes: Option<u32>,
    /// Entries of the linear forwarding table, one for each LID from 0 upwards. A power of two, 64
    /// to 16384 entries, fewer than the 48 Ki unicast LIDs of InfiniBand; 256 if the key is absent.
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
    /// Marking policy: the trigger, and the packets that the trigger marks.
    pub policy: PolicyName,
    /// Mechanism by which the switch marks packets; `policy` if the key is absent. The module
    /// `marking` on its own always has the policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MarkedBy")]
    pub by: Option<MarkedBy>,
    /// Packets that may wait for one output port before all of them are marked. 1 to one less than
    /// the capacity of the switch (`ports` times `packets_per_input`). Required with the policy
    /// `input-output-triggered`, and allowed only with that policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = MAX_THRESHOLD), extend("x-unit" = "packets"))]
    pub output_threshold: Option<u32>,
    /// Repetition of the trigger while more than `output_threshold` packets wait; `above` if the
    /// key is absent. Allowed only with the policy `input-output-triggered`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OutputTrigger")]
    pub output_trigger: Option<OutputTrigger>,
    /// Width of the packet counters. 1 to 16 bits, and enough to count every packet that the switch
    /// can hold; the smallest such width if the key is absent.
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
    "then" = { "properties": { "bypasses": false } }
))]
pub(super) struct AllocatorSection {
    /// Kind of the allocator; `fifo` if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Allocator")]
    pub kind: Option<Allocator>,
    /// Times that younger packets for the same output may bypass a packet while its input port is
    /// busy. 0 to 15 bypasses; 4 if the key is absent (INFOCOM'03 fn. 6). Allowed only with the kind
    /// `fifo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Fifo::BYPASSES.start(), max = *Fifo::BYPASSES.end()),
        extend("x-unit" = "bypasses")
    )]
    pub bypasses: Option<u32>,
}

/// `[flow_control]`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FlowControlSection {
    /// Clock cycles between two flow-control packets of one virtual lane while nothing changes. 16 to
    /// 65536 cycles. The standard requires one packet in 65,536 symbol times. If the key is absent, the
    /// period is the time in which the datapath transfers 65,536 bytes: 65,536 symbol times of a link
    /// with one lane, and fewer of a wider link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *Link::PERIOD_CYCLES.start(), max = *Link::PERIOD_CYCLES.end()),
        extend("x-unit" = "cycles")
    )]
    pub period_cycles: Option<u32>,
    /// Credits of the plain credit counter, for links to which that counter suffices: the capacity of
    /// the receiver. 1 to 65535 credits; the 64-byte blocks of one virtual lane's input buffer if the
    /// key is absent.
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
    /// Reading of two points that the papers leave open: the condition under which a buffer is full,
    /// and the packets of the buffer that count as waiting; `arbitrated` if the key is absent.
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
    /// Response of a flow's inter-packet delay to marks; `lipd` if the key is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Response")]
    pub response: Option<Response>,
    /// Rate of a flow after a time without a packet to send; `keep` if the key is absent. Not allowed
    /// with the response `cct`, whose timer alone raises the rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AfterIdle")]
    pub after_idle: Option<AfterIdle>,
    /// Entries of the congestion control table. A power of two, 128 to 1024 entries; 128 if the key
    /// is absent. Allowed only with the response `cct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", extend("enum" = Nic::CCT_ENTRIES, "x-unit" = "entries"))]
    pub cct_entries: Option<u32>,
    /// Holder of an index into the congestion control table; `qp` if the key is absent. Allowed only
    /// with the response `cct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Throttled")]
    pub throttled: Option<Throttled>,
    /// Size of the receive buffer for each data virtual lane, in packets of maximum length. 1 to
    /// 1024 packets, and at most 2048 blocks of 64 bytes, the most that credits can offer. If the key
    /// is absent, there is no such buffer, and the host cannot stall received packets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "u32",
        range(min = *ReceiveBuffer::PACKETS.start(), max = *ReceiveBuffer::PACKETS.end()),
        extend("x-unit" = "packets")
    )]
    pub receive_packets: Option<u32>,
}

/// Marking policies by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PolicyName {
    /// Marks the packets that are in a buffer when that buffer becomes full (Globecom'02 §IV-A).
    Naive,
    /// Marks all packets in the switch that wait for an output for which a full buffer holds a
    /// packet (INFOCOM'03 §IV-A).
    InputTriggered,
    /// Marks as `input-triggered` does, and also when more than `output_threshold` packets wait for
    /// one output (Globecom'02 §IV-C).
    InputOutputTriggered,
}

/// Largest threshold of any switch: one less than the capacity of the largest.
const MAX_THRESHOLD: u64 = *Marking::PORTS.end() * *Marking::PACKETS_PER_INPUT.end() - 1;

/// JSON Schema of the configuration file, for editors and for the checks of single values.
pub fn schema() -> Value {
    // Inlined, so that a reader need not follow references.
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<File>().to_value()
}
