//! Beats received on a port: packets, mostly legal, and ones with any fault.

mod ills;
mod phase;
#[cfg(test)]
pub(super) mod tests;

use tailback_model::switch::ingress::{Ingress, IngressInputs, IngressOutputs};
use tailback_spec::switch::port::Port;

use self::ills::{Plan, Planner};
use self::phase::Phase;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::packets::{keep, noise, Packet};
use crate::random::{happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "ingress";

/// Golden model and stimulus of a port's ingress.
pub fn bench(parameters: &Port) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&parameters),
        move || Ingress::new(&parameters),
        move |seed| IngressStimulus::new(&parameters, seed),
    ))
}

/// Parameters of the port, as text for the user.
pub(super) fn variant(port: &Port) -> String {
    let (ports, width, buffer) = (port.ports(), port.width_bytes(), port.buffer());
    let (lanes, longest) = (port.virtual_lanes(), port.longest_words(0));
    let (blocks, management) = (buffer.lane_blocks(), buffer.management_blocks());
    let packet = buffer.packet_blocks();
    format!(
        "{ports} ports of {width} bytes, {lanes} VLs of {blocks} blocks, {management} for VL15, \
         {packet} per packet, of {longest} words at most"
    )
}

/// Constrained-random beats.
pub struct IngressStimulus {
    random: Random,
    phase: Phase,
    port: Port,
    planner: Planner,
    packet: Packet,
    plan: Plan,
    keep_mask: u64,
    /// Whether the forwarding table has a route for the packet that began in the previous cycle.
    answer: Option<bool>,
}

impl IngressStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let planner = Planner::new(port);
        IngressStimulus {
            phase: Phase::any(&mut random, planner.longest_beats()),
            plan: planner.plan(&mut random, phase::CALM),
            random,
            port: *port,
            planner,
            packet: Packet::default(),
            keep_mask: keep(port.width_bytes()),
            answer: None,
        }
    }

    /// `tkeep` with the lowest `counted` bits set and the next one clear; bits above are random.
    fn keep_of(&mut self, counted: usize) -> u64 {
        let above = if self.random.below(4) == 0 { self.random.bits() } else { 0 };
        match counted < self.port.width_bytes() {
            true => (keep(counted) | above << 1 << counted) & self.keep_mask,
            false => self.keep_mask,
        }
    }

    /// Beat of a flow-control packet, with or without legal framing.
    fn flow_control(&mut self, inputs: &mut IngressInputs) {
        const BYTES: usize = tailback_spec::wire::flow_control::BYTES;
        let any = self.random.below(self.port.width_bytes() as u64 + 1) as usize;
        let counted = one_of(&mut self.random, &[BYTES, BYTES, BYTES, BYTES - 1, BYTES + 1, any]);
        (inputs.rx_valid, inputs.rx_flow_control) = (true, true);
        inputs.rx_last = self.random.below(8) != 0;
        inputs.rx_keep = self.keep_of(counted);
    }

    /// Next beat of the current packet, or the first of another one.
    fn beat(&mut self, inputs: &mut IngressInputs) {
        if self.packet.is_over() {
            self.plan = self.planner.plan(&mut self.random, self.phase.traffic);
            self.packet.fill(&self.plan.kind, &mut self.random);
        }
        let Some(beat) = self.packet.next_beat(self.port.width_bytes()) else { return };
        (inputs.rx_valid, inputs.rx_data, inputs.rx_last) = (true, beat.data, beat.last);
        inputs.rx_flow_control = false;
        if beat.last {
            let counted = if self.plan.nothing_counts { 0 } else { beat.counted };
            inputs.rx_keep = self.keep_of(counted);
            inputs.rx_bad = self.plan.bad;
        }
        if beat.first {
            self.answer = Some(self.plan.known);
            if let Some(lane) = self.port.lane(self.plan.kind.virtual_lane.into()) {
                inputs.free[lane] = self.plan.free;
            }
        }
    }

    /// No valid beat; all other signals are random.
    fn anything(&mut self, inputs: &mut IngressInputs) {
        let any = self.random.bits();
        inputs.rx_valid = false;
        inputs.rx_data = noise(self.port.width_bytes(), &mut self.random);
        inputs.rx_keep = self.random.bits() & self.keep_mask;
        (inputs.rx_last, inputs.rx_flow_control) = (any & 1 != 0, any & 2 != 0);
        (inputs.rx_bad, inputs.known) = (any & 4 != 0, any & 8 != 0);
        inputs.port = self.random.below(self.port.ports() as u64);
        inputs.free.clear();
        for lane in 0..self.port.lanes() {
            let blocks = self.port.buffer().blocks_of(lane) as u64;
            inputs.free.push(self.random.below(blocks + 1) as u32);
        }
    }
}

impl Stimulus<IngressInputs, IngressOutputs> for IngressStimulus {
    fn drive(&mut self, _: &IngressOutputs, step: &mut Step<IngressInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.planner.longest_beats());
        }
        self.phase.cycles -= 1;
        let Phase { beat, flow_control, reset, .. } = self.phase;
        self.anything(&mut step.inputs);
        if let Some(known) = self.answer.take() {
            step.inputs.known = known;
        }
        if happens(&mut self.random, flow_control) {
            self.flow_control(&mut step.inputs);
        } else if happens(&mut self.random, beat) {
            self.beat(&mut step.inputs);
        }
        step.reset = happens(&mut self.random, reset);
        // The rest of a packet may follow a reset, as if it were another one.
        if step.reset && self.random.below(2) == 0 {
            self.packet.abandon();
        }
    }
}
