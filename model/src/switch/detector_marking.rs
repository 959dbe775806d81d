//! The congestion detectors of all output ports: what buffers and ports tell, given to each.

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
    /// Settings, and what buffers and ports tell; lane (or bit) *i* belongs to input port *i*, *j*
    /// to output port *j*.
    pub struct DetectorMarkingInputs {
        /// Weight of the output port's threshold.
        pub threshold: Lanes,
        /// Blocks of the shortest packet that is marked.
        pub packet_size: Lanes,
        /// Eligible packets between two that are marked.
        pub marking_rate: Lanes,
        /// Victims are marked, too.
        pub victim_mask: u64,
        /// The input port stores a block.
        pub taken: u64,
        /// Of a packet of this queue.
        pub taken_queue: Lanes,
        /// The first word of a block comes to the output port.
        pub leaves: u64,
        /// Its lane.
        pub leaves_lane: Lanes,
        /// The output port of queue *q* is free, and a packet lacks nothing but credits: bit *q*.
        pub stalled: BitLanes,
        /// The output port begins a packet.
        pub transmit: u64,
        /// Its VL.
        pub transmit_vl: Lanes,
        /// Its blocks.
        pub transmit_blocks: Lanes,
    }
}

port_values! {
    /// What to mark; lane (or bit) *j* belongs to output port *j*.
    pub struct DetectorMarkingOutputs {
        /// The packet that the output port begins is to be marked.
        pub mark: u64,
        /// VL *v* is congested: bit *v*.
        pub congested: Lanes,
        /// VL *v* lacks credits: bit *v*.
        pub victim: Lanes,
        /// Blocks that wait for the port: those of its first VL first.
        pub occupancy: ManyLanes,
    }
}

/// A detector for each output port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DetectorMarking {
    /// Lanes of an output port.
    lanes: usize,
    /// Those that are data VLs.
    virtual_lanes: usize,
    /// Input ports that stored a block in the cycle before.
    taken: u64,
    /// The queues of their packets.
    taken_queue: Lanes,
    pub(crate) detectors: Vec<CongestionDetector>,
}

impl DetectorMarking {
    /// The block after reset.
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

    /// Blocks that were stored for each data VL of each output port, which come one after the other.
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
