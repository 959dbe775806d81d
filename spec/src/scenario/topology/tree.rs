//! Fat trees: folded k-ary n-trees with two or three levels of switches of one radix.
//!
//! With radix *r*, a leaf has *r* / 2 hosts unless the scenario has another number, and its other ports,
//! at most *r* / 2 of them, lead up. Two levels: each leaf is a pod, and its links lead to the spines.
//! Three levels: a pod has *r* / 2 leaves, and a middle switch for each link that leads up from a leaf;
//! the *r* / 2 upper links of the middle switch with number *m* in its pod lead to the spines of group
//! *m*.
//!
//! A spine has a link to each pod, or, if there are fewer pods than ports, several *parallel* ones: the
//! tree then needs fewer spines. Upper links are numbered so that parallel ones are adjacent.

use super::{
    section::{TopologySection, MOST_PORTS},
    Bad, Plan,
};
use crate::{config::Kind, scenario::routes::RoutingKind};

/// Lays out a fat tree.
///
/// # Errors
///
/// If the hosts of a leaf leave no port for a link, there are more pods than ports, or the number of
/// parallel links does not divide that of the links.
pub(super) fn plan(section: &TopologySection) -> Result<Plan, Bad> {
    let radix = section.radix.unwrap_or(MOST_PORTS) as usize;
    let half = radix / 2;
    let levels = section.levels.unwrap_or(2);
    let hosts = section.hosts_per_leaf.map_or(half, |hosts| hosts as usize);
    if hosts >= radix {
        let message = format!("topology.hosts_per_leaf is {hosts}, but a leaf has {radix} ports");
        let help = format!("a leaf has 1 to {} hosts, and a link to the level above", radix - 1);
        return Err(Bad::new(Kind::OutOfRange, "hosts_per_leaf", message)
            .label("too many hosts")
            .help(help));
    }
    let up = half.min(radix - hosts);
    let pods = section.pods.map_or(radix, |pods| pods as usize);
    if pods > radix {
        let message = format!("topology.pods is {pods}, but a spine has {radix} ports");
        return Err(Bad::new(Kind::OutOfRange, "pods", message)
            .label("too many pods")
            .help(format!("a fat tree of this radix has 1 to {radix} pods")));
    }
    // Links to spines of each switch below them.
    let upper = if levels == 2 { up } else { half };
    let parallel = match section.parallel_links {
        None => (1..=radix / pods).rev().find(|links| upper % links == 0).unwrap_or(1),
        Some(links) => {
            let links = links as usize;
            if upper % links != 0 || links * pods > radix {
                let message = format!("topology.parallel_links is {links}");
                let help = format!(
                    "the number must divide the {upper} upper links of a switch, and a spine with \
                     {radix} ports must have that many links to each of {pods} pods"
                );
                return Err(Bad::new(Kind::OutOfRange, "parallel_links", message)
                    .label("does not fit")
                    .help(help));
            }
            links
        }
    };
    let shape = Shape { pods, hosts, up, upper, parallel };
    Ok(match levels {
        2 => shape.two_levels(section),
        _ => shape.three_levels(section, half),
    })
}

/// Numbers from which a fat tree follows.
struct Shape {
    pods: usize,
    /// Hosts of a leaf.
    hosts: usize,
    /// Upper links of a leaf.
    up: usize,
    /// Links to spines of each switch below them.
    upper: usize,
    /// Links between such a switch and a spine.
    parallel: usize,
}

impl Shape {
    /// Spines to which a switch below them has links.
    fn spines(&self) -> usize {
        self.upper / self.parallel
    }

    fn two_levels(&self, section: &TopologySection) -> Plan {
        let switches = [names("leaf", self.pods), names("spine", self.spines())];
        let mut plan = Plan::new(RoutingKind::DModK, switches.concat());
        for leaf in 0..self.pods {
            (0..self.hosts).for_each(|_| plan.add_host(section, leaf));
            for link in 0..self.upper {
                plan.add_link(section, [leaf, self.pods + link / self.parallel]);
            }
        }
        plan
    }

    /// `width` is the number of leaves of a pod.
    fn three_levels(&self, section: &TopologySection, width: usize) -> Plan {
        let (leaves, middles) = (self.pods * width, self.pods * self.up);
        let spines = names("spine", self.up * self.spines());
        let switches = [names("leaf", leaves), names("mid", middles), spines];
        let mut plan = Plan::new(RoutingKind::DModK, switches.concat());
        for pod in 0..self.pods {
            let first = leaves + pod * self.up;
            for leaf in pod * width..(pod + 1) * width {
                (0..self.hosts).for_each(|_| plan.add_host(section, leaf));
                (0..self.up).for_each(|link| plan.add_link(section, [leaf, first + link]));
            }
            for middle in 0..self.up {
                let spines = leaves + middles + middle * self.spines();
                for link in 0..self.upper {
                    plan.add_link(section, [first + middle, spines + link / self.parallel]);
                }
            }
        }
        plan
    }
}

fn names(level: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{level}-{number}")).collect()
}
