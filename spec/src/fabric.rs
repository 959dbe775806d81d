//! The fabric of a scenario: its switches, NICs and links as one module.
//!
//! Each switch of the scenario is a [`switch`](crate::switch::top) of its configuration, each
//! host has a [`NIC`](crate::nic::top), and each direction of each link is a
//! [`link`](crate::link::delay), or a [`slow link`](crate::link::slow_link) if the scenario gives it a rate
//! lower than that of the datapath. *Components* are the switches and then the NICs, each in the order
//! of the scenario; directed links have the numbers of [`Scenario`].
//!
//! # Wiring
//!
//! The links of a switch are at the ports given by [`Scenario::ports`]. A beat that a component
//! transmits enters its link in the same cycle and leaves it at the other end [`LinkDelay::delay`]
//! cycles later: the delay of the scenario, but at least one cycle, for between two components
//! there are registers. So a component never depends on the actions of others in the same cycle.
//! A link of the datapath's rate accepts each beat: `m_axis_tready` is 1 at a component. A slow link has a
//! `tready`, and delays a beat by at least twice [`END_CYCLES`] more; its `rate` is
//! [`Fabric::link_rates`], constant. At a port that has a link,
//! `link_active` is 1 from the first cycle on; at any other port it is 0, and nothing is received.
//!
//! # NICs
//!
//! A NIC is that of the configuration, with two exceptions that the scenario determines:
//!
//! * its window is the scenario's. A window without a limit is the largest of [`Nic::WINDOW`],
//!   which makes no difference as long as the buffers on the path hold fewer packets of a flow;
//! * in a scenario without congestion control, its response is that of a [congestion
//!   table](crate::nic::congestion_table) that is never set up: no mark slows it down.
//!
//! # Addresses
//!
//! Host *h* has the 2^LMC LIDs from (*h* + 1) 2^LMC on ([`Fabric::lmc`]). The LMC is 0 if routes follow from
//! the destination. Otherwise it is the least one with which each flow finds a LID at either end whose
//! forwarding entries are its route ([`Fabric::lids`]); replies of a NIC go to the SLID. Each flow of the scenario is a *connection* of two
//! queue pairs, one at each of its hosts. A host's queue pairs are [`QP_BASE`] + *n*, with *n* the
//! index of the connection among those of the host, outgoing or incoming, in the order of the
//! flows. So *n* is the index of the flow at the NIC, too.
//!
//! # Set-up
//!
//! From the first cycle after reset on, the [writes](Fabric::writes) of each component are made by
//! AXI4-Lite, one after the other, all components in parallel. Address and data are offered
//! together, until they are accepted; the response is accepted at once; the next write is offered
//! in the cycle after that with the response. All are done before [`Fabric::set_up_cycles`], with
//! which the time of the scenario begins: *its* cycle 0. By then the first flow-control packets
//! have crossed the longest link, too: in cycle 0, each sender has the credits of the whole buffer
//! at the other end.
//!
//! | component | writes |
//! |---|---|
//! | switch | for each LID that is used, its forwarding entry, from the first on; with detectors, `victim_mask` and `congestion_setting` |
//! | NIC | `qp_base`, then for each of its connections the queue pair at the other end; with a table, its entries and limit, reaction and minimum of SL 0, and `control_map` |
//!
//! The last writes of each are the settings of the scenario's `[registers]`; without that table
//! there are none.
//!
//! # Hosts
//!
//! A host accepts each grant at once. Its outputs in a cycle depend on the NIC's outputs of earlier
//! cycles:
//!
//! * A flow *has a packet* according to the scenario's traffic ([`crate::scenario::Traffic`]):
//!   always while it is active, or when the next one of a fixed rate is due, or while one that has
//!   arrived waits.
//! * The NIC *knows* of a packet of a flow from when the host decides to ring the doorbell, or to
//!   begin a packet with `tuser` 1, until it grants the flow.
//! * The doorbell rings for a flow that has a packet, of which the NIC knows none, and that waits
//!   for no grant to be used. One rings at a time, the flow with the lowest index first.
//! * Granted flows wait in a queue. Whenever nothing is left of the packet before, the first flow
//!   of the queue is served. If it has a packet, that one begins in this cycle; `tuser` indicates
//!   whether there is another one behind it. If not, the grant is declined, and the next flow is
//!   served in the same cycle, unless the decline before is still waiting to be accepted.
//! * Beats of a packet are offered without a gap.
//! * With `run.release_us`, a flow that has packets in flight, and for which no ACK has been
//!   received for that time, *gives them up*: `s_axis_release` is given its index once for each of
//!   them, one after the other. The time restarts with the first packet that is begun while none is
//!   in flight, with an ACK of a packet in flight that the NIC passes on, and with giving up.
//!   Without the key nothing is released.
//! * All other packets from the link are only counted.
//!
//! A host has a rate of its own if `host_gbit_per_s` gives it one: it sends or takes a packet, which
//! has *B* beats ([`Scenario::packet_beats`]), in no less than *H* cycles
//! ([`host_cycles`](crate::scenario::Host::host_cycles)). Its NIC has a receive buffer
//! ([`crate::nic::receive_buffer`]). It begins a packet, or declines a grant, no earlier than *H* cycles
//! after it began the packet before, and takes beats as they are shared out to it:
//!
//! ```text
//! S                  = H in the first cycle after reset
//! m_axis_host_tready = S >= H
//! T                  = S - H    if m_axis_host_tvalid and m_axis_host_tready, else S
//! S'                 = T + B    if T < H, else T
//! ```
//!
//! Hence the host takes *B* beats in *H* cycles, if as many wait, and after a pause at most one beat more.
//! Every other host takes a beat in each cycle.
//!
//! # Packets
//!
//! A data packet is an RC SEND Only: LRH (LNH 2, VL 0, SL 0), BTH ([`packet::OPCODE`], AckReq,
//! P_Key 0xFFFF, the receiver's queue pair, and as PSN the packet's number in its flow modulo
//! 2^24), a constant payload, ICRC and VCRC. From LRH to ICRC it has the scenario's `packet_bytes`,
//! padded to the words that PktLen counts ([`Scenario::packet_words`]); its credits are those of
//! the padded packet with its VCRC ([`Scenario::packet_blocks`]). The receiver's NIC replies by
//! itself.
//!
//! # Time
//!
//! All of this follows from the pages of the modules; it is summarised here because it is
//! observable in a fabric. The constants are in [`time`]. With many flows at each NIC, and without
//! contention:
//!
//! | from | to | cycles |
//! |---|---|---|
//! | a doorbell, an ACK at the limiter, decided in frames of four cycles: *e* | its flow's grant is shown | [`time::grant`] |
//! | a grant that is shown | the first beat of the packet at the NIC | 1 |
//! | that | its first beat into the link | [`time::HOST_TO_LINK`] |
//! | a beat into a link | out of the switch at its end | delay and [`LATENCY_CYCLES`] |
//! | the last beat of a packet received by a NIC | the first beat of its ACK into the link | [`time::LAST_TO_ACK`] |
//! | the last beat of an ACK received by a NIC | the ACK at the limiter | [`time::ACK_TO_LIMITER`] |
//!
//! An ACK has 30 bytes; it passes through switches like any packet, and needs a grant, credits and
//! a block as any packet does. A NIC reports each received block to the other end of its link: 33
//! flow-control packets for each packet of 2070 bytes. A switch does the same for each block that
//! becomes free, when the packet's last beat leaves. A flow-control packet occupies a beat between
//! two packets. A host that gets an ACK for each of its packets thus starts one in 260 cycles, not
//! in the 259 of a packet.
//!
//! # Packet log
//!
//! The log has an entry of a data packet for each directed link that it enters: the cycle of its
//! first beat, counted from set-up's end, the link, the flow that follows from SLID, DLID and
//! DestQP, its number from the PSN, and whether FECN is set. ACKs and flow-control packets have no
//! entries.
//!
//! # Ports
//!
//! In the order of [`ports::table`]. An element is a component (`s_axil_*`), a host, or a directed
//! link (`link_*`: the beats that enter it, with `link_tvalid` in the cycle in which the link accepts one).
//!
//! Module: `tailback_fabric`. Its instances are named after the components and links: `switch_a`,
//! `nic_local_1`, `link_local_1_to_a`.
//!
//! [`END_CYCLES`]: crate::link::slow_link::END_CYCLES
//! [`LATENCY_CYCLES`]: crate::switch::top::LATENCY_CYCLES
//! [`Nic::WINDOW`]: crate::nic::Nic::WINDOW

