//! The scenario file as it is written: one declaration of every key.

use super::{readings::ReadingsSection, registers::RegistersSection};
use crate::{config::Switch, nic::Nic, switch::marking::Marking};
use schemars::{generate::SchemaSettings, JsonSchema};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A fabric, the flows in it, and what is measured.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "Tailback scenario", extend("x-what" = "scenario"))]
#[expect(dead_code, reason = "the tables are read key by key; this declares them")]
struct File {
    /// Names the scenario. A letter, then letters, digits, `-`, `_` or `.`; at most 64 characters.
    #[schemars(regex(pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$"))]
    name: String,
    /// What it shows, in a sentence.
    #[serde(default)]
    about: Option<String>,
    /// The names of the switches. Each is a letter, then letters, digits, `-`, `_` or `.`; at most 64
    /// characters.
    #[schemars(inner(regex(pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$")))]
    switches: Vec<String>,
    /// What switches and NICs are like.
    configuration: ConfigurationSection,
    /// Groups of hosts, by name.
    hosts: BTreeMap<String, HostsSection>,
    /// Links between switches, by name; each in both directions.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, LinkSection>")]
    links: Option<BTreeMap<String, LinkSection>>,
    /// Ways that are not shortest, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, RouteSection>")]
    routes: Option<BTreeMap<String, RouteSection>>,
    /// Groups of flows, by name.
    flows: BTreeMap<String, FlowsSection>,
    /// What software sets in switches and NICs.
    #[serde(default)]
    #[schemars(with = "RegistersSection")]
    registers: Option<RegistersSection>,
    /// What a paper tried that the hardware does not have.
    #[serde(default)]
    #[schemars(with = "ReadingsSection")]
    readings: Option<ReadingsSection>,
    /// How the scenario is run.
    run: RunSection,
    /// What is averaged over.
    measure: MeasureSection,
    /// Keys of the other tables with a list or a range of values each; all combinations are run.
    #[serde(default)]
    #[schemars(with = "serde_json::Map<String, Value>")]
    sweep: Option<toml::Table>,
}

/// `[configuration]`: a preset or a file, and below it tables as in a configuration file, whose
/// values replace its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = true))]
#[expect(dead_code, reason = "read key by key")]
struct ConfigurationSection {
    /// The name of a preset; either this or `file`.
    #[serde(default)]
    #[schemars(with = "String")]
    preset: Option<String>,
    /// A configuration file, its path from the scenario file on; either this or `preset`.
    #[serde(default)]
    #[schemars(with = "String")]
    file: Option<String>,
}

/// `[hosts.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct HostsSection {
    /// The switch that they are on.
    pub switch: String,
    /// How many there are, called NAME-1, NAME-2 and so on. 1 to 36 hosts; one, called NAME, if the
    /// key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = *Marking::PORTS.end()), extend("x-unit" = "hosts"))]
    pub count: Option<u32>,
    /// The time that a beat takes on the link of each. 0 to 1000000 ns; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_DELAY_NS), extend("x-unit" = "ns"))]
    pub delay_ns: Option<f64>,
    /// The rate of the link of each, both ways. 0.001 to 1000 Gbit/s, and no faster than the
    /// datapath, whose rate it is if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub rate_gbit_per_s: Option<f64>,
    /// What each can put on its link, and take from it, whatever the rate of that is; of payload.
    /// 0.001 to 1000 Gbit/s; no limit if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub host_gbit_per_s: Option<f64>,
}

/// `[links.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct LinkSection {
    /// The switch at one end.
    pub from: String,
    /// The switch at the other end.
    pub to: String,
    /// The time that a beat takes on it. 0 to 1000000 ns; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_DELAY_NS), extend("x-unit" = "ns"))]
    pub delay_ns: Option<f64>,
    /// Its rate, both ways. 0.001 to 1000 Gbit/s, and no faster than the datapath, whose rate it is
    /// if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub rate_gbit_per_s: Option<f64>,
}

/// `[routes.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct RouteSection {
    /// At this switch,
    pub at: String,
    /// what is for these hosts,
    pub to: String,
    /// goes to this switch next.
    pub via: String,
}

/// When flows have packets to send.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TrafficName {
    /// Always.
    #[default]
    Greedy,
    /// Always; a packet starts at a fixed rate, whatever marks say.
    FixedRate,
    /// Always in ON periods, never in OFF periods; the lengths of both are exponentially
    /// distributed.
    OnOff,
    /// As packets come one by one, at random and independently of each other.
    Poisson,
    /// As a file says when packets come.
    Trace,
}

