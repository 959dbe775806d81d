//! The fabric of a scenario over Ethernet: its switches, endpoints and links as one module.
//!
//! Each switch of the scenario is an [Ethernet switch](crate::efl::switch) with as many ports as the
//! scenario gives it, but at least two; each host has an [EFL endpoint](crate::efl::endpoint) with one
//! flow; each direction of each link is a [`link`](crate::link::delay) of 64 bits. *Components* are the
//! switches and then the endpoints, each in the order of the scenario; directed links have the numbers
//! of [`Scenario`].
//!
//! # Links
//!
//! The links of a switch are at the ports given by [`Scenario::ports`]. A beat enters a link in the
//! cycle in which a component offers it and `link_tready` is 1, and leaves it at the other end
//! [`LinkDelay::delay`] cycles later: the delay of the scenario, but at least one cycle. The environment
//! decides what happens to it on the way:
//!
//! ```text
//! link_tvalid      = valid and link_tready           (a beat of the component at the start of the link)
//! enters           = link_tvalid and not link_lost, or copy_tvalid
//! entering data    = copy_tdata if copy_tvalid; else data, with bit 4 inverted if link_corrupted
//! entering bad     = copy_tuser if copy_tvalid; else link_corrupted and last
//! ```
//!
//! `link_lost` and `link_corrupted` are constant from the first beat of a frame to its last. A frame is
//! *doubled* by the environment: after its last beat, `link_tready` is 0 for as many cycles as it has
//! beats, and they enter again as `copy_*`, unless the copy is lost. The component at the end of a link
//! sees *bad* as `tuser`, as from a MAC that finds the FCS wrong.
//!
//! # Addresses
//!
//! Host *h* has the MAC address *h* + 1.
//!
//! # Set-up
//!
//! Once all components show `ready`, the [writes](EthernetFabric::writes) of each are made by AXI4-Lite,
//! one after the other, all components in parallel: of an endpoint its address and its peer, of a switch
//! the entry of each host. All are done before [`EthernetFabric::set_up_cycles`], with which the time of
//! the scenario begins: a multiple of [`ROUND_CYCLES`], so that all phases and time stamps fall as if the
//! scenario began with the reset.
//!
//! # Hosts
//!
//! A host takes each beat at once. It begins a packet when it has one and a credit, and the endpoint can
//! take it; at first it has a credit less than the window has packets. Beats of a packet are offered
//! without a gap, and accepted at once.
//!
//! # Packet log
//!
//! The log has an entry of a data frame for each directed link that it enters: the cycle of its first
//! beat, counted from set-up's end, the link, the flow of the host whose address is the source, and its
//! sequence number. ACKs and copies have no entries.
//!
//! # Ports
//!
//! In the order of [`ports::table`]. An element is a component (`s_axil_*`, `ready`), a host
//! (`*_axis_*`), or a directed link (`link_*`, `copy_*`).
//!
//! Module: `tailback_ethernet_fabric`. Its instances are named after the components and links:
//! `switch_a`, `endpoint_source_1`, `link_source_1_to_a`.

pub mod ports;
#[cfg(test)]
mod tests;

use super::{ends, names::Names, End, Unfit, Write};
use crate::{
    config::Kind,
    efl::{
        registers::address as endpoint,
        switch::{address as switch, EthernetSwitch},
        Efl, BEAT_BYTES,
    },
    link::delay::LinkDelay,
    scenario::{Scenario, Transport},
    BitLanes,
};

/// Name of the module.
pub const MODULE: &str = "tailback_ethernet_fabric";

/// Cycles of which the set-up takes a multiple: a multiple of the frames of all modules, of all slots
/// of switches, and of 125 cycles, which are 8 ticks at 156.25 MHz.
pub const ROUND_CYCLES: u64 = 6000;

/// Cycles after reset in which all memories have been cleared: the largest has 4096 entries.
const CLEAR_CYCLES: u64 = 4200;

/// Most cycles of a write.
const WRITE_CYCLES: u64 = 16;

/// Valid bit of a peer, and of an entry of a MAC table.
const VALID: u32 = 1 << 31;

/// A fabric. A value of this type is always possible to build.
#[derive(Debug, Clone)]
pub struct EthernetFabric {
    scenario: Scenario,
    switches: Vec<EthernetSwitch>,
    link_delays: Vec<LinkDelay>,
    names: Names,
}

/// MAC address of a host.
pub fn mac_address(host: usize) -> u32 {
    host as u32 + 1
}

