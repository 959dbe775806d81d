//! The golden models of a fabric over Ethernet, joined by delayed links and stepped in every cycle.
//!
//! The twin covers scenarios that the engine runs exactly ([`super::Engine::is_exact`]) with one flow
//! at each host. Cycle 0 of the scenario is [`SET_UP_CYCLES`] after reset, or a multiple of it: then
//! all phases, slots and time stamps are those of the engine.

mod host;
mod wire;

use self::host::Host;
use self::wire::{Beat, Line};
use super::super::log::{Record, Sink};
use super::super::random::Random;
use super::supply::Supply;
use crate::{
    efl::{endpoint::EflEndpoint, switch::EthernetSwitch},
    interface::AxiLiteRequest,
    wired::Wired,
};
use tailback_spec::{
    efl::{registers::address, switch::address as table, switch::EthernetSwitch as Parameters},
    scenario::{Peer, Scenario},
};

/// Cycles from reset to the first of the scenario, or a part of them: a multiple of the frames of all
/// modules, of all slots, and of 125 cycles, which are 8 ticks at 156.25 MHz.
const SET_UP_CYCLES: u64 = 6000;

/// The twin of a scenario.
pub struct Twin<S> {
    endpoints: Vec<Wired<EflEndpoint>>,
    switches: Vec<Wired<EthernetSwitch>>,
    lines: Vec<Line>,
    hosts: Vec<Host>,
    /// Links into and out of each port of each switch.
    ports: Vec<Vec<(usize, usize)>>,
    first_downlink: usize,
    /// Flow of each host, if it sends.
    flows: Vec<Option<u16>>,
    /// Cycles since reset, and of the set-up.
    cycle: u64,
    set_up: u64,
    /// Receives the packet log.
    sink: S,
}

/// MAC address of a host.
fn mac_address(host: usize) -> u32 {
    host as u32 + 1
}

impl<S: Sink> Twin<S> {
    /// The fabric of a scenario in its first cycle, after reset and set-up.
    pub fn new(scenario: &Scenario, sink: S) -> Self {
        let config = &scenario.config;
        let switch = config.ethernet_switch();
        let sized = |number: usize| {
            let ports = scenario.ports(number).len().max(2) as u32;
            let (frame, buffer) = (switch.frame_bytes(), switch.buffer_bytes());
            Parameters::new(ports, frame, buffer, switch.addresses() as u32)
                .expect("the engine checks the number of ports")
        };
        let line = |number: usize| {
            let hosts = scenario.hosts.len();
            let (delay, damage) = match number.checked_sub(2 * hosts) {
                None => {
                    let host = &scenario.hosts[number % hosts];
                    (host.delay, host.damage)
                }
                Some(trunk) => {
                    let trunk = &scenario.trunks[trunk / 2];
                    (trunk.delay, trunk.damage)
                }
            };
            let random = Random::new(scenario.seed, u64::MAX - number as u64);
            Line::new(delay.max(1), damage, random)
        };
        let both = |peer: &Peer| match *peer {
            Peer::Host(host) => (scenario.uplink(host), scenario.downlink(host)),
            Peer::Switch { trunk, end } => {
                (scenario.trunk_link(trunk, 1 - end), scenario.trunk_link(trunk, end))
            }
        };
        let mut flows = vec![None; scenario.hosts.len()];
        let mut hosts: Vec<Host> = (0..scenario.hosts.len()).map(|_| Host::default()).collect();
        let payload = scenario.packet_bytes - tailback_spec::wire::efl::HEADER_BYTES;
        for (number, flow) in scenario.flows.iter().enumerate() {
            let random = Random::new(scenario.seed, number as u64);
            let supply = Supply::new(flow, scenario.payload_bytes, random);
            let credits = u64::from(config.efl().window()) - 1;
            hosts[flow.from].sends(number as u16, supply, payload, credits);
            hosts[flow.to].receives(number as u16, payload);
            flows[flow.from] = Some(number as u16);
        }
        let switches = (0..scenario.switches.len()).map(|number| {
            let mut switch = Wired::new(EthernetSwitch::new(&sized(number)));
            switch.inputs.s_axil = AxiLiteRequest::idle();
            switch
        });
        let endpoint = |_| {
            let mut endpoint = Wired::new(EflEndpoint::new(&config.efl()));
            endpoint.inputs.s_axil = AxiLiteRequest::idle();
            endpoint
        };
        let mut twin = Twin {
            endpoints: hosts.iter().map(endpoint).collect(),
            switches: switches.collect(),
            lines: (0..scenario.links()).map(line).collect(),
            hosts,
            ports: (0..scenario.switches.len())
                .map(|number| scenario.ports(number).iter().map(both).collect())
                .collect(),
            first_downlink: scenario.downlink(0),
            flows,
            cycle: 0,
            set_up: u64::MAX,
            sink,
        };
        twin.set_up(scenario);
        twin
    }

    /// Writes addresses and tables, and waits for the first cycle of the scenario.
    fn set_up(&mut self, scenario: &Scenario) {
        let is_ready = |twin: &Self| {
            twin.endpoints.iter().all(|endpoint| endpoint.outputs.ready)
                && twin.switches.iter().all(|switch| switch.outputs.ready)
        };
        while !is_ready(self) {
            self.step();
        }
        for host in 0..self.endpoints.len() {
            self.write_endpoint(host, address::ADDRESS_LOW, mac_address(host));
        }
        for flow in &scenario.flows {
            for (host, peer) in [(flow.from, flow.to), (flow.to, flow.from)] {
                self.write_endpoint(host, address::PEERS, mac_address(peer));
                self.write_endpoint(host, address::PEERS + 4, 1 << 31);
                self.write_endpoint(host, address::PEERS + 8, 0);
            }
        }
        for switch in 0..self.switches.len() {
            for host in 0..self.endpoints.len() {
                let port = scenario.routes[switch][host] as u32;
                self.write_switch(switch, table::ENTRY_LOW, mac_address(host));
                self.write_switch(switch, table::ENTRY_HIGH, 1 << 31 | port << 16);
            }
        }
        self.set_up = (self.cycle + 1).next_multiple_of(SET_UP_CYCLES);
        while self.cycle < self.set_up {
            self.step();
        }
    }

