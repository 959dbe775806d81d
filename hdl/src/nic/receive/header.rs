//! Fields of the first bytes of a packet.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::receive::{HEADER_BYTES, OPCODE_BYTE};
use tailback_spec::nic::transmit::CNP_WORDS;
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::bth::OPCODE_CNP;

/// Bits of PktLen.
const LENGTH_BITS: usize = 11;

block! {
    /// Holds the fields of LRH and BTH of the packet being received.
    pub struct ReceiveHeader(port: &LinkPort) as "tailback_nic_receive_header" {
        /// Number of the beat that holds the opcode.
        count opcode_beat = OPCODE_BYTE / port.width_bytes();
        /// Number of the beat that holds the end of the BTH.
        count last_beat = (HEADER_BYTES - 1) / port.width_bytes();
        /// Opcode of a CNP.
        count opcode_cnp = OPCODE_CNP as usize;
        /// PktLen of a CNP, a packet without payload.
        count cnp_words = CNP_WORDS;

        /// Beat of a packet is valid.
        input write;
        /// First beat of a packet.
        input first;
        /// VL in the beat; valid in the first beat.
        input came_vl[VL_BITS];
        /// LNH in the beat; valid in the first beat.
        input came_next_header[2];
        /// Service level (SL) in the beat; valid in the first beat.
        input came_sl[4];
        /// Bytes of DLID in the beat, the first one in the least significant bits; valid in the
        /// first beat.
        input came_dlid[16];
        /// Bits 10 to 8 of PktLen in the beat; valid in the first beat.
        input came_length_high[3];
        /// Bits 7 to 0 of PktLen in the beat; valid in the first beat.
        input came_length_low[8];
        /// Bytes of SLID in the beat, the first one in the least significant bits; valid in the
        /// first beat.
        input came_slid[16];
        /// Opcode in the beat; valid in beat `opcode_beat`.
        input came_opcode[8];
        /// Bytes of P_Key in the beat, the first one in the least significant bits; valid in beat
        /// `opcode_beat`.
        input came_p_key[16];
        /// FECN in the beat; valid in beat `opcode_beat`.
        input came_fecn;
        /// BECN in the beat; valid in beat `opcode_beat`.
        input came_becn;
        /// Bytes of DestQP in the beat, the first one in the least significant bits; valid in beat
        /// `opcode_beat`.
        input came_dest_qp[24];
        /// AckReq in the beat; valid in beat `last_beat`.
        input came_ack_req;
        /// Bytes of PSN in the beat, the first one in the least significant bits; valid in beat
        /// `last_beat`.
        input came_psn[24];

        /// Opcode in the beat is that of a CNP; valid in beat `opcode_beat`.
        output cnp_comes;
        /// LNH.
        output_reg next_header[2];
        /// Opcode is that of a CNP.
        output is_cnp;
        /// There are bytes between BTH and ICRC.
        output has_payload;
        /// Opcode.
        output_reg opcode[8];
        /// FECN.
        output_reg fecn;
        /// BECN.
        output_reg becn;
        /// DLID.
        output_reg dlid[16];
        /// SLID.
        output_reg slid[16];
        /// Service level (SL).
        output_reg sl[4];
        /// VL.
        output_reg vl[VL_BITS];
        /// P_Key.
        output_reg p_key[16];
        /// DestQP.
        output_reg dest_qp[24];
        /// PSN.
        output_reg psn[24];
        /// AckReq: the packet requests an ACK.
        output_reg ack_req;
        /// PktLen minus `cnp_words`: 32-bit words between BTH and ICRC, modulo 2^11.
        output payload_words[LENGTH_BITS];

        /// Number of the beat in its packet, from 0 on; saturates at 3.
        local now[2];
        /// PktLen in the beat.
        local length_now[LENGTH_BITS];
        /// Number of the next beat in its packet; saturates at 3.
        reg number[2];
        /// PktLen of the packet.
        reg length_reg[LENGTH_BITS];
    }
}

impl Logic for ReceiveHeader {
    #[hdl_gen]
    fn update(&mut self) {
        self.now.next = self.number.val();
        if self.first.val() {
            self.now.next = 0.into();
        }
        if self.write.val() && self.now.val() != 3 {
            self.number.next = self.now.val() + 1;
        }

        self.length_now.next = self.came_length_high.val();
        self.length_now.next = (self.length_now.val() << 8) | self.came_length_low.val();
        comment!("A number is received from its most significant byte on: its bytes are reversed.");
        if self.write.val() && self.now.val() == 0 {
            self.vl.next = self.came_vl.val();
            self.next_header.next = self.came_next_header.val();
            self.sl.next = self.came_sl.val();
            self.dlid.next = (self.came_dlid.val() << 8) | (self.came_dlid.val() >> 8);
            self.length_reg.next = self.length_now.val();
            self.slid.next = (self.came_slid.val() << 8) | (self.came_slid.val() >> 8);
        }
        if self.write.val() && self.now.val() == self.opcode_beat.val() {
            self.opcode.next = self.came_opcode.val();
            self.p_key.next = (self.came_p_key.val() << 8) | (self.came_p_key.val() >> 8);
            self.fecn.next = self.came_fecn.val();
            self.becn.next = self.came_becn.val();
            self.dest_qp.next = (self.came_dest_qp.val() << 16)
                | (self.came_dest_qp.val() & 65280)
                | (self.came_dest_qp.val() >> 16);
        }
        if self.write.val() && self.now.val() == self.last_beat.val() {
            self.ack_req.next = self.came_ack_req.val();
            self.psn.next = (self.came_psn.val() << 16)
                | (self.came_psn.val() & 65280)
                | (self.came_psn.val() >> 16);
        }

        self.cnp_comes.next = self.came_opcode.val() == self.opcode_cnp.val();
        self.is_cnp.next = self.opcode.val() == self.opcode_cnp.val();
        self.payload_words.next = self.length_reg.val() - self.cnp_words.val();
        self.has_payload.next = self.payload_words.val().any();
    }
}
