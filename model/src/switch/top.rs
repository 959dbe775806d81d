//! The switch: "a single-chip, input-buffered, cut-through" one (Globecom'02 §II), which drops
//! nothing and marks packets under congestion.
//!
//! The models of the modules, connected as the specification defines it. In each cycle, outputs
//! that depend only on states are evaluated first, so that the inputs of each module are complete.

mod choice;
mod marker;
mod ports;
mod tally;
#[cfg(test)]
mod tests;
mod way_in;
mod way_out;

pub use ports::{SwitchTopInputs, SwitchTopOutputs, BAD, FLOW_CONTROL};

use self::choice::{Chooser, Offered};
use self::marker::{lane_at, Marker, Scene};
use self::tally::{tally, Shown};
use self::way_in::{Told, WayIn};
use self::way_out::WayOut;

use super::counters::{PortCounters, PortCountersInputs};
use super::dispatcher::DispatcherOutputs;
use super::forwarding::ForwardingTable;
use super::head_of_queue::HeadOfQueue;
use super::registers::SwitchRegisters;
use crate::{bits::is_set, wired::Wired, Golden};
use tailback_spec::switch::port::Port;
use tailback_spec::switch::top::SwitchTop as Parameters;
use tailback_spec::{BitLanes, Lanes, WideWord};

/// State of the egress to which an input port sends.
#[derive(Debug, Clone, Copy, Default)]
struct Ahead {
    full: bool,
    roomy: bool,
}

/// Cycles from the issue of a word to its arrival at the egress.
const CROSSING: usize = 3;

/// Cycles from the one that determines the connection of a word, before its issue, to its arrival
/// at the egress.
const CONNECTION: usize = CROSSING + 1;

/// The switch.
#[derive(Debug, Clone)]
pub struct SwitchTop {
    port: Port,
    queues: usize,
    ways_in: Vec<WayIn>,
    ways_out: Vec<WayOut>,
    forwarding: Wired<ForwardingTable>,
    chooser: Chooser,
    offered: Offered,
    /// Outputs of the dispatcher in the last four cycles, the latest first.
    past: [DispatcherOutputs; CONNECTION],
    /// Registers of the dispatcher in this cycle.
    now: DispatcherOutputs,
    /// State of each input port's egress in the last cycle.
    ahead: Vec<Ahead>,
    life: Wired<HeadOfQueue>,
    marker: Marker,
    counters: Vec<Wired<PortCounters>>,
    registers: Wired<SwitchRegisters>,
}

impl SwitchTop {
    /// The switch after reset.
    pub fn new(switch: &Parameters) -> Self {
        let port = switch.port;
        SwitchTop {
            port,
            queues: port.buffer().queues(),
            ways_in: (0..port.ports()).map(|number| WayIn::new(switch, number)).collect(),
            ways_out: (0..port.ports()).map(|_| WayOut::new(switch)).collect(),
            forwarding: Wired::new(ForwardingTable::new(&switch.forwarding)),
            chooser: Chooser::new(&switch.dispatcher),
            offered: Offered::default(),
            past: Default::default(),
            now: DispatcherOutputs::default(),
            ahead: vec![Ahead::default(); port.ports()],
            life: Wired::new(HeadOfQueue::new(&switch.head_of_queue)),
            marker: Marker::new(&switch.marks),
            counters: (0..port.ports()).map(|_| Wired::new(PortCounters::new(&port))).collect(),
            registers: Wired::new(SwitchRegisters::new(&switch.registers)),
        }
    }

    /// Input buffers that became full in the last cycle, each virtual lane on its own.
    pub(crate) fn became_full(&self) -> u64 {
        self.ways_in.iter().map(|way_in| u64::from(way_in.buffer.model.became_full())).sum()
    }

    /// Blocks in use of the buffer of an input port, of all virtual lanes together.
    pub(crate) fn blocks_in_use(&self, port: usize) -> u64 {
        self.ways_in[port].buffer.model.blocks_in_use()
    }

    /// AXI4-Lite, and the inputs of the forwarding table.
    fn manage(&mut self, inputs: &SwitchTopInputs) {
        let registers = &mut self.registers.inputs;
        registers.s_axil.clone_from(&inputs.s_axil);
        registers.clearing = self.forwarding.model.is_clearing();
        self.registers.model.show(&mut self.registers.outputs);

        let (table, written) = (&mut self.forwarding.inputs, &self.registers.outputs);
        table.dlid.clear();
        table.dlid.extend((0..self.port.ports()).map(|port| {
            let data = inputs.s_axis.tdata.get(port);
            data.map_or(0, |data| way_in::header(data).destination().into())
        }));
        table.link_active = inputs.link_active;
        table.write = written.forward_write;
        table.write_address = written.forward_address;
        (table.write_valid, table.write_port) = (written.forward_valid, written.forward_port);
        table.read_address = written.read_address;
        self.forwarding.step();
    }

