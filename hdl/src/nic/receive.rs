//! The path from the link: checks packets, passes them to the host, and reports their header fields
//! to the reflector.

mod header;
mod host;

pub use header::ReceiveHeader;
pub use host::ReceiveHost;

use crate::comment;
use crate::interface::{LinkStream, PacketStream};
use crate::prelude::*;
use crate::switch::Ingress;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::nic::receive::Cause;
use tailback_spec::nic::transmit::BYTES_BITS;
use tailback_spec::nic::Nic;

/// Causes found by the ingress.
const AT_INGRESS: usize = 5;

/// Lowest bit of a byte of a packet in the beat that holds it.
fn first_bit(nic: &Nic, byte: usize) -> usize {
    u8::BITS as usize * (byte % nic.port().width_bytes())
}

block! {
    /// Checks packets as the ingress of a switch's port does, and passes them to the host.
    ///
    /// Congestion notification packets (CNPs) do not go to the host; their fields are reported as
    /// those of all good packets are.
    pub struct Receive(nic: &Nic) as "tailback_nic_receive" {
        /// Virtual lanes: data virtual lanes (VLs) and, behind those, VL15.
        count lanes = nic.port().lanes();
        /// Free space reported to the ingress: more blocks than a packet has.
        param room[nic.port().buffer().free_bits()] =
            (1 << nic.port().buffer().free_bits()) - 1;

        /// Causes found by the ingress.
        count at_ingress = AT_INGRESS;
        /// Lowest bit of the opcode in its beat.
        count opcode_at = first_bit(nic, 8);
        /// Lowest bit of the P_Key in its beat.
        count p_key_at = first_bit(nic, 10);
        /// Bit of FECN in its beat: bit 7 of byte 12; BECN is bit 6.
        count fecn_at = first_bit(nic, 12) + 7;
        /// Lowest bit of the DestQP in its beat.
        count dest_qp_at = first_bit(nic, 13);
        /// Bit of AckReq in its beat: bit 7 of byte 16.
        count ack_req_at = first_bit(nic, 16) + 7;
        /// Lowest bit of the PSN in its beat.
        count psn_at = first_bit(nic, 17);

        /// Received packets.
        slave rx: LinkStream(nic.port().width_bits(), false);

        /// Packets for the host.
        master m_host: PacketStream(nic.port().width_bits(), false, 0);
        /// Good packet received; its fields are valid in this cycle.
        output decoded;
        /// BTH: opcode.
        output opcode[8];
        /// BTH: FECN.
        output fecn;
        /// BTH: BECN.
        output becn;
        /// LRH: DLID.
        output dlid[16];
        /// LRH: SLID.
        output slid[16];
        /// LRH: service level (SL).
        output sl[4];
        /// LRH: VL.
        output vl[VL_BITS];
        /// BTH: P_Key.
        output p_key[16];
        /// BTH: DestQP.
        output dest_qp[24];
        /// BTH: PSN.
        output psn[24];
        /// BTH: AckReq.
        output ack_req;
        /// Bytes between BTH and ICRC.
        output payload_bytes[BYTES_BITS];
        /// Good packet received for the host.
        output passed;
        /// One bit per cause: a received packet is dropped, or ends as a bad one.
        output(Cause::ALL.len()) drops;
        /// Block of a packet received.
        output_reg received;
        /// VL of the received block.
        output_reg received_vl[VL_BITS];
        /// Flow-control packet received.
        output_reg flow_control;
        /// Received flow-control packet, from its most significant bit.
        output_reg flow_control_packet[PACKET_BITS];
        /// Flow-control packet received without tlast, or not of six bytes.
        output_reg bad_framing;

        /// Check of received packets, as at an input port of a switch.
        sub ingress: Ingress = Ingress::new(&nic.port());
        /// Fields of LRH and BTH.
        sub fields: ReceiveHeader = ReceiveHeader::new(&nic.port());
        /// Beats for the host.
        sub host: ReceiveHost = ReceiveHost::new(&nic.port());
        /// Received packet is a CNP.
        local is_cnp;
        /// Received packet has a Global Route Header.
        local is_global;

        /// Ingress accepted a packet in the previous cycle.
        reg accepted_reg;
        /// One bit per ingress cause: a packet was dropped or bad in the previous cycle.
        reg(AT_INGRESS) drops_reg;
    }
    connect {
        ingress: rx;
        ingress, fields: write, write_first = first;
        ingress, host: write, write_first = first, write_last = last, write_bad = bad,
            write_word = word;
        fields, host: next_header, is_cnp, cnp_comes;
        fields: opcode, fecn, becn, dlid, slid, sl, vl, p_key, dest_qp, psn, ack_req;
        host: m_host;
    }
}

