//! The path to the link: packets of the host, replies, and flow-control packets.

use super::{NicCredits, WayOut};
use crate::nic::Transmit;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::nic::adapter::{MSN, SYNDROME};
use tailback_spec::nic::reflector::{
    LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, RC_ACK, SL_BITS,
};
use tailback_spec::nic::transmit::{Cause, BYTES_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;

block! {
    /// Transmits granted packets of the host and replies, as far as there are credits, and
    /// flow-control packets between them.
    pub struct NicSender(nic: &Nic) as "tailback_nic_sender" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = nic.virtual_lanes();
        /// Causes for which packets of the host are dropped, or end as bad ones.
        count causes = Cause::ALL.len();
        /// Index of the cause of packets shorter than PktLen.
        count truncated = Cause::Truncated as usize;
        /// Index of the cause of packets longer than PktLen.
        count too_long = Cause::TooLong as usize;
        /// Opcode of an ACK.
        param ack_opcode[OPCODE_BITS] = u128::from(RC_ACK);
        /// Opcode of a congestion notification packet (CNP).
        param cnp_opcode[OPCODE_BITS] = u128::from(OPCODE_CNP);
        /// AETH of an ACK: syndrome.
        param syndrome[8] = u128::from(SYNDROME);
        /// AETH of an ACK: message sequence number.
        param msn[24] = u128::from(MSN);

        /// Link is up.
        input link_active;
        /// Beat of a packet of the host is valid.
        input s_valid;
        /// Bytes of the beat of the host; the first one is in the least significant bits.
        input s_data[nic.port().width_bits()];
        /// Valid bytes of the beat of the host, one bit per byte; with `s_last`.
        input s_keep[nic.port().width_bytes()];
        /// Last beat of a packet of the host.
        input s_last;
        /// Flow of the packet of the host; in the first beat.
        input s_flow[nic.flow_bits()];
        /// Another packet of the flow is ready behind this one; in the first beat.
        input s_more;
        /// Decline: the host has no packet for a grant.
        input decline;
        /// Flow of the declined grant.
        input decline_flow[nic.flow_bits()];
        /// Rate limiter accepts the start.
        input start_ready;
        /// Start of a packet was legal.
        input look_up;
        /// Start was not legal.
        input start_ignored;
        /// Reply is valid.
        input answer_valid;
        /// Reply is a CNP; else it is an ACK.
        input answer_cnp;
        /// BECN of the reply.
        input answer_becn;
        /// DLID of the reply.
        input answer_dlid[LID_BITS];
        /// SLID of the reply.
        input answer_slid[LID_BITS];
        /// Service level (SL) of the reply.
        input answer_sl[SL_BITS];
        /// VL of the reply.
        input answer_vl[SL_BITS];
        /// P_Key of the reply.
        input answer_p_key[P_KEY_BITS];
        /// DestQP of the reply.
        input answer_dest_qp[QP_BITS];
        /// PSN of the reply.
        input answer_psn[PSN_BITS];
        /// Block of a packet received.
        input received;
        /// VL of the received block.
        input received_vl[VL_BITS];
        /// Flow-control packet received.
        input flow_control;
        /// Received flow-control packet, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// Link accepts the beat.
        input tready;

        /// Beat for the link is valid.
        output tvalid;
        /// Bytes of the beat for the link; the first one is in the least significant bits.
        output tdata[nic.port().width_bits()];
        /// Valid bytes of the beat for the link, one bit per byte.
        output tkeep[nic.port().width_bytes()];
        /// Last beat of a packet for the link.
        output tlast;
        /// Bit 0: the beat is a flow-control packet. Bit 1: the packet for the link is bad.
        output tuser[2];
        /// Beat of the host is accepted.
        output s_ready;
        /// Decline is accepted.
        output decline_ready;
        /// Start: a packet starts, or a grant is returned without one.
        output start;
        /// Flow of the start.
        output start_flow[nic.flow_bits()];
        /// Beats of the packet that starts; 0 if the grant is returned without a packet.
        output start_words[nic.word_bits()];
        /// Another packet of the flow is ready behind the one that starts.
        output start_more;
        /// SL of the packet of the host whose first beat was accepted last.
        output first_sl[SL_BITS];
        /// Reply is accepted.
        output answer_ready;
        /// Packet is ready to begin, but lacks credits or the link is down.
        output stalls;
        /// Received flow-control packet is bad, by its CRC, operand or VL.
        output bad_flow_control;
        /// Packet of the host has been transmitted.
        output sent;
        /// Flow of the packet transmitted.
        output sent_flow[nic.flow_bits()];
        /// SL of the packet transmitted.
        output sent_sl[SL_BITS];
        /// Bytes of the packet transmitted, from LRH to VCRC.
        output sent_bytes[BYTES_BITS];
        /// PSN of the packet transmitted, as a good or as a bad one.
        output sent_psn[PSN_BITS];
        /// Packet of the host has ended as a bad one: shorter or longer than PktLen.
        output sent_cut;
        /// Element 0: an ACK has been transmitted. Element 1: a CNP has been transmitted.
        output(2) answered;
        /// BECN of the ACK or CNP transmitted.
        output answered_becn;
        /// One bit per cause: a packet of the host is dropped, or ended as a bad one.
        output(Cause::ALL.len()) drops;
        /// Start of 0 beats was not legal: its flow had no grant.
        output decline_ignored;

        /// Packets of the host, and replies.
        sub transmit: Transmit = Transmit::new(nic);
        /// Credits of the link, in both directions.
        sub credits: NicCredits = NicCredits::new(nic);
        /// Beats to the link, flow-control packets among them.
        sub way_out: WayOut = WayOut::new(&nic.port());
        /// BECN of the reply accepted last.
        reg becn_taken;
    }
}