mod connections;
mod ends;
pub mod ethernet;
mod lids;
pub mod liveness;
mod names;
pub mod packet;
pub mod ports;
mod set_up;
mod settings;
pub mod time;
mod unfit;

#[cfg(test)]
mod tests;

pub use connections::Connection;
pub use ends::End;
pub use ethernet::EthernetFabric;
pub use set_up::Write;
pub use unfit::{of_engine, Unfit};

use crate::{
    link::{
        delay::LinkDelay,
        slow_link::{SlowLink, RATE_BITS},
    },
    nic::{Nic, Parameters, Response},
    scenario::Scenario,
    switch::top::SwitchTop,
};
use lids::Lids;
use names::Names;

/// Number of the first queue pair of each host; 0 and 1 are those of management.
pub const QP_BASE: u32 = 16;

/// Name of the module.
pub const MODULE: &str = "tailback_fabric";

/// A fabric. A value of this type is always possible to build.
#[derive(Debug, Clone)]
pub struct Fabric {
    scenario: Scenario,
    nic: Nic,
    link_delays: Vec<LinkDelay>,
    link_rates: Vec<Option<u16>>,
    connections: Vec<Vec<Connection>>,
    names: Names,
    lids: Lids,
}

impl Fabric {
    /// The fabric of a scenario, or the reason why there is none.
    ///
    /// # Errors
    ///
    /// If the configuration has too few flows or forwarding entries for the scenario, there are
    /// more directed links than [`BitLanes::LANES`](crate::BitLanes::LANES), or the delay of a link
    /// exceeds [`LinkDelay::DELAY`]; also if the scenario has readings or a turnaround that are not
    /// implemented in hardware, or hosts with rates of their own without receive buffers. [`Unfit::key`]
    /// names the key.
    pub fn new(scenario: &Scenario) -> Result<Self, Unfit> {
        let (connections, lids) = (connections::connections(scenario), Lids::new(scenario));
        unfit::check(scenario, &connections, &lids)?;
        let width_bytes = scenario.config.port().width_bytes() as u32;
        Ok(Fabric {
            nic: nic(scenario),
            link_delays: ends::link_delays(scenario, width_bytes)?,
            link_rates: ends::link_rates(scenario)?,
            connections,
            lids,
            names: Names::new(scenario, "nic"),
            scenario: scenario.clone(),
        })
    }

