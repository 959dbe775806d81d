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
        /// DLID in the beat, as a number.
        local dlid_now[16];
        /// SLID in the beat, as a number.
        local slid_now[16];
        /// PktLen in the beat.
        local length_now[LENGTH_BITS];
        /// P_Key in the beat, as a number.
        local p_key_now[16];
        /// DestQP in the beat, as a number.
        local dest_qp_now[24];
        /// PSN in the beat, as a number.
        local psn_now[24];
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

        comment!("The most significant byte of a number is received first.");
        for at in 0..8 {
            self.dlid_now.next =
                self.dlid_now.val().replace_bit(8 + at, self.came_dlid.val().get_bit(at));
            self.dlid_now.next =
                self.dlid_now.val().replace_bit(at, self.came_dlid.val().get_bit(8 + at));
            self.slid_now.next =
                self.slid_now.val().replace_bit(8 + at, self.came_slid.val().get_bit(at));
            self.slid_now.next =
                self.slid_now.val().replace_bit(at, self.came_slid.val().get_bit(8 + at));
            self.p_key_now.next =
                self.p_key_now.val().replace_bit(8 + at, self.came_p_key.val().get_bit(at));
            self.p_key_now.next =
                self.p_key_now.val().replace_bit(at, self.came_p_key.val().get_bit(8 + at));
            self.length_now.next =
                self.length_now.val().replace_bit(at, self.came_length_low.val().get_bit(at));
        }
        for at in 0..3 {
            self.length_now.next =
                self.length_now.val().replace_bit(8 + at, self.came_length_high.val().get_bit(at));
        }
        for octet in 0..3 {
            for at in 0..8 {
                self.dest_qp_now.next = self.dest_qp_now.val().replace_bit(
                    16 - 8 * octet + at,
                    self.came_dest_qp.val().get_bit(8 * octet + at),
                );
                self.psn_now.next = self
                    .psn_now
                    .val()
                    .replace_bit(16 - 8 * octet + at, self.came_psn.val().get_bit(8 * octet + at));
            }
        }

        if self.write.val() && self.now.val() == 0 {
            self.vl.next = self.came_vl.val();
            self.next_header.next = self.came_next_header.val();
            self.sl.next = self.came_sl.val();
            self.dlid.next = self.dlid_now.val();
            self.length_reg.next = self.length_now.val();
            self.slid.next = self.slid_now.val();
        }
        if self.write.val() && self.now.val() == self.opcode_beat.val() {
            self.opcode.next = self.came_opcode.val();
            self.p_key.next = self.p_key_now.val();
            self.fecn.next = self.came_fecn.val();
            self.becn.next = self.came_becn.val();
            self.dest_qp.next = self.dest_qp_now.val();
        }
        if self.write.val() && self.now.val() == self.last_beat.val() {
            self.ack_req.next = self.came_ack_req.val();
            self.psn.next = self.psn_now.val();
        }

        self.cnp_comes.next = self.came_opcode.val() == self.opcode_cnp.val();
        self.is_cnp.next = self.opcode.val() == self.opcode_cnp.val();
        self.payload_words.next = self.length_reg.val() - self.cnp_words.val();
        self.has_payload.next = self.payload_words.val().any();
    }
}
