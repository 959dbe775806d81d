//! `[patterns.NAME]` as written.

use crate::scenario::raw::{TimesSection, MOST_PERIOD_US};
use schemars::JsonSchema;
use serde::Deserialize;

/// Patterns of traffic among hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::scenario) enum PatternKind {
    /// Each host sends to one other and receives from one other, at random.
    Permutation,
    /// Each host sends to the host that follows it by some number, in rotation.
    Ring,
    /// Each host sends to each other.
    AllToAll,
    /// Some hosts, or all, send to one.
    Incast,
    /// Packets arrive at random, at each host for all others, or for some random ones, alike.
    Uniform,
    /// Messages of random sizes arrive at random, at each host, for random other hosts.
    Messages,
    /// Messages of a file as the ns-3 simulator of HPCC reads it, `flow.txt`.
    HpccFlows,
    /// Messages of a connection matrix of htsim, `.cm`.
    HtsimMatrix,
    /// Hosts in pairs, each of which answers the messages of the other one, as in the ping-pong of HPCC.
    PingPong,
    /// Processes in a ring, each of which sends a message to both neighbours, and goes on when it has
    /// received theirs, as in the ring of HPCC.
    RingExchange,
    /// Uniform traffic, and for an interval more of it to one host than its link carries (Pfister'05).
    HotSpot,
}

/// Traffic of hot sources in the interval of a hot spot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::scenario) enum HotMode {
    /// A fixed portion of their traffic is diverted to the hot host.
    #[default]
    Diverted,
    /// Traffic to the hot host is added to the uniform traffic.
    Added,
    /// Traffic to the hot host replaces the uniform traffic.
    Replaced,
}

/// Order of the processes in a ring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::scenario) enum RingOrder {
    /// The processes of a host are neighbours.
    #[default]
    Natural,
    /// The first process of each host, then the second one of each, and so on.
    Spread,
}

/// `[patterns.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(in crate::scenario) struct PatternSection {
    /// Pattern.
    pub kind: PatternKind,
    /// Group of the hosts of the pattern; all hosts if this key and `groups` are absent.
    #[serde(default)]
    #[schemars(with = "String")]
    pub hosts: Option<String>,
    /// Groups whose hosts, in this order, are those of the pattern, instead of `hosts`.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub groups: Option<Vec<String>>,
    /// Host that receives. Required with the patterns `incast` and `hot-spot`, and allowed only with
    /// these.
    #[serde(default)]
    #[schemars(with = "String")]
    pub to: Option<String>,
    /// File with the flows, with a path relative to the scenario file. Required with the patterns
    /// `hpcc-flows` and `htsim-matrix`, and allowed only with these.
    #[serde(default)]
    #[schemars(with = "String")]
    pub file: Option<String>,
    /// File with the distribution of the sizes of messages in bytes, with a path relative to the scenario
    /// file. Required with the pattern `messages`, and allowed only with that pattern.
    #[serde(default)]
    #[schemars(with = "String")]
    pub sizes: Option<String>,
    /// Hosts that send to the host `to`, chosen at random. 1 to 65535 hosts; all others if the key is
    /// absent. Allowed only with the patterns `incast` and `hot-spot`.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = u16::MAX), extend("x-unit" = "hosts"))]
    pub degree: Option<u32>,
    /// Hosts from each host to its destination in a `ring`. 1 to 65535 hosts; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = u16::MAX), extend("x-unit" = "hosts"))]
    pub distance: Option<u32>,
    /// Hosts to which each host sends `uniform` traffic or that of a `hot-spot`, chosen at random for
    /// each. 1 to 65535 hosts; all others if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = u16::MAX), extend("x-unit" = "hosts"))]
    pub peers: Option<u32>,
    /// Processes of each host in a `ring-exchange`; messages between those of one host take no time. 1 to 64
    /// processes; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 64), extend("x-unit" = "processes"))]
    pub processes: Option<u32>,
    /// Order of the processes in a `ring-exchange`; `natural` if the key is absent.
    #[serde(default)]
    #[schemars(with = "RingOrder")]
    pub order: Option<RingOrder>,
    /// Traffic offered to the hot host in the interval, as a multiple of the rate of its link, the
    /// uniform traffic to that host included. 0.01 to 1000. Required with the pattern `hot-spot`, and
    /// allowed only with that pattern.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.01, max = 1000))]
    pub severity: Option<f64>,
    /// Traffic of the hot sources in the interval; `diverted` if the key is absent. Allowed only with the
    /// pattern `hot-spot`.
    #[serde(default)]
    #[schemars(with = "HotMode")]
    pub mode: Option<HotMode>,
    /// Begin of the hot spot. 0 to 100000000 us; 0 if the key is absent. Allowed only with the pattern
    /// `hot-spot`.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub from_us: Option<f64>,
    /// End of the hot spot. 0 to 100000000 us; the end of the run if the key is absent. Allowed only with
    /// the pattern `hot-spot`.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = MOST_PERIOD_US), extend("x-unit" = "us"))]
    pub until_us: Option<f64>,
    /// Times at which the flows have packets to send.
    #[serde(flatten)]
    pub times: TimesSection,
}
