//! What a packet asks for.

use crate::prelude::*;
use tailback_spec::nic::reflector::{
    LID_BITS, MANAGEMENT_VL, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, RC, RC_ACK, RC_RESPONSES,
    SL_BITS,
};
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;
use tailback_spec::wire::lid::FIRST_MULTICAST_LID;

block! {
    /// Looks at a packet, and at whether its flow exists in the cycle after, and hands on in the one
    /// after that what the packet asks for.
    pub struct ReceivedPacket(nic: &Nic) as "tailback_reflector_received" {
        /// Flows.
        count flows = nic.flows();
        /// The VL of management.
        count management = MANAGEMENT_VL as usize;
        /// The first LID of multicast.
        count multicast = FIRST_MULTICAST_LID as usize;
        /// The last opcode of reliable connections; the first one is 0.
        count last_rc = *RC.end() as usize;
        /// Their first response,
        count first_response = *RC_RESPONSES.start() as usize;
        /// and their last.
        count last_response = *RC_RESPONSES.end() as usize;
        /// The opcode of an ACK.
        count ack_opcode = RC_ACK as usize;
        /// The opcode of a congestion notification packet (CNP).
        count cnp_opcode = OPCODE_CNP as usize;

        /// No flow is known yet.
        input clearing;
        /// The queue pair (QP) of flow 0.
        input qp_base[QP_BITS];
        /// A packet has come.
        input packet;
        /// OpCode.
        input opcode[OPCODE_BITS];
        /// FECN.
        input fecn;
        /// BECN.
        input becn;
        /// DLID.
        input dlid[LID_BITS];
        /// SLID.
        input slid[LID_BITS];
        /// SL.
        input sl[SL_BITS];
        /// VL.
        input vl[SL_BITS];
        /// P_Key.
        input p_key[P_KEY_BITS];
        /// DestQP.
        input dest_qp[QP_BITS];
        /// PSN.
        input psn[PSN_BITS];
        /// AckReq.
        input ack_req;

        /// The packet that came in the cycle before is an ACK.
        output asks_ack;
        /// The flow of the packet that came in the cycle before.
        output asked_flow[nic.flow_bits()];
        /// Of the packet that came two cycles before: its flow exists.
        output exists;
        /// That flow.
        output flow[nic.flow_bits()];
        /// It is to be answered by an ACK.
        output wants_ack;
        /// It is to be answered by a CNP.
        output wants_cnp;
        /// It has BECN.
        output has_becn;
        /// It is an ACK.
        output is_ack;
        /// It is not multicast: its QP should be known.
        output is_unicast;
        /// It has FECN.
        output had_fecn;
        /// SLID.
        output from_lid[LID_BITS];
        /// DLID.
        output to_lid[LID_BITS];
        /// SL.
        output on_sl[SL_BITS];
        /// VL.
        output on_vl[SL_BITS];
        /// P_Key.
        output of_p_key[P_KEY_BITS];
        /// PSN.
        output of_psn[PSN_BITS];

        /// A packet has come that is not management.
        local counts;
        /// It is a request of a reliable connection.
        local is_request;
        /// It is not multicast.
        local unicast;
        /// It is to be answered if it has FECN.
        local heeds_fecn;
        /// Of the cycle before: how far the QP is from that of flow 0;
        reg offset[QP_BITS];
        /// the packet is to be answered by an ACK;
        reg ack_1;
        /// by a CNP;
        reg cnp_1;
        /// it has BECN;
        reg becn_1;
        /// it is an ACK;
        reg is_ack_1;
        /// it is not multicast;
        reg unicast_1;
        /// and FECN,
        reg fecn_1;
        /// SLID,
        reg slid_1[LID_BITS];
        /// DLID,
        reg dlid_1[LID_BITS];
        /// SL,
        reg sl_1[SL_BITS];
        /// VL,
        reg vl_1[SL_BITS];
        /// P_Key,
        reg p_key_1[P_KEY_BITS];
        /// and PSN.
        reg psn_1[PSN_BITS];
        /// Of two cycles before: the flow exists;
        reg exists_2;
        /// the flow;
        reg flow_2[nic.flow_bits()];
        /// the packet is to be answered by an ACK;
        reg ack_2;
        /// by a CNP;
        reg cnp_2;
        /// it has BECN;
        reg becn_2;
        /// it is an ACK;
        reg is_ack_2;
        /// it is not multicast;
        reg unicast_2;
        /// and FECN,
        reg fecn_2;
        /// SLID,
        reg slid_2[LID_BITS];
        /// DLID,
        reg dlid_2[LID_BITS];
        /// SL,
        reg sl_2[SL_BITS];
        /// VL,
        reg vl_2[SL_BITS];
        /// P_Key,
        reg p_key_2[P_KEY_BITS];
        /// and PSN.
        reg psn_2[PSN_BITS];
    }
}

