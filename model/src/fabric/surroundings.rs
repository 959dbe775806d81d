//! The environment of a fabric: software that sets it up and reads its counters, and the hosts.
//!
//! The surroundings drive the twin and the hardware alike, and depend on nothing but the outputs.

mod bus;
mod host;
pub(super) mod source;

use self::{
    bus::Bus,
    host::{Host, Shown},
};
use super::twin::{number, put, FabricInputs, FabricOutputs};
use tailback_spec::{fabric::Fabric, WideWord};

/// Set-up, the hosts of the scenario, and in the end the read-out of counters.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// Next cycle, counted from reset.
    now: u64,
    set_up: u64,
    end: u64,
    buses: Vec<Bus>,
    hosts: Vec<Host>,
    /// Addresses that are read from each component after the end.
    asked: Vec<Vec<u32>>,
}

/// Packets received by a host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Received {
    /// Packets received from the link.
    pub packets: u64,
    /// Packets received that ended as bad.
    pub bad: u64,
}

impl Surroundings {
    /// Surroundings of a fabric whose scenario runs for so many cycles; then, the registers at
    /// these addresses of each component are read.
    pub fn new(fabric: &Fabric, cycles: u64, asked: Vec<Vec<u32>>) -> Self {
        let set_up = fabric.set_up_cycles();
        Surroundings {
            now: 0,
            set_up,
            end: set_up + cycles,
            buses: (0..fabric.components()).map(|lane| Bus::new(fabric.writes(lane))).collect(),
            hosts: (0..fabric.scenario().hosts.len()).map(|host| Host::new(fabric, host)).collect(),
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
            assert!(self.buses.iter().all(Bus::is_idle), "set-up takes longer than it should");
        }
        if self.now == self.end {
            let asked = std::mem::take(&mut self.asked);
            self.buses.iter_mut().zip(asked).for_each(|(bus, asked)| bus.read(asked));
        }
        self.fit(inputs);
        self.manage(last, inputs);
        self.serve(last, inputs);
        self.now += 1;
    }

    fn manage(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs) {
        for (lane, bus) in self.buses.iter_mut().enumerate() {
            bus.see(&bus::Shown {
                awready: last.s_axil.awready.is_set(lane),
                wready: last.s_axil.wready.is_set(lane),
                bvalid: last.s_axil.bvalid.is_set(lane),
                bresp: number(&last.s_axil.bresp, lane),
                arready: last.s_axil.arready.is_set(lane),
                rvalid: last.s_axil.rvalid.is_set(lane),
                rdata: number(&last.s_axil.rdata, lane) as u32,
            });
            const ALL_BYTES: u32 = 15;
            put(&mut inputs.s_axil.awvalid, lane, bus.address.is_some());
            inputs.s_axil.awaddr[lane] = bus.address.unwrap_or(0);
            put(&mut inputs.s_axil.wvalid, lane, bus.data.is_some());
            inputs.s_axil.wdata[lane] = bus.data.unwrap_or(0);
            inputs.s_axil.wstrb[lane] = ALL_BYTES;
            inputs.s_axil.bready.set(lane);
            put(&mut inputs.s_axil.arvalid, lane, bus.asks.is_some());
            inputs.s_axil.araddr[lane] = bus.asks.unwrap_or(0);
            inputs.s_axil.rready.set(lane);
        }
    }

    fn serve(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs) {
        let now = self.now.checked_sub(self.set_up);
        for (lane, host) in self.hosts.iter_mut().enumerate() {
            host.see(&Shown {
                ready: last.s_axis_host.tready.is_set(lane),
                doorbell_ready: last.s_axis_doorbell.tready.is_set(lane),
                decline_ready: last.s_axis_decline.tready.is_set(lane),
                release_ready: last.s_axis_release.tready.is_set(lane),
                grant: last
                    .m_axis_grant
                    .tvalid
                    .is_set(lane)
                    .then(|| number(&last.m_axis_grant.tdata, lane) as usize),
                came: last.m_axis_host.tvalid.is_set(lane) && last.m_axis_host.tlast.is_set(lane),
                bad: last.m_axis_host.tuser.is_set(lane),
            });
            if let Some(now) = now {
                if last.m_axis_host.tvalid.is_set(lane) {
                    let end = last.m_axis_host.tlast.is_set(lane);
                    let bad = last.m_axis_host.tuser.is_set(lane);
                    host.look_at(&last.m_axis_host.tdata[lane], end, bad, now);
                }
                host.act(now);
            }
            let beat = host.beat(&mut inputs.s_axis_host.tdata[lane]);
            put(&mut inputs.s_axis_host.tvalid, lane, beat.is_some());
            let beat = beat.unwrap_or_default();
            inputs.s_axis_host.tkeep[lane] = [beat.keep].into_iter().collect();
            put(&mut inputs.s_axis_host.tlast, lane, beat.last);
            inputs.s_axis_host.tid[lane] = beat.flow as u32;
            put(&mut inputs.s_axis_host.tuser, lane, beat.more);
            put(&mut inputs.s_axis_doorbell.tvalid, lane, host.ringing.is_some());
            inputs.s_axis_doorbell.tdata[lane] = host.ringing.unwrap_or(0) as u32;
            inputs.m_axis_grant.tready.set(lane);
            put(&mut inputs.s_axis_decline.tvalid, lane, host.declining.is_some());
            inputs.s_axis_decline.tdata[lane] = host.declining.unwrap_or(0) as u32;
            put(&mut inputs.s_axis_release.tvalid, lane, host.releasing().is_some());
            inputs.s_axis_release.tdata[lane] = host.releasing().unwrap_or(0) as u32;
        }
    }

    /// Resizes all arrays of the inputs.
    fn fit(&self, inputs: &mut FabricInputs) {
        let (components, hosts) = (self.buses.len(), self.hosts.len());
        for lanes in [
            &mut inputs.s_axil.awaddr,
            &mut inputs.s_axil.wdata,
            &mut inputs.s_axil.wstrb,
            &mut inputs.s_axil.araddr,
        ] {
            lanes.resize(components, 0);
        }
        inputs.s_axis_host.tdata.resize_with(hosts, WideWord::new);
        inputs.s_axis_host.tkeep.resize_with(hosts, WideWord::new);
        for lanes in [
            &mut inputs.s_axis_host.tid,
            &mut inputs.s_axis_doorbell.tdata,
            &mut inputs.s_axis_decline.tdata,
            &mut inputs.s_axis_release.tdata,
        ] {
            lanes.resize(hosts, 0);
        }
    }

    /// Whether the run is over, including the read-out.
    pub fn is_done(&self) -> bool {
        self.now > self.end && self.buses.iter().all(Bus::is_idle)
    }

    /// Values read from each component, in the order of the addresses.
    pub fn read(&self) -> Vec<&[u32]> {
        self.buses.iter().map(Bus::answers).collect()
    }

    /// Packets received by each host.
    pub fn received(&self) -> Vec<Received> {
        self.hosts.iter().map(|host| host.received).collect()
    }

    /// Packets that hosts have released.
    pub fn released(&self) -> u64 {
        self.hosts.iter().map(|host| host.released).sum()
    }

    /// Packets that each flow has begun to pass to its NIC.
    pub fn begun(&self) -> Vec<u64> {
        let flows = self.hosts.iter().flat_map(Host::begun);
        let mut flows: Vec<(usize, u64)> = flows.collect();
        flows.sort_unstable();
        flows.into_iter().map(|(_, packets)| packets).collect()
    }
}
