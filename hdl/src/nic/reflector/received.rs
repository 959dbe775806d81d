//! The requests of a received packet.

use crate::prelude::*;
use tailback_spec::nic::reflector::{
    LID_BITS, MANAGEMENT_VL, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, RC, RC_ACK, RC_RESPONSES,
    SL_BITS,
};
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;
use tailback_spec::wire::lid::FIRST_MULTICAST_LID;

/// Bits of the fields of a packet that its reply returns: SL, VL, P_Key, DLID, and SLID.
pub(super) const RETURNED_BITS: usize = 2 * SL_BITS + P_KEY_BITS + 2 * LID_BITS;

block! {
    /// Classifies a packet in the cycle in which it is received, checks in the next one whether its
    /// flow exists, and reports two cycles after the packet what it asks for.
    pub struct ReceivedPacket(nic: &Nic) as "tailback_reflector_received" {
        /// Number of flows.
        count flows = nic.flows();
        /// VL of management packets.
        count management = MANAGEMENT_VL as usize;
        /// First multicast LID.
        count multicast = FIRST_MULTICAST_LID as usize;
        /// Last opcode of reliable connections (RC); the first one is 0.
        count last_rc = *RC.end() as usize;
        /// First response opcode of reliable connections.
        count first_response = *RC_RESPONSES.start() as usize;
        /// Last response opcode of reliable connections.
        count last_response = *RC_RESPONSES.end() as usize;
        /// Bits of a LID.
        count lid_bits = LID_BITS;
        /// Bits of a P_Key.
        count p_key_bits = P_KEY_BITS;
        /// Bits of an SL, and of a VL.
        count sl_bits = SL_BITS;
        /// Opcode of an ACK.
        count ack_opcode = RC_ACK as usize;
        /// Opcode of a congestion notification packet (CNP).
        count cnp_opcode = OPCODE_CNP as usize;

        /// High while the QP table is cleared: no flow is known.
        input clearing;
        /// Queue pair (QP) of flow 0.
        input qp_base[QP_BITS];
        /// A packet is received.
        input packet;
        /// OpCode of the received packet.
        input opcode[OPCODE_BITS];
        /// FECN of the received packet.
        input fecn;
        /// BECN of the received packet.
        input becn;
        /// DLID of the received packet.
        input dlid[LID_BITS];
        /// SLID of the received packet.
        input slid[LID_BITS];
        /// Service level (SL) of the received packet.
        input sl[SL_BITS];
        /// VL of the received packet.
        input vl[SL_BITS];
        /// P_Key of the received packet.
        input p_key[P_KEY_BITS];
        /// DestQP of the received packet.
        input dest_qp[QP_BITS];
        /// PSN of the received packet.
        input psn[PSN_BITS];
        /// AckReq of the received packet.
        input ack_req;

        /// The packet of the cycle before is an ACK.
        output_reg asks_ack;
        /// Flow of the packet of the cycle before.
        output asked_flow[nic.flow_bits()];
        /// The flow of the packet of two cycles before exists.
        output_reg exists;
        /// Flow of the packet of two cycles before.
        output_reg flow[nic.flow_bits()];
        /// The packet of two cycles before asks for an ACK.
        output_reg wants_ack;
        /// The packet of two cycles before asks for a CNP.
        output_reg wants_cnp;
        /// The packet of two cycles before has BECN.
        output_reg has_becn;
        /// The packet of two cycles before is an ACK.
        output_reg is_ack;
        /// The packet of two cycles before is not multicast: its QP should be known.
        output_reg is_unicast;
        /// The packet of two cycles before has FECN.
        output_reg had_fecn;
        /// Fields of the packet of two cycles before that its reply returns.
        output_reg returned[RETURNED_BITS];
        /// PSN of the packet of two cycles before.
        output_reg of_psn[PSN_BITS];

        /// A packet is received, other than a management packet.
        local counts;
        /// The packet is a request of a reliable connection.
        local is_request;
        /// The packet is not multicast.
        local unicast;
        /// FECN in the packet asks for a CNP.
        local heeds_fecn;
        /// Fields of the packet that its reply returns: from bit 0, SL, VL, P_Key, DLID, and SLID.
        local fields[RETURNED_BITS];
        /// DestQP of the packet of the cycle before, minus the QP of flow 0.
        reg offset[QP_BITS];
        /// The packet of the cycle before asks for an ACK.
        reg ack_1;
        /// The packet of the cycle before asks for a CNP.
        reg cnp_1;
        /// The packet of the cycle before has BECN.
        reg becn_1;
        /// The packet of the cycle before is not multicast.
        reg unicast_1;
        /// FECN of the packet of the cycle before.
        reg fecn_1;
        /// Fields of the packet of the cycle before that its reply returns.
        reg returned_1[RETURNED_BITS];
        /// PSN of the packet of the cycle before.
        reg psn_1[PSN_BITS];
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
        self.asks_ack.next = self.counts.val() && self.opcode.val() == self.ack_opcode.val();
        self.unicast_1.next = self.counts.val() && self.unicast.val();
        self.fecn_1.next = self.fecn.val();
        self.fields.next = self.slid.val();
        self.fields.next = (self.fields.val() << self.lid_bits.val()) | self.dlid.val();
        self.fields.next = (self.fields.val() << self.p_key_bits.val()) | self.p_key.val();
        self.fields.next = (self.fields.val() << self.sl_bits.val()) | self.vl.val();
        self.fields.next = (self.fields.val() << self.sl_bits.val()) | self.sl.val();
        self.returned_1.next = self.fields.val();
        self.psn_1.next = self.psn.val();

        self.asked_flow.next = self.offset.val() >> 0;
        self.exists.next = self.offset.val() < self.flows.val() && !self.clearing.val();
        self.flow.next = self.offset.val() >> 0;
        self.wants_ack.next = self.ack_1.val();
        self.wants_cnp.next = self.cnp_1.val();
        self.has_becn.next = self.becn_1.val();
        self.is_ack.next = self.asks_ack.val();
        self.is_unicast.next = self.unicast_1.val();
        self.had_fecn.next = self.fecn_1.val();
        self.returned.next = self.returned_1.val();
        self.of_psn.next = self.psn_1.val();
    }
}
