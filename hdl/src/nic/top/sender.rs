//! The path to the link: packets of the host, replies, and flow-control packets.

use super::{NicCredits, WayOut};
use crate::interface::{AxiStream, StreamSignals};
use crate::nic::Transmit;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::nic::reflector::{
    LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, RC_ACK, SL_BITS,
};
use tailback_spec::nic::top::{MSN, SYNDROME};
use tailback_spec::nic::transmit::{Cause, BYTES_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;

block! {
    /// Transmits granted packets of the host and replies, as far as there are credits, and
    /// flow-control packets between them.
    pub struct NicSender(nic: &Nic) as "tailback_nic_sender" {
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
        /// Packets for the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis_link: AxiStream(
            StreamSignals::packets(nic.port().width_bits()).stallable().user(2)
        );

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
        output_reg answered_becn;
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
    }
    connect {
        transmit: s_valid, s_data, s_keep, s_last, s_flow, s_more, decline, decline_flow,
            start_ready, look_up, start_ignored, answer_valid, answer_becn, answer_dlid,
            answer_slid, answer_sl, answer_vl, answer_p_key, answer_dest_qp, answer_psn,
            answer_syndrome = syndrome, answer_msn = msn, s_ready, decline_ready, start, start_flow,
            start_words, start_more, first_sl, answer_ready, sent, sent_flow, sent_sl, sent_bytes,
            sent_psn, decline_ignored, drops;
        transmit, credits: want_vl, want_blocks, begins;
        transmit, way_out: m_valid = valid, m_data = data, m_keep = keep, m_last = last,
            m_bad = bad;
        credits, transmit: may_send;
        credits: link_active, flow_control, flow_control_packet, received, received_vl,
            bad = bad_flow_control;
        credits, way_out: valid = flow_control_valid, packet = flow_control_packet;
        way_out, transmit: ready = m_ready;
        way_out, credits: flow_control_ready = ready, sent;
        way_out: m_axis_link;
    }
}

impl Logic for NicSender {
    #[hdl_gen]
    fn update(&mut self) {
        self.transmit.answer_opcode.next = self.ack_opcode.val();
        if self.answer_cnp.val() {
            self.transmit.answer_opcode.next = self.cnp_opcode.val();
        }
        self.sent_cut.next = self.transmit.drops[self.truncated.val()].val()
            || self.transmit.drops[self.too_long.val()].val();
        self.stalls.next = self.transmit.want.val() && !self.credits.may_send.val();
        for number in 0..2 {
            self.answered[number].next = self.transmit.answered[number].val();
        }
        if self.answer_valid.val() && self.transmit.answer_ready.val() {
            self.answered_becn.next = self.answer_becn.val();
        }
    }
}
