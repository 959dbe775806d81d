//! Marking of packets: by a policy of the papers, or by the congestion detectors of the standard.

use super::way_in::WayIn;
use super::way_out::WayOut;
use crate::switch::{
    detector_marking::{DetectorMarking, DetectorMarkingOutputs},
    dispatcher::DispatcherOutputs,
    policy_marking::{NaivePolicyMarking, PolicyMarking},
    registers::SwitchRegistersOutputs,
};
use crate::wired::Wired;
use tailback_spec::switch::top::Marks;
use tailback_spec::{Lanes, WideWord, WideWords};

/// One of the three marking modules.
#[derive(Debug, Clone)]
pub(super) enum Marker {
    Counting(Box<Wired<PolicyMarking>>),
    Naive(Box<Wired<NaivePolicyMarking>>),
    Detector(Box<Wired<DetectorMarking>>),
}

/// Signals of a cycle that marking depends on.
pub(super) struct Scene<'a> {
    pub(super) ways_in: &'a [WayIn],
    pub(super) ways_out: &'a [WayOut],
    /// Registers of the dispatcher.
    pub(super) now: &'a DispatcherOutputs,
    /// Outputs of the dispatcher when the words on the crossbar were issued.
    pub(super) joined: &'a DispatcherOutputs,
    /// Outputs of the dispatcher in the cycle before that.
    pub(super) chosen: &'a DispatcherOutputs,
    pub(super) stalled: &'a tailback_spec::BitLanes,
    pub(super) settings: &'a SwitchRegistersOutputs,
}

impl Scene<'_> {
    /// Packets that begin at the output ports: bits of those ports, VLs and blocks.
    fn transmit(&self, vl: &mut Lanes, blocks: &mut Lanes) -> u64 {
        vl.clear();
        blocks.clear();
        let mut ports = 0;
        for (port, way_out) in self.ways_out.iter().enumerate() {
            ports |= u64::from(way_out.begins.is_some()) << port;
            vl.push(way_out.begins.map_or(0, |packet| packet.virtual_lane as u32));
            blocks.push(way_out.begins.map_or(0, |packet| packet.blocks));
        }
        ports
    }

    /// Input ports that satisfy a condition.
    fn inputs(&self, which: impl Fn(&WayIn) -> bool) -> u64 {
        let ports = self.ways_in.iter().enumerate();
        ports.fold(0, |bits, (port, way_in)| bits | u64::from(which(way_in)) << port)
    }

    fn enqueue(&self, queues: &mut Lanes) -> u64 {
        queues.clear();
        queues.extend(self.ways_in.iter().map(|it| it.buffer.outputs.enqueue_queue as u32));
        self.inputs(|way_in| way_in.buffer.outputs.enqueue)
    }

    fn trigger(&self, queues: usize, words: &mut WideWords) {
        words.resize_with(self.ways_in.len(), WideWord::new);
        for (words, way_in) in words.iter_mut().zip(self.ways_in) {
            words.clear();
            let all = way_in.buffer.outputs.trigger.words();
            words.extend(all.iter().copied().take(queues.div_ceil(u64::BITS as usize)));
        }
    }
}

impl Marker {
    pub(super) fn new(marks: &Marks) -> Self {
        match marks {
            Marks::Policy(policy) if policy.per_input() => {
                Marker::Naive(Box::new(Wired::new(NaivePolicyMarking::new(policy))))
            }
            Marks::Policy(policy) => {
                Marker::Counting(Box::new(Wired::new(PolicyMarking::new(policy))))
            }
            Marks::Detector(detector) => {
                Marker::Detector(Box::new(Wired::new(DetectorMarking::new(detector))))
            }
        }
    }

    /// Runs one cycle; returns the output ports whose packets are to be marked.
    pub(super) fn step(&mut self, scene: &Scene<'_>, queues: usize) -> u64 {
        match self {
            Marker::Counting(it) => {
                let inputs = &mut it.inputs;
                inputs.enqueue = scene.enqueue(&mut inputs.enqueue_queue);
                inputs.dequeue = scene.inputs(|way_in| way_in.buffer.outputs.dequeue);
                inputs.dequeue_queue.clone_from(&scene.now.start_queue);
                scene.trigger(queues, &mut inputs.trigger);
                inputs.transmit = scene.transmit(&mut inputs.transmit_vl, &mut Lanes::new());
                it.step();
                it.outputs.mark
            }
            Marker::Naive(it) => {
                let inputs = &mut it.inputs;
                inputs.enqueue = scene.enqueue(&mut inputs.enqueue_queue);
                inputs.dequeue = scene.inputs(|way_in| way_in.buffer.outputs.dequeue);
                inputs.dequeue_queue.clone_from(&scene.now.start_queue);
                scene.trigger(queues, &mut inputs.trigger);
                inputs.transmit = scene.transmit(&mut inputs.transmit_vl, &mut Lanes::new());
                inputs.source.clone_from(&scene.joined.feeder);
                it.step();
                it.outputs.mark
            }
            Marker::Detector(it) => {
                let (inputs, settings) = (&mut it.inputs, scene.settings);
                inputs.threshold.clone_from(&settings.threshold);
                inputs.packet_size.clone_from(&settings.packet_size);
                inputs.marking_rate.clone_from(&settings.marking_rate);
                inputs.victim_mask = settings.victim_mask;
                inputs.taken = scene.inputs(|way_in| way_in.buffer.outputs.taken);
                inputs.taken_queue.clear();
                inputs.taken_queue.extend(scene.ways_in.iter().map(|it| it.taken_queue));
                inputs.leaves = 0;
                inputs.leaves_lane.clear();
                for (port, way_out) in scene.ways_out.iter().enumerate() {
                    inputs.leaves |= u64::from(way_out.leaves) << port;
                    let lane = scene.lane_at(port);
                    inputs.leaves_lane.push(if way_out.leaves { lane } else { 0 });
                }
                inputs.stalled = *scene.stalled;
                let blocks = &mut inputs.transmit_blocks;
                inputs.transmit = scene.transmit(&mut inputs.transmit_vl, blocks);
                it.step();
                it.outputs.mark
            }
        }
    }

    /// Outputs of the detectors, if there are any.
    pub(super) fn detectors(&self) -> Option<&DetectorMarkingOutputs> {
        match self {
            Marker::Detector(it) => Some(&it.outputs),
            Marker::Counting(_) | Marker::Naive(_) => None,
        }
    }

    pub(super) fn reset(&mut self) {
        match self {
            Marker::Counting(it) => it.reset(),
            Marker::Naive(it) => it.reset(),
            Marker::Detector(it) => it.reset(),
        }
    }
}

impl Scene<'_> {
    /// Virtual lane of the packet that reaches an output port.
    pub(super) fn lane_at(&self, port: usize) -> u32 {
        lane_at(self.joined, self.chosen, port)
    }
}

/// Virtual lane of the packet that reaches an output port, from the outputs of the dispatcher when
/// its word was issued, and those of the cycle before that.
pub(super) fn lane_at(joined: &DispatcherOutputs, chosen: &DispatcherOutputs, port: usize) -> u32 {
    let from = joined.feeder.get(port).copied().unwrap_or(0) as usize;
    chosen.lane.get(from).copied().unwrap_or(0)
}
