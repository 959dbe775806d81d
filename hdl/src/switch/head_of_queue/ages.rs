//! Waiting times of the queues of an output port.

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, CODE_BITS, EXPIRED_TICKS, UNLIMITED};
use tailback_spec::switch::ingress::lane_bits;

/// Bit of an age that is high only from the age on with which the next tick expires the queue.
const LAST_BIT: usize = (EXPIRED_TICKS - 1).trailing_zeros() as usize;

// The ages below have this bit low.
const _: () = assert!(EXPIRED_TICKS - 1 == 1 << LAST_BIT);
// Codes without a limit have bit 4 high, and bit 2 or 3.
const _: () = assert!(UNLIMITED == 0b10100 && CODE_BITS == 5);

block! {
    /// Counts the ticks in which each queue of an output port lacks credits or its link.
    pub struct QueueAges(config: &HeadOfQueue) as "tailback_queue_ages" {
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port().lanes();
        /// Bits of the code of a limit.
        count code_bits = CODE_BITS;
        /// Bit of an age that is high if the queue expires with the next tick.
        count last_bit = LAST_BIT;

        /// High in the last cycle of a unit.
        input ends;
        /// Largest code whose limit ticks at the end of the unit; valid with `ends`.
        input largest[CODE_BITS];
        /// Code of the limit of the port.
        input limit[CODE_BITS];
        /// One bit per VL: a packet waits, and lacks only credits or the link.
        input(config.port().lanes()) stalled;
        /// A packet to the port starts.
        input begins;
        /// Input port of the packet that was started to the port last.
        input source[config.port().port_bits()];
        /// Per input port: VL index of the packet that was started last.
        input(config.port().ports()) lane[lane_bits(config.port())];

        /// One bit per VL: the packet that is started next is dropped.
        output_reg(config.port().lanes()) expired;
        /// The packet that starts is dropped.
        output late;
        /// VL index of the packet that is dropped; 0 without `late`.
        output late_lane[lane_bits(config.port())];

        /// VL index of the packet to the port that starts.
        local begins_lane[lane_bits(config.port())];
        /// The port has no limit.
        local unlimited;
        /// The code of the limit is at most `largest`, compared up to the current bit.
        local reached;
        /// A tick of the port's limit.
        local ticks;
        /// One bit per VL: the packet that starts is one of the queue.
        local(config.port().lanes()) leaves;
        /// Ticks for which each queue has been waiting; constant while `expired`.
        reg(config.port().lanes()) age[config.age_bits()];
    }
}

impl Logic for QueueAges {
    #[hdl_gen]
    fn update(&mut self) {
        self.begins_lane.next = self.lane[self.source.val().index()].val();
        self.unlimited.next = self.limit.val().get_bit(4)
            && (self.limit.val().get_bit(3) || self.limit.val().get_bit(2));
        comment!("The highest bit that differs decides; a carry chain takes more lookup tables.");
        self.reached.next = true;
        for at in 0..self.code_bits.val() {
            if self.limit.val().get_bit(at) != self.largest.val().get_bit(at) {
                self.reached.next = self.largest.val().get_bit(at);
            }
        }
        self.ticks.next = self.ends.val() && self.reached.val();

        self.late.next = false;
        for at in 0..self.lanes.val() {
            self.leaves[at].next = self.begins.val() && self.begins_lane.val() == at;
            self.late.next = self.late.val() || (self.leaves[at].val() && self.expired[at].val());

            comment!("The bit is low at all ages below the one that expires with this tick.");
            if self.ticks.val() && self.stalled[at].val() && !self.expired[at].val() {
                self.age[at].next = self.age[at].val() + 1;
                self.expired[at].next = self.age[at].val().get_bit(self.last_bit.val());
            }
            comment!("The next packet of the queue has the full limit again.");
            if self.unlimited.val() || self.leaves[at].val() {
                self.age[at].next = 0.into();
                self.expired[at].next = false;
            }
        }
        self.late_lane.next = 0.into();
        if self.late.val() {
            self.late_lane.next = self.begins_lane.val();
        }
    }
}
