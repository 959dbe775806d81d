//! The environment of a fabric over Ethernet: software that sets it up and reads its counters, hosts,
//! and damage on links.
//!
//! The surroundings drive the twin and the hardware alike, and depend on nothing but the outputs.

mod damage;
mod host;

use self::{
    damage::{Beat, Wire},
    host::{Host, Shown},
};
use super::{
    supply::Supply,
    twin::{FabricInputs, FabricOutputs},
};
use crate::fabric::{
    elements::{number, put},
    surroundings::buses::Buses,
};
use tailback_spec::{
    fabric::EthernetFabric, random::Random, scenario::Scenario, wire::efl::HEADER_BYTES, WideWord,
};

/// Set-up, hosts, damage, and in the end the read-out of counters.
pub struct Surroundings {
    /// Next cycle, counted from reset.
    now: u64,
    set_up: u64,
    end: u64,
    components: usize,
    buses: Buses,
    hosts: Vec<Host>,
    wires: Vec<Wire>,
    /// Addresses that are read from each component after the end.
    asked: Vec<Vec<u32>>,
}

impl Surroundings {
    /// Surroundings of a fabric whose scenario runs for so many cycles; then, the registers at
    /// these addresses of each component are read.
    pub fn new(fabric: &EthernetFabric, cycles: u64, asked: Vec<Vec<u32>>) -> Self {
        let scenario = fabric.scenario();
        let set_up = fabric.set_up_cycles();
        let components = fabric.components();
        Surroundings {
            now: 0,
            set_up,
            end: set_up.saturating_add(cycles),
            components,
            buses: Buses::new((0..components).map(|component| fabric.writes(component))),
            hosts: hosts(scenario),
            wires: (0..scenario.links()).map(|link| wire(scenario, link)).collect(),
            asked,
        }
    }

    /// Drives the inputs of the next cycle. `last` are the outputs of the cycle before.
    ///
    /// # Panics
    /// If a component has not accepted its set-up in the time reserved for it: then that time is
    /// wrong.
    pub fn drive(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs) {
        if self.now == self.set_up {
            assert!(self.buses.are_idle(), "set-up takes longer than it should");
        }
        if self.now == self.end {
            self.buses.read(std::mem::take(&mut self.asked));
        }
        self.fit(inputs);
        if (0..self.components).all(|component| last.ready.is_set(component)) {
            self.buses.manage(&last.s_axil, &mut inputs.s_axil);
        }
        self.serve(last, inputs);
        self.damage(last, inputs);
        self.now += 1;
    }

    fn serve(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs) {
        let now = self.now.checked_sub(self.set_up).filter(|_| self.now < self.end);
        let before = self.now.checked_sub(self.set_up + 1);
        for (lane, host) in self.hosts.iter_mut().enumerate() {
            if let Some(before) = before {
                let given = &last.m_axis_host;
                host.see(
                    before,
                    &Shown {
                        ready: last.s_axis_host.tready.is_set(lane),
                        credits: last
                            .m_axis_credit
                            .tvalid
                            .is_set(lane)
                            .then(|| number(&last.m_axis_credit.tdata, lane) & 0xFFFF),
                        beat: given.tvalid.is_set(lane).then(|| Beat {
                            data: given.tdata[lane].first().copied().unwrap_or(0),
                            keep: number(&given.tkeep, lane),
                            last: given.tlast.is_set(lane),
                            bad: false,
                        }),
                    },
                );
            }
            let beat = now.and_then(|now| host.offer(now));
            let from = &mut inputs.s_axis_host;
            put(&mut from.tvalid, lane, beat.is_some());
            let beat = beat.unwrap_or_default();
            from.tdata[lane] = [beat.data].into_iter().collect();
            from.tkeep[lane] = beat.keep as u32;
            put(&mut from.tlast, lane, beat.last);
            inputs.m_axis_host.tready.set(lane);
        }
    }

    fn damage(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs) {
        for (link, wire) in self.wires.iter_mut().enumerate() {
            let sent = &last.link;
            if sent.tvalid.is_set(link) {
                wire.see(Beat {
                    data: sent.tdata[link].first().copied().unwrap_or(0),
                    keep: number(&sent.tkeep, link),
                    last: sent.tlast.is_set(link),
                    bad: false,
                });
            }
            let given = wire.drive();
            put(&mut inputs.link.tready, link, given.ready);
            put(&mut inputs.link.lost, link, given.lost);
            put(&mut inputs.link.corrupted, link, given.corrupted);
            let copy = &mut inputs.copy;
            put(&mut copy.tvalid, link, given.copy.is_some());
            let beat = given.copy.unwrap_or_default();
            copy.tdata[link] = [beat.data].into_iter().collect();
            copy.tkeep[link] = beat.keep as u32;
            put(&mut copy.tlast, link, beat.last);
            put(&mut copy.tuser, link, beat.bad);
        }
    }

    /// Resizes all arrays of the inputs.
    fn fit(&self, inputs: &mut FabricInputs) {
        let (hosts, links) = (self.hosts.len(), self.wires.len());
        self.buses.fit(&mut inputs.s_axil);
        let host = &mut inputs.s_axis_host;
        host.tdata.resize_with(hosts, WideWord::new);
        host.tkeep.resize(hosts, 0);
        host.tid.resize(hosts, 0);
        inputs.copy.tdata.resize_with(links, WideWord::new);
        inputs.copy.tkeep.resize(links, 0);
    }

    /// Whether the run is over, including the read-out.
    pub fn is_done(&self) -> bool {
        self.now > self.end && self.buses.are_idle()
    }

    /// Values read from each component, in the order of the addresses.
    pub fn read(&self) -> Vec<&[u32]> {
        self.buses.answers()
    }

    /// Packets that each host has received.
    pub fn delivered(&self) -> Vec<u64> {
        self.hosts.iter().map(Host::delivered).collect()
    }

    /// The first host that received another payload than the next one of its flow, and the number of
    /// that packet.
    pub fn wrong(&self) -> Option<(usize, u64)> {
        self.hosts.iter().enumerate().find_map(|(host, state)| Some((host, state.wrong()?)))
    }
}

/// The hosts, with the packets of their flows.
fn hosts(scenario: &Scenario) -> Vec<Host> {
    let mut hosts: Vec<Host> = (0..scenario.hosts.len()).map(|_| Host::default()).collect();
    let payload = scenario.packet_bytes - HEADER_BYTES;
    let credits = u64::from(scenario.config.efl().window()) - 1;
    for (number, flow) in scenario.flows.iter().enumerate() {
        let random = Random::new(scenario.seed, number as u64);
        let supply = Supply::new(flow, scenario.payload_bytes, random);
        hosts[flow.from].sends(number as u16, supply, payload, credits);
        hosts[flow.to].receives(number as u16, payload);
    }
    hosts
}

/// The damage on a directed link.
fn wire(scenario: &Scenario, link: usize) -> Wire {
    let hosts = scenario.hosts.len();
    let damage = match link.checked_sub(2 * hosts) {
        None => scenario.hosts[link % hosts].damage,
        Some(trunk) => scenario.trunks[trunk / 2].damage,
    };
    Wire::new(damage, Random::new(scenario.seed, u64::MAX - link as u64))
}
