//! A fabric of golden models with hosts in hardware.

use super::super::{BoardHost, BoardHostInputs, BoardHostOutputs};
use crate::{
    fabric::{FabricInputs, FabricOutputs, Monitor, Received, Record, Surroundings, Twin},
    interface::AxiLiteRequest,
    Golden,
};
use std::collections::VecDeque;
use tailback_spec::{
    board::{host::address, Board},
    fabric::{ports, Fabric, Write},
    ports::PortField,
    registers, BitLanes, Direction, Port,
};

/// Addresses of the counters of each component.
pub fn counters(fabric: &Fabric) -> Vec<Vec<u32>> {
    let scenario = fabric.scenario();
    let of = |component: usize| {
        let map = match scenario.switches.get(component) {
            Some(_) => registers::switch::map(&scenario.config),
            None => registers::nic::map(&scenario.config),
        };
        let mut all = Vec::new();
        for register in map.expect("valid").registers() {
            if register.fields.iter().any(|field| field.name == "count") {
                let elements = register.repeats.iter().fold(vec![register.address], |all, by| {
                    let of =
                        |first: u32| (first..).step_by(by.stride as usize).take(by.count as usize);
                    all.into_iter().flat_map(of).collect()
                });
                all.extend(elements);
            }
        }
        all
    };
    (0..fabric.components()).map(of).collect()
}

/// A host, and software that writes its registers.
struct Slot {
    model: BoardHost,
    outputs: BoardHostOutputs,
    inputs: BoardHostInputs,
    writes: VecDeque<Write>,
}

impl Slot {
    fn new(board: &Board, host: usize) -> Self {
        let inputs = BoardHostInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() };
        let writes = board.writes(host, board.fabric().set_up_cycles()).into();
        let model = BoardHost::new(&board.host());
        Slot { model, outputs: BoardHostOutputs::default(), inputs, writes }
    }

    /// Software drives the next cycle.
    fn program(&mut self) {
        let bus = &self.outputs.s_axil;
        if bus.awready {
            self.writes.pop_front();
        }
        assert_eq!(bus.bresp, 0);
        self.inputs.s_axil = match self.writes.front() {
            Some(write) => AxiLiteRequest::write(write.address, write.data),
            None => AxiLiteRequest::idle(),
        };
    }

    /// The host drives its NIC; its outputs do not depend on the inputs.
    fn drive(&self, inputs: &mut FabricInputs, lane: usize) {
        let shown = self.model.clone().cycle(&self.inputs);
        let beat = shown.m_axis;
        put(&mut inputs.s_axis_host.tvalid, lane, beat.tvalid);
        inputs.s_axis_host.tdata[lane] = beat.tdata;
        inputs.s_axis_host.tkeep[lane] = [beat.tkeep].into_iter().collect();
        put(&mut inputs.s_axis_host.tlast, lane, beat.tlast);
        inputs.s_axis_host.tid[lane] = beat.tid as u32;
        put(&mut inputs.s_axis_host.tuser, lane, beat.tuser);
        put(&mut inputs.s_axis_doorbell.tvalid, lane, shown.m_doorbell.tvalid);
        inputs.s_axis_doorbell.tdata[lane] = shown.m_doorbell.tdata as u32;
        put(&mut inputs.m_axis_grant.tready, lane, shown.s_grant.tready);
        put(&mut inputs.s_axis_decline.tvalid, lane, shown.m_decline.tvalid);
        inputs.s_axis_decline.tdata[lane] = shown.m_decline.tdata as u32;
        inputs.s_axis_release.tvalid.clear(lane);
    }

    /// The NIC drives the host.
    fn step(&mut self, outputs: &FabricOutputs, lane: usize, cycle: u64) {
        let inputs = &mut self.inputs;
        inputs.cycle = cycle;
        inputs.m_axis.tready = outputs.s_axis_host.tready.is_set(lane);
        inputs.m_doorbell.tready = outputs.s_axis_doorbell.tready.is_set(lane);
        inputs.m_decline.tready = outputs.s_axis_decline.tready.is_set(lane);
        inputs.s_grant.tvalid = outputs.m_axis_grant.tvalid.is_set(lane);
        inputs.s_grant.tdata = outputs.m_axis_grant.tdata[lane].into();
        inputs.arrived_valid = outputs.m_axis_host.tvalid.is_set(lane);
        inputs.arrived_last = outputs.m_axis_host.tlast.is_set(lane);
        inputs.arrived_bad = outputs.m_axis_host.tuser.is_set(lane);
        self.model.step(&self.inputs, &mut self.outputs);
    }
}

