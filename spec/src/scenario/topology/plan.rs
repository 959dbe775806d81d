//! Switches, hosts and links of a topology, with their delays and rates as written.

use super::{
    section::{TopologySection, MOST_PORTS},
    Bad,
};
use crate::{config::Kind, scenario::routes::RoutingKind};

/// Most directed links of a fabric: the index of a link has 16 bits.
const MOST_LINKS: usize = 1 << 16;

/// Fabric before its configuration is known.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::scenario) struct Plan {
    /// Routing, if the scenario sets none.
    pub routing: RoutingKind,
    /// Names of the switches.
    pub switches: Vec<String>,
    /// Hosts; those of a switch are adjacent if the topology follows from numbers.
    pub hosts: Vec<PlannedHost>,
    /// Links between switches.
    pub links: Vec<PlannedLink>,
}

/// Host, with its link.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::scenario) struct PlannedHost {
    pub name: String,
    /// Index of the switch.
    pub switch: usize,
    /// Delay of the link in ns.
    pub delay_ns: f64,
    /// Rate of the link, if it is not that of the datapath.
    pub gbit_per_s: Option<f64>,
}

/// Link between two switches.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::scenario) struct PlannedLink {
    /// Indices of the switches.
    pub ends: [usize; 2],
    /// Delay in ns.
    pub delay_ns: f64,
    /// Rate, if it is not that of the datapath.
    pub gbit_per_s: Option<f64>,
}

impl Plan {
    /// Switches without hosts and links.
    pub fn new(routing: RoutingKind, switches: Vec<String>) -> Self {
        Plan { routing, switches, hosts: Vec::new(), links: Vec::new() }
    }

    /// Adds a host with the delay and rate of the table, named after its number in the fabric.
    pub fn add_host(&mut self, section: &TopologySection, switch: usize) {
        self.hosts.push(PlannedHost {
            name: format!("host-{}", self.hosts.len() + 1),
            switch,
            delay_ns: section.host_delay_ns.unwrap_or_default(),
            gbit_per_s: section.host_rate_gbit_per_s,
        });
    }

    /// Adds a link between switches with the delay and rate of the table.
    pub fn add_link(&mut self, section: &TopologySection, ends: [usize; 2]) {
        self.links.push(PlannedLink {
            ends,
            delay_ns: section.link_delay_ns.unwrap_or_default(),
            gbit_per_s: section.link_rate_gbit_per_s,
        });
    }

    /// Links of each switch.
    fn ports(&self) -> Vec<usize> {
        let mut ports = vec![0; self.switches.len()];
        let ends = self.links.iter().flat_map(|link| link.ends);
        ends.chain(self.hosts.iter().map(|host| host.switch)).for_each(|switch| ports[switch] += 1);
        ports
    }

    /// Most links of a switch.
    pub fn most_ports(&self) -> usize {
        self.ports().into_iter().max().unwrap_or_default()
    }

    /// Checks that switches of these sizes exist, and that the engine can number all links.
    ///
    /// # Errors
    ///
    /// If a switch has more links than a switch can have ports, or the fabric has too many links.
    pub fn check(&self) -> Result<(), Bad> {
        let busiest = self.ports().into_iter().enumerate().max_by_key(|(_, ports)| *ports);
        if let Some((switch, ports)) = busiest.filter(|(_, ports)| *ports > MOST_PORTS as usize) {
            let name = &self.switches[switch];
            let message = format!("switch {name:?} has {ports} links");
            return Err(Bad::new(Kind::OutOfRange, "", message)
                .label("too many links")
                .help(format!("a switch has at most {MOST_PORTS} ports")));
        }
        let links = 2 * (self.hosts.len() + self.links.len());
        if links > MOST_LINKS {
            let message = format!("the fabric has {links} directed links");
            return Err(Bad::new(Kind::OutOfRange, "", message)
                .label("too many links")
                .help(format!("a fabric has at most {MOST_LINKS} directed links")));
        }
        Ok(())
    }
}
