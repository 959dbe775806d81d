//! The twin: every golden model of a fabric, one cycle at a time.
//!
//! Links are first, whose outputs depend only on earlier inputs; then switches and NICs, which do
//! not depend on each other; then their outputs enter the links.

mod ports;
mod run;
#[cfg(test)]
mod tests;

pub use ports::{FabricInputs, FabricOutputs};
pub use run::TwinRun;

use crate::{
    link::cable::{Cable, CableInputs},
    nic::adapter::Adapter,
    switch::lossless::LosslessSwitch,
    wired::Wired,
    Golden,
};
use tailback_spec::{
    fabric::{End, Fabric},
    nic::registers::ADDRESS_BITS,
    BitLanes, WideWord,
};

/// A fabric of golden models.
#[derive(Debug, Clone)]
pub struct Twin {
    switches: Vec<Wired<LosslessSwitch>>,
    nics: Vec<Wired<Adapter>>,
    cables: Vec<Cable>,
    /// Both ends of each link: source, destination.
    ends: Vec<[End; 2]>,
    switch_address_mask: u64,
}

/// Drives the AXI4-Lite inputs of a model from its element. The models' ports have the same names,
/// but each model has a type of its own.
macro_rules! ask {
    ($block:expr, $inputs:expr, $lane:expr, $address_mask:expr) => {
        $block.s_axil_awvalid = $inputs.s_axil_awvalid.is_set($lane);
        $block.s_axil_awaddr = number(&$inputs.s_axil_awaddr, $lane) & $address_mask;
        $block.s_axil_wvalid = $inputs.s_axil_wvalid.is_set($lane);
        $block.s_axil_wdata = number(&$inputs.s_axil_wdata, $lane);
        $block.s_axil_wstrb = number(&$inputs.s_axil_wstrb, $lane);
        $block.s_axil_bready = $inputs.s_axil_bready.is_set($lane);
        $block.s_axil_arvalid = $inputs.s_axil_arvalid.is_set($lane);
        $block.s_axil_araddr = number(&$inputs.s_axil_araddr, $lane) & $address_mask;
        $block.s_axil_rready = $inputs.s_axil_rready.is_set($lane);
    };
}

/// Copies a model's AXI4-Lite outputs to its element.
macro_rules! answer {
    ($block:expr, $outputs:expr, $lane:expr) => {
        put(&mut $outputs.s_axil_awready, $lane, $block.s_axil_awready);
        put(&mut $outputs.s_axil_wready, $lane, $block.s_axil_wready);
        put(&mut $outputs.s_axil_bvalid, $lane, $block.s_axil_bvalid);
        $outputs.s_axil_bresp[$lane] = $block.s_axil_bresp as u32;
        put(&mut $outputs.s_axil_arready, $lane, $block.s_axil_arready);
        put(&mut $outputs.s_axil_rvalid, $lane, $block.s_axil_rvalid);
        $outputs.s_axil_rdata[$lane] = $block.s_axil_rdata as u32;
        $outputs.s_axil_rresp[$lane] = $block.s_axil_rresp as u32;
    };
}

impl Twin {
    /// The fabric after reset.
    pub fn new(fabric: &Fabric) -> Self {
        let scenario = fabric.scenario();
        let mut switches: Vec<_> = (0..scenario.switches.len())
            .map(|_| Wired::new(LosslessSwitch::new(&fabric.switch())))
            .collect();
        let mut nics: Vec<_> =
            scenario.hosts.iter().map(|_| Wired::new(Adapter::new(&fabric.nic()))).collect();
        let ends: Vec<[End; 2]> = (0..scenario.links()).map(|link| fabric.ends(link)).collect();
        let ports = fabric.switch().port.ports();
        let idle = CableInputs::default();
        for switch in &mut switches {
            let inputs = &mut switch.inputs;
            inputs.m_axis_tready = u64::MAX >> (u64::BITS as usize - ports);
            inputs.s_axis_tdata = vec![idle.s_axis_tdata.clone(); ports];
            inputs.s_axis_tkeep = (0..ports).map(|_| 0).collect();
            inputs.s_axis_tuser = (0..ports).map(|_| 0).collect();
        }
        for [_, to] in &ends {
            match *to {
                End::Host(host) => nics[host].inputs.link_active = true,
                End::Switch { switch, port } => switches[switch].inputs.link_active |= 1 << port,
            }
        }
        nics.iter_mut().for_each(|nic| nic.inputs.m_axis_link_tready = true);
        Twin {
            switches,
            nics,
            cables: fabric.cables().iter().map(Cable::new).collect(),
            ends,
            switch_address_mask: (1 << fabric.switch_address_bits()) - 1,
        }
    }