impl Logic for ReceivedPacket {
    #[hdl_gen]
    fn update(&mut self) {
        self.counts.next = self.packet.val() && self.vl.val() != self.management.val();
        self.is_request.next = self.opcode.val() < self.first_response.val()
            || (self.opcode.val() > self.last_response.val()
                && self.opcode.val() <= self.last_rc.val());
        self.unicast.next = self.dlid.val() < self.multicast.val();
        self.heeds_fecn.next = !self.is_request.val()
            && self.opcode.val() != self.ack_opcode.val()
            && self.opcode.val() != self.cnp_opcode.val();
        self.offset.next = self.dest_qp.val() - self.qp_base.val();
        self.ack_1.next = self.counts.val()
            && self.unicast.val()
            && self.is_request.val()
            && (self.ack_req.val() || self.fecn.val());
        self.cnp_1.next =
            self.counts.val() && self.unicast.val() && self.heeds_fecn.val() && self.fecn.val();
        self.becn_1.next = self.counts.val() && self.becn.val();
        self.is_ack_1.next = self.counts.val() && self.opcode.val() == self.ack_opcode.val();
        self.unicast_1.next = self.counts.val() && self.unicast.val();
        self.fecn_1.next = self.fecn.val();
        self.slid_1.next = self.slid.val();
        self.dlid_1.next = self.dlid.val();
        self.sl_1.next = self.sl.val();
        self.vl_1.next = self.vl.val();
        self.p_key_1.next = self.p_key.val();
        self.psn_1.next = self.psn.val();

        self.asks_ack.next = self.is_ack_1.val();
        self.asked_flow.next = self.offset.val() >> 0;
        self.exists_2.next = self.offset.val() < self.flows.val() && !self.clearing.val();
        self.flow_2.next = self.offset.val() >> 0;
        self.ack_2.next = self.ack_1.val();
        self.cnp_2.next = self.cnp_1.val();
        self.becn_2.next = self.becn_1.val();
        self.is_ack_2.next = self.is_ack_1.val();
        self.unicast_2.next = self.unicast_1.val();
        self.fecn_2.next = self.fecn_1.val();
        self.slid_2.next = self.slid_1.val();
        self.dlid_2.next = self.dlid_1.val();
        self.sl_2.next = self.sl_1.val();
        self.vl_2.next = self.vl_1.val();
        self.p_key_2.next = self.p_key_1.val();
        self.psn_2.next = self.psn_1.val();

        self.exists.next = self.exists_2.val();
        self.flow.next = self.flow_2.val();
        self.wants_ack.next = self.ack_2.val();
        self.wants_cnp.next = self.cnp_2.val();
        self.has_becn.next = self.becn_2.val();
        self.is_ack.next = self.is_ack_2.val();
        self.is_unicast.next = self.unicast_2.val();
        self.had_fecn.next = self.fecn_2.val();
        self.from_lid.next = self.slid_2.val();
        self.to_lid.next = self.dlid_2.val();
        self.on_sl.next = self.sl_2.val();
        self.on_vl.next = self.vl_2.val();
        self.of_p_key.next = self.p_key_2.val();
        self.of_psn.next = self.psn_2.val();
    }
}