    /// Determines the packets that start and are dropped.
    fn expire(&mut self) {
        let (inputs, now) = (&mut self.life.inputs, &self.now);
        inputs.limit.clone_from(&self.registers.outputs.hoq_life);
        (inputs.start, inputs.begins) = (now.start, now.begins);
        inputs.destination.clone_from(&now.destination);
        inputs.lane.clone_from(&now.lane);
        inputs.source.clone_from(&now.source);
        self.life.model.show(inputs, &mut self.life.outputs);
    }

    /// The receive path, up to the words that buffers put on the crossbar.
    fn receive(&mut self, inputs: &SwitchTopInputs) {
        let (now, table) = (&self.now, &self.forwarding.outputs);
        for (port, way_in) in self.ways_in.iter_mut().enumerate() {
            let way = is_set(table.known, port).then(|| lane(&table.port, port));
            let out = &self.ways_out[lane(&now.destination, port) as usize].egress.model;
            let start = is_set(now.start, port);
            let Ahead { full, roomy } = self.ahead[port];
            let queue = lane(&now.start_queue, port);
            let discard = is_set(self.life.outputs.discard, port);
            let told = Told { start, queue, discard, pause: full, roomy };
            self.ahead[port] = Ahead { full: out.is_full(), roomy: out.is_roomy() };
            way_in.step(inputs, way, told);
        }
    }

    /// Packets that wait and end, for the dispatcher.
    fn offer(&mut self, link_active: u64) {
        let offered = &mut self.offered;
        (offered.arrive, offered.clogged) = (0, 0);
        (offered.near_end, offered.ends) = (0, 0);
        offered.arrive_queue.clear();
        offered.known.resize_with(self.ways_in.len(), WideWord::new);
        offered.sendable.resize_with(self.ways_in.len(), WideWord::new);
        let words = self.queues.div_ceil(u64::BITS as usize);
        for (port, way_in) in self.ways_in.iter().enumerate() {
            let (came, buffer) = (&way_in.buffer.inputs, &way_in.buffer.outputs);
            offered.arrive |= u64::from(came.write && came.write_first) << port;
            offered.arrive_queue.push(came.write_queue as u32);
            offered.near_end |= u64::from(buffer.near_end) << port;
            offered.ends |= u64::from(buffer.ends) << port;
            let mut sendable = BitLanes::default();
            for queue in buffer.known.set_lanes() {
                let (output, lane) = (queue / self.port.lanes(), queue % self.port.lanes());
                let has_credits = self.ways_out[output].has_credits(lane, buffer.blocks[queue]);
                let expired = self.life.outputs.expired.is_set(queue);
                if expired || is_set(link_active, output) && has_credits {
                    sendable.set(queue);
                }
            }
            let all = [(&mut offered.known, &buffer.known), (&mut offered.sendable, &sendable)];
            for (lists, queues) in all {
                lists[port].clear();
                lists[port].extend(queues.words()[..words].iter().copied());
            }
        }
        for (port, way_out) in self.ways_out.iter().enumerate() {
            offered.clogged |= u64::from(!way_out.egress.model.is_roomy()) << port;
        }
    }

    /// The crossbar: delivers the words that left the buffers in the cycle before.
    fn cross(&mut self) {
        let (joined, chosen) = (&self.past[CROSSING - 1], &self.past[CONNECTION - 1]);
        for (port, way_out) in self.ways_out.iter_mut().enumerate() {
            let from = self.ways_in.get(lane(&joined.feeder, port) as usize);
            way_out.join(from, is_set(joined.connected, port), lane_at(joined, chosen, port));
        }
    }

    /// Virtual lane and blocks of the packet that starts to an output port in this cycle.
    fn claim(&self, output: usize) -> Option<(u32, u32)> {
        let input = is_set(self.now.begins, output).then(|| lane(&self.now.source, output))?;
        let queue = lane(&self.now.start_queue, input as usize);
        let blocks = &self.ways_in.get(input as usize)?.buffer.outputs.blocks;
        let blocks = blocks.get(queue as usize).copied().unwrap_or(0);
        Some((lane(&self.now.lane, input as usize), blocks))
    }

