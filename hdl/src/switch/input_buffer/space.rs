//! Free space of the virtual lanes.

use super::lane::LaneSpace;
use super::settling::Settling;
use super::sizes::packet_bits;
use crate::prelude::*;
use crate::switch::queue::QueueParts;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

block! {
    /// Counts the free blocks of each virtual lane (VL), and reports which data VLs have become
    /// full.
    pub struct BufferSpace(config: &InputBuffer) as "tailback_buffer_space" {
        /// Virtual lanes (VLs): the data VLs, then VL15 if it is configured.
        count lanes = config.lanes();
        /// Data VLs.
        count virtual_lanes = config.virtual_lanes();
        /// Bits in which the number of blocks of VL15 differs from that of a data VL.
        param differs[config.free_bits()] = (config.lane_blocks() ^ config.management_blocks()) as u128;
        /// Fullness is tested when a packet has been received; if low, while nothing is sent.
        choice received_only = config.reading() == Reading::Received;
        /// Fullness of a VL does not depend on what is sent of other VLs.
        choice arbitrated = config.reading() == Reading::Arbitrated;

        /// The beat of the next cycle takes a block.
        input take;
        /// VL of that block; valid with `take`.
        input take_lane[config.lane_bits()];
        /// The last beat of a packet was written in the previous cycle.
        input closed;
        /// Queue of that packet.
        input open_queue[config.queue_bits()];
        /// A packet was started in an earlier cycle, and has not ended.
        input sending;
        /// A packet ended in the previous cycle.
        input ended;
        /// Queue of the packet that was started last.
        input sent_queue[config.queue_bits()];
        /// Blocks of the packet that ended; valid with `ended`.
        input issued_blocks[packet_bits(config)];
        /// Blocks of that packet, less one; valid with `ended`.
        input further_blocks[packet_bits(config)];

        /// The beat that is written takes a block.
        output_reg taken;
        /// Free blocks of each VL.
        output(config.lanes()) free[config.free_bits()];
        /// One bit per VL: the VL has become full; VL15 never has.
        output(config.lanes()) full;

        /// VL of the packet of which a beat was written last.
        sub written: QueueParts = QueueParts::new(config);
        /// VL of the packet that was started last.
        sub sent: QueueParts = QueueParts::new(config);
        /// Free space of each VL.
        sub(config.lanes()) lane: LaneSpace = LaneSpace::new(config);
        /// VL of the packet that was started last, one-hot, in the previous cycle: that of the packet
        /// that ended then.
        reg ended_lane[config.lanes()];
        /// Delays the end of a packet, if fullness is tested while nothing is sent.
        optional(config.reading() == Reading::Waiting) settling: Settling = Settling::new();
    }
    connect {
        written: asked = open_queue;
        sent: asked = sent_queue;
        settling: ended;
        lane: given = issued_blocks, given_less_one = further_blocks, free, full;
    }
}

impl Logic for BufferSpace {
    #[hdl_gen]
    fn update(&mut self) {
        self.taken.next = self.take.val();
        self.ended_lane.next = self.sent.lane_one_hot.val();
        for at in 0..self.lanes.val() {
            self.lane[at].take.next = self.take.val() && self.take_lane.val() == at;
            self.lane[at].give.next = self.ended.val() && self.ended_lane.val().get_bit(at);
            self.lane[at].differs.next = self.differs.val();
            self.lane[at].test.next = false;
        }
        for vl in 0..self.virtual_lanes.val() {
            self.lane[vl].differs.next = 0.into();
            if self.received_only.val() {
                self.lane[vl].test.next =
                    self.closed.val() && self.written.lane_one_hot.val().get_bit(vl);
            } else if self.arbitrated.val() {
                comment!("A packet started in the previous cycle is being sent in this one.");
                self.lane[vl].test.next = !((self.sending.val()
                    && self.sent.lane_one_hot.val().get_bit(vl))
                    || (self.ended.val() && self.ended_lane.val().get_bit(vl)));
            } else {
                comment!("The blocks of an ended packet become free in the cycle after its end.");
                self.lane[vl].test.next =
                    !(self.sending.val() || self.ended.val() || self.settling.ended_before.val());
            }
        }
    }
}
