//! The transmit path: packets of the host as they are granted, and replies between them.

mod answer;
mod crc;
mod front;
mod grant;
mod header;
mod queue;
mod way;

pub use answer::AnswerBuilder;
pub use crc::CrcStep;
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
        output m_valid;
        /// Link beat: data; the first byte has the least significant bits.
        output m_data[nic.port().width_bits()];
        /// Link beat: one bit per valid byte.
        output m_keep[nic.port().width_bytes()];
        /// Link beat: last one of its packet.
        output m_last;
        /// Link beat: the packet is bad (end of bad packet).
        output m_bad;
        /// Reports a transmitted packet of the host.
        output sent;
        /// Flow of the reported packet.
        output sent_flow[nic.flow_bits()];
        /// SL of the reported packet.
        output sent_sl[SL_BITS];
        /// Length of the reported packet in bytes.
        output sent_bytes[BYTES_BITS];
        /// PSN of the host packet whose beat with the PSN was transmitted last.
        output sent_psn[PSN_BITS];
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

        /// Register of `m_valid`.
        reg valid_reg;
        /// Register of `m_data`.
        reg data_reg[nic.port().width_bits()];
        /// Register of `m_keep`.
        reg keep_reg[nic.port().width_bytes()];
        /// Register of `m_last`.
        reg last_reg;
        /// Register of `m_bad`.
        reg bad_reg;
        /// Register of `sent`.
        reg sent_reg;
        /// Flow of the host packet that began last.
        reg flow_reg[nic.flow_bits()];
        /// SL of the host packet that began last.
        reg sl_reg[SL_BITS];
        /// PktLen of the host packet that began last.
        reg length_reg[LENGTH_BITS];
        /// Number of the next beat of the host packet that began last; stays at 3.
        reg next_number[2];
        /// Register of `sent_psn`.
        reg psn_reg[PSN_BITS];
        /// Register of `answered`.
        reg(2) answered_reg;
        /// Register of `drops`.
        reg(Cause::ALL.len()) drops_reg;
    }
}

impl Logic for Transmit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Host");
        self.s_ready.next =
            !self.queue.full.val() && (self.front.started.val() || self.grant.none.val());
        self.front.take.next = self.s_valid.val() && self.s_ready.val();
        self.front.data.next = self.s_data.val();
        self.front.keep.next = self.s_keep.val();
        self.front.is_last.next = self.s_last.val();
        self.front.flow.next = self.s_flow.val();
        self.queue.write.next = self.front.store.val();
        self.queue.write_beat.next = self.front.stored.val();
        self.queue.take.next = self.way.take_stored.val();
        self.stored_last.next = self.queue.oldest.val().get_bit(self.word_bits.val());
        self.is_short.next = self.queue.oldest.val().get_bit(self.word_bits.val() + 1);
        self.is_long.next = self.queue.oldest.val().get_bit(self.word_bits.val() + 2);

        comment!("Grants");
        self.grant.first.next = self.front.first.val();
        self.grant.refused.next = self.front.refused.val();
        self.grant.unknown.next = self.front.unknown.val();
        self.grant.flow.next = self.s_flow.val();
        self.grant.more.next = self.s_more.val();
        self.grant.length.next = self.front.length.val();
        self.grant.vl.next = self.front.vl.val();
        self.grant.sl.next = self.front.sl.val();
        self.grant.decline.next = self.decline.val();
        self.grant.decline_flow.next = self.decline_flow.val();
        self.grant.start_ready.next = self.start_ready.val();
        self.grant.look_up.next = self.look_up.val();
        self.grant.start_ignored.next = self.start_ignored.val();
        self.grant.leaves.next = self.way.leaves.val();
        self.decline_ready.next = self.grant.decline_ready.val();
        self.decline_ignored.next = self.grant.decline_ignored.val();
        self.start.next = self.grant.start.val();
        self.start_flow.next = self.grant.start_flow.val();
        self.start_words.next = self.grant.start_words.val();
        self.start_more.next = self.grant.start_more.val();
        self.first_sl.next = self.grant.packet_sl.val();

        comment!("Replies");
        self.builder.valid.next = self.answer_valid.val();
        self.builder.opcode.next = self.answer_opcode.val();
        self.builder.sl.next = self.answer_sl.val();
        self.builder.vl.next = self.answer_vl.val();
        self.builder.dlid.next = self.answer_dlid.val();
        self.builder.slid.next = self.answer_slid.val();
        self.builder.p_key.next = self.answer_p_key.val();
        self.builder.dest_qp.next = self.answer_dest_qp.val();
        self.builder.psn.next = self.answer_psn.val();
        self.builder.becn.next = self.answer_becn.val();
        self.builder.syndrome.next = self.answer_syndrome.val();
        self.builder.msn.next = self.answer_msn.val();
        self.builder.take.next = self.way.move_answer.val();
        self.answer_ready.next = self.builder.ready.val();

        comment!("Output register");
        self.way.host.next = self.grant.goes.val();
        self.way.dropped.next = self.grant.dropped.val();
        self.way.host_vl.next = self.grant.packet_vl.val();
        self.way.host_blocks.next = self.grant.packet_blocks.val();
        self.way.built.next = self.builder.built.val();
        self.way.answer_vl.next = self.builder.packet_vl.val();
        self.way.answer_last.next = self.builder.last.val();
        self.way.some.next = self.queue.some.val();
        self.way.stored_last.next = self.stored_last.val();
        self.way.may_send.next = self.may_send.val();
        self.way.room.next = !self.valid_reg.val() || self.m_ready.val();
        self.want.next = self.way.want.val();
        self.want_vl.next = self.way.want_vl.val();
        self.want_blocks.next = self.way.want_blocks.val();
        self.begins.next = self.way.begins.val();
        if self.m_ready.val() {
            self.valid_reg.next = false;
        }
        if self.way.move_stored.val() {
            self.valid_reg.next = true;
            self.data_reg.next = self.queue.oldest.val() >> 0;
            self.keep_reg.next = self.queue.oldest.val() >> self.width_bits.val();
            self.last_reg.next = self.stored_last.val();
            self.bad_reg.next = self.is_short.val() || self.is_long.val();
        }
        if self.way.move_answer.val() {
            self.valid_reg.next = true;
            self.data_reg.next = self.builder.data.val();
            self.keep_reg.next = self.builder.keep.val();
            self.last_reg.next = self.builder.last.val();
            self.bad_reg.next = false;
        }
        self.m_valid.next = self.valid_reg.val();
        self.m_data.next = self.data_reg.val();
        self.m_keep.next = self.keep_reg.val();
        self.m_last.next = self.last_reg.val();
        self.m_bad.next = self.bad_reg.val();

        comment!("Events");
        self.leaves.next = self.way.move_stored.val() && self.stored_last.val();
        self.answer_leaves.next = self.way.move_answer.val() && self.builder.last.val();
        self.sent_reg.next = self.leaves.val() && !self.is_short.val() && !self.is_long.val();
        if self.way.host_begins.val() {
            self.flow_reg.next = self.grant.packet_flow.val();
            self.sl_reg.next = self.grant.packet_sl.val();
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
            self.psn_reg.next = self.its_psn.val();
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
        self.sent.next = self.sent_reg.val();
        self.sent_psn.next = self.psn_reg.val();
        self.sent_flow.next = self.flow_reg.val();
        self.sent_sl.next = self.sl_reg.val();
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
