//! The end of a slow link that sends.

use super::queue::BeatQueue;
use super::signals;
use crate::interface::AxiStream;
use crate::prelude::*;
use tailback_spec::link::slow_link::{SlowLinkEnd, RATE_BITS};

block! {
    /// End of a slow link that sends: stores packets at the rate of the datapath, and transmits their beats
    /// at the rate of the link.
    pub struct SlowLinkSender(end: &SlowLinkEnd) as "tailback_slow_link_sender" {
        /// Bit of `due` that is high if there is time for a beat.
        count beat_bit = RATE_BITS;
        /// Least number of stored beats with which the next one might find no space.
        param nearly_full[end.address_bits() + 1] = end.depth() as u128 - 1;

        /// Rate of the link: beats in 2^16 cycles.
        input rate[RATE_BITS];
        /// Packets for the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis: AxiStream(signals(end).stallable()) reg { tready };
        /// Packets on the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis: AxiStream(signals(end));

        /// A beat goes.
        local goes;
        /// Time that is left of what the link has had, in 2^-16 beats.
        local rest[RATE_BITS + 1];
        /// Time that the link has had for the next beat, in 2^-16 beats.
        reg due[RATE_BITS + 1];
        /// Beats that wait.
        sub queue: BeatQueue = BeatQueue::new(end);
    }
    connect {
        queue: read = goes, m_axis;
    }
}

impl Logic for SlowLinkSender {
    #[hdl_gen]
    fn update(&mut self) {
        self.queue.s_axis.tvalid.next = self.s_axis.tvalid.val() && self.s_axis.tready.val();
        self.queue.s_axis.tdata.next = self.s_axis.tdata.val();
        self.queue.s_axis.tkeep.next = self.s_axis.tkeep.val();
        self.queue.s_axis.tlast.next = self.s_axis.tlast.val();
        self.queue.s_axis.tuser.next = self.s_axis.tuser.val();
        self.s_axis.tready.next = self.queue.level.val() < self.nearly_full.val();

        self.goes.next =
            self.due.val().get_bit(self.beat_bit.val()) && self.queue.level.val().any();
        self.rest.next = self.due.val();
        if self.goes.val() {
            self.rest.next = self.rest.val().replace_bit(self.beat_bit.val(), false);
        }
        self.due.next = self.rest.val();
        if !self.rest.val().get_bit(self.beat_bit.val()) {
            comment!("An idle link saves up one beat.");
            self.due.next = self.rest.val() + self.rate.val();
        }
    }
}
