//! Topologies in files.

use super::{
    hpcc, ibnetdiscover,
    section::{Format, TopologySection},
    Bad, Plan, PlannedHost, PlannedLink,
};
use crate::{
    config::Kind,
    scenario::{broken::Broken, builder::File, routes::RoutingKind},
};

/// Nodes and links of a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Network {
    /// Names of the nodes.
    pub nodes: Vec<String>,
    /// Whether each node is a switch.
    pub is_switch: Vec<bool>,
    pub links: Vec<Link>,
}

/// Link of a file, with its line.
#[derive(Debug, PartialEq)]
pub(super) struct Link {
    pub line: usize,
    /// Indices of the nodes.
    pub ends: [usize; 2],
    pub gbit_per_s: Option<f64>,
    pub delay_ns: f64,
}

/// Reads the file of a topology. Keys of the table replace delays and rates of the file.
///
/// # Errors
///
/// If the file cannot be read, has an error, or has a host without exactly one link to a switch.
pub(super) fn plan(section: &TopologySection, name: &str, file: File) -> Result<Plan, Bad> {
    let Some(format) = section.format else {
        return Err(Bad::new(Kind::Missing, "file", "the key `topology.format` is missing")
            .label("needs `format`")
            .help("add `format = \"ibnetdiscover\"` or `format = \"hpcc\"`"));
    };
    let text = file(name).map_err(|why| {
        Bad::new(Kind::NotOneOf, "file", format!("topology.file cannot be read: {why}"))
            .label("cannot be read")
            .help("the path is relative to the directory of the scenario")
    })?;
    let network = match format {
        Format::Ibnetdiscover => ibnetdiscover::read(&text),
        Format::Hpcc => hpcc::read(&text),
    };
    network.and_then(|network| lay_out(section, network)).map_err(|broken| {
        Bad::new(Kind::NotOneOf, "file", broken.located(name))
            .label("not a topology")
            .help(broken.help)
    })
}

fn lay_out(section: &TopologySection, network: Network) -> Result<Plan, Broken> {
    const HELP: &str = "each host has one link, to a switch";
    let Network { nodes, is_switch, links } = network;
    // Indices of switches and links of hosts.
    let mut places = vec![None; nodes.len()];
    let mut switches = Vec::new();
    for (node, name) in nodes.iter().enumerate().filter(|(node, _)| is_switch[*node]) {
        places[node] = Some(switches.len());
        switches.push(name.clone());
    }
    let mut plan = Plan::new(RoutingKind::DModK, switches);
    let mut of_hosts: Vec<Option<(usize, &Link)>> = vec![None; nodes.len()];
    for link in &links {
        let [one, other] = link.ends;
        let (host, switch) = match (places[one], places[other]) {
            (Some(one), Some(other)) => {
                plan.links.push(PlannedLink {
                    ends: [one, other],
                    delay_ns: section.link_delay_ns.unwrap_or(link.delay_ns),
                    gbit_per_s: section.link_rate_gbit_per_s.or(link.gbit_per_s),
                });
                continue;
            }
            (Some(switch), None) => (other, switch),
            (None, Some(switch)) => (one, switch),
            (None, None) => {
                let names = (&nodes[one], &nodes[other]);
                let message =
                    format!("the link connects the hosts {:?} and {:?}", names.0, names.1);
                return Err(Broken::new(link.line, message, HELP));
            }
        };
        if of_hosts[host].replace((switch, link)).is_some() {
            let message = format!("host {:?} has a second link", nodes[host]);
            return Err(Broken::new(link.line, message, HELP));
        }
    }
    for (node, name) in nodes.iter().enumerate().filter(|(node, _)| !is_switch[*node]) {
        // A host without a link is not part of the fabric.
        let Some((switch, link)) = of_hosts[node] else { continue };
        plan.hosts.push(PlannedHost {
            name: name.clone(),
            switch,
            delay_ns: section.host_delay_ns.unwrap_or(link.delay_ns),
            gbit_per_s: section.host_rate_gbit_per_s.or(link.gbit_per_s),
        });
    }
    if plan.hosts.is_empty() {
        return Err(Broken::new(1, "the file has no hosts with links", HELP));
    }
    Ok(plan)
}