    /// Scenario of the fabric.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Parameters of each switch.
    pub fn switch(&self) -> SwitchTop {
        self.scenario.config.lossless_switch()
    }

    /// Parameters of each NIC.
    pub fn nic(&self) -> Nic {
        self.nic
    }

    /// Directed links.
    pub fn link_delays(&self) -> &[LinkDelay] {
        &self.link_delays
    }

    /// Rates of directed links, in beats in 2^16 cycles; `None` is the rate of the datapath.
    pub fn link_rates(&self) -> &[Option<u16>] {
        &self.link_rates
    }

    /// Parameters of a directed link that is slower than the datapath.
    pub fn slow_link(&self, link: usize) -> Option<SlowLink> {
        self.link_rates[link]?;
        let delay = self.link_delays[link].delay() as u32;
        let end = self.scenario.config.slow_link_end();
        Some(SlowLink::new(end, delay).expect("the delay of a link"))
    }

    /// Whether a link has a rate of its own, lower than that of the datapath.
    pub fn has_slow_links(&self) -> bool {
        self.link_rates.iter().any(Option::is_some)
    }

    /// Cycles of a beat on the slowest link.
    fn beat_cycles(&self) -> u64 {
        let slowest = self.link_rates.iter().flatten().min();
        slowest.map_or(1, |rate| (1_u64 << RATE_BITS).div_ceil(u64::from(*rate)))
    }

    /// Number of components: switches and NICs.
    pub fn components(&self) -> usize {
        self.scenario.switches.len() + self.scenario.hosts.len()
    }

    /// Index of a host's NIC among the components.
    pub fn component_of(&self, host: usize) -> usize {
        self.scenario.switches.len() + host
    }

    /// First LID of a host.
    pub fn lid(&self, host: usize) -> u16 {
        self.lids.first(host) as u16
    }

    /// Each host has 2^LMC LIDs (IBA 7.11.1).
    pub fn lmc(&self) -> u32 {
        self.lids.lmc()
    }

    /// SLID and DLID of the packets of a flow.
    pub fn lids(&self, flow: usize) -> [u16; 2] {
        self.lids.of_flow(&self.scenario, flow)
    }

    /// Forwarding entries of a switch: LIDs in order, each with its output port.
    pub fn forwarding(&self, switch: usize) -> Vec<(u16, usize)> {
        self.lids.of_switch(&self.scenario, switch)
    }

    /// Connections of a host, by the index of their flow at its NIC.
    pub fn connections(&self, host: usize) -> &[Connection] {
        &self.connections[host]
    }

    /// The two ends of a directed link: source, then destination.
    pub fn ends(&self, link: usize) -> [End; 2] {
        ends::ends(&self.scenario, link)
    }

    /// Instance name of a component, such as `switch_a` or `nic_local_1`.
    pub fn component_name(&self, component: usize) -> &str {
        &self.names.components[component]
    }

    /// Name of a directed link in the hardware, such as `local_1_to_a`.
    pub fn link_name(&self, link: usize) -> &str {
        &self.names.links[link]
    }
}

fn nic(scenario: &Scenario) -> Nic {
    let nic = scenario.config.nic();
    let most = *Nic::WINDOW.end() as u32;
    let response = if scenario.congestion_control { nic.response() } else { Response::Cct };
    let receive_packets = nic.receive_packets();
    let nic = Nic::new(Parameters {
        flows: nic.flows() as u32,
        response,
        after_idle: nic.after_idle(),
        window: scenario.window.unwrap_or(most),
        cct_entries: nic.cct_entries() as u32,
        throttled: nic.throttled(),
        virtual_lanes: nic.virtual_lanes() as u32,
        period_cycles: nic.link().period_cycles() as u32,
        packet_words: nic.packet_words(),
        word_bytes: nic.word_bytes() as u32,
        clock_hz: nic.clock_hz(),
    })
    .expect("a window of a scenario is one of a NIC");
    let buffered = receive_packets.map(|packets| nic.with_receive_buffer(packets));
    buffered.map_or(nic, |nic| nic.expect("the receive buffer of the configuration"))
}
