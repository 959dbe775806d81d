//! AXI4-Lite: one write or read at a time.

use super::layout::{field, ADDRESS_MASK, BYTE_BITS, PLACE_BITS, SL_BITS, TURN_BITS, WORD};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::registers::{ADDRESS_BITS, QP_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::WORD_BYTES;

block! {
    /// Takes writes and reads, one at a time, and answers them. If there are both, they take turns.
    ///
    /// Each goes through four steps, so that nothing has to be known at once; the last one waits for
    /// what is not there yet.
    pub struct AccessSequencer(nic: &Nic) as "tailback_access_sequencer" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// The bit that makes a queue pair count.
        count valid_bit = field::QP_VALID;
        /// Bits of an address that are looked at.
        count address_mask = ADDRESS_MASK;

        /// There is an address to be written.
        input awvalid;
        /// The address.
        input awaddr[ADDRESS_BITS];
        /// There is data to be written.
        input wvalid;
        /// The data.
        input wdata[WORD];
        /// Bytes of it that count: all, or the write is refused.
        input wstrb[WORD_BYTES as usize];
        /// The answer to a write is taken.
        input bready;
        /// There is an address to be read.
        input arvalid;
        /// The address.
        input araddr[ADDRESS_BITS];
        /// The answer to a read is taken.
        input rready;
        /// All memories are cleared.
        input cleared;
        /// There is a register; this and what follows count in the last step.
        input exists;
        /// The write is in order.
        input okay;
        /// What is read.
        input word[WORD];
        /// The last step has to wait.
        input waits;

        /// Address and data of a write are taken.
        output takes_write;
        /// An address to be read could be taken.
        output arready;
        /// There is an answer to a write.
        output bvalid;
        /// 0: OKAY, 2: SLVERR.
        output bresp[2];
        /// There is an answer to a read.
        output rvalid;
        /// What the register holds.
        output rdata[WORD];
        /// 0: OKAY, 2: SLVERR.
        output rresp[2];
        /// The address of a word.
        output address[ADDRESS_BITS];
        /// The same, in words.
        output place[PLACE_BITS];
        /// The flow whose queue pair it is.
        output flow[nic.flow_bits()];
        /// The turn of the counter of the port.
        output turn[TURN_BITS];
        /// The service level whose CCTI it is.
        output level[SL_BITS];
        /// The data of the last write.
        output data[WORD];
        /// The queue pair in it.
        output number[QP_BITS];
        /// The bit that makes it count.
        output valid;
        /// All of its bytes count.
        output whole;
        /// It is a write.
        output is_write;
        /// The second step.
        output second;
        /// The third one.
        output third;
        /// The last one.
        output last;
        /// Its end.
        output done;

        /// Nothing is under way.
        local free;
        /// A read is there.
        local can_read;
        /// It is taken.
        local takes_read;
        /// The address that is taken.
        local taken[ADDRESS_BITS];
        /// The steps.
        reg(4) steps;
        /// The address of a word.
        reg at[ADDRESS_BITS];
        /// The data.
        reg held_data[WORD];
        /// All of its bytes count.
        reg held_whole;
        /// The last one that was taken is a write.
        reg wrote;
        /// There is an answer to a write.
        reg written;
        /// It was no good.
        reg write_refused;
        /// There is an answer to a read.
        reg answered;
        /// What it says.
        reg answer[WORD];
        /// There is no such register.
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
        self.can_read.next = self.arvalid.val() && !self.answered.val();
        self.takes_write.next = self.free.val()
            && self.awvalid.val()
            && self.wvalid.val()
            && !self.written.val()
            && !(self.can_read.val() && self.wrote.val());
        self.arready.next = self.free.val() && !self.answered.val() && !self.takes_write.val();
        self.takes_read.next = self.arready.val() && self.arvalid.val();
        self.taken.next = self.araddr.val();
        if self.takes_write.val() {
            self.taken.next = self.awaddr.val();
            self.held_data.next = self.wdata.val();
            self.held_whole.next = self.wstrb.val().all();
        }
        if self.takes_write.val() || self.takes_read.val() {
            self.at.next = self.taken.val() & self.address_mask.val();
            self.wrote.next = self.takes_write.val();
        }
        self.done.next = self.steps[3].val() && !self.waits.val();
        self.steps[0].next = self.takes_write.val() || self.takes_read.val();
        self.steps[1].next = self.steps[0].val();
        self.steps[2].next = self.steps[1].val();
        self.steps[3].next = self.steps[2].val() || (self.steps[3].val() && self.waits.val());

        if self.done.val() && self.wrote.val() {
            comment!("There is no answer yet: it would keep the write from being taken.");
            self.written.next = true;
            self.write_refused.next = !self.okay.val();
        } else if self.bready.val() {
            self.written.next = false;
        }
        if self.done.val() && !self.wrote.val() {
            self.answered.next = true;
            self.answer.next = self.word.val();
            self.read_refused.next = !self.exists.val();
        } else if self.rready.val() {
            self.answered.next = false;
        }

        self.bvalid.next = self.written.val();
        self.bresp.next = 0.into();
        self.bresp.next = self.bresp.val().replace_bit(1, self.write_refused.val());
        self.rvalid.next = self.answered.val();
        self.rdata.next = self.answer.val();
        self.rresp.next = 0.into();
        self.rresp.next = self.rresp.val().replace_bit(1, self.read_refused.val());
        self.address.next = self.at.val();
        self.place.next = self.at.val() >> self.byte_bits.val();
        self.flow.next = self.at.val() >> self.byte_bits.val();
        self.turn.next = self.at.val() >> self.byte_bits.val();
        self.level.next = self.at.val() >> self.byte_bits.val();
        self.data.next = self.held_data.val();
        self.number.next = self.held_data.val() >> 0;
        self.valid.next = self.held_data.val().get_bit(self.valid_bit.val());
        self.whole.next = self.held_whole.val();
        self.is_write.next = self.wrote.val();
        self.second.next = self.steps[1].val();
        self.third.next = self.steps[2].val();
        self.last.next = self.steps[3].val();
    }
}
