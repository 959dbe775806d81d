//! The path from the link to the host and to the reflector.

use crate::interface::{AxiStream, StreamSignals};
use crate::nic::{Receive, Reflector};
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::nic::receive::Cause;
use tailback_spec::nic::reflector::{
    LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Passes received packets to the host, reports their ACKs and BECNs, and requests replies.
    pub struct NicReceiver(nic: &Nic) as "tailback_nic_receiver" {
        /// Packets from the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis_link: AxiStream(StreamSignals::packets(nic.port().width_bits()).user(2));
        /// Queue pair (QP) number of flow 0.
        input qp_base[QP_BITS];
        /// Write to the QP entry of a flow.
        input qp_write;
        /// Flow of the QP entry written.
        input qp_write_flow[nic.flow_bits()];
        /// Valid bit of the QP entry written: the flow is connected.
        input qp_write_valid;
        /// Number of the remote QP written.
        input qp_write_number[QP_BITS];
        /// Reply is accepted.
        input answer_ready;
        /// Packet of the host has been sent, as a good or as a bad one.
        input sent;
        /// Flow of the packet that was sent.
        input sent_flow[nic.flow_bits()];
        /// PSN of the packet that was sent.
        input sent_psn[PSN_BITS];
        /// PSN of the packet that was sent is valid: the packet did not end as a bad one.
        input sent_numbered;
        /// Release: the host gives up a packet in flight.
        input release_valid;
        /// Flow of the packet released.
        input release_flow[nic.flow_bits()];

        /// Beat for the host is valid.
        output m_host_valid;
        /// Bytes of the beat for the host; the first one is in the least significant bits.
        output m_host_data[nic.port().width_bits()];
        /// Valid bytes of the beat for the host, one bit per byte.
        output m_host_keep[nic.port().width_bytes()];
        /// Last beat of a packet for the host.
        output m_host_last;
        /// Packet for the host is bad; with `m_host_last`.
        output m_host_bad;
        /// Block of a packet received.
        output received;
        /// Virtual lane (VL) of the received block.
        output received_vl[VL_BITS];
        /// Flow-control packet received.
        output flow_control;
        /// Received flow-control packet, from its most significant bit.
        output flow_control_packet[PACKET_BITS];
        /// Flow-control packet received without tlast, or not of six bytes.
        output bad_framing;
        /// Good packet received; its fields are valid.
        output decoded;
        /// Opcode of the received packet.
        output opcode[OPCODE_BITS];
        /// FECN of the received packet.
        output fecn;
        /// BECN of the received packet.
        output becn_in;
        /// DLID of the received packet.
        output dlid[LID_BITS];
        /// Good packet received for the host.
        output passed;
        /// One bit per cause: a received packet is dropped, or ends as a bad one.
        output(Cause::ALL.len()) drops;
        /// BECN received for a flow.
        output becn;
        /// Flow of the BECN.
        output becn_flow[nic.flow_bits()];
        /// SL of the packet with the BECN.
        output becn_sl[SL_BITS];
        /// SLID of the packet with the BECN.
        output_reg becn_lid[LID_BITS];
        /// Packets of a flow are acknowledged or released.
        output ack;
        /// Flow of the packets acknowledged or released.
        output ack_flow[nic.flow_bits()];
        /// Number of packets acknowledged or released.
        output ack_count[nic.window_bits()];
        /// ACK has BECN.
        output ack_marked;
        /// Event of `ack` is a release.
        output ack_released;
        /// ACK or release is ignored: no such packet is in flight.
        output ack_ignored;
        /// Release is accepted.
        output release_ready;
        /// Packet received for an unknown QP.
        output unknown;
        /// ACK joined to a reply that its flow is owed already.
        output joined_ack;
        /// CNP joined to a reply that its flow is owed already.
        output joined_cnp;
        /// Reply is valid.
        output answer_valid;
        /// Reply is a congestion notification packet (CNP); else it is an ACK.
        output answer_cnp;
        /// BECN of the reply.
        output answer_becn;
        /// DLID of the reply.
        output answer_dlid[LID_BITS];
        /// SLID of the reply.
        output answer_slid[LID_BITS];
        /// Service level (SL) of the reply.
        output answer_sl[SL_BITS];
        /// VL of the reply.
        output answer_vl[SL_BITS];
        /// P_Key of the reply.
        output answer_p_key[P_KEY_BITS];
        /// DestQP of the reply.
        output answer_dest_qp[QP_BITS];
        /// PSN of the reply.
        output answer_psn[PSN_BITS];

        /// Check of received packets, and path to the host.
        sub receive: Receive = Receive::new(nic);
        /// ACKs and BECNs of received packets, and replies to them.
        sub reflector: Reflector = Reflector::new(nic);
        /// SLID of received packets, one cycle ago.
        reg slid_1[LID_BITS];
        /// SLID of received packets, two cycles ago.
        reg slid_2[LID_BITS];
    }
    connect {
        receive: rx.valid = s_axis_link.tvalid, rx.data = s_axis_link.tdata,
            rx.keep = s_axis_link.tkeep, rx.last = s_axis_link.tlast, m_host_valid, m_host_data,
            m_host_keep, m_host_last, m_host_bad, received, received_vl, flow_control,
            flow_control_packet, bad_framing, decoded, opcode, fecn, becn = becn_in, dlid, passed,
            drops;
        receive, reflector: decoded = packet, opcode, fecn, becn = becn_in, dlid, slid, sl, vl,
            p_key, dest_qp, psn, ack_req;
        reflector: qp_base, write = qp_write, write_flow = qp_write_flow,
            write_valid = qp_write_valid, write_qp = qp_write_number, answer_ready, becn, becn_flow,
            becn_sl, ack, ack_flow, ack_count, ack_marked, ack_released, ack_ignored, release_ready,
            sent, sent_flow, sent_psn, sent_numbered, release_valid, release_flow, unknown,
            joined_ack, joined_cnp, answer_valid, answer_cnp, answer_becn, answer_dlid, answer_slid,
            answer_sl, answer_vl, answer_p_key, answer_dest_qp, answer_psn;
    }
}

impl Logic for NicReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.receive.rx.flow_control.next = self.s_axis_link.tuser.val().get_bit(0);
        self.receive.rx.bad.next = self.s_axis_link.tuser.val().get_bit(1);

        self.slid_1.next = self.receive.slid.val();
        self.slid_2.next = self.slid_1.val();
        self.becn_lid.next = self.slid_2.val();
    }
}