    /// Moves beats from the links into switches and NICs.
    fn arrive(&mut self) {
        for (cable, [_, to]) in self.cables.iter().zip(&self.ends) {
            let beat = cable.end();
            match *to {
                End::Host(host) => {
                    let inputs = &mut self.nics[host].inputs;
                    inputs.s_axis_link_tvalid = beat.s_axis_tvalid;
                    inputs.s_axis_link_tdata.clone_from(&beat.s_axis_tdata);
                    inputs.s_axis_link_tkeep = beat.s_axis_tkeep;
                    inputs.s_axis_link_tlast = beat.s_axis_tlast;
                    inputs.s_axis_link_tuser = beat.s_axis_tuser;
                }
                End::Switch { switch, port } => {
                    let inputs = &mut self.switches[switch].inputs;
                    set(&mut inputs.s_axis_tvalid, port, beat.s_axis_tvalid);
                    inputs.s_axis_tdata[port].clone_from(&beat.s_axis_tdata);
                    inputs.s_axis_tkeep[port] = beat.s_axis_tkeep;
                    set(&mut inputs.s_axis_tlast, port, beat.s_axis_tlast);
                    inputs.s_axis_tuser[port] = beat.s_axis_tuser as u32;
                }
            }
        }
    }

    fn step_switches(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        for (lane, switch) in self.switches.iter_mut().enumerate() {
            ask!(switch.inputs, inputs, lane, self.switch_address_mask);
            switch.step();
            answer!(switch.outputs, outputs, lane);
        }
    }

    fn step_nics(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        const ADDRESS_MASK: u64 = (1 << ADDRESS_BITS) - 1;
        let first = self.switches.len();
        for (host, nic) in self.nics.iter_mut().enumerate() {
            let (lane, given) = (first + host, &mut nic.inputs);
            ask!(given, inputs, lane, ADDRESS_MASK);

            given.s_axis_host_tvalid = inputs.s_axis_host_tvalid.is_set(host);
            given.s_axis_host_tdata.clone_from(&word(&inputs.s_axis_host_tdata, host));
            let keep = word(&inputs.s_axis_host_tkeep, host);
            given.s_axis_host_tkeep = keep.first().copied().unwrap_or(0);
            given.s_axis_host_tlast = inputs.s_axis_host_tlast.is_set(host);
            given.s_axis_host_tid = number(&inputs.s_axis_host_tid, host);
            given.s_axis_host_tuser = inputs.s_axis_host_tuser.is_set(host);
            given.s_axis_doorbell_tvalid = inputs.s_axis_doorbell_tvalid.is_set(host);
            given.s_axis_doorbell_tdata = number(&inputs.s_axis_doorbell_tdata, host);
            given.m_axis_grant_tready = inputs.m_axis_grant_tready.is_set(host);
            given.s_axis_decline_tvalid = inputs.s_axis_decline_tvalid.is_set(host);
            given.s_axis_decline_tdata = number(&inputs.s_axis_decline_tdata, host);
            given.s_axis_release_tvalid = inputs.s_axis_release_tvalid.is_set(host);
            given.s_axis_release_tdata = number(&inputs.s_axis_release_tdata, host);
            nic.step();
            let shown = &nic.outputs;
            answer!(shown, outputs, lane);

            put(&mut outputs.s_axis_host_tready, host, shown.s_axis_host_tready);
            put(&mut outputs.m_axis_host_tvalid, host, shown.m_axis_host_tvalid);
            outputs.m_axis_host_tdata[host].clone_from(&shown.m_axis_host_tdata);
            outputs.m_axis_host_tkeep[host] = [shown.m_axis_host_tkeep].into_iter().collect();
            put(&mut outputs.m_axis_host_tlast, host, shown.m_axis_host_tlast);
            put(&mut outputs.m_axis_host_tuser, host, shown.m_axis_host_tuser);
            put(&mut outputs.s_axis_doorbell_tready, host, shown.s_axis_doorbell_tready);
            put(&mut outputs.m_axis_grant_tvalid, host, shown.m_axis_grant_tvalid);
            outputs.m_axis_grant_tdata[host] = shown.m_axis_grant_tdata as u32;
            put(&mut outputs.s_axis_decline_tready, host, shown.s_axis_decline_tready);
            put(&mut outputs.s_axis_release_tready, host, shown.s_axis_release_tready);
        }
    }

