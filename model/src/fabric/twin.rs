//! The twin: every golden model of a fabric, one cycle at a time.
//!
//! Links are first, whose outputs depend only on earlier inputs; then switches and NICs, which do
//! not depend on each other; then their outputs enter the links.

mod line;
mod ports;
#[cfg(test)]
mod tests;

pub use ports::{FabricInputs, FabricOutputs, HostsOutputs};

use self::line::{Beat, Line};
use super::elements::{answer, ask, number, put, set, word};
use crate::{interface::Ready, nic::top::NicTop, switch::top::SwitchTop, wired::Wired, Golden};
use std::marker::PhantomData;
use tailback_spec::{
    fabric::{End, Fabric},
    nic::registers::ADDRESS_BITS,
    BitLanes, WideWord,
};

/// A fabric of golden models. `Hosts` is the type of the hosts' ready for received packets: `()` for a
/// fabric without receive buffers that lacks this port.
#[derive(Debug, Clone)]
pub struct Twin<Hosts = BitLanes> {
    switches: Vec<Wired<SwitchTop>>,
    nics: Vec<Wired<NicTop>>,
    lines: Vec<Line>,
    /// Both ends of each link: source, destination.
    ends: Vec<[End; 2]>,
    switch_address_mask: u64,
    hosts: PhantomData<Hosts>,
}

impl<Hosts: Ready> Twin<Hosts> {
    /// The fabric after reset.
    pub fn new(fabric: &Fabric) -> Self {
        let scenario = fabric.scenario();
        let mut switches: Vec<_> = (0..scenario.switches.len())
            .map(|_| Wired::new(SwitchTop::new(&fabric.switch())))
            .collect();
        let mut nics: Vec<_> =
            scenario.hosts.iter().map(|_| Wired::new(NicTop::new(&fabric.nic()))).collect();
        let ends: Vec<[End; 2]> = (0..scenario.links()).map(|link| fabric.ends(link)).collect();
        let ports = fabric.switch().port.ports();
        let idle = Beat::default();
        for switch in &mut switches {
            let inputs = &mut switch.inputs;
            inputs.m_axis.tready = u64::MAX >> (u64::BITS as usize - ports);
            inputs.s_axis.tdata = vec![idle.tdata.clone(); ports];
            inputs.s_axis.tkeep = (0..ports).map(|_| 0).collect();
            inputs.s_axis.tuser = (0..ports).map(|_| 0).collect();
        }
        for [_, to] in &ends {
            match *to {
                End::Host(host) => nics[host].inputs.link_active = true,
                End::Switch { switch, port } => switches[switch].inputs.link_active |= 1 << port,
            }
        }
        nics.iter_mut().for_each(|nic| nic.inputs.m_axis_link.tready = true);
        Twin {
            switches,
            nics,
            lines: (0..ends.len()).map(|link| Line::new(fabric, link)).collect(),
            ends,
            switch_address_mask: (1 << fabric.switch_address_bits()) - 1,
            hosts: PhantomData,
        }
    }

    /// Input buffers that became full in the last cycle, each virtual lane on its own.
    pub(super) fn became_full(&self) -> u64 {
        self.switches.iter().map(|switch| switch.model.became_full()).sum()
    }

    /// Blocks in use of the input buffer at the end of each link; `None` for links to hosts.
    pub(super) fn blocks_in_use(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        self.ends.iter().map(|[_, to]| match *to {
            End::Host(_) => None,
            End::Switch { switch, port } => Some(self.switches[switch].model.blocks_in_use(port)),
        })
    }

    /// Moves beats from the links into switches and NICs.
    fn arrive(&mut self) {
        for (line, [from, to]) in self.lines.iter().zip(&self.ends) {
            if let Some(ready) = line.ready() {
                match *from {
                    End::Host(host) => self.nics[host].inputs.m_axis_link.tready = ready,
                    End::Switch { switch, port } => {
                        set(&mut self.switches[switch].inputs.m_axis.tready, port, ready);
                    }
                }
            }
            let beat = line.end();
            match *to {
                End::Host(host) => {
                    let inputs = &mut self.nics[host].inputs;
                    inputs.s_axis_link.tvalid = beat.tvalid;
                    inputs.s_axis_link.tdata.clone_from(&beat.tdata);
                    inputs.s_axis_link.tkeep = beat.tkeep;
                    inputs.s_axis_link.tlast = beat.tlast;
                    inputs.s_axis_link.tuser = beat.tuser;
                }
                End::Switch { switch, port } => {
                    let inputs = &mut self.switches[switch].inputs;
                    set(&mut inputs.s_axis.tvalid, port, beat.tvalid);
                    inputs.s_axis.tdata[port].clone_from(&beat.tdata);
                    inputs.s_axis.tkeep[port] = beat.tkeep;
                    set(&mut inputs.s_axis.tlast, port, beat.tlast);
                    inputs.s_axis.tuser[port] = beat.tuser as u32;
                }
            }
        }
    }

    fn step_switches(&mut self, inputs: &FabricInputs<Hosts>, outputs: &mut FabricOutputs) {
        for (lane, switch) in self.switches.iter_mut().enumerate() {
            ask!(switch.inputs, inputs, lane, self.switch_address_mask);
            switch.step();
            answer!(switch.outputs, outputs, lane);
        }
    }

