//! Topologies in which every switch has hosts: dumb-bells, rings and tori.

use super::{section::TopologySection, Bad, Plan};
use crate::{config::Kind, scenario::routes::RoutingKind};

/// Most switches of a torus: each has a host, and three links at least.
const MOST_SWITCHES: usize = 8192;

fn hosts_per_switch(section: &TopologySection) -> usize {
    section.hosts_per_switch.unwrap_or(1) as usize
}

/// Lays out two switches, `left` and `right`, with their hosts and the links between them.
pub(super) fn dumb_bell(section: &TopologySection) -> Plan {
    let mut plan = Plan::new(RoutingKind::DModK, vec!["left".into(), "right".into()]);
    for switch in [0, 1] {
        (0..hosts_per_switch(section)).for_each(|_| plan.add_host(section, switch));
    }
    for _ in 0..section.parallel_links.unwrap_or(1) {
        plan.add_link(section, [0, 1]);
    }
    plan
}

/// Lays out a torus with so many switches in each dimension; with one dimension, a ring. The first
/// dimension changes least often from switch to switch.
///
/// # Errors
///
/// If there is no dimension, or there are too many switches.
pub(super) fn torus(section: &TopologySection, dimensions: &[u32]) -> Result<Plan, Bad> {
    let sizes: Vec<usize> = dimensions.iter().map(|size| *size as usize).collect();
    let count = sizes.iter().fold(1_usize, |product, size| product.saturating_mul(*size));
    if sizes.is_empty() || count > MOST_SWITCHES {
        let message = match sizes.len() {
            0 => "topology.dimensions is empty".to_owned(),
            _ => format!("topology.dimensions are those of {count} switches"),
        };
        return Err(Bad::new(Kind::OutOfRange, "dimensions", message).label("not a torus").help(
            format!("a torus has 1 or more dimensions, and at most {MOST_SWITCHES} switches"),
        ));
    }
    let names = (1..=count).map(|number| format!("switch-{number}")).collect();
    let mut plan = Plan::new(RoutingKind::UpDown, names);
    for switch in 0..count {
        (0..hosts_per_switch(section)).for_each(|_| plan.add_host(section, switch));
        let mut stride = count;
        for size in &sizes {
            stride /= size;
            let place = switch / stride % size;
            let is_last = place + 1 == *size;
            // Two switches are neighbours in both directions, but have one link.
            if !is_last {
                plan.add_link(section, [switch, switch + stride]);
            } else if *size > 2 {
                plan.add_link(section, [switch, switch - place * stride]);
            }
        }
    }
    Ok(plan)
}
