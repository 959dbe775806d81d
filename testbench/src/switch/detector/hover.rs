//! Occupancies that reach each threshold and miss it by one block.

use tailback_model::switch::detector::CongestionDetectorInputs;
use tailback_spec::switch::detector::{clear_blocks, set_blocks, Detector, WEIGHTS};

use super::on_one;
use crate::random::Random;

/// Brings the occupancy of a VL to both thresholds of a weight, one after the other.
#[derive(Debug, Default)]
pub struct Hover {
    weight: u64,
    /// Index of the current target.
    station: usize,
}

impl Hover {
    /// Weight of the next phase, in rotation.
    pub fn next_weight(&mut self) -> u64 {
        self.weight = self.weight % (WEIGHTS as u64 - 1) + 1;
        self.station = 0;
        self.weight
    }

    /// A packet towards the target, or one that cuts through, for a VL with `held` blocks.
    #[inline]
    pub fn drive(
        &mut self,
        random: &mut Random,
        detector: &Detector,
        (vl, held): (u64, u32),
        inputs: &mut CongestionDetectorInputs,
    ) {
        let packet = detector.packet_blocks();
        let [set, clear] =
            [set_blocks, clear_blocks].map(|blocks| blocks(detector, inputs.threshold as usize));
        // Each threshold from both sides, and in both states where both exist.
        let stations = [set, set + 1, set, clear + 1, clear, clear + 1, set, 0];
        if held == stations[self.station] && random.below(2) == 0 {
            self.station = (self.station + 1) % stations.len();
        }
        let target = stations[self.station];
        let (up, down) = (target.saturating_sub(held), held.saturating_sub(target));
        inputs.dequeue = down > 0;
        (inputs.dequeue_vl, inputs.transmit_vl) = (vl, vl);
        inputs.enqueue_blocks = on_one(vl, up.min(packet));
        inputs.dequeue_blocks = down.min(packet).into();
        inputs.transmit = down > 0 || up == 0 && random.below(2) == 0;
        inputs.transmit_blocks = if down > 0 { inputs.dequeue_blocks } else { packet.into() };
    }
}
