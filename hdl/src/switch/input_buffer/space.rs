//! Space of all virtual lanes.

use super::lane::LaneSpace;
use super::sizes::packet_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

block! {
    /// Counts the free blocks of each virtual lane (VL), and says which VLs have become full.
    pub struct BufferSpace(config: &InputBuffer) as "tailback_buffer_space" {
        /// Virtual lanes.
        count virtual_lanes = config.virtual_lanes();
        /// Fullness is tested with a packet that is received; if not so, while nothing is sent.
        choice received_only = config.reading() == Reading::Received;

        /// The queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// It takes a block.
        input taken;
        /// It is received as a whole, or nothing is sent: fullness is tested.
        input test;
        /// The queue of the packet that is being sent.
        input sent_queue[config.queue_bits()];
        /// Its last word is issued.
        input ends;
        /// Its blocks.
        input packet_blocks[packet_bits(config)];

        /// Free blocks of each VL.
        output(config.virtual_lanes()) free[config.free_bits()];
        /// The VL has become full.
        output(config.virtual_lanes()) full;

        /// The VL of the packet that is being written.
        sub written: QueueLane = QueueLane::new(config);
        /// The VL of the packet that is being sent.
        sub sent: QueueLane = QueueLane::new(config);
        /// Space of each VL.
        sub(config.virtual_lanes()) lane: LaneSpace = LaneSpace::new(config);
    }
}

impl Logic for BufferSpace {
    #[hdl_gen]
    fn update(&mut self) {
        self.written.asked.next = self.written_queue.val();
        self.sent.asked.next = self.sent_queue.val();
        for vl in 0..self.virtual_lanes.val() {
            self.lane[vl].take.next = self.taken.val() && self.written.lane[vl].val();
            self.lane[vl].give.next = self.ends.val() && self.sent.lane[vl].val();
            self.lane[vl].given.next = self.packet_blocks.val();
            self.lane[vl].test.next =
                self.test.val() && (!self.received_only.val() || self.written.lane[vl].val());
            self.free[vl].next = self.lane[vl].free.val();
            self.full[vl].next = self.lane[vl].full.val();
        }
    }
}

block! {
    /// The virtual lane (VL) of a queue.
    pub struct QueueLane(config: &InputBuffer) as "tailback_buffer_queue_lane" {
        /// Virtual lanes.
        count virtual_lanes = config.virtual_lanes();
        /// Output ports.
        count outputs = config.outputs();

        /// The queue.
        input asked[config.queue_bits()];
        /// It is of this VL.
        output(config.virtual_lanes()) lane;
    }
}

impl Logic for QueueLane {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.lane[vl].next = false;
            for port in 0..self.outputs.val() {
                if self.asked.val() == port * self.virtual_lanes.val() + vl {
                    self.lane[vl].next = true;
                }
            }
        }
    }
}