/// `[flows.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct FlowsSection {
    /// The hosts that send, each of them one flow.
    pub from: String,
    /// The host that receives; or as many hosts as send, each for one of them.
    pub to: String,
    /// When they have packets to send; `greedy` if the key is absent.
    #[serde(default)]
    #[schemars(with = "TrafficName")]
    pub traffic: Option<TrafficName>,
    /// The rate as a fraction of the link's; with `poisson`, the mean rate at which packets come.
    /// 0.00001 to 1; with the traffic `fixed-rate` or `poisson`, and only with these.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.00001, max = 1))]
    pub rate: Option<f64>,
    /// The mean length of ON periods. 1 to 100000000 us; with the traffic `on-off`, and only with
    /// it.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub on_us: Option<f64>,
    /// The mean length of OFF periods. 1 to 100000000 us; with the traffic `on-off`, and only with
    /// it.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub off_us: Option<f64>,
    /// A CSV file with the columns `time_us` (from the flow's start on, in order) and, if it likes,
    /// `packets` that come then; with the traffic `trace`, and only with it.
    #[serde(default)]
    #[schemars(with = "String")]
    pub trace: Option<String>,
    /// When the first one starts. 0 to 100000000 us; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub start_us: Option<f64>,
    /// From the start of one to that of the next. 0 to 1000000 us; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1000000), extend("x-unit" = "us"))]
    pub every_us: Option<f64>,
    /// When all of them stop. 0 to 100000000 us; never if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub stop_us: Option<f64>,
}

/// `[run]`
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "read key by key")]
struct RunSection {
    /// How long it runs. 0.001 to 100000 ms.
    #[schemars(range(min = 0.001, max = MOST_RUN_MS), extend("x-unit" = "ms"))]
    duration_ms: f64,
    /// Seed of all that is random. 0 to 4294967295; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = u32::MAX))]
    seed: Option<u32>,
    /// Whether flows answer to marks; true if the key is absent.
    #[serde(default)]
    #[schemars(with = "bool")]
    congestion_control: Option<bool>,
    /// Packets of a flow in flight. 0, which is without a limit, to 16 packets; `window` of the
    /// configuration's `[nic]` if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 0, max = *Nic::WINDOW.end()), extend("x-unit" = "packets"))]
    window: Option<u32>,
    /// Length of each data packet, header included. 64 to 8188 bytes; on the wire it is padded to a
    /// multiple of 4. That of the longest one if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = *Switch::MAX_PACKET_BYTES.start(), max = *Switch::MAX_PACKET_BYTES.end()), extend("x-unit" = "bytes"))]
    packet_bytes: Option<u32>,
    /// What of each data packet counts as throughput of its flow. 1 to 8188 bytes; all but the 20
    /// bytes of the headers LRH and BTH if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = *Switch::MAX_PACKET_BYTES.end()), extend("x-unit" = "bytes"))]
    payload_bytes: Option<u32>,
    /// Time from a packet's last beat at its destination to the first one of its ACK. 0 to 1000000
    /// ns; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_DELAY_NS), extend("x-unit" = "ns"))]
    turnaround_ns: Option<f64>,
    /// After so long without an ACK, a host gives up what a flow has in flight, so that its window opens
    /// again though packets were lost; hosts of hardware and twin do so, and the engine loses no packets. 0.001 to 100000000 us; never if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    release_us: Option<f64>,
    /// Whether to run with routes of which packets can wait for each other in a cycle; false if the key is
    /// absent, and such a scenario is refused.
    #[serde(default)]
    #[schemars(with = "bool")]
    allow_cycles: Option<bool>,
}

/// `[measure]`
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
#[expect(dead_code, reason = "read key by key")]
struct MeasureSection {
    /// When averages begin. 0 to 100000 ms.
    #[schemars(range(min = 0, max = MOST_RUN_MS), extend("x-unit" = "ms"))]
    from_ms: f64,
    /// When they end. 0.001 to 100000 ms.
    #[schemars(range(min = 0.001, max = MOST_RUN_MS), extend("x-unit" = "ms"))]
    to_ms: f64,
    /// Width of the sliding window of rate curves. 0.001 to 1000 ms; 2 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "ms"))]
    window_ms: Option<f64>,
}

const MOST_DELAY_NS: u32 = 1_000_000;
const MOST_PERIOD_US: u32 = 100_000_000;
const MOST_RUN_MS: u32 = 100_000;

/// Switches of a fabric.
pub(super) const MOST_SWITCHES: usize = 256;

/// The JSON Schema of the scenario file.
pub fn schema() -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<File>().to_value()
}
