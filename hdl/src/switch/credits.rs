//! Credits of an output port for the packets that are to be started.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::{COUNTER_BITS, MOST_OFFERED};
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port as Config;

/// Bit of a counter that counts as many blocks as a receiver may offer at most: the highest one.
const MOST_BIT: usize = COUNTER_BITS - 1;

const _: () = assert!(MOST_OFFERED == 1 << MOST_BIT);

block! {
    /// Counts the credits of an output port that no started packet has claimed.
    ///
    /// Both counters are absolute, in blocks of 64 bytes modulo 4096, so that each flow-control
    /// packet makes up for all lost before it. From the cycle in which a packet is started to that
    /// in which its blocks are claimed, a longest packet is kept in reserve for it.
    pub struct OutputCredits(config: &Config) as "tailback_output_credits" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = config.virtual_lanes();
        /// Bits of a counter.
        count counter_bits = COUNTER_BITS;
        /// Bit of a counter that counts as many blocks as a receiver may offer at most.
        count most_bit = MOST_BIT;
        /// Blocks of the longest packet.
        count longest = config.buffer().packet_blocks();
        /// Twice the blocks of the longest packet.
        count two_longest = 2 * config.buffer().packet_blocks();

        /// A good flow-control packet has been received.
        input update;
        /// VL of the flow-control packet; a VL that is not configured changes nothing.
        input update_vl[VL_BITS];
        /// FCCL of the flow-control packet: the limit up to which blocks may be sent, modulo 4096.
        input update_fccl[COUNTER_BITS];
        /// A packet for the output port starts.
        input begins;
        /// A packet for the output port started in the previous cycle.
        input claim;
        /// VL index of that packet; VL15 claims nothing.
        input claim_lane[lane_bits(config)];
        /// Blocks of that packet.
        input claim_blocks[config.block_bits()];
        /// A packet that was claimed is dropped.
        input waive;
        /// VL index of that packet; VL15 waives nothing.
        input waive_lane[lane_bits(config)];
        /// Blocks of that packet.
        input waive_blocks[config.block_bits()];

        /// Blocks of the longest packet that may start, per data VL.
        output_reg(config.virtual_lanes()) available[config.block_bits()];
        /// The VL has been updated since reset.
        output_reg(config.virtual_lanes()) initialised;

        /// Blocks that are claimed in this cycle.
        local(config.virtual_lanes()) added[config.block_bits()];
        /// Blocks that are waived in this cycle.
        local(config.virtual_lanes()) removed[config.block_bits()];
        /// Blocks that may be sent beyond those claimed, modulo 4096; more than a receiver may
        /// offer if there are none.
        local(config.virtual_lanes()) rest[COUNTER_BITS];
        /// Bits of `rest` below the one that counts as many blocks as a receiver may offer.
        local(config.virtual_lanes()) low_rest[MOST_BIT];
        /// Blocks of the longest packet, in the width of a counter.
        local one_packet[COUNTER_BITS];
        /// Twice the blocks of the longest packet, in the width of a counter.
        local two_packets[COUNTER_BITS];
        /// More than the blocks of the longest packet may be sent, compared up to the current bit.
        local(config.virtual_lanes()) ample;
        /// More than twice the blocks of the longest packet may be sent, compared up to the current
        /// bit.
        local(config.virtual_lanes()) ample_beyond;
        /// The reserve is kept.
        local reserves;
        /// Local `rest` without the reserve, modulo 4096.
        local(config.virtual_lanes()) beyond[COUNTER_BITS];
        /// FCCL received last: the limit up to which blocks may be sent, modulo 4096.
        reg(config.virtual_lanes()) limit[COUNTER_BITS];
        /// Blocks of all packets started, except those that were dropped, modulo 4096.
        reg(config.virtual_lanes()) claimed[COUNTER_BITS];
    }
}

impl Logic for OutputCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.one_packet.next = self.longest.val().into();
        self.two_packets.next = self.two_longest.val().into();
        self.reserves.next = self.begins.val() || self.claim.val();
        for vl in 0..self.virtual_lanes.val() {
            if self.update.val() && self.update_vl.val() == vl {
                self.limit[vl].next = self.update_fccl.val();
                self.initialised[vl].next = true;
            }
            self.added[vl].next = 0.into();
            if self.claim.val() && self.claim_lane.val() == vl {
                self.added[vl].next = self.claim_blocks.val();
            }
            self.removed[vl].next = 0.into();
            if self.waive.val() && self.waive_lane.val() == vl {
                self.removed[vl].next = self.waive_blocks.val();
            }
            self.claimed[vl].next =
                (self.claimed[vl].val() + self.added[vl].val()) - self.removed[vl].val();

            self.rest[vl].next = self.limit[vl].val() - self.claimed[vl].val();
            self.low_rest[vl].next = self.rest[vl].val() >> 0;
            self.beyond[vl].next = self.rest[vl].val() - self.longest.val();
            comment!("The highest bit that differs decides: constants take no carry chain.");
            self.ample[vl].next = false;
            self.ample_beyond[vl].next = false;
            for at in 0..self.counter_bits.val() {
                if self.rest[vl].val().get_bit(at) != self.one_packet.val().get_bit(at) {
                    self.ample[vl].next = self.rest[vl].val().get_bit(at);
                }
                if self.rest[vl].val().get_bit(at) != self.two_packets.val().get_bit(at) {
                    self.ample_beyond[vl].next = self.rest[vl].val().get_bit(at);
                }
            }

            comment!("`begins` is late in the cycle: compare for both of its values.");
            self.available[vl].next = self.rest[vl].val() >> 0;
            if self.reserves.val() {
                self.available[vl].next = self.beyond[vl].val() >> 0;
                if self.ample_beyond[vl].val() {
                    self.available[vl].next = self.longest.val().into();
                }
                comment!("Modulo 4096, a negative number of blocks has its highest bit high.");
                if self.beyond[vl].val().get_bit(self.most_bit.val()) {
                    self.available[vl].next = 0.into();
                }
            } else if self.ample[vl].val() {
                self.available[vl].next = self.longest.val().into();
            }
            if !self.initialised[vl].val()
                || (self.rest[vl].val().get_bit(self.most_bit.val())
                    && self.low_rest[vl].val().any())
            {
                self.available[vl].next = 0.into();
            }
        }
    }
}
