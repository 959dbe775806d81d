//! Beats for the host.

use crate::prelude::*;
use tailback_spec::nic::receive::OPCODE_BYTE;
use tailback_spec::switch::port::Port as LinkPort;

block! {
    /// Delays the beats of packets until it is known whether they are for the host.
    pub struct ReceiveHost(port: &LinkPort) as "tailback_nic_receive_host" {
        /// The opcode is in the second beat; else it is in the first one.
        choice is_second = OPCODE_BYTE >= port.width_bytes();
        /// Bits of a beat's bytes.
        count width_bits = port.width_bits();

        /// A beat is written.
        input write;
        /// It is the first one of a packet.
        input first;
        /// It is the last one.
        input last;
        /// The packet is bad.
        input bad;
        /// Its bytes, and above them a bit for each that counts.
        input word[port.word_bits()];
        /// LNH of the packet whose first beat was written last.
        input next_header[2];
        /// Its opcode is that of a CNP; not if it is in the beat that is written.
        input is_cnp;
        /// The beat that is written has the opcode of a CNP.
        input cnp_comes;

        /// A beat for the host.
        output m_host_valid;
        /// Its bytes.
        output m_host_data[port.width_bits()];
        /// Which of them count.
        output m_host_keep[port.width_bytes()];
        /// It is the last of its packet.
        output m_host_last;
        /// The packet is bad.
        output m_host_bad;

        /// The beat that waits leaves.
        local leaves;
        /// Its packet is a CNP, but for LNH.
        local notifies;
        /// Its packet is not for the host.
        local hidden;

        /// A beat waits.
        reg waits;
        /// It is the first one.
        reg waits_first;
        /// It is the last one.
        reg waits_last;
        /// The packet is bad.
        reg waits_bad;
        /// The beat.
        reg waits_word[port.word_bits()];
        /// The packet of the beat that left last is not for the host.
        reg hidden_reg;
        /// A beat is shown.
        reg valid_reg;
        /// It, and that which was shown last.
        reg word_reg[port.word_bits()];
        /// It is the last one.
        reg last_reg;
        /// The packet is bad.
        reg bad_reg;
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
        self.valid_reg.next = self.leaves.val() && !self.hidden.val();
        if self.leaves.val() && !self.hidden.val() {
            self.word_reg.next = self.waits_word.val();
            self.last_reg.next = self.waits_last.val();
            self.bad_reg.next = self.waits_bad.val();
        }
        self.m_host_valid.next = self.valid_reg.val();
        self.m_host_data.next = self.word_reg.val() >> 0;
        self.m_host_keep.next = self.word_reg.val() >> self.width_bits.val();
        self.m_host_last.next = self.last_reg.val();
        self.m_host_bad.next = self.bad_reg.val();
    }
}
