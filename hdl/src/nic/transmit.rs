//! The transmit path: packets of the host as they are granted, and replies between them.

mod answer;
mod front;
mod grant;
mod header;
mod queue;
mod way;

pub use answer::AnswerBuilder;
pub use front::TransmitFront;
pub use grant::TransmitGrant;
pub use header::AnswerHeader;
pub use queue::BeatQueue;
pub use way::TransmitWay;

use crate::interface::{PacketStream, Reply};
use crate::prelude::*;
use front::{stored_bits, LENGTH_BITS};
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::reflector::{PSN_BITS, SL_BITS};
use tailback_spec::nic::transmit::{Cause, BYTES_BITS, PSN_BYTE};
use tailback_spec::nic::Nic;

block! {
    /// Transmits packets of the host as they are granted, and replies between them.
    ///
    /// While a packet is transmitted, the first beats of the next one are accepted already, and its
    /// start is requested. A packet that turns out shorter or longer than its PktLen ends as a bad
    /// packet.
    pub struct Transmit(nic: &Nic) as "tailback_nic_transmit" {
        /// Data bits of a beat.
        count width_bits = nic.port().width_bits();
        /// Data and keep bits of a beat.
        count word_bits = nic.port().word_bits();
        /// Number of the beat of a packet that has its PSN.
        count psn_beat = PSN_BYTE / nic.port().width_bytes();
        /// Lowest bit of the PSN's first byte in that beat.
        count psn_at = u8::BITS as usize * (PSN_BYTE % nic.port().width_bytes());

        /// Packets of the host.
        slave s: PacketStream(nic.port().width_bits(), true, nic.flow_bits()) reg { ready };
        /// The host has no packet for a grant after all.
        input decline;
        /// Flow whose grant is declined.
        input decline_flow[nic.flow_bits()];
        /// Ready of the rate limiter for a start.
        input start_ready;
        /// The rate limiter reports that the start was legal.
        input look_up;
        /// The rate limiter reports that the start was not legal.
        input start_ignored;
        /// Reply to be transmitted.
        slave answer: Reply(true, true);
        /// Credits suffice for the next host packet.
        input host_may_send;
        /// Credits suffice for the reply.
        input answer_may_send;

        /// Ready for a decline.
        output decline_ready;
        /// Start to the rate limiter: a packet starts, or a grant is declined.
        output start;
        /// Flow of the start.
        output start_flow[nic.flow_bits()];
        /// Length of the packet that starts in beats; 0 if it is dropped, or the grant declined.
        output start_words[nic.word_bits()];
        /// A further packet of the flow is ready behind the one that starts.
        output start_more;
        /// SL of the packet whose first beat was accepted last.
        output first_sl[SL_BITS];
        /// VL of the packet whose first beat was accepted last.
        output host_vl[VL_BITS];
        /// Length in blocks of the packet whose first beat was accepted last.
        output host_blocks[nic.port().block_bits()];
        /// VL of the reply.
        output reply_vl[VL_BITS];
        /// A packet would begin, but lacks credits.
        output lacks_credits;
        /// A packet begins, and uses up its credits.
        output begins;
        /// VL of the packet that begins.
        output begins_vl[VL_BITS];
        /// Length in blocks of the packet that begins.
        output begins_blocks[nic.port().block_bits()];
        /// Packets for the link.
        master m: PacketStream(nic.port().width_bits(), true, 0)
            reg { valid, data, keep, last, bad };
        /// Reports a transmitted packet of the host.
        output_reg sent;
        /// Flow of the reported packet.
        output_reg sent_flow[nic.flow_bits()];
        /// SL of the reported packet.
        output_reg sent_sl[SL_BITS];
        /// Length of the reported packet in bytes.
        output sent_bytes[BYTES_BITS];
        /// PSN of the host packet whose beat with the PSN was transmitted last.
        output_reg sent_psn[PSN_BITS];
        /// Reports a transmitted reply: element 0 an ACK, element 1 a CNP.
        output_reg(2) answered;
        /// Reports a packet that is dropped or truncated: one element per cause.
        output_reg(Cause::ALL.len()) drops;
        /// Reports a start of 0 beats that was not legal.
        output decline_ignored;

        /// Checks of the host's beats.
        sub front: TransmitFront = TransmitFront::new(nic, &nic.port());
        /// Stored beats of the host.
        sub queue: BeatQueue = BeatQueue::new(stored_bits(&nic.port()));
        /// Grant of the next packet of the host, and declines.
        sub grant: TransmitGrant = TransmitGrant::new(nic, &nic.port());
        /// Builder of replies.
        sub builder: AnswerBuilder = AnswerBuilder::new(&nic.port());
        /// Choice of the packet that begins, and the one in transmission.
        sub way: TransmitWay = TransmitWay::new(&nic.port());
        /// The oldest stored beat is the last one of its packet.
        local stored_last;
        /// The packet of the oldest stored beat is shorter than its PktLen.
        local is_short;
        /// The packet of the oldest stored beat is longer than its PktLen.
        local is_long;
        /// The last beat of a host packet moves to the output register.
        local leaves;
        /// The last beat of a reply moves to the output register.
        local answer_leaves;

        /// Number of the oldest stored beat in its packet; stays at 3.
        local beat_number[2];
        /// The oldest stored beat moves to the output register, and has the PSN.
        local has_psn;
        /// PSN in the oldest stored beat, if it has one.
        local its_psn[PSN_BITS];

        /// PktLen of the host packet that began last.
        reg length_reg[LENGTH_BITS];
        /// Number of the next beat of the host packet that began last; stays at 3.
        reg next_number[2];
    }
    connect {
        front: data = s.data, keep = s.keep, is_last = s.last, flow = s.flow;
        front, queue: store = write, stored = write_beat;
        front, grant: first, refused, unknown, length, vl, sl;
        queue, way: some;
        grant: flow = s.flow, more = s.more, decline, decline_flow, start_ready, look_up,
            start_ignored, decline_ready, decline_ignored, start, start_flow, start_words,
            start_more, packet_sl = first_sl, packet_vl = host_vl, packet_blocks = host_blocks;
        grant, way: goes = host, dropped, packet_vl = host_vl, packet_blocks = host_blocks;
        builder: reply = answer, packet_vl = reply_vl;
        builder, way: built, packet_vl = reply_vl, last = answer_last;
        way, queue: take_stored = take;
        way, grant: leaves;
        way, builder: move_answer = take;
        way: stored_last, host_may_send, answer_may_send, lacks_credits, begins, begins_vl,
            begins_blocks;
    }
}

