//! Blocks that are stored in all input ports and leave through all output ports, and packets that
//! may be marked.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::switch::detector_marking::{
    DetectorMarking, DetectorMarkingInputs, DetectorMarkingOutputs,
};
use tailback_spec::switch::detector_marking::DetectorMarking as Parameters;
use tailback_spec::switch::port::Port;
use tailback_spec::switch::{detector::WEIGHTS, ingress::lane_bits};
use tailback_spec::Lanes;

use self::phase::Phase;
use super::port::{all_ports, any_bits, any_numbers, each, variant};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::link::any_vl;
use crate::random::{any_number, happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "detector-marking";
/// Width of the setting `packet_size`, in bits.
const PACKET_SIZE_BITS: usize = 8;
/// Width of the setting `marking_rate`, in bits.
const MARKING_RATE_BITS: usize = 16;

/// Golden model and stimulus of the congestion detectors in the switch.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    let Parameters { port, detector } = parameters;
    let (buffer, packet) = (detector.buffer_blocks(), detector.packet_blocks());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{}; {buffer} blocks per buffer, {packet} per packet", variant(&port)),
        move || DetectorMarking::new(&parameters),
        move |seed| DetectorMarkingStimulus::new(&parameters, seed),
    ))
}

/// Constrained-random blocks and packets.
pub struct DetectorMarkingStimulus {
    random: Random,
    phase: Phase,
    port: Port,
    /// For each queue, blocks in all input ports that may leave.
    held: Vec<usize>,
    /// For each virtual lane, free blocks of all input ports.
    room: Vec<usize>,
    /// Queues of the blocks that were stored one and two cycles ago.
    stored: [Vec<usize>; 2],
}

impl DetectorMarkingStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let (mut random, port) = (Random::new(seed), parameters.port);
        let phase = Phase::any(&mut random, &port);
        let mut stimulus = DetectorMarkingStimulus {
            random,
            phase,
            port,
            held: Vec::new(),
            room: Vec::new(),
            stored: Default::default(),
        };
        stimulus.clear();
        stimulus
    }

    fn clear(&mut self) {
        let (ports, buffer) = (self.port.ports(), self.port.buffer());
        self.held = vec![0; buffer.queues()];
        self.room = (0..buffer.lanes()).map(|lane| ports * buffer.blocks_of(lane)).collect();
        self.stored = Default::default();
    }

    /// Chooses new settings for all output ports, most of which permit marks.
    fn settings(&mut self, inputs: &mut DetectorMarkingInputs) {
        let (random, ports) = (&mut self.random, self.port.ports());
        let packet = self.port.buffer().packet_blocks() as u64;
        let highest = (1 << PACKET_SIZE_BITS) - 1;
        inputs.threshold = (0..ports)
            .map(|_| {
                let low = 1 + random.below(WEIGHTS as u64 - 1);
                let any = random.below(WEIGHTS as u64);
                // High weights have thresholds of few blocks.
                one_of(random, &[15, 14, 15 - any / 4, low, any]) as u32
            })
            .collect();
        inputs.packet_size = (0..ports)
            .map(|_| {
                let any = any_number(random, PACKET_SIZE_BITS);
                let fits = random.below(packet + 1).min(highest) as u32;
                one_of(random, &[0, 0, fits, any])
            })
            .collect();
        inputs.marking_rate = (0..ports)
            .map(|_| {
                let any = any_number(random, MARKING_RATE_BITS);
                let low = random.below(8) as u32;
                one_of(random, &[0, 0, 1, low, any])
            })
            .collect();
        inputs.victim_mask = random.bits() & all_ports(ports);
    }

    /// Stores blocks if there is free space; they may leave two cycles later.
    fn store(&mut self, inputs: &mut DetectorMarkingInputs) {
        let (ports, buffer) = (self.port.ports(), self.port.buffer());
        inputs.taken = 0;
        inputs.taken_queue = any_numbers(&mut self.random, ports, buffer.queue_bits());
        let [before, earlier] = &mut self.stored;
        earlier.drain(..).for_each(|queue| self.held[queue] += 1);
        std::mem::swap(before, earlier);
        let comes = self.random.events(self.phase.taken) & self.phase.inputs;
        for input in each(comes) {
            let queue = self.phase.queues.one(&mut self.random);
            let room = &mut self.room[queue % buffer.lanes()];
            if *room > 0 {
                *room -= 1;
                inputs.taken |= 1 << input;
                inputs.taken_queue[input] = queue as u32;
                before.push(queue);
            }
        }
    }

    /// Blocks leave, at most one per output port and cycle.
    fn leave(&mut self, inputs: &mut DetectorMarkingInputs) {
        let (ports, lanes) = (self.port.ports(), self.port.lanes());
        inputs.leaves = 0;
        inputs.leaves_lane = any_numbers(&mut self.random, ports, lane_bits(&self.port));
        let goes = self.random.events(self.phase.leaves) & all_ports(ports);
        for output in each(goes) {
            let first = self.random.below(lanes as u64) as usize;
            let mut rotation = (first..lanes).chain(0..first);
            let Some(lane) = rotation.find(|lane| self.held[output * lanes + lane] > 0) else {
                continue;
            };
            self.held[output * lanes + lane] -= 1;
            self.room[lane] += 1;
            inputs.leaves |= 1 << output;
            inputs.leaves_lane[output] = lane as u32;
        }
    }

    /// Blocks of packets, often close to `packet_size`.
    fn blocks(&mut self, packet_size: &Lanes) -> Lanes {
        let most = self.port.buffer().packet_blocks() as u64;
        let random = &mut self.random;
        let sizes = packet_size.iter().map(|size| {
            let any = 1 + random.below(most);
            let near = (u64::from(*size) + random.below(3)).saturating_sub(1).clamp(1, most);
            one_of(random, &[any, near]) as u32
        });
        sizes.collect()
    }
}

impl Stimulus<DetectorMarkingInputs, DetectorMarkingOutputs> for DetectorMarkingStimulus {
    fn drive(&mut self, _: &DetectorMarkingOutputs, step: &mut Step<DetectorMarkingInputs>) {
        let (ports, virtual_lanes) = (self.port.ports(), self.port.virtual_lanes());
        let inputs = &mut step.inputs;
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.port);
            self.settings(inputs);
        } else if inputs.threshold.is_empty() || happens(&mut self.random, self.phase.settings) {
            self.settings(inputs);
        }
        self.phase.cycles -= 1;
        self.store(inputs);
        self.leave(inputs);
        inputs.transmit_blocks = self.blocks(&inputs.packet_size);
        let (random, queues) = (&mut self.random, self.port.buffer().queues());
        inputs.stalled = any_bits(random, queues, self.phase.stalled);
        inputs.transmit = random.events(self.phase.transmit) & all_ports(ports);
        inputs.transmit_vl = (0..ports).map(|_| any_vl(random, virtual_lanes) as u32).collect();
        step.reset = happens(random, self.phase.reset);
        if step.reset {
            self.clear();
        }
    }
}
