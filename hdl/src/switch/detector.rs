//! IBA's congestion detector of one output port (IBA annex A10; Pfister'05 §III).

mod lane;
mod thresholds;

pub use lane::LaneDetector;
pub use thresholds::Thresholds;

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::detector::Detector;

block! {
    /// Detects congestion of an output port for each virtual lane (VL), and marks packets that
    /// contribute to it.
    ///
    /// A congested VL is the root of a congestion tree if it has credits to forward, and a victim
    /// if it lacks them. The settings may change in any cycle.
    pub struct CongestionDetector(config: &Detector) as "tailback_congestion_detector" {
        /// Virtual lanes.
        count virtual_lanes = config.virtual_lanes();

        /// Weight of the threshold: 0 never marks, 1 is the loosest, 15 the most aggressive.
        input threshold[4];
        /// Blocks of the shortest packet that is marked.
        input packet_size[8];
        /// Eligible packets between two that are marked.
        input marking_rate[16];
        /// Victims are marked, too.
        input victim_mask;

        /// Per VL: blocks that start to wait for the port.
        input(config.virtual_lanes()) enqueue_blocks[config.block_bits()];
        /// Blocks stop waiting.
        input dequeue;
        /// VL of the blocks that stop waiting; one that is not configured, as VL15, counts nothing.
        input dequeue_vl[VL_BITS];
        /// Number of blocks that stop waiting; valid with `dequeue`.
        input dequeue_blocks[config.block_bits()];
        /// One bit per VL: a packet waits only for credits.
        input(config.virtual_lanes()) stalled;
        /// The transmission of a packet begins.
        input transmit;
        /// VL of the packet whose transmission begins.
        input transmit_vl[VL_BITS];
        /// Blocks of the packet whose transmission begins.
        input transmit_blocks[config.block_bits()];

        /// The packet whose transmission begins is to be marked: its FECN is set.
        output mark;
        /// One bit per VL: the VL is congested.
        output(config.virtual_lanes()) congested;
        /// One bit per VL: the next packet is a victim's.
        output(config.virtual_lanes()) victim;
        /// Per VL: blocks that wait for the port.
        output(config.virtual_lanes()) occupancy[config.occupancy_bits()];

        /// Occupancies at which congestion begins and ends.
        sub levels: Thresholds = Thresholds::new(config);
        /// Congestion detector of each VL.
        sub(config.virtual_lanes()) lane: LaneDetector = LaneDetector::new(config);
    }
    connect {
        levels: threshold;
        levels, lane: begin_above, end_at;
        lane: marking_rate, victim_mask, enqueue_blocks, dequeue_blocks, stalled, congested,
            victim, occupancy;
    }
}

impl Logic for CongestionDetector {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.lane[vl].enabled.next = self.threshold.val() != 0;
            self.lane[vl].dequeue.next = self.dequeue.val() && self.dequeue_vl.val() == vl;
            self.lane[vl].transmit.next = self.transmit.val() && self.transmit_vl.val() == vl;
            self.lane[vl].long_enough.next = self.transmit_blocks.val() >= self.packet_size.val();
        }
        self.mark.next = false;
        for vl in 0..self.virtual_lanes.val() {
            self.mark.next = self.mark.val() || self.lane[vl].mark.val();
        }
    }
}
