//! The channels of AXI4-Lite.

use super::layout::{
    address_mask, place_bits, setting_words, BYTE_BITS, OFFSET_BITS, SETTING_BITS, WORD,
};
use crate::address_bits as memory_address_bits;
use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// The AXI4-Lite channels: accept one access at a time, and step through it.
    ///
    /// An access is in step 1 in the cycle after its acceptance. Its address is decoded in steps 1
    /// and 2. Step 3 writes a register, or samples its value; a read of a counter stays in step 3
    /// until the counter's time slot is over. Step 4 loads the read data.
    pub struct RegisterAccess(registers: &Registers) as "tailback_register_access" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Bits of an address below the number of a page.
        count page_start = BYTE_BITS + OFFSET_BITS;
        /// Low bits of a word address that tell apart the settings of a page.
        count setting_bits = SETTING_BITS;
        /// Mask of the address bits that are decoded.
        count address_mask = address_mask(registers);

        /// Registers.
        slave s_axil: AxiLite(address_bits(registers), true, true)
            reg { awready, wready, bvalid, arready, rvalid, rdata };
        /// High while the forwarding table is being cleared; holds off writes.
        input clearing;
        /// Index of the counter whose slot this cycle is.
        input index[index_bits(&registers.port)];
        /// The register that is accessed is a counter; valid from step 3 on.
        input is_counter;
        /// Index of the counter that is accessed; valid from step 2 on.
        input counter[index_bits(&registers.port)];
        /// A register exists at the address; valid from step 3 on.
        input exists;
        /// The register at the address has a writable field; valid from step 3 on.
        input writable;
        /// Value of the register, sampled in step 3; valid in step 4.
        input word[WORD];

        /// Address of the current access, in bytes, without the bits that are not decoded.
        output_reg address[address_bits(registers)];
        /// Write data of the last write.
        output_reg data[WORD];
        /// Address of the current access, in words.
        output place[place_bits(registers)];
        /// Index of the forwarding entry in the address.
        output entry[registers.forwarding.address_bits()];
        /// Address in the memory of settings.
        output setting[memory_address_bits(setting_words(registers))];
        /// A write of all four bytes is in step 2.
        output prepares;

        /// A read can be accepted as soon as no access is in progress.
        local read_waits;
        /// A write is accepted at the end of this cycle.
        local writes;
        /// A read is accepted at the end of this cycle.
        local reads;
        /// Step of the current access; 0 without one.
        reg step[3];
        /// The last access is a write.
        reg writing;
        /// The last write is of all four bytes.
        reg whole;
        /// The slot of `counter` was the cycle before.
        reg is_slot;
        /// Response of the last write is an error.
        reg write_refused;
        /// Response of the last read is an error.
        reg read_refused;
    }
}

impl Logic for RegisterAccess {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Acceptance: after a write, a read that waits goes first.");
        self.read_waits.next = self.s_axil.arvalid.val() && !self.s_axil.rvalid.val();
        self.writes.next = self.step.val() == 0
            && self.s_axil.awvalid.val()
            && self.s_axil.wvalid.val()
            && !self.s_axil.bvalid.val()
            && !self.clearing.val()
            && !(self.writing.val() && self.read_waits.val());
        self.reads.next = self.step.val() == 0 && self.read_waits.val() && !self.writes.val();
        self.s_axil.awready.next = self.writes.val();
        self.s_axil.wready.next = self.writes.val();
        self.s_axil.arready.next = self.reads.val();
        if self.writes.val() {
            self.address.next = self.s_axil.awaddr.val() & self.address_mask.val();
            self.data.next = self.s_axil.wdata.val();
            self.whole.next = self.s_axil.wstrb.val().all();
            self.writing.next = true;
        } else if self.reads.val() {
            self.address.next = self.s_axil.araddr.val() & self.address_mask.val();
            self.writing.next = false;
        }

        comment!("The value of a counter is available in the cycle after its time slot.");
        self.is_slot.next = self.index.val() == self.counter.val();
        if self.step.val() == 0 {
            if self.writes.val() || self.reads.val() {
                self.step.next = 1.into();
            }
        } else if self.step.val() == 3 {
            if self.writing.val() {
                self.step.next = 0.into();
            } else if !self.is_counter.val() || self.is_slot.val() {
                self.step.next = 4.into();
            }
        } else if self.step.val() == 4 {
            self.step.next = 0.into();
        } else {
            self.step.next = self.step.val() + 1;
        }
        self.prepares.next = self.step.val() == 2 && self.writing.val() && self.whole.val();

        self.place.next = self.address.val() >> self.byte_bits.val();
        self.entry.next = self.address.val() >> self.byte_bits.val();
        self.setting.next = self.address.val() >> self.page_start.val();
        self.setting.next = (self.setting.val() << self.setting_bits.val())
            | self.address.val().get_bits::<2>(self.byte_bits.val());

        comment!("Responses");
        if self.step.val() == 3 && self.writing.val() {
            self.s_axil.bvalid.next = true;
            self.write_refused.next = !(self.whole.val() && self.writable.val());
        } else if self.s_axil.bready.val() {
            self.s_axil.bvalid.next = false;
        }
        if self.step.val() == 4 {
            self.s_axil.rvalid.next = true;
            self.s_axil.rdata.next = self.word.val();
            self.read_refused.next = !self.exists.val();
        } else if self.s_axil.rready.val() {
            self.s_axil.rvalid.next = false;
        }
        self.s_axil.bresp.next = 0.into();
        self.s_axil.bresp.next = self.s_axil.bresp.val().replace_bit(1, self.write_refused.val());
        self.s_axil.rresp.next = 0.into();
        self.s_axil.rresp.next = self.s_axil.rresp.val().replace_bit(1, self.read_refused.val());
    }
}
