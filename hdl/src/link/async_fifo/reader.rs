//! Read side of a FIFO between two clocks.

use super::signals;
use crate::interface::AxiStream;
use crate::prelude::*;
use tailback_spec::link::async_fifo::AsyncFifo as Config;

block! {
    /// Read side of a FIFO between two clocks, with a register behind the memory of the write side.
    ///
    /// `write_gray` and the entry that is read come from the other clock.
    pub struct AsyncFifoReader(fifo: &Config) as "tailback_async_fifo_reader" {
        /// Bits of an address.
        count address_bits = fifo.address_bits();

        /// Gray code of the number of beats written, modulo twice the number of entries; of the other
        /// clock.
        input write_gray[fifo.counter_bits()];
        /// Data of the entry that is read.
        input data[fifo.width_bits()];
        /// Byte enables of the entry that is read.
        input keep[fifo.width_bytes()];
        /// The entry that is read is the last beat of its packet.
        input last;
        /// Flags of the entry that is read.
        input user[fifo.user_bits()];
        /// Gray code of the number of beats read, modulo twice the number of entries.
        output_reg read_gray[fifo.counter_bits()];
        /// Entry that is read.
        output read_address[fifo.address_bits()];
        /// Packets that leave.
        master m_axis: AxiStream(signals(fifo)) reg { tvalid, tdata, tkeep, tlast, tuser };

        /// The register at the output is free, or is read.
        local free;
        /// A beat is read.
        local taken;
        /// Number of beats read, after this cycle.
        local next_count[fifo.counter_bits()];
        /// Number of beats read, modulo twice the number of entries.
        reg count[fifo.counter_bits()];
        /// First sample of `write_gray`, which may be metastable.
        async_reg sampled_gray[fifo.counter_bits()];
        /// Second sample of `write_gray`.
        async_reg known_gray[fifo.counter_bits()];
    }
}

impl Logic for AsyncFifoReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = !self.m_axis.tvalid.val() || self.m_axis.tready.val();
        self.taken.next = self.free.val() && self.read_gray.val() != self.known_gray.val();
        for at in 0..self.address_bits.val() {
            self.read_address.next =
                self.read_address.val().replace_bit(at, self.count.val().get_bit(at));
        }
        if self.taken.val() {
            self.next_count.next = self.count.val() + 1;
            self.m_axis.tdata.next = self.data.val();
            self.m_axis.tkeep.next = self.keep.val();
            self.m_axis.tlast.next = self.last.val();
            self.m_axis.tuser.next = self.user.val();
        } else {
            self.next_count.next = self.count.val();
        }
        if self.free.val() {
            self.m_axis.tvalid.next = self.taken.val();
        }
        self.count.next = self.next_count.val();
        comment!("The register drives the other clock directly: one bit changes at an edge.");
        self.read_gray.next = self.next_count.val() ^ (self.next_count.val() >> 1);
        self.sampled_gray.next = self.write_gray.val();
        self.known_gray.next = self.sampled_gray.val();
    }
}