    /// Counters, and the values of all registers.
    fn account(&mut self, link_active: u64, stalled: &BitLanes) {
        let (turn, registers) = (&self.registers.outputs, &mut self.registers.inputs);
        registers.initialised.clear();
        registers.value.clear();
        for (number, counters) in self.counters.iter_mut().enumerate() {
            let (way_in, way_out) = (&self.ways_in[number], &self.ways_out[number]);
            // Events are counted in the cycle after they happen.
            (counters.inputs.index, counters.inputs.clear) = (turn.index, turn.clear);
            counters.step();
            let late = is_set(self.life.outputs.late, number);
            let late = late.then(|| lane(&self.life.outputs.late_lane, number) as usize);
            let (joined, chosen) = (&self.past[CROSSING - 1], &self.past[CONNECTION - 1]);
            let lane = lane_at(joined, chosen, number);
            let shown = Shown { way_in, way_out, lane, stalled, late };
            tally(&self.port, number, &shown, &mut counters.inputs);
            registers.initialised.push(way_out.initialised());
            registers.value.push(counters.outputs.value as u32);
        }
        registers.link_active = link_active;
        if let Some(detectors) = self.marker.detectors() {
            registers.congested.clone_from(&detectors.congested);
            registers.victim.clone_from(&detectors.victim);
            registers.occupancy.clone_from(&detectors.occupancy);
        }
        let entry = &self.forwarding.outputs;
        (registers.read_valid, registers.read_port) = (entry.read_valid, entry.read_port);
        self.registers.model.clock(registers);
    }

    /// Beats to the links, and responses to management.
    fn show(&self, outputs: &mut SwitchTopOutputs) {
        outputs.s_axil.clone_from(&self.registers.outputs.s_axil);

        (outputs.m_axis.tvalid, outputs.m_axis.tlast) = (0, 0);
        outputs.m_axis.tkeep.clear();
        outputs.m_axis.tuser.clear();
        outputs.m_axis.tdata.resize_with(self.ways_out.len(), WideWord::new);
        let ports = self.ways_out.iter().zip(&mut outputs.m_axis.tdata).enumerate();
        for (port, (way_out, data)) in ports {
            let beat = &way_out.egress.outputs;
            outputs.m_axis.tvalid |= u64::from(beat.tx_valid) << port;
            outputs.m_axis.tlast |= u64::from(beat.tx_last) << port;
            outputs.m_axis.tkeep.push(beat.tx_keep);
            let flow_control = if beat.tx_flow_control { FLOW_CONTROL } else { 0 };
            outputs.m_axis.tuser.push(flow_control | if beat.tx_bad { BAD } else { 0 });
            data.clone_from(&beat.tx_data);
        }
    }
}

/// Element of a port; elements beyond the end are 0.
fn lane(lanes: &Lanes, port: usize) -> u32 {
    lanes.get(port).copied().unwrap_or(0)
}

impl Golden for SwitchTop {
    type Inputs = SwitchTopInputs;
    type Outputs = SwitchTopOutputs;

    fn step(&mut self, inputs: &SwitchTopInputs, outputs: &mut SwitchTopOutputs) {
        self.chooser.show_registers(&mut self.now);
        self.cross();
        self.manage(inputs);
        self.expire();
        self.receive(inputs);
        self.offer(inputs.link_active);
        let stalled = self.chooser.step(&mut self.offered).stalled;
        self.life.inputs.stalled = stalled;
        self.life.model.clock(&self.life.inputs);

        let scene = Scene {
            ways_in: &self.ways_in,
            ways_out: &self.ways_out,
            now: &self.now,
            joined: &self.past[CROSSING - 1],
            chosen: &self.past[CONNECTION - 1],
            stalled: &stalled,
            settings: &self.registers.outputs,
        };
        let mark = self.marker.step(&scene, self.queues);
        for port in 0..self.ways_out.len() {
            let claim = self.claim(port);
            let (way_in, way_out) = (&mut self.ways_in[port], &mut self.ways_out[port]);
            way_out.step(port, mark, inputs.m_axis.tready);
            way_in.count_credits();
            way_out.count_credits(way_in, claim, is_set(inputs.link_active, port));
        }
        self.account(inputs.link_active, &stalled);
        self.show(outputs);
        self.past.rotate_right(1);
        std::mem::swap(&mut self.past[0], &mut self.now);
    }

    fn reset(&mut self) {
        self.ways_in.iter_mut().for_each(WayIn::reset);
        self.ways_out.iter_mut().for_each(WayOut::reset);
        self.forwarding.reset();
        self.chooser.reset();
        self.past = Default::default();
        self.ahead.fill(Ahead::default());
        self.life.reset();
        self.marker.reset();
        for counters in &mut self.counters {
            counters.reset();
            counters.inputs = PortCountersInputs::default();
        }
        self.registers.reset();
    }
}
