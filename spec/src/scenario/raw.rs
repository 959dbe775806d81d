//! Scenario file as written: the single declaration of every key.

use super::{
    ethernet::{TcpSection, Transport, MILLION},
    patterns::PatternSection,
    readings::ReadingsSection,
    registers::RegistersSection,
    routes::RoutingSection,
    topology::TopologySection,
};
use crate::{config::Switch, nic::Nic};
use schemars::{generate::SchemaSettings, JsonSchema};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Fabric, its flows, and the measurements.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "Tailback scenario", extend("x-what" = "scenario"))]
#[expect(dead_code, reason = "the tables are read key by key; this declares them")]
struct File {
    /// Name of the scenario. A letter, then letters, digits, `-`, `_` or `.`; at most 64 characters.
    #[schemars(regex(pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$"))]
    name: String,
    /// Purpose of the scenario, in a sentence.
    #[serde(default)]
    about: Option<String>,
    /// Names of the switches, required without `[topology]`. Each is a letter, then letters, digits, `-`, `_` or `.`; at most 64
    /// characters.
    #[schemars(inner(regex(pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$")))]
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    switches: Option<Vec<String>>,
    /// Topology that replaces `switches`, `[hosts]` and `[links]`.
    #[serde(default)]
    #[schemars(with = "TopologySection")]
    topology: Option<TopologySection>,
    /// Configuration of all switches and NICs.
    configuration: ConfigurationSection,
    /// Groups of hosts, by name. Required without `[topology]`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, HostsSection>")]
    hosts: Option<BTreeMap<String, HostsSection>>,
    /// Links between switches, by name; each has both directions.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, LinkSection>")]
    links: Option<BTreeMap<String, LinkSection>>,
    /// Rule for routes.
    #[serde(default)]
    #[schemars(with = "RoutingSection")]
    routing: Option<RoutingSection>,
    /// Routes that replace those of the rule, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, RouteSection>")]
    routes: Option<BTreeMap<String, RouteSection>>,
    /// Groups of flows, by name. Required without `[patterns]`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, FlowsSection>")]
    flows: Option<BTreeMap<String, FlowsSection>>,
    /// Traffic among many hosts, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, PatternSection>")]
    patterns: Option<BTreeMap<String, PatternSection>>,
    /// Settings that software writes to the registers of switches and NICs.
    #[serde(default)]
    #[schemars(with = "RegistersSection")]
    registers: Option<RegistersSection>,
    /// Alternatives tried in the papers that are not implemented in hardware.
    #[serde(default)]
    #[schemars(with = "ReadingsSection")]
    readings: Option<ReadingsSection>,
    /// Settings of TCP hosts. Allowed only with the transport `tcp`.
    #[serde(default)]
    #[schemars(with = "TcpSection")]
    tcp: Option<TcpSection>,
    /// Parameters of the run.
    run: RunSection,
    /// Interval of the averages, and window of rate curves.
    measure: MeasureSection,
    /// Keys of the other tables, each with a list or a range of values; all combinations are run.
    #[serde(default)]
    #[schemars(with = "serde_json::Map<String, Value>")]
    sweep: Option<toml::Table>,
}

/// `[configuration]`: a preset or a file, and tables as in a configuration file, whose values replace
/// those of the preset or file.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = true))]
#[expect(dead_code, reason = "read key by key")]
struct ConfigurationSection {
    /// Name of a preset; either this key or `file`.
    #[serde(default)]
    #[schemars(with = "String")]
    preset: Option<String>,
    /// Configuration file, with a path relative to the scenario file; either this key or `preset`.
    #[serde(default)]
    #[schemars(with = "String")]
    file: Option<String>,
}

/// `[hosts.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct HostsSection {
    /// Switch to which the hosts are connected.
    pub switch: String,
    /// Hosts of the group, named NAME-1, NAME-2 and so on. 1 to 1024 hosts, and at most the ports of the
    /// switch with the transport `infiniband`; a single host, named NAME, if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = MOST_HOSTS), extend("x-unit" = "hosts"))]
    pub count: Option<u32>,
    /// Delay of a beat on the link of each host. 0 to 1000000 ns; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_DELAY_NS), extend("x-unit" = "ns"))]
    pub delay_ns: Option<f64>,
    /// Rate of the link of each host, in both directions. 0.001 to 1000 Gbit/s, and at most the rate
    /// of the datapath, which is the default.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub rate_gbit_per_s: Option<f64>,
    /// Limit of the payload rate at which each host sends to its link and receives from its link,
    /// independent of the rate of the link. 0.001 to 1000 Gbit/s; no limit if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub host_gbit_per_s: Option<f64>,
    /// Frames lost on the link, in each direction. 0 to 1000000 ppm; 0 if the key is absent. Allowed
    /// only with Ethernet, as the two keys below.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = MILLION), extend("x-unit" = "ppm"))]
    pub lost_ppm: Option<u32>,
    /// Frames altered on the link, in each direction, which their FCS shows. 0 to 1000000 ppm; 0 if the
    /// key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = MILLION), extend("x-unit" = "ppm"))]
    pub corrupted_ppm: Option<u32>,
    /// Frames transmitted twice, in each direction. 0 to 1000000 ppm; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = MILLION), extend("x-unit" = "ppm"))]
    pub duplicated_ppm: Option<u32>,
}

