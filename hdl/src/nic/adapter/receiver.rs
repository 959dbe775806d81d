//! What comes from the link: to the host, and to the reflector.

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
    /// Brings packets to the host, and tells what ACKs and BECNs come, and what is to be answered.
    pub struct NicReceiver(nic: &Nic) as "tailback_nic_receiver" {
        /// Causes for which packets are dropped.
        count causes = Cause::ALL.len();

        /// A beat comes.
        input rx_valid;
        /// Its bytes; the first one has the least significant bits.
        input rx_data[nic.port().width_bits()];
        /// Which of them count; with `rx_last`.
        input rx_keep[nic.port().width_bytes()];
        /// It is the last of its packet.
        input rx_last;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        input rx_user[2];
        /// The queue pair (QP) of flow 0.
        input qp_base[QP_BITS];
        /// An entry of the table of QPs is written.
        input qp_write;
        /// Which one.
        input qp_write_flow[nic.flow_bits()];
        /// It is connected.
        input qp_write_valid;
        /// To this remote QP.
        input qp_write_number[QP_BITS];
        /// The answer is taken.
        input answer_ready;
        /// A packet of the host was sent.
        input sent;
        /// Flow of the packet that was sent.
        input sent_flow[nic.flow_bits()];
        /// PSN of the packet that was sent.
        input sent_psn[PSN_BITS];
        /// The PSN counts.
        input sent_numbered;
        /// A packet in flight is given up.
        input release_valid;
        /// Flow of the packet that is given up.
        input release_flow[nic.flow_bits()];

        /// A beat for the host.
        output m_host_valid;
        /// Its bytes.
        output m_host_data[nic.port().width_bits()];
        /// Which of them count.
        output m_host_keep[nic.port().width_bytes()];
        /// It is the last of its packet.
        output m_host_last;
        /// The packet is bad.
        output m_host_bad;
        /// A block has come.
        output received;
        /// Its VL.
        output received_vl[VL_BITS];
        /// A flow-control packet has come.
        output flow_control;
        /// The packet, from its most significant bit.
        output flow_control_packet[PACKET_BITS];
        /// What should be one is not.
        output bad_framing;
        /// A good packet has come, whose fields follow.
        output decoded;
        /// OpCode.
        output opcode[OPCODE_BITS];
        /// FECN.
        output fecn;
        /// BECN.
        output becn_in;
        /// DLID.
        output dlid[LID_BITS];
        /// A good packet has come for the host.
        output passed;
        /// A packet is dropped, for each cause.
        output(Cause::ALL.len()) drops;
        /// A BECN has come.
        output becn;
        /// For this flow.
        output becn_flow[nic.flow_bits()];
        /// On this SL.
        output becn_sl[SL_BITS];
        /// From this LID.
        output becn_lid[LID_BITS];
        /// Packets are acknowledged or released.
        output ack;
        /// Flow of those packets.
        output ack_flow[nic.flow_bits()];
        /// How many they are.
        output ack_count[nic.window_bits()];
        /// The ACK has BECN.
        output ack_marked;
        /// A packet is released.
        output ack_released;
        /// An ACK or a release is for no packet in flight.
        output ack_ignored;
        /// The release is taken.
        output release_ready;
        /// A packet for a QP that is not known.
        output unknown;
        /// An ACK was joined to the answer that is owed.
        output joined_ack;
        /// A CNP was.
        output joined_cnp;
        /// There is an answer.
        output answer_valid;
        /// It is a CNP; else an ACK.
        output answer_cnp;
        /// BECN.
        output answer_becn;
        /// DLID.
        output answer_dlid[LID_BITS];
        /// SLID.
        output answer_slid[LID_BITS];
        /// Service level (SL).
        output answer_sl[SL_BITS];
        /// The VL that it is to take.
        output answer_vl[SL_BITS];
        /// P_Key.
        output answer_p_key[P_KEY_BITS];
        /// DestQP.
        output answer_dest_qp[QP_BITS];
        /// PSN.
        output answer_psn[PSN_BITS];

        /// Packets as they come.
        sub receive: Receive = Receive::new(nic);
        /// What they ask for.
        sub reflector: Reflector = Reflector::new(nic);
        /// SLID of the cycle before,
        reg slid_1[LID_BITS];
        /// of that before it,
        reg slid_2[LID_BITS];
        /// and of the third.
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