    fn step_nics(&mut self, inputs: &FabricInputs<Hosts>, outputs: &mut FabricOutputs) {
        const ADDRESS_MASK: u64 = (1 << ADDRESS_BITS) - 1;
        let first = self.switches.len();
        for (host, nic) in self.nics.iter_mut().enumerate() {
            let (lane, given) = (first + host, &mut nic.inputs);
            ask!(given, inputs, lane, ADDRESS_MASK);

            given.s_axis_host.tvalid = inputs.s_axis_host.tvalid.is_set(host);
            given.s_axis_host.tdata.clone_from(&word(&inputs.s_axis_host.tdata, host));
            let keep = word(&inputs.s_axis_host.tkeep, host);
            given.s_axis_host.tkeep = keep.first().copied().unwrap_or(0);
            given.s_axis_host.tlast = inputs.s_axis_host.tlast.is_set(host);
            given.s_axis_host.tid = number(&inputs.s_axis_host.tid, host);
            given.s_axis_host.tuser = inputs.s_axis_host.tuser.is_set(host);
            given.m_axis_host.tready = inputs.m_axis_host.tready.is_ready(host);
            given.s_axis_doorbell.tvalid = inputs.s_axis_doorbell.tvalid.is_set(host);
            given.s_axis_doorbell.tdata = number(&inputs.s_axis_doorbell.tdata, host);
            given.m_axis_grant.tready = inputs.m_axis_grant.tready.is_set(host);
            given.s_axis_decline.tvalid = inputs.s_axis_decline.tvalid.is_set(host);
            given.s_axis_decline.tdata = number(&inputs.s_axis_decline.tdata, host);
            given.s_axis_release.tvalid = inputs.s_axis_release.tvalid.is_set(host);
            given.s_axis_release.tdata = number(&inputs.s_axis_release.tdata, host);
            nic.step();
            let shown = &nic.outputs;
            answer!(shown, outputs, lane);

            put(&mut outputs.s_axis_host.tready, host, shown.s_axis_host.tready);
            put(&mut outputs.m_axis_host.tvalid, host, shown.m_axis_host.tvalid);
            outputs.m_axis_host.tdata[host].clone_from(&shown.m_axis_host.tdata);
            outputs.m_axis_host.tkeep[host] = [shown.m_axis_host.tkeep].into_iter().collect();
            put(&mut outputs.m_axis_host.tlast, host, shown.m_axis_host.tlast);
            put(&mut outputs.m_axis_host.tuser, host, shown.m_axis_host.tuser);
            put(&mut outputs.s_axis_doorbell.tready, host, shown.s_axis_doorbell.tready);
            put(&mut outputs.m_axis_grant.tvalid, host, shown.m_axis_grant.tvalid);
            outputs.m_axis_grant.tdata[host] = shown.m_axis_grant.tdata as u32;
            put(&mut outputs.s_axis_decline.tready, host, shown.s_axis_decline.tready);
            put(&mut outputs.s_axis_release.tready, host, shown.s_axis_release.tready);
        }
    }

    /// Moves beats from switches and NICs into the links.
    fn leave(&mut self, outputs: &mut FabricOutputs) {
        let (nics, switches) = (&self.nics, &self.switches);
        for (link, (line, [from, _])) in self.lines.iter_mut().zip(&self.ends).enumerate() {
            let beat = line.take(|beat| match *from {
                End::Host(host) => {
                    let sent = &nics[host].outputs;
                    beat.tvalid = sent.m_axis_link.tvalid;
                    beat.tdata.clone_from(&sent.m_axis_link.tdata);
                    beat.tkeep = sent.m_axis_link.tkeep;
                    beat.tlast = sent.m_axis_link.tlast;
                    beat.tuser = sent.m_axis_link.tuser;
                }
                End::Switch { switch, port } => {
                    let sent = &switches[switch].outputs;
                    beat.tvalid = sent.m_axis.tvalid >> port & 1 != 0;
                    beat.tdata.clone_from(&sent.m_axis.tdata[port]);
                    beat.tkeep = sent.m_axis.tkeep[port];
                    beat.tlast = sent.m_axis.tlast >> port & 1 != 0;
                    beat.tuser = sent.m_axis.tuser[port].into();
                }
            });
            put(&mut outputs.link.tvalid, link, beat.tvalid);
            outputs.link.tdata[link].clone_from(&beat.tdata);
            outputs.link.tkeep[link] = [beat.tkeep].into_iter().collect();
            put(&mut outputs.link.tlast, link, beat.tlast);
            outputs.link.tuser[link] = beat.tuser as u32;
        }
    }

    /// Resizes all arrays of the outputs.
    fn fit(&self, outputs: &mut FabricOutputs) {
        let (hosts, links) = (self.nics.len(), self.lines.len());
        let components = self.switches.len() + hosts;
        for lanes in
            [&mut outputs.s_axil.bresp, &mut outputs.s_axil.rdata, &mut outputs.s_axil.rresp]
        {
            lanes.resize(components, 0);
        }
        outputs.m_axis_host.tdata.resize_with(hosts, WideWord::new);
        outputs.m_axis_host.tkeep.resize_with(hosts, WideWord::new);
        outputs.m_axis_grant.tdata.resize(hosts, 0);
        outputs.link.tdata.resize_with(links, WideWord::new);
        outputs.link.tkeep.resize_with(links, WideWord::new);
        outputs.link.tuser.resize(links, 0);
    }
}

impl<Hosts: Ready> Golden for Twin<Hosts> {
    type Inputs = FabricInputs<Hosts>;
    type Outputs = FabricOutputs;

    fn step(&mut self, inputs: &FabricInputs<Hosts>, outputs: &mut FabricOutputs) {
        self.fit(outputs);
        self.arrive();
        self.step_switches(inputs, outputs);
        self.step_nics(inputs, outputs);
        self.leave(outputs);
    }

    fn reset(&mut self) {
        self.switches.iter_mut().for_each(Wired::reset);
        self.nics.iter_mut().for_each(Wired::reset);
        self.lines.iter_mut().for_each(Line::reset);
    }
}