/// `[links.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct LinkSection {
    /// Switch at one end.
    pub from: String,
    /// Switch at the other end.
    pub to: String,
    /// Delay of a beat on the link. 0 to 1000000 ns; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_DELAY_NS), extend("x-unit" = "ns"))]
    pub delay_ns: Option<f64>,
    /// Rate of the link, in both directions. 0.001 to 1000 Gbit/s, and at most the rate of the
    /// datapath, which is the default.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub rate_gbit_per_s: Option<f64>,
    /// Frames lost on the link, in each direction. 0 to 1000000 ppm; 0 if the key is absent. Allowed
    /// only with Ethernet, as the two keys below.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = MILLION), extend("x-unit" = "ppm"))]
    pub lost_ppm: Option<u32>,
    /// Frames altered on the link, in each direction, which their FCS shows. 0 to 1000000 ppm; 0 if the
    /// key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = MILLION), extend("x-unit" = "ppm"))]
    pub corrupted_ppm: Option<u32>,
    /// Frames transmitted twice, in each direction. 0 to 1000000 ppm; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = MILLION), extend("x-unit" = "ppm"))]
    pub duplicated_ppm: Option<u32>,
}

/// `[routes.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct RouteSection {
    /// Switch whose route is set.
    pub at: String,
    /// Group of the destination hosts.
    pub to: String,
    /// Next switch of the route.
    pub via: String,
}

/// Traffic of a flow: the times at which the flow has packets to send.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TrafficName {
    /// A packet is always ready.
    #[default]
    Greedy,
    /// A packet is always ready, and packets start at a fixed rate, independent of marks.
    FixedRate,
    /// A packet is always ready in ON periods, and never in OFF periods; the lengths of both are
    /// exponentially distributed.
    OnOff,
    /// Packets arrive one by one, at random and independently of each other.
    Poisson,
    /// Packets arrive at the times in a file.
    Trace,
    /// Packets arrive in groups, at random and independently of each other and of the transfers before.
    Groups,
    /// Messages of one size, a limited number of which are in flight.
    Messages,
}

/// `[flows.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct FlowsSection {
    /// Group of the hosts that send; each host has one flow.
    pub from: String,
    /// Group of the hosts that receive: one host, or as many as send, each for one sender.
    pub to: String,
    /// Times at which the flows have packets to send.
    #[serde(flatten)]
    pub times: TimesSection,
}

/// Keys of `[flows.NAME]` and `[patterns.NAME]`: times at which flows have packets to send.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(super) struct TimesSection {
    /// Times at which the flows have packets to send; `greedy` if the key is absent.
    #[serde(default)]
    #[schemars(with = "TrafficName")]
    pub traffic: Option<TrafficName>,
    /// Rate as a fraction of the link's; with `poisson`, the mean rate at which packets arrive. 0.00001
    /// to 1. Required with the traffic `fixed-rate` or `poisson`, and allowed only with these.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.00001, max = 1))]
    pub rate: Option<f64>,
    /// Mean length of ON periods. 1 to 100000000 us. Required with the traffic `on-off`, and allowed
    /// only with that traffic.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub on_us: Option<f64>,
    /// Mean length of OFF periods. 1 to 100000000 us. Required with the traffic `on-off`, and allowed
    /// only with that traffic.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub off_us: Option<f64>,
    /// CSV file with the column `time_us`, the times at which packets arrive, from the flow's start on
    /// and in order, and the optional column `packets`, the number of packets at that time. Required
    /// with the traffic `trace`, and allowed only with that traffic.
    #[serde(default)]
    #[schemars(with = "String")]
    pub trace: Option<String>,
    /// Size of each group or, with `pareto_shape`, mean size, in payload bytes. 1 to 1000000000 bytes.
    /// Required with the traffic `groups`, and allowed only with that traffic.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000_000), extend("x-unit" = "bytes"))]
    pub group_bytes: Option<u32>,
    /// Shape of the Pareto distribution of the sizes. 1.01 to 100; all groups have the same size if the
    /// key is absent. Allowed only with the traffic `groups`.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1.01, max = 100))]
    pub pareto_shape: Option<f64>,
    /// Mean time from the arrival of one group to that of the next, exponentially distributed. 0.1 to
    /// 100000000 us. Required with the traffic `groups`, and allowed only with that traffic.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.1, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub interval_us: Option<f64>,
    /// Size of each message in payload bytes. 1 to 1000000000 bytes. Required with the traffic `messages`
    /// and the patterns `ping-pong` and `ring-exchange`, and allowed only with these.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000_000), extend("x-unit" = "bytes"))]
    pub message_bytes: Option<u32>,
    /// Most messages of a flow that have started and have not been received. 1 to 256 messages; 1 if the
    /// key is absent. Allowed only with the traffic `messages`.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 256), extend("x-unit" = "messages"))]
    pub in_flight: Option<u32>,
    /// Time that software takes before each message. 0 to 1000000 us; 0 if the key is absent. Allowed only
    /// with the traffic `messages` and the patterns `ping-pong` and `ring-exchange`.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1000000), extend("x-unit" = "us"))]
    pub overhead_us: Option<f64>,
    /// Start of the first flow of the group. 0 to 100000000 us; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub start_us: Option<f64>,
    /// Time from the start of one flow to that of the next. 0 to 1000000 us; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1000000), extend("x-unit" = "us"))]
    pub every_us: Option<f64>,
    /// Time at which all flows of the group stop. 0 to 100000000 us; never if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub stop_us: Option<f64>,
}