impl Logic for Receive {
    #[hdl_gen]
    fn update(&mut self) {
        self.ingress.known.next = true;
        self.ingress.port.next = 0.into();
        for number in 0..self.lanes.val() {
            self.ingress.free[number].next = self.room.val();
        }

        comment!("The host");
        self.fields.came_vl.next = self.ingress.write_word.val() >> 4;
        self.fields.came_next_header.next = self.ingress.write_word.val() >> 8;
        self.fields.came_sl.next = self.ingress.write_word.val() >> 12;
        self.fields.came_dlid.next = self.ingress.write_word.val() >> 16;
        self.fields.came_length_high.next = self.ingress.write_word.val() >> 32;
        self.fields.came_length_low.next = self.ingress.write_word.val() >> 40;
        self.fields.came_slid.next = self.ingress.write_word.val() >> 48;
        self.fields.came_opcode.next = self.ingress.write_word.val() >> self.opcode_at.val();
        self.fields.came_p_key.next = self.ingress.write_word.val() >> self.p_key_at.val();
        self.fields.came_fecn.next = self.ingress.write_word.val().get_bit(self.fecn_at.val());
        self.fields.came_becn.next = self.ingress.write_word.val().get_bit(self.fecn_at.val() - 1);
        self.fields.came_dest_qp.next = self.ingress.write_word.val() >> self.dest_qp_at.val();
        self.fields.came_ack_req.next =
            self.ingress.write_word.val().get_bit(self.ack_req_at.val());
        self.fields.came_psn.next = self.ingress.write_word.val() >> self.psn_at.val();

        comment!("Fields");
        self.is_cnp.next = self.fields.next_header.val() == 2 && self.fields.is_cnp.val();
        self.is_global.next = self.fields.next_header.val() == 3;
        self.accepted_reg.next = self.ingress.accepted.val();
        self.decoded.next = self.accepted_reg.val()
            && self.fields.next_header.val() == 2
            && !(self.fields.is_cnp.val() && self.fields.has_payload.val());
        self.passed.next = self.accepted_reg.val() && !self.is_cnp.val() && !self.is_global.val();
        self.payload_bytes.next = self.fields.payload_words.val();
        self.payload_bytes.next = self.payload_bytes.val() << 2;

        comment!("Events");
        self.drops_reg[0].next = self.ingress.drops[0].val();
        self.drops_reg[1].next = self.ingress.drops[1].val();
        comment!("Ingress causes 3 to 5 (no route, no free space) do not occur in a NIC.");
        self.drops_reg[2].next = self.ingress.drops[2].val()
            || self.ingress.drops[3].val()
            || self.ingress.drops[4].val()
            || self.ingress.drops[5].val();
        self.drops_reg[3].next = self.ingress.drops[6].val();
        self.drops_reg[4].next = self.ingress.drops[7].val();
        for cause in 0..self.at_ingress.val() {
            self.drops[cause].next = self.drops_reg[cause].val();
        }
        self.drops[5].next = self.accepted_reg.val() && self.is_global.val();
        self.drops[6].next =
            self.accepted_reg.val() && self.is_cnp.val() && self.fields.has_payload.val();
        self.received.next = self.ingress.received.val();
        self.received_vl.next = self.ingress.received_vl.val();
        self.flow_control.next = self.ingress.flow_control.val();
        self.flow_control_packet.next = self.ingress.flow_control_packet.val();
        self.bad_framing.next = self.ingress.bad_framing.val();
    }
}
