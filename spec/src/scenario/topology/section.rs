//! `[topology]` as written.

use super::Bad;
use crate::config::Kind as ProblemKind;
use schemars::JsonSchema;
use serde::Deserialize;

/// Topologies that follow from numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::scenario) enum Kind {
    /// Folded k-ary n-tree with two or three levels of switches of one radix.
    FatTree,
    /// Two switches with hosts, and the links between them.
    DumbBell,
    /// Switches in a ring, each with hosts.
    Ring,
    /// Switches in a torus of any number of dimensions, each with hosts.
    Torus,
}

/// Formats of files with topologies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::scenario) enum Format {
    /// Output of `ibnetdiscover`.
    Ibnetdiscover,
    /// `topology.txt` of the ns-3 simulator of HPCC.
    Hpcc,
}

/// `[topology]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(in crate::scenario) struct TopologySection {
    /// Topology that follows from numbers; either this key or `file`.
    #[serde(default)]
    #[schemars(with = "Kind")]
    pub kind: Option<Kind>,
    /// File with the topology, with a path relative to the scenario file; either this key or `kind`.
    #[serde(default)]
    #[schemars(with = "String")]
    pub file: Option<String>,
    /// Format of the file. Required with `file`, and allowed only with that key.
    #[serde(default)]
    #[schemars(with = "Format")]
    pub format: Option<Format>,
    /// Levels of switches of a fat tree. 2 or 3; 2 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 2, max = 3), extend("x-unit" = "levels"))]
    pub levels: Option<u32>,
    /// Ports of each switch of a fat tree. 2 to 36 ports, an even number.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 2, max = MOST_PORTS), extend("multipleOf" = 2, "x-unit" = "ports"))]
    pub radix: Option<u32>,
    /// Hosts of each leaf of a fat tree. 1 to 35 hosts; half the radix if the key is absent. With more,
    /// the leaf has the remaining ports for links to the level above: it is oversubscribed.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = MOST_PORTS - 1), extend("x-unit" = "hosts"))]
    pub hosts_per_leaf: Option<u32>,
    /// Parts of a fat tree below its spines: leaves with two levels, pods with three. 1 to 36, and at
    /// most the radix, which is the default.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = MOST_PORTS), extend("x-unit" = "pods"))]
    pub pods: Option<u32>,
    /// Links between two switches: of a fat tree, from a switch of the level below to each of its
    /// spines; of a dumb-bell, from one switch to the other. 1 to 35 links. If the key is absent, 1 in a
    /// dumb-bell; in a fat tree, as many as use all ports of the spines, and divide the number of links.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = MOST_PORTS - 1), extend("x-unit" = "links"))]
    pub parallel_links: Option<u32>,
    /// Switches of a ring. 3 to 1024 switches.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 3, max = 1024), extend("x-unit" = "switches"))]
    pub switches: Option<u32>,
    /// Switches in each dimension of a torus. 2 to 256 switches; two switches have one link.
    #[serde(default)]
    #[schemars(with = "Vec<u32>", inner(range(min = 2, max = 256)), extend("x-unit" = "switches"))]
    pub dimensions: Option<Vec<u32>>,
    /// Hosts of each switch of a dumb-bell, ring or torus. 1 to 35 hosts; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = MOST_PORTS - 1), extend("x-unit" = "hosts"))]
    pub hosts_per_switch: Option<u32>,
    /// Delay of a beat on the link of each host. 0 to 1000000 ns; that of the file, or 0, if the key is
    /// absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1_000_000), extend("x-unit" = "ns"))]
    pub host_delay_ns: Option<f64>,
    /// Rate of the link of each host, in both directions. 0.001 to 1000 Gbit/s, and at most the rate of
    /// the datapath. That of the file, or of the datapath, if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub host_rate_gbit_per_s: Option<f64>,
    /// Delay of a beat on each link between switches. 0 to 1000000 ns; that of the file, or 0, if the
    /// key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1_000_000), extend("x-unit" = "ns"))]
    pub link_delay_ns: Option<f64>,
    /// Rate of each link between switches, in both directions. 0.001 to 1000 Gbit/s, and at most the
    /// rate of the datapath. That of the file, or of the datapath, if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0.001, max = 1000), extend("x-unit" = "Gbit/s"))]
    pub link_rate_gbit_per_s: Option<f64>,
}

/// Most ports of a switch.
pub(super) const MOST_PORTS: u32 = *crate::switch::PORTS.end() as u32;

impl TopologySection {
    /// Checks that the table has the keys of its topology, and no other ones.
    pub fn check(&self) -> Result<(), Bad> {
        let kind = self.kind;
        let is = |wanted: &[Kind]| kind.is_some_and(|kind| wanted.contains(&kind));
        let flat = is(&[Kind::DumbBell, Kind::Ring, Kind::Torus]);
        // Key, whether it is there, whether it may be, and whether it must be.
        let tree = is(&[Kind::FatTree]);
        let keys = [
            ("file", self.file.is_some(), kind.is_none(), false),
            ("format", self.format.is_some(), kind.is_none() && self.file.is_some(), false),
            ("levels", self.levels.is_some(), tree, false),
            ("radix", self.radix.is_some(), tree, tree),
            ("hosts_per_leaf", self.hosts_per_leaf.is_some(), tree, false),
            ("pods", self.pods.is_some(), tree, false),
            (
                "parallel_links",
                self.parallel_links.is_some(),
                is(&[Kind::FatTree, Kind::DumbBell]),
                false,
            ),
            ("switches", self.switches.is_some(), is(&[Kind::Ring]), is(&[Kind::Ring])),
            ("dimensions", self.dimensions.is_some(), is(&[Kind::Torus]), is(&[Kind::Torus])),
            ("hosts_per_switch", self.hosts_per_switch.is_some(), flat, false),
        ];
        for (key, there, allowed, required) in keys {
            if there && !allowed {
                let message = format!("topology.{key} is not allowed with this topology");
                return Err(Bad::new(ProblemKind::Superfluous, key, message)
                    .label("not allowed")
                    .help("remove the key"));
            }
            if required && !there {
                let message = format!("the key `topology.{key}` is missing");
                return Err(Bad::new(ProblemKind::Missing, "kind", message)
                    .label(format!("needs `{key}`"))
                    .help(format!("add `{key}` to [topology]")));
            }
        }
        Ok(())
    }
}
