//! Traffic for the congestion detector: ports with some load, occupancies around each threshold,
//! long waits for the next mark, and arbitrary events.

mod hover;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::switch::detector::{
    CongestionDetector, CongestionDetectorInputs, CongestionDetectorOutputs,
};
use tailback_spec::switch::detector::{Detector, WEIGHTS};
use tailback_spec::Lanes;

use self::hover::Hover;
use self::phase::{Kind, Phase};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::link::any_vl;
use crate::random::{any_number, happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "detector";
/// Width of the setting `packet_size`, in bits.
const PACKET_SIZE_BITS: usize = 8;
/// Width of the setting `marking_rate`, in bits.
const MARKING_RATE_BITS: usize = 16;

/// Golden model and stimulus of a congestion detector.
pub fn bench(detector: &Detector) -> Box<dyn Bench> {
    let detector = *detector;
    let (ports, lanes) = (detector.ports(), detector.virtual_lanes());
    let (buffer, packet) = (detector.buffer_blocks(), detector.packet_blocks());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{ports} ports, {lanes} VLs, {buffer} blocks per buffer, {packet} per packet"),
        move || CongestionDetector::new(&detector),
        move |seed| CongestionDetectorStimulus::new(&detector, seed),
    ))
}

/// Blocks that start to wait on one VL only.
fn on_one(vl: u64, blocks: u32) -> Lanes {
    let mut lanes: Lanes = std::iter::repeat_n(0, vl as usize).collect();
    lanes.push(blocks);
    lanes
}

/// Constrained-random events of one output port.
pub struct CongestionDetectorStimulus {
    random: Random,
    phase: Phase,
    detector: Detector,
    hover: Hover,
    /// Cycles since the start; long phases wait until this is large.
    elapsed: u64,
    /// Waiting blocks of each VL.
    occupancy: Vec<u32>,
    /// Largest number of blocks that may wait for the port.
    capacity: u32,
    occupancy_max: u32,
}

