//! Beats for the host.

use crate::interface::PacketStream;
use crate::prelude::*;
use tailback_spec::nic::receive::OPCODE_BYTE;
use tailback_spec::switch::port::Port as LinkPort;

block! {
    /// Delays the beats of packets until their headers show whether they are for the host.
    pub struct ReceiveHost(port: &LinkPort) as "tailback_nic_receive_host" {
        /// Opcode is in the second beat; else it is in the first one.
        choice is_second = OPCODE_BYTE >= port.width_bytes();
        /// Bits of the bytes of a beat.
        count width_bits = port.width_bits();

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
        /// LNH of the packet whose first beat was written last.
        input next_header[2];
        /// Opcode stored last is that of a CNP; an opcode in the beat of this cycle is not
        /// included.
        input is_cnp;
        /// Opcode in the beat of this cycle is that of a CNP.
        input cnp_comes;

        /// Packets for the host.
        master m_host: PacketStream(port.width_bits(), false, 0) reg { valid, last, bad };

        /// Waiting beat leaves.
        local leaves;
        /// Opcode of the waiting packet is that of a CNP; LNH not considered.
        local notifies;
        /// Packet of the waiting beat is not for the host.
        local hidden;

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
        self.leaves.next = self.waits.val() && (self.waits_last.val() || self.write.val());
        self.notifies.next = self.is_cnp.val();
        if self.is_second.val() {
            self.notifies.next = self.cnp_comes.val();
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
