//! The congestion detectors of all output ports: distributes the reports of buffers and ports to
//! the detectors.

#[cfg(test)]
mod tests;

use super::detector::{CongestionDetector, CongestionDetectorInputs};
use crate::{
    bits::{is_set, set_lanes},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values, switch::detector_marking::DetectorMarking as Parameters, BitLanes, Lanes,
    ManyLanes,
};

port_values! {
    /// Settings, and reports of buffers and ports; element (or bit) *i* belongs to input port *i*,
    /// *j* to output port *j*.
    pub struct DetectorMarkingInputs {
        /// Weight of the output port's threshold.
        pub threshold: Lanes,
        /// Blocks of the shortest packet that is marked.
        pub packet_size: Lanes,
        /// Eligible packets between two that are marked.
        pub marking_rate: Lanes,
        /// Output ports that mark packets of victims, too: bit *j*.
        pub victim_mask: u64,
        /// Input ports that store a block: bit *i*.
        pub taken: u64,
        /// Queue of the stored block's packet, by input port.
        pub taken_queue: Lanes,
        /// Output ports that the first word of a block reaches: bit *j*.
        pub leaves: u64,
        /// Virtual lane of that block, by output port.
        pub leaves_lane: Lanes,
        /// Queues with a free output port and a packet that lacks only credits: bit *q*.
        pub stalled: BitLanes,
        /// Output ports that begin a packet: bit *j*.
        pub transmit: u64,
        /// VL of the beginning packet, by output port.
        pub transmit_vl: Lanes,
        /// Blocks of the beginning packet, by output port.
        pub transmit_blocks: Lanes,
    }
}

port_values! {
    /// Packets to mark; element (or bit) *j* belongs to output port *j*.
    pub struct DetectorMarkingOutputs {
        /// Output ports whose beginning packet is to be marked: bit *j*.
        pub mark: u64,
        /// Congested VLs of each output port: bit *v*.
        pub congested: Lanes,
        /// VLs of each output port that lack credits: bit *v*.
        pub victim: Lanes,
        /// Blocks that wait, by output port and then VL.
        pub occupancy: ManyLanes,
    }
}

/// Congestion detectors of all output ports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DetectorMarking {
    /// Virtual lanes of an output port.
    lanes: usize,
    /// Data VLs of an output port.
    virtual_lanes: usize,
    /// Input ports that stored a block in the cycle before.
    taken: u64,
    /// Queues of the packets of those blocks.
    taken_queue: Lanes,
    pub(crate) detectors: Vec<CongestionDetector>,
}

impl DetectorMarking {
    /// The module after reset.
    pub fn new(parameters: &Parameters) -> Self {
        let Parameters { port, detector } = parameters;
        DetectorMarking {
            lanes: port.lanes(),
            virtual_lanes: port.virtual_lanes(),
            taken: 0,
            taken_queue: Lanes::new(),
            detectors: vec![CongestionDetector::new(detector); port.ports()],
        }
    }

    /// Blocks stored in the cycle before for each data VL of each output port, by output port and
    /// then VL.
    fn stored(&self) -> Vec<u32> {
        let mut stored = vec![0; self.detectors.len() * self.virtual_lanes];
        for input in set_lanes(self.taken) {
            let queue = self.taken_queue.get(input).copied().unwrap_or(0) as usize;
            let (output, lane) = (queue / self.lanes, queue % self.lanes);
            if output < self.detectors.len() && lane < self.virtual_lanes {
                stored[output * self.virtual_lanes + lane] += 1;
            }
        }
        stored
    }
}

impl Golden for DetectorMarking {
    type Inputs = DetectorMarkingInputs;
    type Outputs = DetectorMarkingOutputs;

    fn step(&mut self, inputs: &DetectorMarkingInputs, outputs: &mut DetectorMarkingOutputs) {
        let (lanes, virtual_lanes) = (self.lanes, self.virtual_lanes);
        let stored = self.stored();
        *outputs = DetectorMarkingOutputs::default();
        for (output, detector) in self.detectors.iter_mut().enumerate() {
            let of = |lanes: &Lanes| u64::from(lanes.get(output).copied().unwrap_or(0));
            let leaves_lane = of(&inputs.leaves_lane);
            let stalled =
                |virtual_lane: &usize| inputs.stalled.is_set(output * lanes + virtual_lane);
            let shown = detector.cycle(&CongestionDetectorInputs {
                threshold: of(&inputs.threshold),
                packet_size: of(&inputs.packet_size),
                marking_rate: of(&inputs.marking_rate),
                victim_mask: is_set(inputs.victim_mask, output),
                enqueue_blocks: stored[output * virtual_lanes..][..virtual_lanes]
                    .iter()
                    .copied()
                    .collect(),
                dequeue: is_set(inputs.leaves, output) && leaves_lane < virtual_lanes as u64,
                dequeue_vl: leaves_lane,
                dequeue_blocks: 1,
                stalled: (0..virtual_lanes).filter(stalled).fold(0, |all, lane| all | 1 << lane),
                transmit: is_set(inputs.transmit, output),
                transmit_vl: of(&inputs.transmit_vl),
                transmit_blocks: of(&inputs.transmit_blocks),
            });
            outputs.mark |= u64::from(shown.mark) << output;
            outputs.congested.push(shown.congested as u32);
            outputs.victim.push(shown.victim as u32);
            outputs.occupancy.extend(shown.occupancy);
        }
        self.taken = inputs.taken;
        self.taken_queue.clone_from(&inputs.taken_queue);
    }

    fn reset(&mut self) {
        self.taken = 0;
        self.taken_queue.clear();
        self.detectors.iter_mut().for_each(Golden::reset);
    }
}
