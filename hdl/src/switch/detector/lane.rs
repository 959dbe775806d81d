//! Congestion of one virtual lane of an output port.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::detector::Detector;

block! {
    /// Detects congestion of one virtual lane (VL) of an output port, and chooses which of its
    /// packets are marked.
    ///
    /// The VL becomes congested when more than `begin_above` blocks wait for it, and stays so until
    /// no more than `end_at` do. One of `marking_rate + 1` eligible packets is marked, the first
    /// one of each congestion among them.
    pub struct LaneDetector(config: &Detector) as "tailback_congestion_lane" {
        /// Detection is on: the threshold is not 0.
        input enabled;
        /// Congestion begins above this number of blocks.
        input begin_above[bits_for(config.buffer_blocks())];
        /// Congestion ends at this number of blocks.
        input end_at[bits_for(config.buffer_blocks())];
        /// Eligible packets between two that are marked.
        input marking_rate[16];
        /// Victims are marked, too.
        input victim_mask;

        /// Blocks that start to wait for the VL.
        input enqueue_blocks[config.block_bits()];
        /// Blocks stop waiting.
        input dequeue;
        /// Number of blocks that stop waiting; valid with `dequeue`.
        input dequeue_blocks[config.block_bits()];
        /// A packet waits only for credits.
        input stalled;
        /// The transmission of a packet begins.
        input transmit;
        /// The packet whose transmission begins is long enough to be marked.
        input long_enough;

        /// The packet whose transmission begins is to be marked.
        output mark;
        /// The VL is congested.
        output_reg congested;
        /// The next packet of the VL is a victim's.
        output_reg victim;
        /// Blocks that wait for the VL.
        output_reg occupancy[config.occupancy_bits()];

        /// Number of blocks that stop waiting; 0 without `dequeue`.
        local going[config.block_bits()];
        /// The packet whose transmission begins may be marked.
        local eligible;
        /// Eligible packets to let pass before the next one that is marked.
        reg skip[16];
    }
}

impl Logic for LaneDetector {
    #[hdl_gen]
    fn update(&mut self) {
        self.going.next = 0.into();
        if self.dequeue.val() {
            self.going.next = self.dequeue_blocks.val();
        }
        self.occupancy.next = self.occupancy.val() + self.enqueue_blocks.val() - self.going.val();

        if !self.enabled.val() || self.occupancy.val() <= self.end_at.val() {
            self.congested.next = false;
        } else if self.occupancy.val() > self.begin_above.val() {
            self.congested.next = true;
        }

        if self.stalled.val() {
            self.victim.next = true;
        } else if self.transmit.val() {
            self.victim.next = false;
        }

        self.eligible.next = self.transmit.val()
            && self.long_enough.val()
            && self.congested.val()
            && (self.victim_mask.val() || !self.victim.val());
        self.mark.next = self.eligible.val() && self.skip.val() == 0;
        comment!("Each congestion begins with a packet that is marked.");
        if !self.congested.val() {
            self.skip.next = 0.into();
        } else if self.mark.val() {
            self.skip.next = self.marking_rate.val();
        } else if self.eligible.val() {
            self.skip.next = self.skip.val() - 1;
        }
    }
}