impl Logic for Transmit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Host");
        self.s.ready.next =
            self.queue.roomy.val() && (self.front.continues.val() || self.grant.none_next.val());
        self.front.take.next = self.s.valid.val() && self.s.ready.val();
        self.stored_last.next = self.queue.oldest.val().get_bit(self.word_bits.val());
        self.is_short.next = self.queue.oldest.val().get_bit(self.word_bits.val() + 1);
        self.is_long.next = self.queue.oldest.val().get_bit(self.word_bits.val() + 2);

        comment!("Output register");
        self.way.room.next = !self.m.valid.val() || self.m.ready.val();
        if self.m.ready.val() {
            self.m.valid.next = false;
        }
        comment!("Timing: whether a beat moves is late, and does not select the beat.");
        if self.way.move_stored.val() || self.way.move_answer.val() {
            self.m.valid.next = true;
            self.m.data.next = self.queue.oldest.val() >> 0;
            self.m.keep.next = self.queue.oldest.val() >> self.width_bits.val();
            self.m.last.next = self.stored_last.val();
            self.m.bad.next = self.is_short.val() || self.is_long.val();
            if self.way.shows_answer.val() {
                self.m.data.next = self.builder.data.val();
                self.m.keep.next = self.builder.keep.val();
                self.m.last.next = self.builder.last.val();
                self.m.bad.next = false;
            }
        }

        comment!("Events");
        self.leaves.next = self.way.move_stored.val() && self.stored_last.val();
        self.answer_leaves.next = self.way.move_answer.val() && self.builder.last.val();
        self.sent.next = self.leaves.val() && !self.is_short.val() && !self.is_long.val();
        if self.way.host_begins.val() {
            self.sent_flow.next = self.grant.packet_flow.val();
            self.sent_sl.next = self.grant.packet_sl.val();
            self.length_reg.next = self.grant.packet_length.val();
        }
        self.beat_number.next = self.next_number.val();
        if self.way.host_begins.val() {
            self.beat_number.next = 0.into();
        }
        self.has_psn.next =
            self.way.move_stored.val() && self.beat_number.val() == self.psn_beat.val();
        if self.way.move_stored.val() && self.beat_number.val() != 3 {
            self.next_number.next = self.beat_number.val() + 1;
        }
        comment!("The first byte of the PSN is the most significant one: the bytes are reversed.");
        self.its_psn.next = self.queue.oldest.val() >> self.psn_at.val();
        self.its_psn.next =
            (self.its_psn.val() << 16) | (self.its_psn.val() & 65280) | (self.its_psn.val() >> 16);
        if self.has_psn.val() {
            self.sent_psn.next = self.its_psn.val();
        }
        self.answered[0].next = self.answer_leaves.val() && !self.builder.is_cnp.val();
        self.answered[1].next = self.answer_leaves.val() && self.builder.is_cnp.val();
        self.drops[0].next = self.front.first.val() && self.front.unknown.val();
        self.drops[1].next = self.front.first.val() && self.front.bad_version.val();
        self.drops[2].next = self.front.first.val() && self.front.bad_lane.val();
        self.drops[3].next = self.front.first.val() && self.front.bad_length.val();
        self.drops[4].next = self.grant.denied.val();
        self.drops[5].next = self.leaves.val() && self.is_short.val();
        self.drops[6].next = self.leaves.val() && self.is_long.val();
        comment!("PktLen counts words of four bytes, without the two bytes of the VCRC.");
        self.sent_bytes.next = self.length_reg.val();
        self.sent_bytes.next = (self.sent_bytes.val() << 2) | 2;
    }
}
