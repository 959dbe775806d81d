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

use crate::comment;
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
        /// Bytes of a beat.
        count width_bytes = nic.port().width_bytes();
        /// Data bits of a beat.
        count width_bits = nic.port().width_bits();
        /// Data and keep bits of a beat.
        count word_bits = nic.port().word_bits();
        /// Number of the beat of a packet that has its PSN.
        count psn_beat = PSN_BYTE / nic.port().width_bytes();
        /// Lowest bit of the PSN's first byte in that beat.
        count psn_at = u8::BITS as usize * (PSN_BYTE % nic.port().width_bytes());

        /// Host beat: valid.
        input s_valid;
        /// Host beat: data; the first byte has the least significant bits.
        input s_data[nic.port().width_bits()];
        /// Host beat: one bit per valid byte; all bytes are valid without `s_last`.
        input s_keep[nic.port().width_bytes()];
        /// Host beat: last one of its packet.
        input s_last;
        /// Host beat: flow of its packet.
        input s_flow[nic.flow_bits()];
        /// Host beat: a further packet of the flow is ready; used in the first beat of a packet.
        input s_more;
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
        /// Valid of the reply handshake.
        input answer_valid;
        /// OpCode of the reply.
        input answer_opcode[8];
        /// Service level (SL) of the reply.
        input answer_sl[4];
        /// VL of the reply.
        input answer_vl[VL_BITS];
        /// DLID of the reply.
        input answer_dlid[16];
        /// SLID of the reply.
        input answer_slid[16];
        /// P_Key of the reply.
        input answer_p_key[16];
        /// DestQP of the reply.
        input answer_dest_qp[24];
        /// PSN of the reply.
        input answer_psn[24];
        /// BECN of the reply.
        input answer_becn;
        /// AETH syndrome of an ACK.
        input answer_syndrome[8];
        /// AETH MSN of an ACK.
        input answer_msn[24];
        /// Credits suffice for the packet that wants to begin.
        input may_send;
        /// Link beat: ready.
        input m_ready;

        /// Host beat: ready.
        output s_ready;
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
        /// Ready of the reply handshake.
        output answer_ready;
        /// A packet wants to begin, if credits suffice.
        output want;
        /// VL of the packet that wants to begin.
        output want_vl[VL_BITS];
        /// Length in blocks of the packet that wants to begin.
        output want_blocks[nic.port().block_bits()];
        /// The packet that wants to begin does so, and uses up its credits.
        output begins;
        /// Link beat: valid.
        output_reg m_valid;
        /// Link beat: data; the first byte has the least significant bits.
        output_reg m_data[nic.port().width_bits()];
        /// Link beat: one bit per valid byte.
        output_reg m_keep[nic.port().width_bytes()];
        /// Link beat: last one of its packet.
        output_reg m_last;
        /// Link beat: the packet is bad (end of bad packet).
        output_reg m_bad;
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
        output(2) answered;
        /// Reports a packet that is dropped or truncated: one element per cause.
        output(Cause::ALL.len()) drops;
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
        /// Register of `answered`.
        reg(2) answered_reg;
        /// Register of `drops`.
        reg(Cause::ALL.len()) drops_reg;
    }
    connect {
        front: data = s_data, keep = s_keep, is_last = s_last, flow = s_flow;
        front, queue: store = write, stored = write_beat;
        front, grant: first, refused, unknown, length, vl, sl;
        queue, way: some;
        grant: flow = s_flow, more = s_more, decline, decline_flow, start_ready, look_up,
            start_ignored, decline_ready, decline_ignored, start, start_flow, start_words,
            start_more, packet_sl = first_sl;
        grant, way: goes = host, dropped, packet_vl = host_vl, packet_blocks = host_blocks;
        builder: valid = answer_valid, opcode = answer_opcode, sl = answer_sl, vl = answer_vl,
            dlid = answer_dlid, slid = answer_slid, p_key = answer_p_key, dest_qp = answer_dest_qp,
            psn = answer_psn, becn = answer_becn, syndrome = answer_syndrome, msn = answer_msn,
            ready = answer_ready;
        builder, way: built, packet_vl = answer_vl, last = answer_last;
        way, queue: take_stored = take;
        way, grant: leaves;
        way, builder: move_answer = take;
        way: stored_last, may_send, want, want_vl, want_blocks, begins;
    }
}

impl Logic for Transmit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Host");
        self.s_ready.next =
            !self.queue.full.val() && (self.front.started.val() || self.grant.none.val());
        self.front.take.next = self.s_valid.val() && self.s_ready.val();
        self.stored_last.next = self.queue.oldest.val().get_bit(self.word_bits.val());
        self.is_short.next = self.queue.oldest.val().get_bit(self.word_bits.val() + 1);
        self.is_long.next = self.queue.oldest.val().get_bit(self.word_bits.val() + 2);

        comment!("Output register");
        self.way.room.next = !self.m_valid.val() || self.m_ready.val();
        if self.m_ready.val() {
            self.m_valid.next = false;
        }
        if self.way.move_stored.val() {
            self.m_valid.next = true;
            self.m_data.next = self.queue.oldest.val() >> 0;
            self.m_keep.next = self.queue.oldest.val() >> self.width_bits.val();
            self.m_last.next = self.stored_last.val();
            self.m_bad.next = self.is_short.val() || self.is_long.val();
        }
        if self.way.move_answer.val() {
            self.m_valid.next = true;
            self.m_data.next = self.builder.data.val();
            self.m_keep.next = self.builder.keep.val();
            self.m_last.next = self.builder.last.val();
            self.m_bad.next = false;
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
        comment!("The first byte of the PSN is the most significant one.");
        for octet in 0..3 {
            for at in 0..8 {
                self.its_psn.next = self.its_psn.val().replace_bit(
                    16 - 8 * octet + at,
                    self.queue.oldest.val().get_bit(self.psn_at.val() + 8 * octet + at),
                );
            }
        }
        if self.has_psn.val() {
            self.sent_psn.next = self.its_psn.val();
        }
        self.answered_reg[0].next = self.answer_leaves.val() && !self.builder.is_cnp.val();
        self.answered_reg[1].next = self.answer_leaves.val() && self.builder.is_cnp.val();
        self.drops_reg[0].next = self.front.first.val() && self.front.unknown.val();
        self.drops_reg[1].next = self.front.first.val() && self.front.bad_version.val();
        self.drops_reg[2].next = self.front.first.val() && self.front.bad_lane.val();
        self.drops_reg[3].next = self.front.first.val() && self.front.bad_length.val();
        self.drops_reg[4].next = self.grant.denied.val();
        self.drops_reg[5].next = self.leaves.val() && self.is_short.val();
        self.drops_reg[6].next = self.leaves.val() && self.is_long.val();
        for at in 0..11 {
            self.sent_bytes.next =
                self.sent_bytes.val().replace_bit(2 + at, self.length_reg.val().get_bit(at));
        }
        self.sent_bytes.next = self.sent_bytes.val().replace_bit(1, true);
        self.sent_bytes.next = self.sent_bytes.val().replace_bit(0, false);
        for number in 0..2 {
            self.answered[number].next = self.answered_reg[number].val();
        }
        for number in 0..7 {
            self.drops[number].next = self.drops_reg[number].val();
        }
    }
}