impl EthernetFabric {
    /// The fabric of a scenario, or the reason why there is none.
    ///
    /// # Errors
    ///
    /// If hosts are not EFL endpoints with one flow, a link is slower than the datapath or has an
    /// overhead of the line, a switch has more than 16 ports, there are more directed links than
    /// [`BitLanes::LANES`], or the delay of a link exceeds [`LinkDelay::DELAY`]. [`Unfit::key`] names
    /// the key.
    pub fn new(scenario: &Scenario) -> Result<Self, Unfit> {
        check(scenario)?;
        let parameters = scenario.config.ethernet_switch();
        let switch = |number: usize| {
            let ports = scenario.ports(number).len().max(2) as u32;
            let (frame, buffer) = (parameters.frame_bytes(), parameters.buffer_bytes());
            EthernetSwitch::new(ports, frame, buffer, parameters.addresses() as u32)
                .map_err(|cause| Unfit::ports(&scenario.switches[number], cause))
        };
        Ok(EthernetFabric {
            switches: (0..scenario.switches.len()).map(switch).collect::<Result<_, _>>()?,
            link_delays: ends::link_delays(scenario, BEAT_BYTES as u32)?,
            names: Names::new(scenario, "endpoint"),
            scenario: scenario.clone(),
        })
    }

    /// Scenario of the fabric.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Parameters of each endpoint.
    pub fn endpoint(&self) -> Efl {
        self.scenario.config.efl()
    }

    /// Parameters of the switches.
    pub fn switches(&self) -> &[EthernetSwitch] {
        &self.switches
    }

    /// Directed links.
    pub fn link_delays(&self) -> &[LinkDelay] {
        &self.link_delays
    }

    /// Number of components: switches and endpoints.
    pub fn components(&self) -> usize {
        self.switches.len() + self.scenario.hosts.len()
    }

    /// The two ends of a directed link: source, then destination.
    pub fn ends(&self, link: usize) -> [End; 2] {
        ends::ends(&self.scenario, link)
    }

    /// Instance name of a component, such as `switch_a` or `endpoint_source_1`.
    pub fn component_name(&self, component: usize) -> &str {
        &self.names.components[component]
    }

    /// Name of a directed link in the hardware, such as `source_1_to_a`.
    pub fn link_name(&self, link: usize) -> &str {
        &self.names.links[link]
    }

    /// Writes to a component, in this order.
    pub fn writes(&self, component: usize) -> Vec<Write> {
        let write = |address, data| Write { address, data };
        let Some(host) = component.checked_sub(self.switches.len()) else {
            let ports = self.switches[component].ports();
            let routes = self.scenario.routes[component].iter().enumerate();
            // Hosts without a route have no port.
            let routes = routes.filter(|(_, port)| **port < ports);
            let entry = |(host, port): (usize, &usize)| {
                let high = VALID | (*port as u32) << 16;
                [write(switch::ENTRY_LOW, mac_address(host)), write(switch::ENTRY_HIGH, high)]
            };
            return routes.flat_map(entry).collect();
        };
        let mut writes = vec![write(endpoint::ADDRESS_LOW, mac_address(host))];
        let ends = self.scenario.flows.iter().map(|flow| [flow.from, flow.to]);
        for [from, to] in ends.filter(|ends| ends.contains(&host)) {
            let peer = if from == host { to } else { from };
            writes.extend([
                write(endpoint::PEERS, mac_address(peer)),
                write(endpoint::PEERS + 4, VALID),
                write(endpoint::PEERS + 8, 0),
            ]);
        }
        writes
    }

    /// Cycles from reset to cycle 0 of the scenario.
    pub fn set_up_cycles(&self) -> u64 {
        let writes = (0..self.components()).map(|component| self.writes(component).len());
        let most = writes.max().unwrap_or_default() as u64;
        (CLEAR_CYCLES + (most + 2) * WRITE_CYCLES).next_multiple_of(ROUND_CYCLES)
    }
}

/// Whether hardware can implement the scenario, but for the ports of switches and the delays of links.
fn check(scenario: &Scenario) -> Result<(), Unfit> {
    let refuse = |key: &str, message: String, help: &str| {
        Err(Unfit::new(Kind::NotSupported, key, message, help))
    };
    if scenario.transport != Transport::Efl {
        let message = "run.transport is not \"efl\": only EFL endpoints are hardware".into();
        return refuse("run.transport", message, "choose `transport = \"efl\"`");
    }
    let efl = scenario.config.efl();
    if efl.flows() > 1 {
        let message = format!("efl.flows is {}", efl.flows());
        let help = "a fabric in hardware has one flow at each endpoint";
        return refuse("configuration.efl.flows", message, help);
    }
    if efl.overhead_bytes() > 0 {
        let message = "efl.overhead_bytes is not 0, but links carry nothing between frames".into();
        return refuse("configuration.efl.overhead_bytes", message, "set it to 0");
    }
    let beats = scenario.packet_beats();
    if let Some(link) = (0..scenario.links()).find(|link| scenario.link_cycles(*link) != beats) {
        let key = if link < 2 * scenario.hosts.len() { "hosts" } else { "links" };
        let message = format!("the link {} has a rate of its own", scenario.link_name(link));
        let help = "remove the key: links in hardware have the rate of the datapath";
        return refuse(key, message, help);
    }
    let links = scenario.links();
    if links > BitLanes::LANES {
        return Err(Unfit::links(links));
    }
    Ok(())
}
