//! The environment of a fabric: software that sets it up and reads its counters, and the hosts.
//!
//! The surroundings drive the twin and the hardware alike, and depend on nothing but the outputs.

pub(super) mod buses;
mod host;
mod pace;
pub(super) mod source;

use self::{
    buses::Buses,
    host::{Host, Shown},
};
use super::{
    elements::{number, put},
    twin::{FabricInputs, FabricOutputs},
};
use crate::interface::Ready;
use tailback_spec::{fabric::Fabric, WideWord};

/// Set-up, the hosts of the scenario, and in the end the read-out of counters.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// Next cycle, counted from reset.
    now: u64,
    set_up: u64,
    end: u64,
    buses: Buses,
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
        Self::beginning_at(fabric, fabric.set_up_cycles(), cycles, asked)
    }

    /// Surroundings of a fabric as [`Surroundings::new`] makes them, with cycle `first` since reset as the
    /// scenario's cycle 0.
    ///
    /// # Panics
    /// If `first` is less than [`Fabric::set_up_cycles`].
    pub fn beginning_at(fabric: &Fabric, first: u64, cycles: u64, asked: Vec<Vec<u32>>) -> Self {
        assert!(first >= fabric.set_up_cycles(), "the set-up takes until cycle {first} or longer");
        Surroundings {
            now: 0,
            set_up: first,
            end: first.saturating_add(cycles),
            buses: Buses::new((0..fabric.components()).map(|lane| fabric.writes(lane))),
            hosts: (0..fabric.scenario().hosts.len()).map(|host| Host::new(fabric, host)).collect(),
            asked,
        }
    }

    /// Drives the inputs of the next cycle. `last` are the outputs of the cycle before.
    ///
    /// # Panics
    /// If a component has not accepted its set-up in the time reserved for it: then that time is
    /// wrong.
    pub fn drive<Hosts: Ready>(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs<Hosts>) {
        if self.now == self.set_up {
            assert!(self.buses.are_idle(), "set-up takes longer than it should");
        }
        if self.now == self.end {
            let asked = std::mem::take(&mut self.asked);
            self.buses.read(asked);
        }
        self.fit(inputs);
        self.buses.manage(&last.s_axil, &mut inputs.s_axil);
        self.serve(last, inputs);
        self.now += 1;
    }

    fn serve<Hosts: Ready>(&mut self, last: &FabricOutputs, inputs: &mut FabricInputs<Hosts>) {
        let now = self.now.checked_sub(self.set_up);
        for (lane, host) in self.hosts.iter_mut().enumerate() {
            // The inputs are still those of the cycle of these outputs.
            let taken =
                last.m_axis_host.tvalid.is_set(lane) && inputs.m_axis_host.tready.is_ready(lane);
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
                came: taken && last.m_axis_host.tlast.is_set(lane),
                bad: last.m_axis_host.tuser.is_set(lane),
            });
            if let Some(now) = now {
                if taken {
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
            inputs.m_axis_host.tready.set_ready(lane, host.pace.takes_next(taken));
            inputs.m_axis_grant.tready.set(lane);
            put(&mut inputs.s_axis_decline.tvalid, lane, host.declining.is_some());
            inputs.s_axis_decline.tdata[lane] = host.declining.unwrap_or(0) as u32;
            put(&mut inputs.s_axis_release.tvalid, lane, host.releasing().is_some());
            inputs.s_axis_release.tdata[lane] = host.releasing().unwrap_or(0) as u32;
        }
    }

    /// Resizes all arrays of the inputs.
    fn fit<Hosts: Ready>(&self, inputs: &mut FabricInputs<Hosts>) {
        let hosts = self.hosts.len();
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

    /// Ends the scenario with the cycle before the next one; then the registers are read.
    pub fn end(&mut self) {
        self.end = self.end.min(self.now);
    }

    /// Whether no host has begun anything that is not completed: no packet, doorbell, grant, decline or release.
    pub fn is_quiet(&self) -> bool {
        self.hosts.iter().all(Host::is_quiet)
    }

    /// Whether the run is over, including the read-out.
    pub fn is_done(&self) -> bool {
        self.now > self.end && self.buses.are_idle()
    }

    /// Values read from each component, in the order of the addresses.
    pub fn read(&self) -> Vec<&[u32]> {
        self.buses.answers()
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
