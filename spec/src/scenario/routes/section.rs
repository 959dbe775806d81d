//! `[routing]` as written.

use schemars::JsonSchema;
use serde::Deserialize;

/// Rules for routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::scenario) enum RoutingKind {
    /// A shortest path, over the first of several ports.
    Shortest,
    /// Shortest paths; where several ports lead on, the number of the destination host selects one.
    DModK,
    /// Shortest paths; where several ports lead on, the number of the source host selects one.
    SModK,
    /// Shortest paths; where several ports lead on, a random one for each flow.
    Random,
    /// Shortest paths; where several ports lead on, a random one for each packet.
    RandomPerPacket,
    /// Paths that lead first up and then down from a root, and close no cycle in any topology; of several
    /// ports, the one that the number of the destination selects.
    UpDown,
}

/// `[routing]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(in crate::scenario) struct RoutingSection {
    /// Rule for routes. If the key is absent: `shortest` without a topology, `up-down` in a ring or
    /// torus, and `d-mod-k` in other topologies.
    #[serde(default)]
    #[schemars(with = "RoutingKind")]
    pub kind: Option<RoutingKind>,
    /// Root of the routing `up-down`; if the key is absent, the switches furthest from hosts, or else
    /// the first switch with the least sum of distances to the others. Allowed only with that routing.
    #[serde(default)]
    #[schemars(with = "String")]
    pub root: Option<String>,
}