impl CongestionDetectorStimulus {
    /// Stimulus from `seed`.
    pub fn new(detector: &Detector, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, detector, 0);
        CongestionDetectorStimulus {
            random,
            phase,
            detector: *detector,
            hover: Hover::default(),
            elapsed: 0,
            occupancy: vec![0; detector.virtual_lanes()],
            capacity: detector.ports() as u32 * detector.buffer_blocks(),
            occupancy_max: (1 << detector.occupancy_bits()) - 1,
        }
    }

    /// Whether the phase may have illegal events.
    #[cfg(test)]
    fn is_lawless(&self) -> bool {
        self.phase.kind == Kind::Anything
    }

    /// Starts the next phase; returns whether a reset must precede it, because the previous phase
    /// had illegal events.
    #[cold]
    fn next_phase(&mut self, inputs: &mut CongestionDetectorInputs) -> bool {
        let lawless = self.phase.kind == Kind::Anything;
        self.phase = Phase::any(&mut self.random, &self.detector, self.elapsed);
        self.settings(inputs);
        if let Kind::Hover { .. } = self.phase.kind {
            inputs.threshold = self.hover.next_weight();
        }
        if let Kind::CountDown { marking_rate, .. } = self.phase.kind {
            inputs.threshold = 1 + self.random.below(WEIGHTS as u64 - 1);
            (inputs.marking_rate, inputs.packet_size) = (marking_rate, 0);
        }
        lawless && self.phase.kind != Kind::Anything || self.random.below(16) == 0
    }

    /// Chooses new settings, most of which permit marks.
    #[inline]
    fn settings(&mut self, inputs: &mut CongestionDetectorInputs) {
        let random = &mut self.random;
        let packet = u64::from(self.detector.packet_blocks());
        let sizes = [0, 1, random.below(packet + 1), any_number(random, PACKET_SIZE_BITS).into()];
        let highest = (1 << PACKET_SIZE_BITS) - 1;
        inputs.packet_size = one_of(random, &sizes).min(highest);
        let any_rate = any_number(random, MARKING_RATE_BITS).into();
        let low_rate = random.below(16);
        inputs.marking_rate = one_of(random, &[0, 0, 1, 2, low_rate, any_rate]);
        inputs.threshold = random.below(WEIGHTS as u64);
        inputs.victim_mask = random.below(2) == 0;
    }

    /// Blocks of a packet, often close to `packet_size`.
    #[inline]
    fn any_blocks(&mut self, packet_size: u64) -> u64 {
        let random = &mut self.random;
        let any = 1 + random.below(self.detector.packet_blocks().into());
        let near = (packet_size + random.below(3)).saturating_sub(1);
        let near = near.clamp(1, self.detector.packet_blocks().into());
        one_of(random, &[any, near])
    }

    /// Blocks enter: on one VL, or on all at once.
    #[inline]
    fn enqueue(&mut self, inputs: &mut CongestionDetectorInputs) {
        let vl = self.phase.lanes.any(&mut self.random) as usize;
        let together = self.phase.lanes.are_all() && self.random.below(8) == 0;
        let any = happens(&mut self.random, self.phase.enqueue);
        let waiting: u32 = self.occupancy.iter().sum();
        // A buffer fills up to its last block.
        let mut room = self.capacity.saturating_sub(waiting);
        inputs.enqueue_blocks.clear();
        for lane in 0..self.occupancy.len() {
            let blocks = match any && (together || lane == vl) {
                true => (self.any_blocks(inputs.packet_size) as u32).min(room),
                false => 0,
            };
            room -= blocks;
            inputs.enqueue_blocks.push(blocks);
        }
    }

    /// Packets enter, leave, and cut through.
    #[inline]
    fn load(&mut self, inputs: &mut CongestionDetectorInputs) {
        let Phase { lanes, .. } = self.phase;
        self.enqueue(inputs);
        inputs.dequeue = happens(&mut self.random, self.phase.dequeue);
        inputs.dequeue_vl = lanes.any(&mut self.random);
        inputs.dequeue_blocks = self.any_blocks(inputs.packet_size);
        match self.occupancy.get(inputs.dequeue_vl as usize) {
            Some(&held) if held <= self.capacity => {
                inputs.dequeue_blocks = inputs.dequeue_blocks.min(held.into());
                inputs.dequeue &= held > 0;
            }
            // Occupancy left by illegal events.
            Some(_) => inputs.dequeue = false,
            None => {}
        }
        let cuts_through = happens(&mut self.random, self.phase.cut_through);
        inputs.transmit = inputs.dequeue || cuts_through;
        (inputs.transmit_vl, inputs.transmit_blocks) =
            (inputs.dequeue_vl, inputs.dequeue_blocks.max(1));
    }

    /// A VL becomes and stays congested, and packets are transmitted until the next mark.
    #[inline]
    fn count_down(&mut self, vl: u64, inputs: &mut CongestionDetectorInputs) {
        // More than any threshold.
        let needed = self.detector.buffer_blocks();
        let held = self.occupancy[vl as usize];
        let packet = self.detector.packet_blocks();
        inputs.dequeue = false;
        inputs.enqueue_blocks = on_one(vl, needed.saturating_sub(held).min(packet));
        inputs.transmit = held >= needed;
        (inputs.transmit_vl, inputs.transmit_blocks) = (vl, 1 + self.random.below(packet.into()));
        if !inputs.transmit {
            // Cycles until the VL is congested do not count.
            self.phase.cycles += 1;
        }
    }

    /// Removes a packet of another VL, if these leave less than a whole buffer free.
    #[inline]
    fn make_room(&mut self, vl: u64, inputs: &mut CongestionDetectorInputs) -> bool {
        let others = self.occupancy.iter().enumerate().filter(|(other, _)| *other as u64 != vl);
        let waiting: u32 = others.clone().map(|(_, held)| held).sum();
        if waiting + self.detector.buffer_blocks() < self.capacity {
            return false;
        }
        let Some((fullest, held)) = others.max_by_key(|(_, held)| **held) else { return false };
        let blocks = u64::from(*held.min(&self.detector.packet_blocks()));
        inputs.enqueue_blocks.clear();
        (inputs.dequeue, inputs.dequeue_vl, inputs.dequeue_blocks) = (true, fullest as u64, blocks);
        (inputs.transmit, inputs.transmit_vl, inputs.transmit_blocks) =
            (true, fullest as u64, blocks);
        self.phase.cycles += 1;
        true
    }

    #[inline]
    fn anything(&mut self, inputs: &mut CongestionDetectorInputs) {
        self.settings(inputs);
        let (lanes, bits) = (self.occupancy.len(), self.detector.block_bits());
        let random = &mut self.random;
        let events = random.bits();
        [inputs.dequeue, inputs.transmit] = [0, 1].map(|event| events >> event & 1 != 0);
        for vl in [&mut inputs.dequeue_vl, &mut inputs.transmit_vl] {
            *vl = any_vl(random, lanes);
        }
        // No blocks in half of the cycles, and otherwise on some VLs.
        let comes = if events >> 2 & 1 != 0 { events >> 8 } else { 0 };
        inputs.enqueue_blocks = (0..lanes)
            .map(|vl| if comes >> vl & 1 != 0 { any_number(random, bits) } else { 0 })
            .collect();
        inputs.dequeue_blocks = any_number(random, bits).into();
        inputs.transmit_blocks = any_number(random, bits).into();
    }

    /// Updates the occupancy after a cycle.
    #[inline]
    fn count(&mut self, step: &Step<CongestionDetectorInputs>) {
        let inputs = &step.inputs;
        if step.reset {
            self.occupancy.fill(0);
            return;
        }
        for (held, blocks) in self.occupancy.iter_mut().zip(&inputs.enqueue_blocks) {
            *held = (*held + blocks) & self.occupancy_max;
        }
        if inputs.dequeue {
            if let Some(held) = self.occupancy.get_mut(inputs.dequeue_vl as usize) {
                *held = held.wrapping_sub(inputs.dequeue_blocks as u32) & self.occupancy_max;
            }
        }
    }
}

impl Stimulus<CongestionDetectorInputs, CongestionDetectorOutputs> for CongestionDetectorStimulus {
    #[inline]
    fn drive(&mut self, _: &CongestionDetectorOutputs, step: &mut Step<CongestionDetectorInputs>) {
        let inputs = &mut step.inputs;
        step.reset = match self.phase.cycles {
            0 => self.next_phase(inputs),
            _ => happens(&mut self.random, self.phase.reset),
        };
        self.phase.cycles -= 1;
        self.elapsed += 1;
        inputs.stalled = self.random.events(self.phase.stalled) & self.phase.all_lanes();
        let kind = self.phase.kind;
        match kind {
            Kind::Load => self.load(inputs),
            Kind::Settings => {
                self.load(inputs);
                self.settings(inputs);
            }
            Kind::Hover { vl } | Kind::CountDown { vl, .. } if self.make_room(vl, inputs) => {}
            Kind::Hover { vl } => {
                let held = self.occupancy[vl as usize];
                self.hover.drive(&mut self.random, &self.detector, (vl, held), inputs);
            }
            Kind::CountDown { vl, .. } => self.count_down(vl, inputs),
            Kind::Anything => self.anything(inputs),
        }
        self.count(step);
    }
}
