//! What goes to the link: packets of the host, answers, and flow-control packets.

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
    /// Sends packets of the host as they are granted, and answers, as far as there are credits, and
    /// flow-control packets between them.
    pub struct NicSender(nic: &Nic) as "tailback_nic_sender" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = nic.virtual_lanes();
        /// Causes for which packets of the host do not go.
        count causes = Cause::ALL.len();
        /// That for which one is cut that is too short.
        count truncated = Cause::Truncated as usize;
        /// That for which one is cut that is too long.
        count too_long = Cause::TooLong as usize;
        /// The opcode of an ACK.
        param ack_opcode[OPCODE_BITS] = u128::from(RC_ACK);
        /// That of a congestion notification packet (CNP).
        param cnp_opcode[OPCODE_BITS] = u128::from(OPCODE_CNP);
        /// AETH of an ACK: syndrome.
        param syndrome[8] = u128::from(SYNDROME);
        /// AETH of an ACK: message sequence number.
        param msn[24] = u128::from(MSN);

        /// The link is up.
        input link_active;
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
        /// It is a CNP; else an ACK.
        input answer_cnp;
        /// BECN.
        input answer_becn;
        /// DLID.
        input answer_dlid[LID_BITS];
        /// SLID.
        input answer_slid[LID_BITS];
        /// Service level (SL).
        input answer_sl[SL_BITS];
        /// The VL that it is to take.
        input answer_vl[SL_BITS];
        /// P_Key.
        input answer_p_key[P_KEY_BITS];
        /// DestQP.
        input answer_dest_qp[QP_BITS];
        /// PSN.
        input answer_psn[PSN_BITS];
        /// A block has come.
        input received;
        /// Its VL.
        input received_vl[VL_BITS];
        /// A flow-control packet has come.
        input flow_control;
        /// The packet, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// The link takes the beat.
        input tready;

        /// A beat goes.
        output tvalid;
        /// Its bytes.
        output tdata[nic.port().width_bits()];
        /// Which of them count.
        output tkeep[nic.port().width_bytes()];
        /// It is the last of its packet.
        output tlast;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        output tuser[2];
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
        /// SL of the packet whose first beat came last.
        output first_sl[SL_BITS];
        /// The answer is taken.
        output answer_ready;
        /// A packet could begin, but for want of credits.
        output stalls;
        /// The flow-control packet that has come is not good.
        output bad_flow_control;
        /// A packet of the host has gone.
        output sent;
        /// Its flow.
        output sent_flow[nic.flow_bits()];
        /// Its SL.
        output sent_sl[SL_BITS];
        /// Its bytes.
        output sent_bytes[BYTES_BITS];
        /// PSN of that packet, or of one that was cut.
        output sent_psn[PSN_BITS];
        /// A packet of the host was cut.
        output sent_cut;
        /// An ACK, a CNP has gone.
        output(2) answered;
        /// It had BECN.
        output answered_becn;
        /// A packet is swallowed, or was cut, for each cause.
        output(Cause::ALL.len()) drops;
        /// A decline was for no grant.
        output decline_ignored;

        /// Packets.
        sub transmit: Transmit = Transmit::new(nic);
        /// What may go, and come in.
        sub credits: NicCredits = NicCredits::new(nic);
        /// The way out.
        sub way_out: WayOut = WayOut::new(&nic.port());
        /// BECN of the answer that was taken last.
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
