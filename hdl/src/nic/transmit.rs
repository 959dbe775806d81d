//! The way to the link: packets of the host as they are granted, and answers between them.

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
    /// Sends packets of the host as they are granted, and answers between them.
    ///
    /// While a packet is sent, the first beats of the next one are taken already, and its start is asked
    /// for. A packet that turns out shorter or longer than it says ends as a bad one.
    pub struct Transmit(nic: &Nic) as "tailback_nic_transmit" {
        /// Bytes of a beat.
        count width_bytes = nic.port().width_bytes();
        /// Bits of these bytes.
        count width_bits = nic.port().width_bits();
        /// Bits of both.
        count word_bits = nic.port().word_bits();
        /// Beat of a packet that has its PSN.
        count psn_beat = PSN_BYTE / nic.port().width_bytes();
        /// Lowest bit of the first byte of the PSN in that beat.
        count psn_at = u8::BITS as usize * (PSN_BYTE % nic.port().width_bytes());

        /// The host has a beat.
        input s_valid;
        /// Its bytes; the first one has the least significant bits.
        input s_data[nic.port().width_bits()];
        /// Which of them count; with `s_last`.
        input s_keep[nic.port().width_bytes()];
        /// It is the last of its packet.
        input s_last;
        /// The flow.
        input s_flow[nic.flow_bits()];
        /// A further packet of the flow is ready; in the first beat.
        input s_more;
        /// The host has no packet for a grant after all.
        input decline;
        /// The flow that was granted.
        input decline_flow[nic.flow_bits()];
        /// The limiter takes a start.
        input start_ready;
        /// The start was legal.
        input look_up;
        /// It was not.
        input start_ignored;
        /// There is an answer.
        input answer_valid;
        /// Its opcode.
        input answer_opcode[8];
        /// Its service level.
        input answer_sl[4];
        /// Its VL.
        input answer_vl[VL_BITS];
        /// Where it goes.
        input answer_dlid[16];
        /// Where it comes from.
        input answer_slid[16];
        /// Its partition.
        input answer_p_key[16];
        /// The queue pair that it is for.
        input answer_dest_qp[24];
        /// Its PSN.
        input answer_psn[24];
        /// BECN.
        input answer_becn;
        /// AETH of an ACK: syndrome.
        input answer_syndrome[8];
        /// AETH of an ACK: MSN.
        input answer_msn[24];
        /// There are credits for what is wanted.
        input may_send;
        /// The link takes the beat.
        input m_ready;

        /// The host's beat is taken.
        output s_ready;
        /// The decline is taken.
        output decline_ready;
        /// A packet starts, or a grant is declined.
        output start;
        /// Its flow.
        output start_flow[nic.flow_bits()];
        /// Its words, or 0.
        output start_words[nic.word_bits()];
        /// There is a further packet behind it.
        output start_more;
        /// Service level (SL) of the packet whose first beat came last.
        output first_sl[SL_BITS];
        /// The answer is taken.
        output answer_ready;
        /// A packet wants to begin.
        output want;
        /// Its VL.
        output want_vl[VL_BITS];
        /// Its blocks.
        output want_blocks[nic.port().block_bits()];
        /// It begins: its blocks count as sent.
        output begins;
        /// A beat goes.
        output m_valid;
        /// Its bytes.
        output m_data[nic.port().width_bits()];
        /// Which of them count.
        output m_keep[nic.port().width_bytes()];
        /// It is the last of its packet.
        output m_last;
        /// The packet is bad (end of bad packet).
        output m_bad;
        /// A packet of the host has gone.
        output sent;
        /// Its flow.
        output sent_flow[nic.flow_bits()];
        /// Its SL.
        output sent_sl[SL_BITS];
        /// Its bytes.
        output sent_bytes[BYTES_BITS];
        /// PSN of the packet whose beat with the PSN moved last.
        output sent_psn[PSN_BITS];
        /// An ACK, a CNP has gone.
        output(2) answered;
        /// A packet is swallowed, or was cut, for each cause.
        output(Cause::ALL.len()) drops;
        /// A start of 0 words was not legal.
        output decline_ignored;

        /// The host's beats.
        sub front: TransmitFront = TransmitFront::new(nic, &nic.port());
        /// Those that are stored.
        sub queue: BeatQueue = BeatQueue::new(stored_bits(&nic.port()));
        /// The next packet.
        sub grant: TransmitGrant = TransmitGrant::new(nic, &nic.port());
        /// The answer.
        sub builder: AnswerBuilder = AnswerBuilder::new(&nic.port());
        /// What goes next.
        sub way: TransmitWay = TransmitWay::new(&nic.port());
        /// The oldest beat is the last one of its packet.
        local stored_last;
        /// The packet is shorter than it says.
        local is_short;
        /// The packet is longer than it says.
        local is_long;
        /// The last beat of a packet of the host moves.
        local leaves;
        /// The last beat of an answer moves.
        local answer_leaves;

        /// Number of the beat that is stored, as far as that counts.
        local beat_number[2];
        /// That beat moves, and has the PSN.
        local has_psn;
        /// The PSN in that beat.
        local its_psn[PSN_BITS];

        /// A beat is shown.
        reg valid_reg;
        /// Its bytes.
        reg data_reg[nic.port().width_bits()];
        /// Which of them count.
        reg keep_reg[nic.port().width_bytes()];
        /// It is the last one.
        reg last_reg;
        /// Its packet is bad.
        reg bad_reg;
        /// A packet of the host has gone.
        reg sent_reg;
        /// The flow of the one that began last.
        reg flow_reg[nic.flow_bits()];
        /// Its SL.
        reg sl_reg[SL_BITS];
        /// Its PktLen.
        reg length_reg[LENGTH_BITS];
        /// Number of the next beat of the packet, as far as that counts.
        reg next_number[2];
        /// PSN of the packet of the host whose beat with it moved last.
        reg psn_reg[PSN_BITS];
        /// An ACK, a CNP has gone.
        reg(2) answered_reg;
        /// A packet is swallowed, or was cut.
        reg(Cause::ALL.len()) drops_reg;
    }
}

impl Logic for Transmit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The host");
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

        comment!("Answers");
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

        comment!("The way out");
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