    /// Moves beats from switches and NICs into the links.
    fn leave(&mut self, outputs: &mut FabricOutputs) {
        let (nics, switches) = (&self.nics, &self.switches);
        for (link, (cable, [from, _])) in self.cables.iter_mut().zip(&self.ends).enumerate() {
            cable.take(|beat| match *from {
                End::Host(host) => {
                    let sent = &nics[host].outputs;
                    beat.s_axis_tvalid = sent.m_axis_link_tvalid;
                    beat.s_axis_tdata.clone_from(&sent.m_axis_link_tdata);
                    beat.s_axis_tkeep = sent.m_axis_link_tkeep;
                    beat.s_axis_tlast = sent.m_axis_link_tlast;
                    beat.s_axis_tuser = sent.m_axis_link_tuser;
                }
                End::Switch { switch, port } => {
                    let sent = &switches[switch].outputs;
                    beat.s_axis_tvalid = sent.m_axis_tvalid >> port & 1 != 0;
                    beat.s_axis_tdata.clone_from(&sent.m_axis_tdata[port]);
                    beat.s_axis_tkeep = sent.m_axis_tkeep[port];
                    beat.s_axis_tlast = sent.m_axis_tlast >> port & 1 != 0;
                    beat.s_axis_tuser = sent.m_axis_tuser[port].into();
                }
            });
            let beat = cable.newest();
            put(&mut outputs.link_tvalid, link, beat.s_axis_tvalid);
            outputs.link_tdata[link].clone_from(&beat.s_axis_tdata);
            outputs.link_tkeep[link] = [beat.s_axis_tkeep].into_iter().collect();
            put(&mut outputs.link_tlast, link, beat.s_axis_tlast);
            outputs.link_tuser[link] = beat.s_axis_tuser as u32;
        }
    }

    /// Resizes all arrays of the outputs.
    fn fit(&self, outputs: &mut FabricOutputs) {
        let (hosts, links) = (self.nics.len(), self.cables.len());
        let components = self.switches.len() + hosts;
        for lanes in
            [&mut outputs.s_axil_bresp, &mut outputs.s_axil_rdata, &mut outputs.s_axil_rresp]
        {
            lanes.resize(components, 0);
        }
        outputs.m_axis_host_tdata.resize_with(hosts, WideWord::new);
        outputs.m_axis_host_tkeep.resize_with(hosts, WideWord::new);
        outputs.m_axis_grant_tdata.resize(hosts, 0);
        outputs.link_tdata.resize_with(links, WideWord::new);
        outputs.link_tkeep.resize_with(links, WideWord::new);
        outputs.link_tuser.resize(links, 0);
    }
}

/// Sets or clears a bit of up to 64.
fn set(lanes: &mut u64, lane: usize, value: bool) {
    *lanes = *lanes & !(1 << lane) | u64::from(value) << lane;
}

/// Sets or clears a bit.
pub(super) fn put(lanes: &mut BitLanes, lane: usize, value: bool) {
    match value {
        true => lanes.set(lane),
        false => lanes.clear(lane),
    }
}

/// The value of an element; elements beyond the end are 0.
pub(super) fn number(lanes: &[u32], lane: usize) -> u64 {
    lanes.get(lane).copied().unwrap_or(0).into()
}

fn word(lanes: &[WideWord], lane: usize) -> WideWord {
    lanes.get(lane).cloned().unwrap_or_default()
}

impl Golden for Twin {
    type Inputs = FabricInputs;
    type Outputs = FabricOutputs;

    fn step(&mut self, inputs: &FabricInputs, outputs: &mut FabricOutputs) {
        self.fit(outputs);
        self.arrive();
        self.step_switches(inputs, outputs);
        self.step_nics(inputs, outputs);
        self.leave(outputs);
    }

    fn reset(&mut self) {
        self.switches.iter_mut().for_each(Wired::reset);
        self.nics.iter_mut().for_each(Wired::reset);
        self.cables.iter_mut().for_each(Golden::reset);
    }
}
