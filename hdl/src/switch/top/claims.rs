//! Claims of credits for packets that start.

use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Reports the blocks of each packet for an output port in the cycle after the packet starts.
    pub struct ClaimedPacket(config: &Config) as "tailback_claimed_packet" {
        /// Ports.
        count ports = config.ports();

        /// A packet for the output port starts.
        input begins;
        /// Input port of that packet; valid with `begins`.
        input source[config.port_bits()];
        /// Per input port: VL index of the packet that was started last (VL15 last).
        input(config.ports()) lane[lane_bits(config)];
        /// Per input port: blocks of the packet that started in the cycle before.
        input(config.ports()) blocks[config.block_bits()];

        /// A packet for the output port started in the cycle before.
        output_reg claim;
        /// VL index of that packet; 0 without `claim`.
        output_reg claim_lane[lane_bits(config)];
        /// Blocks of that packet; 0 without `claim`.
        output claim_blocks[config.block_bits()];

        /// Input port of that packet, one-hot; 0 without `claim`.
        reg(config.ports()) chosen;
    }
}

impl Logic for ClaimedPacket {
    #[hdl_gen]
    fn update(&mut self) {
        self.claim.next = self.begins.val();
        self.claim_lane.next = 0.into();
        if self.begins.val() {
            self.claim_lane.next = self.lane[self.source.val().index()].val();
        }
        self.claim_blocks.next = 0.into();
        for number in 0..self.ports.val() {
            self.chosen[number].next = self.begins.val() && self.source.val() == number;
            if self.chosen[number].val() {
                self.claim_blocks.next = self.claim_blocks.val() | self.blocks[number].val();
            }
        }
    }
}
