//! Beats for the host, and the fields of their packets.

use crate::interface::PacketStream;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::receive::{HEADER_BYTES, OPCODE_BYTE};
use tailback_spec::nic::transmit::CNP_WORDS;
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::bth::OPCODE_CNP;

/// Bits of PktLen.
const LENGTH_BITS: usize = 11;

/// Lowest bit of a byte of a packet in the beat that holds it.
fn first_bit(port: &LinkPort, byte: usize) -> usize {
    u8::BITS as usize * (byte % port.width_bytes())
}

block! {
    /// Holds the fields of LRH and BTH of the packet being received, and delays its beats until
    /// they show whether it is for the host.
    pub struct ReceiveHost(port: &LinkPort) as "tailback_nic_receive_host" {
        /// Opcode is in the second beat; else it is in the first one.
        choice is_second = OPCODE_BYTE >= port.width_bytes();
        /// Bits of the bytes of a beat.
        count width_bits = port.width_bits();
        /// Number of the beat that holds the opcode.
        count opcode_beat = OPCODE_BYTE / port.width_bytes();
        /// Number of the beat that holds the end of the BTH.
        count last_beat = (HEADER_BYTES - 1) / port.width_bytes();
        /// Lowest bit of the opcode in its beat.
        count opcode_at = first_bit(port, OPCODE_BYTE);
        /// Lowest bit of the P_Key in its beat.
        count p_key_at = first_bit(port, 10);
        /// Bit of FECN in its beat: bit 7 of byte 12; BECN is bit 6.
        count fecn_at = first_bit(port, 12) + 7;
        /// Lowest bit of the DestQP in its beat.
        count dest_qp_at = first_bit(port, 13);
        /// Bit of AckReq in its beat: bit 7 of byte 16.
        count ack_req_at = first_bit(port, 16) + 7;
        /// Lowest bit of the PSN in its beat.
        count psn_at = first_bit(port, 17);
        /// Opcode of a CNP.
        count opcode_cnp = OPCODE_CNP as usize;
        /// PktLen of a CNP, a packet without payload.
        count cnp_words = CNP_WORDS;

        /// Beat of a packet is valid.
        input write;
        /// First beat of a packet.
        input first;
        /// Last beat of the packet.
        input last;
        /// Packet is bad.
        input bad;
        /// Beat: the bytes, and above them one valid bit per byte.
        input word[port.word_bits()];

        /// Packets for the host.
        master m_host: PacketStream(port.width_bits(), false, 0) reg { valid, last, bad };
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
        /// Bytes of DLID in the beat, the first one in the least significant bits.
        local dlid_bytes[16];
        /// Bytes of SLID in the beat, the first one in the least significant bits.
        local slid_bytes[16];
        /// Bytes of P_Key in the beat, the first one in the least significant bits.
        local p_key_bytes[16];
        /// Bytes of DestQP in the beat, the first one in the least significant bits.
        local dest_qp_bytes[24];
        /// Bytes of PSN in the beat, the first one in the least significant bits.
        local psn_bytes[24];
        /// Bits 7 to 0 of PktLen in the beat.
        local length_low[8];
        /// PktLen in the beat.
        local length_now[LENGTH_BITS];
        /// Opcode in the beat.
        local opcode_now[8];
        /// Waiting beat leaves.
        local leaves;
        /// Opcode of the waiting packet is that of a CNP; LNH not considered.
        local notifies;
        /// Packet of the waiting beat is not for the host.
        local hidden;

        /// Number of the next beat in its packet; saturates at 3.
        reg number[2];
        /// PktLen of the packet.
        reg length_reg[LENGTH_BITS];
        /// Waiting beat is valid.
        reg waits;
        /// Waiting beat is the first one of its packet.
        reg waits_first;
        /// Waiting beat is the last one of its packet.
        reg waits_last;
        /// Packet of the waiting beat is bad.
        reg waits_bad;
        /// Waiting beat: the bytes, and above them one valid bit per byte.
        reg waits_word[port.word_bits()];
        /// Packet of the beat that left last is not for the host.
        reg hidden_reg;
        /// Beat for the host, kept until the next one: the bytes, and above them one valid bit per
        /// byte.
        reg word_reg[port.word_bits()];
    }
}

