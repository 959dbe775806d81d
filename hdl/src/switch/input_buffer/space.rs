//! Free space of all virtual lanes.

use super::lane::LaneSpace;
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
        /// VL index of that block; valid with `take`.
        input take_lane[config.lane_bits()];
        /// The queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// Fullness is tested: a packet has been received as a whole, or nothing is sent.
        input test;
        /// Queue of the packet that is being sent or started.
        input sent_queue[config.queue_bits()];
        /// The last beat of the packet that is being sent or started is issued.
        input ends;
        /// Blocks of the packet that is being sent or started.
        input packet_blocks[packet_bits(config)];

        /// Free blocks of each VL.
        output(config.lanes()) free[config.free_bits()];
        /// One bit per data VL: the VL has become full.
        output(config.virtual_lanes()) full;

        /// VL of the packet that is being written.
        optional(config.reading() == Reading::Received) written: QueueParts =
            QueueParts::new(config);
        /// VL of the packet that is being sent or started.
        sub sent: QueueParts = QueueParts::new(config);
        /// Free space of each VL.
        sub(config.lanes()) lane: LaneSpace = LaneSpace::new(config);
    }
    connect {
        written: asked = written_queue;
        sent: asked = sent_queue;
        lane: given = packet_blocks, free;
    }
}

impl Logic for BufferSpace {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.lanes.val() {
            self.lane[at].take.next = self.take.val() && self.take_lane.val() == at;
            self.lane[at].give.next = self.ends.val() && self.sent.lane_one_hot.val().get_bit(at);
            self.lane[at].differs.next = self.differs.val();
            self.lane[at].test.next = false;
        }
        for vl in 0..self.virtual_lanes.val() {
            self.lane[vl].differs.next = 0.into();
            if self.arbitrated.val() {
                self.lane[vl].test.next =
                    self.test.val() || !self.sent.lane_one_hot.val().get_bit(vl);
            } else if self.received_only.val() {
                self.lane[vl].test.next =
                    self.test.val() && self.written.lane_one_hot.val().get_bit(vl);
            } else {
                self.lane[vl].test.next = self.test.val();
            }
            self.full[vl].next = self.lane[vl].full.val();
        }
    }
}
