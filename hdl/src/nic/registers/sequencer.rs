//! AXI4-Lite: one write or read at a time.

use super::layout::{field, ADDRESS_MASK, BYTE_BITS, PLACE_BITS, SL_BITS, TURN_BITS, WORD};
use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::nic::registers::{ADDRESS_BITS, QP_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Executes writes and reads, one at a time, alternately if both are pending.
    ///
    /// Each access takes four steps, a pipeline for decoding and reading; the last step waits for
    /// data that is not valid yet. All outputs of AXI4-Lite are registers: ready is high in the first
    /// step.
    pub struct AccessSequencer(nic: &Nic) as "tailback_access_sequencer" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Valid bit of a queue pair entry.
        count valid_bit = field::QP_VALID;
        /// Mask of the address bits that select a word.
        count address_mask = ADDRESS_MASK;

        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true)
            reg { awready, wready, bvalid, arready, rvalid, rdata };
        /// All memories have been cleared after reset.
        input cleared;
        /// Accessed register exists; valid in the last step.
        input exists;
        /// Write is legal; valid in the last step.
        input okay;
        /// Read data; valid in the last step.
        input word[WORD];
        /// Last step must wait; valid in the last step.
        input waits;

        /// Address of the access in bytes; the two lowest bits are 0.
        output_reg address[ADDRESS_BITS];
        /// Word address of the access.
        output place[PLACE_BITS];
        /// Low bits of the word address, as wide as a flow.
        output flow[nic.flow_bits()];
        /// Low bits of the word address, as wide as the slot of a counter.
        output turn[TURN_BITS];
        /// Low bits of the word address, as wide as a service level.
        output level[SL_BITS];
        /// Data of the last write.
        output_reg data[WORD];
        /// Low bits of the data of the last write, as wide as a queue pair number.
        output number[QP_BITS];
        /// Highest bit of the data of the last write: the valid bit of an entry.
        output valid;
        /// All bytes of the last write are valid.
        output_reg whole;
        /// Access is a write.
        output_reg is_write;
        /// Access is in its second step.
        output second;
        /// Access is in its third step.
        output third;
        /// Access is in its fourth and last step.
        output last;
        /// Last cycle of the access.
        output done;

        /// No access is in progress, and all memories have been cleared.
        local free;
        /// Address and data of a write are taken, and accepted in the next cycle.
        local takes_write;
        /// Read address is valid, and no read data is pending.
        local can_read;
        /// Read address is taken, and accepted in the next cycle.
        local takes_read;
        /// Address that is taken.
        local taken[ADDRESS_BITS];
        /// One bit per step: the access is in that step.
        reg(4) steps;
        /// Last write was refused.
        reg write_refused;
        /// Last read hit no register.
        reg read_refused;
    }
}

impl Logic for AccessSequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = self.cleared.val()
            && !(self.steps[0].val()
                || self.steps[1].val()
                || self.steps[2].val()
                || self.steps[3].val());
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
            self.address.next = self.taken.val() & self.address_mask.val();
            self.is_write.next = self.takes_write.val();
        }
        self.done.next = self.steps[3].val() && !self.waits.val();
        self.steps[0].next = self.takes_write.val() || self.takes_read.val();
        self.steps[1].next = self.steps[0].val();
        self.steps[2].next = self.steps[1].val();
        self.steps[3].next = self.steps[2].val() || (self.steps[3].val() && self.waits.val());

        if self.done.val() && self.is_write.val() {
            comment!("No response is pending: it would have kept the write from being accepted.");
            self.s_axil.bvalid.next = true;
            self.write_refused.next = !self.okay.val();
        } else if self.s_axil.bready.val() {
            self.s_axil.bvalid.next = false;
        }
        if self.done.val() && !self.is_write.val() {
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
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.flow.next = self.address.val() >> self.byte_bits.val();
        self.turn.next = self.address.val() >> self.byte_bits.val();
        self.level.next = self.address.val() >> self.byte_bits.val();
        self.number.next = self.data.val() >> 0;
        self.valid.next = self.data.val().get_bit(self.valid_bit.val());
        self.second.next = self.steps[1].val();
        self.third.next = self.steps[2].val();
        self.last.next = self.steps[3].val();
    }
}
