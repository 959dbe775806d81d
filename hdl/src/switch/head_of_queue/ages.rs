//! Waiting times of the queues of an output port.

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, CODE_BITS, EXPIRED_TICKS, UNLIMITED};
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Counts the ticks in which each queue of an output port lacks credits or its link.
    pub struct QueueAges(config: &HeadOfQueue) as "tailback_queue_ages" {
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port().lanes();
        /// Number of codes with a limit: codes from this one on have none.
        count codes = UNLIMITED as usize;
        /// Age in ticks of a queue that expires with the next tick.
        count last_age = EXPIRED_TICKS - 1;

        /// One bit per code: a tick of its limit.
        input ticks[UNLIMITED as usize];
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
        /// The port has a limit.
        local limited;
        /// A tick of the port's limit.
        local ticks_now;
        /// Ticks for which each queue has been waiting; constant while `expired`.
        reg(config.port().lanes()) age[config.age_bits()];
    }
}

impl Logic for QueueAges {
    #[hdl_gen]
    fn update(&mut self) {
        self.begins_lane.next = self.lane[self.source.val().index()].val();
        self.limited.next = self.limit.val() < self.codes.val();
        self.ticks_now.next = false;
        for code in 0..self.codes.val() {
            if self.limit.val() == code && self.ticks.val().get_bit(code) {
                self.ticks_now.next = true;
            }
        }
        self.late.next = false;
        self.late_lane.next = 0.into();
        for at in 0..self.lanes.val() {
            if self.begins.val() && self.begins_lane.val() == at && self.expired[at].val() {
                self.late.next = true;
                self.late_lane.next = self.begins_lane.val();
            }
            if self.ticks_now.val() && self.stalled[at].val() && !self.expired[at].val() {
                self.age[at].next = self.age[at].val() + 1;
                self.expired[at].next = self.age[at].val() == self.last_age.val();
            }
            comment!("The next packet of the queue has the full limit again.");
            if !self.limited.val() || (self.begins.val() && self.begins_lane.val() == at) {
                self.age[at].next = 0.into();
                self.expired[at].next = false;
            }
        }
    }
}