    fn write_endpoint(&mut self, host: usize, address: u32, data: u32) {
        self.endpoints[host].inputs.s_axil = AxiLiteRequest::write(address, data);
        while !self.endpoints[host].outputs.s_axil.awready {
            self.step();
        }
        self.endpoints[host].inputs.s_axil = AxiLiteRequest::idle();
        while !self.endpoints[host].outputs.s_axil.bvalid {
            self.step();
        }
        self.step();
    }

    fn write_switch(&mut self, switch: usize, address: u32, data: u32) {
        self.switches[switch].inputs.s_axil = AxiLiteRequest::write(address, data);
        while !self.switches[switch].outputs.s_axil.awready {
            self.step();
        }
        self.switches[switch].inputs.s_axil = AxiLiteRequest::idle();
        while !self.switches[switch].outputs.s_axil.bvalid {
            self.step();
        }
        self.step();
    }

    /// Runs one cycle.
    fn step(&mut self) {
        let now = self.cycle.checked_sub(self.set_up);
        let arriving: Vec<Option<Beat>> =
            self.lines.iter_mut().map(|line| line.leave(self.cycle)).collect();
        let ready: Vec<bool> = self.lines.iter().map(|line| line.is_ready(self.cycle)).collect();
        for (number, endpoint) in self.endpoints.iter_mut().enumerate() {
            let mac = &mut endpoint.inputs.s_axis_mac;
            let beat = arriving[self.first_downlink + number];
            mac.tvalid = beat.is_some();
            let beat = beat.unwrap_or_default();
            (mac.tdata, mac.tkeep) = (beat.data, beat.keep);
            (mac.tlast, mac.tuser) = (beat.last, beat.bad);
            endpoint.inputs.m_axis_mac.tready = ready[number];
            endpoint.inputs.m_axis_host.tready = true;
            self.hosts[number].drive(now, &mut endpoint.inputs);
            endpoint.step();
            self.hosts[number].observe(now, &endpoint.inputs, &endpoint.outputs);
        }
        for (number, switch) in self.switches.iter_mut().enumerate() {
            let inputs = &mut switch.inputs;
            (inputs.rx_tvalid, inputs.rx_tlast, inputs.rx_tuser) = (0, 0, 0);
            inputs.rx_tdata.clear();
            inputs.rx_tkeep.clear();
            inputs.m_tready = 0;
            for (port, (into, out_of)) in self.ports[number].iter().enumerate() {
                let beat = arriving[*into];
                inputs.rx_tvalid |= u64::from(beat.is_some()) << port;
                let beat = beat.unwrap_or_default();
                inputs.rx_tdata.push(beat.data);
                inputs.rx_tkeep.push(beat.keep as u32);
                inputs.rx_tlast |= u64::from(beat.last) << port;
                inputs.rx_tuser |= u64::from(beat.bad) << port;
                inputs.m_tready |= u64::from(ready[*out_of]) << port;
            }
            switch.step();
        }
        self.transmit(now, &ready);
        self.cycle += 1;
    }

    /// Beats that are accepted enter their links.
    fn transmit(&mut self, now: Option<u64>, ready: &[bool]) {
        let mut sent = Vec::new();
        for (number, endpoint) in self.endpoints.iter().enumerate() {
            let mac = &endpoint.outputs.m_axis_mac;
            if mac.tvalid && ready[number] {
                let beat = Beat { data: mac.tdata, keep: mac.tkeep, last: mac.tlast, bad: false };
                sent.push((number, beat));
            }
        }
        for (number, switch) in self.switches.iter().enumerate() {
            let outputs = &switch.outputs;
            for (port, (_, out_of)) in self.ports[number].iter().enumerate() {
                if outputs.m_tvalid >> port & 1 != 0 && ready[*out_of] {
                    let beat = Beat {
                        data: outputs.m_tdata[port],
                        keep: outputs.m_tkeep[port].into(),
                        last: outputs.m_tlast >> port & 1 != 0,
                        bad: false,
                    };
                    sent.push((*out_of, beat));
                }
            }
        }
        for (link, beat) in sent {
            let Some(frame) = self.lines[link].enter(self.cycle, beat) else { continue };
            // The source address is that of the sender of the data.
            let host = frame.source as usize - 1;
            let (Some(now), Some(Some(flow)), false) = (now, self.flows.get(host), frame.is_ack)
            else {
                continue;
            };
            self.sink.record(&Record {
                cycle: now - (self.cycle - frame.first),
                link: link as u16,
                flow: *flow,
                sequence: frame.number,
                marked: false,
                ipd: 0,
            });
        }
    }

    /// Runs until just before a cycle of the scenario.
    pub fn run_until(&mut self, end: u64) {
        while self.cycle < self.set_up + end {
            self.step();
        }
    }

    /// Packets that each host has delivered; payloads are compared as they are received.
    pub fn delivered(&self) -> Vec<u64> {
        self.hosts.iter().map(Host::delivered).collect()
    }

    /// Consumes the twin and returns the sink of its log.
    pub fn into_sink(self) -> S {
        self.sink
    }
}