/// `[run]`
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "read key by key")]
struct RunSection {
    /// Duration of the run. 0.001 to 100000 ms.
    #[schemars(range(min = 0.001, max = MOST_RUN_MS), extend("x-unit" = "ms"))]
    duration_ms: f64,
    /// Seed of the random numbers. 0 to 4294967295; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = u32::MAX))]
    seed: Option<u32>,
    /// Transport of the flows: `infiniband` with NICs and lossless switches, `efl` with EFL endpoints and
    /// tail-drop Ethernet switches, or `tcp` with TCP NewReno over these switches; `infiniband` if the key
    /// is absent.
    #[serde(default)]
    #[schemars(with = "Transport")]
    transport: Option<Transport>,
    /// Whether flows respond to marks; true if the key is absent.
    #[serde(default)]
    #[schemars(with = "bool")]
    congestion_control: Option<bool>,
    /// Window: most packets of a flow in flight. 0 to 16 packets, where 0 is no limit; `window` of the
    /// configuration's `[nic]` if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = *Nic::WINDOW.end()), extend("x-unit" = "packets"))]
    window: Option<u32>,
    /// Length of each data packet, header included. 64 to 8188 bytes, padded to a multiple of 4 on the
    /// link; the maximum packet length of the configuration if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = *Switch::MAX_PACKET_BYTES.start(), max = *Switch::MAX_PACKET_BYTES.end()), extend("x-unit" = "bytes"))]
    packet_bytes: Option<u32>,
    /// Payload of each data packet, which counts as throughput of the flow. 1 to 8188 bytes; all but
    /// the 20 bytes of the headers LRH and BTH if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = *Switch::MAX_PACKET_BYTES.end()), extend("x-unit" = "bytes"))]
    payload_bytes: Option<u32>,
    /// Time from the last beat of a packet at its destination to the first beat of its ACK. 0 to
    /// 1000000 ns; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_DELAY_NS), extend("x-unit" = "ns"))]
    turnaround_ns: Option<f64>,
    /// Time without an ACK after which a host gives up the packets of a flow in flight, so that the
    /// window opens again after lost packets. Hosts of hardware and twin do so; the engine loses no
    /// packets. 0.001 to 100000000 us; never if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    release_us: Option<f64>,
    /// Whether the engine steps the golden models of the hardware in each cycle, although it could run
    /// faster: exact where a link or host has a rate of its own, and a thousand times slower. False if the
    /// key is absent.
    #[serde(default)]
    #[schemars(with = "bool")]
    stepped: Option<bool>,
    /// Whether routes are allowed on which packets can wait for each other in a cycle; false if the key
    /// is absent: such a scenario is rejected.
    #[serde(default)]
    #[schemars(with = "bool")]
    allow_cycles: Option<bool>,
}

/// `[measure]`
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "read key by key")]
struct MeasureSection {
    /// Begin of the averages. 0 to 100000 ms.
    #[schemars(range(min = 0, max = MOST_RUN_MS), extend("x-unit" = "ms"))]
    from_ms: f64,
    /// End of the averages. 0.001 to 100000 ms.
    #[schemars(range(min = 0.001, max = MOST_RUN_MS), extend("x-unit" = "ms"))]
    to_ms: f64,
    /// Width of the sliding window of rate curves. 0.001 to 1000 ms; 2 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "ms"))]
    window_ms: Option<f64>,
}

const MOST_DELAY_NS: u32 = 1_000_000;
pub(super) const MOST_PERIOD_US: u32 = 100_000_000;
const MOST_RUN_MS: u32 = 100_000;

/// Most switches of a fabric.
pub(super) const MOST_SWITCHES: usize = 256;

/// Most hosts of a group.
const MOST_HOSTS: u32 = 1024;

/// JSON Schema of the scenario file.
pub fn schema() -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<File>().to_value()
}
