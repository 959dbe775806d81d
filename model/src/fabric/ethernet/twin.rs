//! The golden models of a fabric over Ethernet, joined by delayed links and stepped in every cycle.
//!
//! Links are first, whose outputs depend only on earlier inputs; then switches and endpoints, which do
//! not depend on each other; then their outputs enter the links.

mod ports;

pub use ports::{FabricInputs, FabricOutputs};

use crate::{
    efl::{endpoint::EflEndpoint, switch::EthernetSwitch},
    fabric::elements::{answer, ask, number, put, set, word},
    link::delay::LinkDelay,
    wired::Wired,
    Golden,
};
use tailback_spec::{
    efl::{registers::ADDRESS_BITS, switch::address},
    fabric::{End, EthernetFabric},
    WideWord,
};

/// Bit of the data that is inverted in an altered frame.
const ALTERED: u64 = 1 << 4;
/// Bit of a link's `tuser` that marks a bad packet.
const BAD: u64 = 2;

/// A fabric of golden models.
pub struct Twin {
    switches: Vec<Wired<EthernetSwitch>>,
    endpoints: Vec<Wired<EflEndpoint>>,
    link_delays: Vec<LinkDelay>,
    /// Both ends of each link: source, destination.
    ends: Vec<[End; 2]>,
}

impl Twin {
    /// The fabric after reset.
    pub fn new(fabric: &EthernetFabric) -> Self {
        let switch = |switch: &tailback_spec::efl::switch::EthernetSwitch| {
            let mut wired = Wired::new(EthernetSwitch::new(switch));
            wired.inputs.rx_tdata = (0..switch.ports()).map(|_| 0).collect();
            wired.inputs.rx_tkeep = (0..switch.ports()).map(|_| 0).collect();
            wired
        };
        let endpoint = |_| Wired::new(EflEndpoint::new(&fabric.endpoint()));
        Twin {
            switches: fabric.switches().iter().map(switch).collect(),
            endpoints: fabric.scenario().hosts.iter().map(endpoint).collect(),
            link_delays: fabric.link_delays().iter().map(LinkDelay::new).collect(),
            ends: (0..fabric.link_delays().len()).map(|link| fabric.ends(link)).collect(),
        }
    }

    /// Moves beats from the links into switches and endpoints, and offers them the links.
    fn arrive(&mut self, inputs: &FabricInputs) {
        for (link, (link_delay, [from, to])) in self.link_delays.iter().zip(&self.ends).enumerate()
        {
            let beat = &link_delay.end().s_axis;
            let data = beat.tdata.first().copied().unwrap_or(0);
            let bad = beat.tuser & BAD != 0;
            match *to {
                End::Host(host) => {
                    let mac = &mut self.endpoints[host].inputs.s_axis_mac;
                    (mac.tvalid, mac.tdata, mac.tkeep) = (beat.tvalid, data, beat.tkeep);
                    (mac.tlast, mac.tuser) = (beat.tlast, bad);
                }
                End::Switch { switch, port } => {
                    let rx = &mut self.switches[switch].inputs;
                    set(&mut rx.rx_tvalid, port, beat.tvalid);
                    (rx.rx_tdata[port], rx.rx_tkeep[port]) = (data, beat.tkeep as u32);
                    set(&mut rx.rx_tlast, port, beat.tlast);
                    set(&mut rx.rx_tuser, port, bad);
                }
            }
            let ready = inputs.link.tready.is_set(link);
            match *from {
                End::Host(host) => self.endpoints[host].inputs.m_axis_mac.tready = ready,
                End::Switch { switch, port } => {
                    set(&mut self.switches[switch].inputs.m_tready, port, ready);
                }
            }
        }
    }

    fn step_switches(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        const ADDRESS_MASK: u64 = (1 << address::BITS) - 1;
        for (lane, switch) in self.switches.iter_mut().enumerate() {
            ask!(switch.inputs, inputs, lane, ADDRESS_MASK);
            switch.step();
            answer!(switch.outputs, outputs, lane);
            put(&mut outputs.ready, lane, switch.outputs.ready);
        }
    }