impl Logic for NicSender {
    #[hdl_gen]
    fn update(&mut self) {
        self.transmit.s_valid.next = self.s_valid.val();
        self.transmit.s_data.next = self.s_data.val();
        self.transmit.s_keep.next = self.s_keep.val();
        self.transmit.s_last.next = self.s_last.val();
        self.transmit.s_flow.next = self.s_flow.val();
        self.transmit.s_more.next = self.s_more.val();
        self.transmit.decline.next = self.decline.val();
        self.transmit.decline_flow.next = self.decline_flow.val();
        self.transmit.start_ready.next = self.start_ready.val();
        self.transmit.look_up.next = self.look_up.val();
        self.transmit.start_ignored.next = self.start_ignored.val();
        self.transmit.answer_valid.next = self.answer_valid.val();
        self.transmit.answer_opcode.next = self.ack_opcode.val();
        if self.answer_cnp.val() {
            self.transmit.answer_opcode.next = self.cnp_opcode.val();
        }
        self.transmit.answer_becn.next = self.answer_becn.val();
        self.transmit.answer_dlid.next = self.answer_dlid.val();
        self.transmit.answer_slid.next = self.answer_slid.val();
        self.transmit.answer_sl.next = self.answer_sl.val();
        self.transmit.answer_vl.next = self.answer_vl.val();
        self.transmit.answer_p_key.next = self.answer_p_key.val();
        self.transmit.answer_dest_qp.next = self.answer_dest_qp.val();
        self.transmit.answer_psn.next = self.answer_psn.val();
        self.transmit.answer_syndrome.next = self.syndrome.val();
        self.transmit.answer_msn.next = self.msn.val();
        self.transmit.may_send.next = self.credits.may_send.val();
        self.transmit.m_ready.next = self.way_out.ready.val();
        self.s_ready.next = self.transmit.s_ready.val();
        self.decline_ready.next = self.transmit.decline_ready.val();
        self.start.next = self.transmit.start.val();
        self.start_flow.next = self.transmit.start_flow.val();
        self.start_words.next = self.transmit.start_words.val();
        self.start_more.next = self.transmit.start_more.val();
        self.first_sl.next = self.transmit.first_sl.val();
        self.answer_ready.next = self.transmit.answer_ready.val();
        self.sent.next = self.transmit.sent.val();
        self.sent_flow.next = self.transmit.sent_flow.val();
        self.sent_sl.next = self.transmit.sent_sl.val();
        self.sent_bytes.next = self.transmit.sent_bytes.val();
        self.sent_psn.next = self.transmit.sent_psn.val();
        self.sent_cut.next = self.transmit.drops[self.truncated.val()].val()
            || self.transmit.drops[self.too_long.val()].val();
        self.decline_ignored.next = self.transmit.decline_ignored.val();
        self.stalls.next = self.transmit.want.val() && !self.credits.may_send.val();
        for number in 0..2 {
            self.answered[number].next = self.transmit.answered[number].val();
        }
        for cause in 0..self.causes.val() {
            self.drops[cause].next = self.transmit.drops[cause].val();
        }
        if self.answer_valid.val() && self.transmit.answer_ready.val() {
            self.becn_taken.next = self.answer_becn.val();
        }
        self.answered_becn.next = self.becn_taken.val();

        self.credits.link_active.next = self.link_active.val();
        self.credits.flow_control.next = self.flow_control.val();
        self.credits.flow_control_packet.next = self.flow_control_packet.val();
        self.credits.received.next = self.received.val();
        self.credits.received_vl.next = self.received_vl.val();
        self.credits.want_vl.next = self.transmit.want_vl.val();
        self.credits.want_blocks.next = self.transmit.want_blocks.val();
        self.credits.begins.next = self.transmit.begins.val();
        self.credits.ready.next = self.way_out.flow_control_ready.val();
        for vl in 0..self.virtual_lanes.val() {
            self.credits.sent[vl].next = self.way_out.sent[vl].val();
        }
        self.bad_flow_control.next = self.credits.bad.val();

        self.way_out.valid.next = self.transmit.m_valid.val();
        self.way_out.data.next = self.transmit.m_data.val();
        self.way_out.keep.next = self.transmit.m_keep.val();
        self.way_out.last.next = self.transmit.m_last.val();
        self.way_out.bad.next = self.transmit.m_bad.val();
        self.way_out.flow_control_valid.next = self.credits.valid.val();
        self.way_out.flow_control_packet.next = self.credits.packet.val();
        self.way_out.tready.next = self.tready.val();
        self.tvalid.next = self.way_out.tvalid.val();
        self.tdata.next = self.way_out.tdata.val();
        self.tkeep.next = self.way_out.tkeep.val();
        self.tlast.next = self.way_out.tlast.val();
        self.tuser.next = self.way_out.tuser.val();
    }
}
