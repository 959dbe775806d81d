//! The verdict on a frame.

use crate::prelude::*;
use tailback_spec::efl::receive::Cause;
use tailback_spec::wire::efl::NUMBER_BITS;

/// Bits of a time.
const TIME: usize = NUMBER_BITS as usize;
/// Bits of a MAC address.
const ADDRESS: usize = 48;

block! {
    /// Judges a frame two cycles after its last beat was in the register: drops it for the first
    /// cause that applies, or passes it on.
    pub struct ReceiveVerdict() as "tailback_efl_receive_verdict" {
        /// Highest bit of a time.
        count top_bit = TIME - 1;

        /// Time in ticks.
        input now[TIME];
        /// MAC address of the endpoint.
        input set_address[ADDRESS];
        /// The flow has a peer.
        input peer_valid;
        /// MAC address of the peer.
        input peer_address[ADDRESS];
        /// Memories are being cleared: frames are dropped without a count.
        input sweeping;
        /// Last beat of a frame was in the register in the previous cycle.
        input ends;
        /// The frame is bad.
        input is_bad;
        /// The frame is cut short.
        input is_short;
        /// Its length as a data frame is wrong.
        input wrong;
        /// Its EtherType is another one.
        input wrong_type;
        /// Its flow label is no flow.
        input unknown;
        /// It is an ACK.
        input is_ack;
        /// Its destination.
        input destination[ADDRESS];
        /// Its source.
        input source[ADDRESS];
        /// Its time stamp.
        input stamp[TIME];
        /// Its packet is the next one.
        input is_next;
        /// Its packet is behind a gap.
        input is_gap;
        /// Its packet was accepted before.
        input is_duplicate;
        /// Its packet is beyond any window.
        input is_beyond;
        /// Its packet is acknowledged if it is accepted.
        input replies;
        /// Its payload fits into the receive buffer.
        input fits;
        /// The queue of received ACKs is full.
        input ack_full;
        /// The queue of replies is full.
        input reply_full;
        /// The payload is kept.
        output keeps;
        /// The ACK is put into the queue of received ACKs.
        output puts_ack;
        /// RTT of the ACK.
        output_reg rtt[TIME];
        /// Time to which the RTT was measured.
        output_reg measured_at[TIME];
        /// A reply is put into its queue.
        output puts_reply;
        /// The packet is in order.
        output in_order;
        /// A packet in order was accepted in the previous cycle.
        output_reg accepted;
        /// A duplicate was dropped in the previous cycle.
        output_reg duplicates;
        /// A packet behind a gap was dropped in the previous cycle.
        output_reg gaps;
        /// An ACK was put into its queue in the previous cycle.
        output_reg acks;
        /// A reply was lost in the previous cycle: its queue was full.
        output_reg replies_lost;
        /// One bit per cause: a frame was dropped in the previous cycle.
        output_reg(Cause::ALL.len()) drops;

        /// The frame is judged, and none of the causes before the destination applies.
        local clean;
        /// The frame is from the peer of its flow, and for this endpoint.
        local is_known;
        /// The time stamp is from the future.
        local is_future;
        /// Data of a length that can be.
        local is_data;
        /// An ACK with a time stamp that can be.
        local is_timely;
        /// A packet in order for which there is no space.
        local overruns;
        /// A frame is to be judged, or dropped as bad, short, or of another type.
        reg(4) stage;
        /// The frame is an ACK.
        reg ack;
        /// The frame is data, and its length can be.
        reg data;
        /// The frame is data, and its length cannot be.
        reg bad_data;
        /// The destination is another one.
        reg is_other;
        /// The flow has no such peer.
        reg is_unknown;
    }
}

impl Logic for ReceiveVerdict {
    #[hdl_gen]
    fn update(&mut self) {
        self.stage[0].next =
            self.ends.val() && !self.is_bad.val() && !self.is_short.val() && !self.wrong_type.val();
        self.stage[1].next = self.ends.val() && self.is_bad.val();
        self.stage[2].next = self.ends.val() && !self.is_bad.val() && self.is_short.val();
        self.stage[3].next =
            self.ends.val() && !self.is_bad.val() && !self.is_short.val() && self.wrong_type.val();
        self.ack.next = self.is_ack.val();
        self.data.next = !self.is_ack.val() && !self.wrong.val();
        self.bad_data.next = !self.is_ack.val() && self.wrong.val();
        self.is_other.next = self.destination.val() != self.set_address.val();
        self.is_unknown.next = self.unknown.val()
            || !self.peer_valid.val()
            || self.source.val() != self.peer_address.val();
        self.measured_at.next = self.now.val();
        self.rtt.next = self.now.val() - self.stamp.val();

        self.clean.next = self.stage[0].val() && !self.sweeping.val();
        self.is_known.next = self.clean.val() && !self.is_other.val() && !self.is_unknown.val();
        self.is_future.next = self.rtt.val().get_bit(self.top_bit.val());
        self.is_data.next = self.is_known.val() && self.data.val();
        self.is_timely.next = self.is_known.val() && self.ack.val() && !self.is_future.val();
        self.keeps.next = self.is_data.val() && self.is_next.val() && self.fits.val();
        self.overruns.next = self.is_data.val() && self.is_next.val() && !self.fits.val();
        self.in_order.next = self.is_next.val();
        self.puts_ack.next = self.is_timely.val();
        self.puts_reply.next = (self.keeps.val() && self.replies.val())
            || (self.is_data.val() && (self.is_gap.val() || self.is_duplicate.val()));

        self.accepted.next = self.keeps.val();
        self.duplicates.next = self.is_data.val() && self.is_duplicate.val();
        self.gaps.next = self.is_data.val() && self.is_gap.val();
        self.acks.next = self.is_timely.val() && !self.ack_full.val();
        self.replies_lost.next = self.puts_reply.val() && self.reply_full.val();
        self.drops[0].next = self.stage[1].val() && !self.sweeping.val();
        self.drops[1].next = self.stage[2].val() && !self.sweeping.val();
        self.drops[2].next = self.stage[3].val() && !self.sweeping.val();
        self.drops[3].next = self.clean.val() && self.is_other.val();
        self.drops[4].next = self.clean.val() && !self.is_other.val() && self.is_unknown.val();
        self.drops[5].next = self.is_known.val() && self.bad_data.val();
        self.drops[6].next = self.is_known.val() && self.ack.val() && self.is_future.val();
        self.drops[7].next = self.is_data.val() && self.is_beyond.val();
        self.drops[8].next = self.overruns.val();
        self.drops[9].next = self.is_timely.val() && self.ack_full.val();
    }
}