    fn step_endpoints(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        const ADDRESS_MASK: u64 = (1 << ADDRESS_BITS) - 1;
        let first = self.switches.len();
        for (host, endpoint) in self.endpoints.iter_mut().enumerate() {
            let (lane, given) = (first + host, &mut endpoint.inputs);
            ask!(given, inputs, lane, ADDRESS_MASK);
            given.s_axis_host.tvalid = inputs.s_axis_host.tvalid.is_set(host);
            given.s_axis_host.tdata = first_word(&word(&inputs.s_axis_host.tdata, host));
            given.s_axis_host.tkeep = number(&inputs.s_axis_host.tkeep, host);
            given.s_axis_host.tlast = inputs.s_axis_host.tlast.is_set(host);
            given.s_axis_host.tid = number(&inputs.s_axis_host.tid, host);
            given.m_axis_host.tready = inputs.m_axis_host.tready.is_set(host);
            endpoint.step();
            let shown = &endpoint.outputs;
            answer!(shown, outputs, lane);
            put(&mut outputs.ready, lane, shown.ready);
            put(&mut outputs.s_axis_host.tready, host, shown.s_axis_host.tready);
            put(&mut outputs.m_axis_host.tvalid, host, shown.m_axis_host.tvalid);
            outputs.m_axis_host.tdata[host] = [shown.m_axis_host.tdata].into_iter().collect();
            outputs.m_axis_host.tkeep[host] = shown.m_axis_host.tkeep as u32;
            put(&mut outputs.m_axis_host.tlast, host, shown.m_axis_host.tlast);
            outputs.m_axis_host.tid[host] = shown.m_axis_host.tid as u32;
            put(&mut outputs.m_axis_credit.tvalid, host, shown.m_axis_credit.tvalid);
            outputs.m_axis_credit.tdata[host] = shown.m_axis_credit.tdata as u32;
        }
    }

    /// Moves beats of components and copies into the links.
    fn leave(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        let (endpoints, switches) = (&self.endpoints, &self.switches);
        let ends = self.ends.iter();
        for (link, (link_delay, [from, _])) in self.link_delays.iter_mut().zip(ends).enumerate() {
            let (valid, data, keep, last) = match *from {
                End::Host(host) => {
                    let sent = &endpoints[host].outputs.m_axis_mac;
                    (sent.tvalid, sent.tdata, sent.tkeep, sent.tlast)
                }
                End::Switch { switch, port } => {
                    let sent = &switches[switch].outputs;
                    let of = |bits: u64| bits >> port & 1 != 0;
                    let (data, keep) = (sent.m_tdata[port], sent.m_tkeep[port].into());
                    (of(sent.m_tvalid), data, keep, of(sent.m_tlast))
                }
            };
            let accepted = valid && inputs.link.tready.is_set(link);
            put(&mut outputs.link.tvalid, link, accepted);
            outputs.link.tdata[link] = [data].into_iter().collect();
            outputs.link.tkeep[link] = keep as u32;
            put(&mut outputs.link.tlast, link, last);
            let (lost, altered) =
                (inputs.link.lost.is_set(link), inputs.link.corrupted.is_set(link));
            let copy = &inputs.copy;
            link_delay.take(|beat| {
                let beat = &mut beat.s_axis;
                if copy.tvalid.is_set(link) {
                    beat.tvalid = true;
                    beat.tdata = word(&copy.tdata, link);
                    beat.tkeep = number(&copy.tkeep, link);
                    beat.tlast = copy.tlast.is_set(link);
                    beat.tuser = if copy.tuser.is_set(link) { BAD } else { 0 };
                } else {
                    beat.tvalid = accepted && !lost;
                    let data = if altered { data ^ ALTERED } else { data };
                    beat.tdata = [data].into_iter().collect();
                    beat.tkeep = keep;
                    beat.tlast = last;
                    beat.tuser = if altered && last { BAD } else { 0 };
                }
            });
        }
    }

    /// Resizes all arrays of the outputs.
    fn fit(&self, outputs: &mut FabricOutputs) {
        let (hosts, links) = (self.endpoints.len(), self.link_delays.len());
        let components = self.switches.len() + hosts;
        let axil = &mut outputs.s_axil;
        for lanes in [&mut axil.bresp, &mut axil.rdata, &mut axil.rresp] {
            lanes.resize(components, 0);
        }
        let host = &mut outputs.m_axis_host;
        host.tdata.resize_with(hosts, WideWord::new);
        for lanes in [&mut host.tkeep, &mut host.tid, &mut outputs.m_axis_credit.tdata] {
            lanes.resize(hosts, 0);
        }
        outputs.link.tdata.resize_with(links, WideWord::new);
        outputs.link.tkeep.resize(links, 0);
    }
}

/// The first word of a value; 0 if it has none.
fn first_word(word: &WideWord) -> u64 {
    word.first().copied().unwrap_or(0)
}

impl Golden for Twin {
    type Inputs = FabricInputs;
    type Outputs = FabricOutputs;

    fn step(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        self.fit(outputs);
        self.arrive(inputs);
        self.step_switches(inputs, outputs);
        self.step_endpoints(inputs, outputs);
        self.leave(inputs, outputs);
    }

    fn reset(&mut self) {
        self.switches.iter_mut().for_each(Wired::reset);
        self.endpoints.iter_mut().for_each(Wired::reset);
        self.link_delays.iter_mut().for_each(Golden::reset);
    }
}
