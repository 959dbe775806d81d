//! Space of one lane.

use super::sizes::packet_bits;
use super::standstill::Standstill;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

block! {
    /// Counts the free blocks of one lane, and says when it has become full.
    ///
    /// It is low on space while there is no room for another longest packet.
    ///
    /// All lanes of a buffer come out of a reset with the same contents, those of a data VL; where
    /// the blocks of another one differ, the bits are stored inverted.
    pub struct LaneSpace(config: &InputBuffer) as "tailback_buffer_lane" {
        /// Blocks of the longest packet.
        count packet_blocks = config.packet_blocks();
        /// Fullness is tested with a packet that is received; if not so, while nothing is sent.
        choice received_only = config.reading() == Reading::Received;
        /// Nothing must be sent for some cycles.
        choice arbitrated = config.reading() == Reading::Arbitrated;

        /// Bits in which the number of its blocks differs from that of a data VL.
        input differs[config.free_bits()];
        /// A block of the lane is taken.
        input take;
        /// The blocks of a packet of the lane become free.
        input give;
        /// So many.
        input given[packet_bits(config)];
        /// Fullness is tested: a packet of the lane is received, or nothing is sent, or nothing of the
        /// lane.
        input test;

        /// Free blocks.
        output free[config.free_bits()];
        /// The lane has become full.
        output full;

        /// The lane is low on space.
        local low;
        /// Free blocks.
        local now_free[config.free_bits()];
        /// Free blocks without those that become free in this cycle.
        local remaining[config.free_bits()];
        /// Free blocks with them.
        local restored[config.free_bits()];
        /// Free blocks, with some bits inverted.
        reg free_reg[config.free_bits()] = config.lane_blocks() as u128;
        /// How long nothing has been sent.
        optional(config.reading() == Reading::Arbitrated) standstill: Standstill = Standstill::new();
        /// Of the cycle before: a packet was received; or, what was tested came out.
        reg tested;
        /// It has come out, and has not been undone since.
        reg known;
    }
}

impl Logic for LaneSpace {
    #[hdl_gen]
    fn update(&mut self) {
        self.now_free.next = self.free_reg.val() ^ self.differs.val();
        self.free.next = self.now_free.val();
        self.low.next = self.now_free.val() < self.packet_blocks.val();
        comment!("Whether blocks come back is known late.");
        self.remaining.next = self.now_free.val();
        if self.take.val() {
            self.remaining.next = self.now_free.val() - 1;
        }
        self.restored.next = self.remaining.val() + self.given.val();
        self.free_reg.next = self.remaining.val() ^ self.differs.val();
        if self.give.val() {
            self.free_reg.next = self.restored.val() ^ self.differs.val();
        }

        if self.arbitrated.val() {
            comment!("Once for each standstill.");
            self.standstill.stands.next = self.test.val() && self.low.val();
            self.full.next = self.tested.val();
            self.tested.next = self.standstill.lasts.val() && !self.known.val();
            self.known.next = self.standstill.lasts.val();
        } else if self.received_only.val() {
            comment!("Once for each time that the lane is low on space.");
            self.full.next = self.tested.val() && self.low.val() && !self.known.val();
            self.tested.next = self.test.val();
            self.known.next = self.low.val() && (self.known.val() || self.full.val());
        } else {
            comment!("Once for each time that both are so.");
            self.full.next = self.tested.val();
            self.tested.next = self.test.val() && self.low.val() && !self.known.val();
            self.known.next = self.test.val() && self.low.val();
        }
    }
}
