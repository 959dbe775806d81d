//! The read channels of AXI4-Lite.

use super::layout::{address_mask, place_bits, BYTE_BITS, WORD};
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// Takes reads, and answers them as soon as it knows what the register holds.
    ///
    /// That of a counter is known when it has its turn. What does not exist reads as 0 with an error
    /// (SLVERR).
    pub struct RegisterReader(registers: &Registers) as "tailback_register_reader" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Bits of an address that are looked at.
        count address_mask = address_mask(registers);
        /// Ports.
        count ports = registers.port.ports();

        /// There is an address.
        input arvalid;
        /// The address.
        input araddr[address_bits(registers)];
        /// The answer is taken.
        input rready;
        /// The counter whose turn it is.
        input index[index_bits(&registers.port)];
        /// There is a register at `address`; this and what follows are a cycle late.
        input exists;
        /// It is a counter.
        input is_counter;
        /// Which one.
        input counter[index_bits(&registers.port)];
        /// What it holds in this cycle, if it is one of the switch as a whole, else 0.
        input common_word[WORD];
        /// What it holds in this cycle, if it is one of the port, else 0.
        input(registers.port.ports()) port_words[WORD];

        /// The address that is read.
        output address[address_bits(registers)];
        /// The same, in words.
        output place[place_bits(registers)];
        /// The number of a forwarding entry in it.
        output entry[registers.forwarding.address_bits()];
        /// An address is taken.
        output arready;
        /// There is an answer.
        output rvalid;
        /// What the register holds.
        output rdata[WORD];
        /// 0: OKAY, 2: SLVERR.
        output rresp[2];

        /// What the register holds in this cycle.
        local word[WORD];
        /// The answer is known.
        local answers;
        /// The address that is read.
        reg asked[address_bits(registers)];
        /// The counter whose turn was in the cycle before.
        reg index_before[index_bits(&registers.port)];
        /// An answer is due.
        reg reading;
        /// It was due in the cycle before, too.
        reg waited;
        /// There is an answer.
        reg answered;
        /// What it says.
        reg answer[WORD];
        /// There is no such register.
        reg refused;
    }
}

impl Logic for RegisterReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.address.next = self.asked.val();
        self.place.next = self.asked.val() >> self.byte_bits.val();
        self.entry.next = self.asked.val() >> self.byte_bits.val();
        self.arready.next = !self.reading.val() && !self.answered.val();
        comment!("A count comes in the cycle after its turn.");
        self.index_before.next = self.index.val();
        self.answers.next = self.waited.val()
            && (!self.is_counter.val() || self.index_before.val() == self.counter.val());

        if self.arvalid.val() && self.arready.val() {
            self.asked.next = self.araddr.val() & self.address_mask.val();
            self.reading.next = true;
        } else if self.answers.val() {
            self.reading.next = false;
        }
        self.waited.next = self.reading.val() && !self.answers.val();

        self.word.next = self.common_word.val();
        for port in 0..self.ports.val() {
            self.word.next = self.word.val() | self.port_words[port].val();
        }
        if self.answers.val() {
            self.answered.next = true;
            self.answer.next = self.word.val();
            self.refused.next = !self.exists.val();
        } else if self.rready.val() {
            self.answered.next = false;
        }
        self.rvalid.next = self.answered.val();
        self.rdata.next = self.answer.val();
        self.rresp.next = 0.into();
        self.rresp.next = self.rresp.val().replace_bit(1, self.refused.val());
    }
}