impl Logic for ReceiveHost {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Fields");
        self.now.next = self.number.val();
        if self.first.val() {
            self.now.next = 0.into();
        }
        if self.write.val() && self.now.val() != 3 {
            self.number.next = self.now.val() + 1;
        }
        self.dlid_bytes.next = self.word.val() >> 16;
        self.slid_bytes.next = self.word.val() >> 48;
        self.p_key_bytes.next = self.word.val() >> self.p_key_at.val();
        self.dest_qp_bytes.next = self.word.val() >> self.dest_qp_at.val();
        self.psn_bytes.next = self.word.val() >> self.psn_at.val();
        self.opcode_now.next = self.word.val() >> self.opcode_at.val();
        comment!("PktLen is in byte 5 and, from bit 8 on, in byte 4.");
        self.length_low.next = self.word.val() >> 40;
        self.length_now.next = self.word.val() >> 32;
        self.length_now.next = (self.length_now.val() << 8) | self.length_low.val();
        comment!("A number is received from its most significant byte on: its bytes are reversed.");
        if self.write.val() && self.now.val() == 0 {
            self.vl.next = self.word.val() >> 4;
            self.next_header.next = self.word.val() >> 8;
            self.sl.next = self.word.val() >> 12;
            self.dlid.next = (self.dlid_bytes.val() << 8) | (self.dlid_bytes.val() >> 8);
            self.length_reg.next = self.length_now.val();
            self.slid.next = (self.slid_bytes.val() << 8) | (self.slid_bytes.val() >> 8);
        }
        if self.write.val() && self.now.val() == self.opcode_beat.val() {
            self.opcode.next = self.opcode_now.val();
            self.p_key.next = (self.p_key_bytes.val() << 8) | (self.p_key_bytes.val() >> 8);
            self.fecn.next = self.word.val().get_bit(self.fecn_at.val());
            self.becn.next = self.word.val().get_bit(self.fecn_at.val() - 1);
            self.dest_qp.next = (self.dest_qp_bytes.val() << 16)
                | (self.dest_qp_bytes.val() & 65280)
                | (self.dest_qp_bytes.val() >> 16);
        }
        if self.write.val() && self.now.val() == self.last_beat.val() {
            self.ack_req.next = self.word.val().get_bit(self.ack_req_at.val());
            self.psn.next = (self.psn_bytes.val() << 16)
                | (self.psn_bytes.val() & 65280)
                | (self.psn_bytes.val() >> 16);
        }
        self.is_cnp.next = self.opcode.val() == self.opcode_cnp.val();
        self.payload_words.next = self.length_reg.val() - self.cnp_words.val();
        self.has_payload.next = self.payload_words.val().any();

        comment!("Beats");
        self.leaves.next = self.waits.val() && (self.waits_last.val() || self.write.val());
        self.notifies.next = self.is_cnp.val();
        if self.is_second.val() {
            self.notifies.next = self.opcode_now.val() == self.opcode_cnp.val();
        }
        self.hidden.next = self.hidden_reg.val();
        if self.waits_first.val() {
            self.hidden.next =
                self.next_header.val() == 3 || (self.next_header.val() == 2 && self.notifies.val());
        }

        self.waits.next = self.write.val() || (self.waits.val() && !self.leaves.val());
        if self.write.val() {
            self.waits_first.next = self.first.val();
            self.waits_last.next = self.last.val();
            self.waits_bad.next = self.bad.val();
            self.waits_word.next = self.word.val();
        }
        if self.leaves.val() {
            self.hidden_reg.next = self.hidden.val();
        }
        self.m_host.valid.next = self.leaves.val() && !self.hidden.val();
        if self.leaves.val() && !self.hidden.val() {
            self.word_reg.next = self.waits_word.val();
            self.m_host.last.next = self.waits_last.val();
            self.m_host.bad.next = self.waits_bad.val();
        }
        self.m_host.data.next = self.word_reg.val() >> 0;
        self.m_host.keep.next = self.word_reg.val() >> self.width_bits.val();
    }
}
