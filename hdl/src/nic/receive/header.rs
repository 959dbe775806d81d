//! What is read of the first bytes of a packet.

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
    /// Holds the fields of LRH and BTH of the packet that is coming in.
    pub struct ReceiveHeader(port: &LinkPort) as "tailback_nic_receive_header" {
        /// The number of the beat with the opcode.
        count opcode_beat = OPCODE_BYTE / port.width_bytes();
        /// The number of the beat with the end of the BTH.
        count last_beat = (HEADER_BYTES - 1) / port.width_bytes();
        /// The opcode of a CNP.
        count opcode_cnp = OPCODE_CNP as usize;
        /// PktLen of a CNP.
        count cnp_words = CNP_WORDS;

        /// A beat is written.
        input write;
        /// It is the first one of a packet.
        input first;
        /// VL, if it is in this beat, as all that comes.
        input came_vl[VL_BITS];
        /// LNH.
        input came_next_header[2];
        /// Service level.
        input came_sl[4];
        /// The bytes of DLID; the first one has the least significant bits.
        input came_dlid[16];
        /// The upper bits of PktLen.
        input came_length_high[3];
        /// Its lower byte.
        input came_length_low[8];
        /// The bytes of SLID.
        input came_slid[16];
        /// Opcode.
        input came_opcode[8];
        /// The bytes of the partition.
        input came_p_key[16];
        /// FECN.
        input came_fecn;
        /// BECN.
        input came_becn;
        /// The bytes of the queue pair.
        input came_dest_qp[24];
        /// AckReq.
        input came_ack_req;
        /// The bytes of the PSN.
        input came_psn[24];

        /// The opcode, if it is in this beat, is that of a CNP.
        output cnp_comes;
        /// LNH.
        output next_header[2];
        /// The opcode is that of a CNP.
        output is_cnp;
        /// There are bytes between BTH and ICRC.
        output has_payload;
        /// Opcode.
        output opcode[8];
        /// FECN.
        output fecn;
        /// BECN.
        output becn;
        /// DLID.
        output dlid[16];
        /// SLID.
        output slid[16];
        /// Service level.
        output sl[4];
        /// VL.
        output vl[VL_BITS];
        /// Partition.
        output p_key[16];
        /// Queue pair.
        output dest_qp[24];
        /// PSN.
        output psn[24];
        /// An ACK is asked for.
        output ack_req;
        /// PktLen, less that of a packet without payload.
        output payload_words[LENGTH_BITS];

        /// The number of the beat, from 0 on; 3 and more are 3.
        local now[2];
        /// DLID in the beat.
        local dlid_now[16];
        /// SLID in the beat.
        local slid_now[16];
        /// PktLen in the beat.
        local length_now[LENGTH_BITS];
        /// Partition in the beat.
        local p_key_now[16];
        /// Queue pair in the beat.
        local dest_qp_now[24];
        /// PSN in the beat.
        local psn_now[24];
        /// The number of the next beat.
        reg number[2];
        /// LNH.
        reg next_header_reg[2];
        /// Service level.
        reg sl_reg[4];
        /// VL.
        reg vl_reg[VL_BITS];
        /// DLID.
        reg dlid_reg[16];
        /// SLID.
        reg slid_reg[16];
        /// PktLen.
        reg length_reg[LENGTH_BITS];
        /// Opcode.
        reg opcode_reg[8];
        /// Partition.
        reg p_key_reg[16];
        /// FECN.
        reg fecn_reg;
        /// BECN.
        reg becn_reg;
        /// Queue pair.
        reg dest_qp_reg[24];
        /// AckReq.
        reg ack_req_reg;
        /// PSN.
        reg psn_reg[24];
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

        comment!("Numbers have their most significant byte first.");
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
            self.vl_reg.next = self.came_vl.val();
            self.next_header_reg.next = self.came_next_header.val();
            self.sl_reg.next = self.came_sl.val();
            self.dlid_reg.next = self.dlid_now.val();
            self.length_reg.next = self.length_now.val();
            self.slid_reg.next = self.slid_now.val();
        }
        if self.write.val() && self.now.val() == self.opcode_beat.val() {
            self.opcode_reg.next = self.came_opcode.val();
            self.p_key_reg.next = self.p_key_now.val();
            self.fecn_reg.next = self.came_fecn.val();
            self.becn_reg.next = self.came_becn.val();
            self.dest_qp_reg.next = self.dest_qp_now.val();
        }
        if self.write.val() && self.now.val() == self.last_beat.val() {
            self.ack_req_reg.next = self.came_ack_req.val();
            self.psn_reg.next = self.psn_now.val();
        }

        self.cnp_comes.next = self.came_opcode.val() == self.opcode_cnp.val();
        self.next_header.next = self.next_header_reg.val();
        self.is_cnp.next = self.opcode_reg.val() == self.opcode_cnp.val();
        self.payload_words.next = self.length_reg.val() - self.cnp_words.val();
        self.has_payload.next = self.payload_words.val().any();
        self.opcode.next = self.opcode_reg.val();
        self.fecn.next = self.fecn_reg.val();
        self.becn.next = self.becn_reg.val();
        self.dlid.next = self.dlid_reg.val();
        self.slid.next = self.slid_reg.val();
        self.sl.next = self.sl_reg.val();
        self.vl.next = self.vl_reg.val();
        self.p_key.next = self.p_key_reg.val();
        self.dest_qp.next = self.dest_qp_reg.val();
        self.psn.next = self.psn_reg.val();
        self.ack_req.next = self.ack_req_reg.val();
    }
}
