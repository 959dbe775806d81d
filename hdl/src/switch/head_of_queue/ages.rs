//! How long the queues of an output port have been waiting.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, CODE_BITS, EXPIRED_TICKS, UNLIMITED};
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Counts the ticks in which each queue of an output port lacks credits or its link.
    pub struct QueueAges(config: &HeadOfQueue) as "tailback_queue_ages" {
        /// Lanes of the port.
        count lanes = config.port().lanes();
        /// Codes of limits; those from this one on are none.
        count codes = UNLIMITED as usize;
        /// The age of a queue that is expired.
        count expired_age = EXPIRED_TICKS;

        /// There is a tick, for each limit.
        input ticks[UNLIMITED as usize];
        /// Code of the port's limit.
        input limit[CODE_BITS];
        /// A packet waits in the queue, and lacks nothing but credits or a link.
        input(config.port().lanes()) stalled;
        /// The port takes words.
        input engaged;
        /// From this input port.
        input source[config.port().port_bits()];
        /// The input port starts a packet.
        input(config.port().ports()) start;
        /// Of this lane.
        input(config.port().ports()) lane[lane_bits(config.port())];

        /// The packet of the queue that is started next is dropped.
        output(config.port().lanes()) expired;
        /// The packet that is started is dropped.
        output late;
        /// Its lane; 0 without `late`.
        output late_lane[lane_bits(config.port())];

        /// A packet to the port is started.
        local begins;
        /// Its lane.
        local begins_lane[lane_bits(config.port())];
        /// The port has a limit.
        local limited;
        /// The port has a tick.
        local ticks_now;
        /// Ticks for which the queue has been waiting.
        reg(config.port().lanes()) age[config.age_bits()];
    }
}

impl Logic for QueueAges {
    #[hdl_gen]
    fn update(&mut self) {
        self.begins.next = self.engaged.val() && self.start[self.source.val().index()].val();
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
            self.expired[at].next = self.age[at].val() == self.expired_age.val();
            if self.begins.val()
                && self.begins_lane.val() == at
                && self.age[at].val() == self.expired_age.val()
            {
                self.late.next = true;
                self.late_lane.next = self.begins_lane.val();
            }
            if self.ticks_now.val()
                && self.stalled[at].val()
                && self.age[at].val() != self.expired_age.val()
            {
                self.age[at].next = self.age[at].val() + 1;
            }
            comment!("The next packet of the queue has as long as this one.");
            if !self.limited.val() || (self.begins.val() && self.begins_lane.val() == at) {
                self.age[at].next = 0.into();
            }
        }
    }
}
