//! Events for the counters of the endpoint.

use crate::prelude::*;
use tailback_spec::efl::receive::Cause;
use tailback_spec::efl::registers::COUNTERS;
use tailback_spec::efl::transmit::HostDrop;

/// Number of the first counter of dropped frames.
const FIRST_DROP: usize = 12;
/// Causes for which frames are dropped with a counter of their own: all but the last.
const CAUSES: usize = Cause::Lost as usize;
/// Number of the first counter behind those of dropped frames.
const FIRST_OTHER: usize = FIRST_DROP + CAUSES;

block! {
    /// Maps the events of the endpoint to its counters.
    pub struct EflHappened() as "tailback_efl_happened" {
        /// Number of the first counter of dropped frames.
        count first_drop = FIRST_DROP;
        /// Causes for which frames are dropped with a counter of their own: all but the last.
        count causes = CAUSES;
        /// Number of the first counter behind those of dropped frames.
        count first_other = FIRST_OTHER;

        /// The MAC accepts the last beat of a frame.
        input frame_sent;
        /// A data packet is sent.
        input sent;
        /// The packet is sent again.
        input sent_again;
        /// An ACK frame began in the previous cycle.
        input replied;
        /// A packet in order was accepted.
        input accepted;
        /// A duplicate was dropped.
        input duplicates;
        /// A packet behind a gap was dropped.
        input gaps;
        /// An ACK was received.
        input acks;
        /// A reply was lost: its queue was full.
        input replies_lost;
        /// One bit per cause: a frame was dropped.
        input(Cause::ALL.len()) drops;
        /// An ACK acknowledges packets in flight.
        input acknowledged;
        /// An ACK acknowledges nothing, and was triggered by a packet behind a gap.
        input duplicate;
        /// An ACK is ignored: it acknowledges what had been acknowledged.
        input acks_old;
        /// An ACK is ignored: it acknowledges what was never sent.
        input acks_bad;
        /// A packet of a flow is lost.
        input lost;
        /// The loss is a time-out.
        input lost_late;
        /// An RTT was less than RTT_MIN.
        input below;
        /// An event for the rate controller is lost.
        input event_lost;
        /// One bit per cause: a packet of the host is dropped.
        input(HostDrop::Long as usize + 1) host_drops;
        /// The FCS of a received frame is wrong.
        input wrong;
        /// One bit per counter: an event to be counted.
        output(COUNTERS.len()) happened;
    }
}

impl Logic for EflHappened {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Frames sent");
        self.happened[0].next = self.frame_sent.val();
        self.happened[1].next = self.sent.val();
        self.happened[2].next = self.sent.val() && self.sent_again.val();
        self.happened[3].next = self.replied.val();

        comment!("Packets, ACKs and losses");
        self.happened[4].next = self.accepted.val();
        self.happened[5].next = self.acks.val();
        self.happened[6].next = self.acknowledged.val();
        self.happened[7].next = self.duplicate.val();
        self.happened[8].next = self.lost.val() && self.lost_late.val();
        self.happened[9].next = self.lost.val() && !self.lost_late.val();
        self.happened[10].next = self.duplicates.val();
        self.happened[11].next = self.gaps.val();

        comment!("Dropped frames");
        for cause in 0..self.causes.val() {
            self.happened[self.first_drop.val() + cause].next = self.drops[cause].val();
        }

        comment!("What is lost or ignored");
        self.happened[self.first_other.val()].next =
            self.drops[self.causes.val()].val() || self.replies_lost.val();
        self.happened[self.first_other.val() + 1].next = self.acks_old.val();
        self.happened[self.first_other.val() + 2].next = self.acks_bad.val();
        self.happened[self.first_other.val() + 3].next = self.below.val();
        self.happened[self.first_other.val() + 4].next = self.event_lost.val();
        self.happened[self.first_other.val() + 5].next =
            self.host_drops[0].val() || self.host_drops[1].val() || self.host_drops[2].val();
        self.happened[self.first_other.val() + 6].next = self.wrong.val();
    }
}
