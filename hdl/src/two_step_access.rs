//! AXI4-Lite: one write or read at a time, in two steps.

use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;

/// Bits of a register.
const WORD: usize = WORD_BITS as usize;
/// Bits of an address that select a byte.
const BYTE_BITS: usize = 2;

block! {
    /// Executes writes and reads, one at a time, alternately if both are pending.
    ///
    /// Each access takes two steps. All outputs of AXI4-Lite are registers: ready is high in the
    /// first step.
    pub struct TwoStepAccess(address_bits: usize) as "tailback_two_step_access" {
        /// Mask of the address bits that select a register.
        param mask[address_bits] = (1 << address_bits) - 4;

        /// Registers.
        slave s_axil: AxiLite(address_bits, true, true)
            reg { awready, wready, bvalid, arready, rvalid, rdata };
        /// Accesses are possible: all memories have been cleared after reset.
        input ready;
        /// The register exists; valid in the second step.
        input exists;
        /// The write is legal; valid in the second step.
        input okay;
        /// Read data; valid in the second step.
        input word[WORD];

        /// Address of the register in bytes; the two lowest bits are 0.
        output_reg address[address_bits];
        /// Address of the register in words.
        output place[address_bits - BYTE_BITS];
        /// Data of the last write.
        output_reg data[WORD];
        /// All bytes of the last write are valid.
        output_reg whole;
        /// The access is a write.
        output_reg is_write;
        /// Second and last step of the access.
        output done;

        /// No access is in progress, and accesses are possible.
        local free;
        /// Address and data of a write are taken.
        local takes_write;
        /// A read address is valid, and no read data is pending.
        local can_read;
        /// A read address is taken.
        local takes_read;
        /// Address that is taken.
        local taken[address_bits];
        /// First step.
        reg first;
        /// Second step.
        reg second;
        /// The last write was refused.
        reg write_refused;
        /// The last read hit no register.
        reg read_refused;
    }
}

impl Logic for TwoStepAccess {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = self.ready.val() && !self.first.val() && !self.second.val();
        self.can_read.next = self.s_axil.arvalid.val() && !self.s_axil.rvalid.val();
        self.takes_write.next = self.free.val()
            && self.s_axil.awvalid.val()
            && self.s_axil.wvalid.val()
            && !self.s_axil.bvalid.val()
            && !(self.can_read.val() && self.is_write.val());
        self.s_axil.awready.next = self.takes_write.val();
        self.s_axil.wready.next = self.takes_write.val();
        self.takes_read.next = self.free.val() && self.can_read.val() && !self.takes_write.val();
        self.s_axil.arready.next = self.takes_read.val();
        self.taken.next = self.s_axil.araddr.val();
        if self.takes_write.val() {
            self.taken.next = self.s_axil.awaddr.val();
            self.data.next = self.s_axil.wdata.val();
            self.whole.next = self.s_axil.wstrb.val().all();
        }
        if self.takes_write.val() || self.takes_read.val() {
            self.address.next = self.taken.val() & self.mask.val();
            self.is_write.next = self.takes_write.val();
        }
        self.first.next = self.takes_write.val() || self.takes_read.val();
        self.second.next = self.first.val();
        self.done.next = self.second.val();
        self.place.next = self.address.val() >> 2;

        if self.second.val() && self.is_write.val() {
            self.s_axil.bvalid.next = true;
            self.write_refused.next = !self.okay.val();
        } else if self.s_axil.bready.val() {
            self.s_axil.bvalid.next = false;
        }
        if self.second.val() && !self.is_write.val() {
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
