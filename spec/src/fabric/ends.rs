//! Ends, delays and rates of directed links.

use super::Unfit;
use crate::{
    link::{delay::LinkDelay, slow_link::RATE_BITS},
    scenario::{Peer, Scenario},
};

/// One end of a directed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The NIC of this host.
    Host(usize),
    /// A port of a switch.
    Switch {
        /// Index of the switch.
        switch: usize,
        /// Port of the switch.
        port: usize,
    },
}

/// The two ends of a directed link: source, then destination.
pub(super) fn ends(scenario: &Scenario, link: usize) -> [End; 2] {
    let hosts = scenario.hosts.len();
    let port = |switch: usize, peer: Peer| {
        let port = scenario.ports(switch).iter().position(|other| *other == peer);
        End::Switch { switch, port: port.expect("a switch has a port for each of its links") }
    };
    let host = |host: usize| port(scenario.hosts[host].switch, Peer::Host(host));
    match link {
        up if up < hosts => [End::Host(up), host(up)],
        down if down < 2 * hosts => [host(down - hosts), End::Host(down - hosts)],
        trunk => {
            let (trunk, from) = ((trunk - 2 * hosts) / 2, trunk % 2);
            let ends = scenario.trunks[trunk].ends;
            let end = |end: usize| port(ends[end], Peer::Switch { trunk, end });
            [end(from), end(1 - from)]
        }
    }
}

/// Directed links as hardware of this width.
pub(super) fn link_delays(scenario: &Scenario, width_bytes: u32) -> Result<Vec<LinkDelay>, Unfit> {
    let link_delay = |link: usize| {
        let key = key(scenario, link);
        let delay = delay(scenario, link).max(1).try_into().unwrap_or(u32::MAX);
        LinkDelay::new(width_bytes, delay).map_err(|cause| Unfit::delay(key, cause))
    };
    (0..scenario.links()).map(link_delay).collect()
}

/// Key that describes a directed link.
fn key(scenario: &Scenario, link: usize) -> &'static str {
    if link < 2 * scenario.hosts.len() {
        "hosts"
    } else {
        "links"
    }
}

/// Rates of directed links as hardware, in beats in 2^16 cycles; `None` is the rate of the datapath.
pub(super) fn link_rates(scenario: &Scenario) -> Result<Vec<Option<u16>>, Unfit> {
    let beats = scenario.packet_beats();
    let rate = |link: usize| match scenario.link_cycles(link) {
        cycles if cycles == beats => Ok(None),
        cycles => match u16::try_from((beats << RATE_BITS) / cycles) {
            Ok(rate) if rate > 0 => Ok(Some(rate)),
            _ => Err(Unfit::rate(key(scenario, link))),
        },
    };
    (0..scenario.links()).map(rate).collect()
}

/// Delay of a directed link in the scenario, in cycles.
fn delay(scenario: &Scenario, link: usize) -> u64 {
    let hosts = scenario.hosts.len();
    match link {
        host if host < 2 * hosts => scenario.hosts[host % hosts].delay,
        trunk => scenario.trunks[(trunk - 2 * hosts) / 2].delay,
    }
}