fn put(lanes: &mut BitLanes, lane: usize, value: bool) {
    match value {
        true => lanes.set(lane),
        false => lanes.clear(lane),
    }
}

/// The fabric.
pub struct Run {
    fabric: Fabric,
    twin: Twin,
    /// Set-up and counters of switches and NICs; the hosts of these surroundings are not connected.
    surroundings: Surroundings,
    monitor: Monitor,
    slots: Vec<Slot>,
    inputs: FabricInputs,
    outputs: FabricOutputs,
    cycle: u64,
    /// Packets that each flow has begun, and packets that each host has received, before the last cycle:
    /// software sees the outputs of the NICs a cycle later.
    pub begun: Vec<u64>,
    pub received: Vec<Received>,
    ports: Vec<Port>,
    image: Vec<u64>,
}

impl Run {
    /// The fabric after reset, as [`TwinRun::reading`](crate::fabric::TwinRun::reading).
    pub fn new(board: &Board, cycles: u64, asked: Vec<Vec<u32>>) -> Self {
        let fabric = board.fabric();
        let table = ports::table(fabric);
        Run {
            twin: Twin::new(fabric),
            surroundings: Surroundings::new(fabric, cycles, asked),
            monitor: Monitor::new(fabric),
            slots: (0..fabric.scenario().hosts.len()).map(|host| Slot::new(board, host)).collect(),
            inputs: FabricInputs::default(),
            outputs: FabricOutputs::default(),
            cycle: 0,
            begun: Vec::new(),
            received: Vec::new(),
            image: vec![0; table.words(Direction::Output)],
            ports: table.of(Direction::Output).cloned().collect(),
            fabric: fabric.clone(),
        }
    }

    pub fn cycle(&mut self) {
        (self.begun, self.received) = (self.count_begun(), self.count_received());
        self.surroundings.drive(&self.outputs, &mut self.inputs);
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            slot.program();
            slot.drive(&mut self.inputs, lane);
        }
        self.twin.step(&self.inputs, &mut self.outputs);
        for (lane, slot) in self.slots.iter_mut().enumerate() {
            slot.step(&self.outputs, lane, self.cycle);
        }
        self.outputs.store(&self.ports, &mut self.image);
        self.monitor.see(&self.image);
        self.cycle += 1;
        let is_programmed = self.slots.iter().all(|slot| slot.writes.is_empty());
        assert!(is_programmed || self.cycle < self.fabric.set_up_cycles());
    }

    pub fn is_done(&self) -> bool {
        self.surroundings.is_done()
    }

    /// Counters of each component.
    pub fn counters(&self) -> Vec<&[u32]> {
        self.surroundings.read()
    }

    fn count_begun(&self) -> Vec<u64> {
        let fabric = &self.fabric;
        let mut begun = vec![0; fabric.scenario().flows.len()];
        for (host, slot) in self.slots.iter().enumerate() {
            let sends = fabric.connections(host).iter().filter(|end| end.sends);
            for (end, base) in sends.zip((0..).step_by(address::FLOW_STRIDE as usize)) {
                begun[end.flow] =
                    slot.model.value(base + address::SENT).expect("it is there").into();
            }
        }
        begun
    }

    fn count_received(&self) -> Vec<Received> {
        let value = |slot: &Slot, at| slot.model.value(at).expect("it is there").into();
        let of = |slot: &Slot| Received {
            packets: value(slot, address::RECEIVED),
            bad: value(slot, address::BAD),
        };
        self.slots.iter().map(of).collect()
    }

    pub fn into_log(self) -> Vec<Record> {
        self.monitor.into_log()
    }
}
