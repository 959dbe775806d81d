//! The path from the link to the host and to the reflector.

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
        /// Causes for which packets are dropped, or end as bad ones.
        count causes = Cause::ALL.len();

        /// Beat received from the link.
        input rx_valid;
        /// Bytes of the beat from the link; the first one is in the least significant bits.
        input rx_data[nic.port().width_bits()];
        /// Valid bytes of the beat from the link, one bit per byte; with `rx_last`.
        input rx_keep[nic.port().width_bytes()];
        /// Last beat of a packet from the link.
        input rx_last;
        /// Bit 0: the beat is a flow-control packet. Bit 1: the packet from the link is bad.
        input rx_user[2];
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
        output becn_lid[LID_BITS];
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
        /// SLID of received packets, three cycles ago.
        reg slid_3[LID_BITS];
    }
}

impl Logic for NicReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.receive.rx_valid.next = self.rx_valid.val();
        self.receive.rx_data.next = self.rx_data.val();
        self.receive.rx_keep.next = self.rx_keep.val();
        self.receive.rx_last.next = self.rx_last.val();
        self.receive.rx_flow_control.next = self.rx_user.val().get_bit(0);
        self.receive.rx_bad.next = self.rx_user.val().get_bit(1);
        self.m_host_valid.next = self.receive.m_host_valid.val();
        self.m_host_data.next = self.receive.m_host_data.val();
        self.m_host_keep.next = self.receive.m_host_keep.val();
        self.m_host_last.next = self.receive.m_host_last.val();
        self.m_host_bad.next = self.receive.m_host_bad.val();
        self.received.next = self.receive.received.val();
        self.received_vl.next = self.receive.received_vl.val();
        self.flow_control.next = self.receive.flow_control.val();
        self.flow_control_packet.next = self.receive.flow_control_packet.val();
        self.bad_framing.next = self.receive.bad_framing.val();
        self.decoded.next = self.receive.decoded.val();
        self.opcode.next = self.receive.opcode.val();
        self.fecn.next = self.receive.fecn.val();
        self.becn_in.next = self.receive.becn.val();
        self.dlid.next = self.receive.dlid.val();
        self.passed.next = self.receive.passed.val();
        for cause in 0..self.causes.val() {
            self.drops[cause].next = self.receive.drops[cause].val();
        }

        self.reflector.qp_base.next = self.qp_base.val();
        self.reflector.write.next = self.qp_write.val();
        self.reflector.write_flow.next = self.qp_write_flow.val();
        self.reflector.write_valid.next = self.qp_write_valid.val();
        self.reflector.write_qp.next = self.qp_write_number.val();
        self.reflector.answer_ready.next = self.answer_ready.val();
        self.reflector.packet.next = self.receive.decoded.val();
        self.reflector.opcode.next = self.receive.opcode.val();
        self.reflector.fecn.next = self.receive.fecn.val();
        self.reflector.becn_in.next = self.receive.becn.val();
        self.reflector.dlid.next = self.receive.dlid.val();
        self.reflector.slid.next = self.receive.slid.val();
        self.reflector.sl.next = self.receive.sl.val();
        self.reflector.vl.next = self.receive.vl.val();
        self.reflector.p_key.next = self.receive.p_key.val();
        self.reflector.dest_qp.next = self.receive.dest_qp.val();
        self.reflector.psn.next = self.receive.psn.val();
        self.reflector.ack_req.next = self.receive.ack_req.val();
        self.becn.next = self.reflector.becn.val();
        self.becn_flow.next = self.reflector.becn_flow.val();
        self.becn_sl.next = self.reflector.becn_sl.val();
        self.ack.next = self.reflector.ack.val();
        self.ack_flow.next = self.reflector.ack_flow.val();
        self.ack_count.next = self.reflector.ack_count.val();
        self.ack_marked.next = self.reflector.ack_marked.val();
        self.ack_released.next = self.reflector.ack_released.val();
        self.ack_ignored.next = self.reflector.ack_ignored.val();
        self.release_ready.next = self.reflector.release_ready.val();
        self.reflector.sent.next = self.sent.val();
        self.reflector.sent_flow.next = self.sent_flow.val();
        self.reflector.sent_psn.next = self.sent_psn.val();
        self.reflector.sent_numbered.next = self.sent_numbered.val();
        self.reflector.release_valid.next = self.release_valid.val();
        self.reflector.release_flow.next = self.release_flow.val();
        self.unknown.next = self.reflector.unknown.val();
        self.joined_ack.next = self.reflector.joined_ack.val();
        self.joined_cnp.next = self.reflector.joined_cnp.val();
        self.answer_valid.next = self.reflector.answer_valid.val();
        self.answer_cnp.next = self.reflector.answer_cnp.val();
        self.answer_becn.next = self.reflector.answer_becn.val();
        self.answer_dlid.next = self.reflector.answer_dlid.val();
        self.answer_slid.next = self.reflector.answer_slid.val();
        self.answer_sl.next = self.reflector.answer_sl.val();
        self.answer_vl.next = self.reflector.answer_vl.val();
        self.answer_p_key.next = self.reflector.answer_p_key.val();
        self.answer_dest_qp.next = self.reflector.answer_dest_qp.val();
        self.answer_psn.next = self.reflector.answer_psn.val();
        self.slid_1.next = self.receive.slid.val();
        self.slid_2.next = self.slid_1.val();
        self.slid_3.next = self.slid_2.val();
        self.becn_lid.next = self.slid_3.val();
    }
}
