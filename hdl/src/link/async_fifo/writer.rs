//! Write side of a FIFO between two clocks.

use super::signals;
use crate::interface::AxiStream;
use crate::prelude::*;
use tailback_spec::link::async_fifo::AsyncFifo as Config;

block! {
    /// Write side of a FIFO between two clocks, with the memory.
    ///
    /// All inputs but `read_gray` and `read_address` are synchronous to the clock of this module. The
    /// read side reads an entry only after it has received a count that includes it: by then, the
    /// entry is stable.
    pub struct AsyncFifoWriter(fifo: &Config) as "tailback_async_fifo_writer" {
        /// Bits of an address.
        count address_bits = fifo.address_bits();
        /// Bits in which the Gray codes of two counts differ that are the number of entries apart.
        param entries_apart[fifo.counter_bits()] = 3 << (fifo.address_bits() - 1);

        /// Packets that enter.
        slave s_axis: AxiStream(signals(fifo));
        /// Gray code of the number of beats read, modulo twice the number of entries; of the other clock.
        input read_gray[fifo.counter_bits()];
        /// Entry that is read; of the other clock.
        input read_address[fifo.address_bits()];
        /// Gray code of the number of beats written, modulo twice the number of entries.
        output_reg write_gray[fifo.counter_bits()];
        /// Data of the entry that is read.
        output data[fifo.width_bits()];
        /// Byte enables of the entry that is read.
        output keep[fifo.width_bytes()];
        /// The entry that is read is the last beat of its packet.
        output last;
        /// Flags of the entry that is read.
        output user[fifo.user_bits()];

        /// A beat is written.
        local accepted;
        /// Number of beats written, after this cycle.
        local next_count[fifo.counter_bits()];
        /// Gray code of `next_count`.
        local next_gray[fifo.counter_bits()];
        /// Entry that is written.
        local write_address[fifo.address_bits()];
        /// Number of beats written, modulo twice the number of entries.
        reg count[fifo.counter_bits()];
        /// No entry is free, by what is known of the read side.
        reg full;
        /// First sample of `read_gray`, which may be metastable.
        async_reg sampled_gray[fifo.counter_bits()];
        /// Second sample of `read_gray`.
        async_reg known_gray[fifo.counter_bits()];
        /// Data of all entries.
        lut_memory(fifo.entries()) all_data[fifo.width_bits()];
        /// Byte enables of all entries.
        lut_memory(fifo.entries()) all_keep[fifo.width_bytes()];
        /// The entry is the last beat of its packet.
        lut_memory(fifo.entries()) all_last;
        /// Flags of all entries.
        lut_memory(fifo.entries()) all_user[fifo.user_bits()];
    }
    connect {
        all_data: write = accepted, write_address, write_data = s_axis.tdata, read_address,
            read_data = data;
        all_keep: write = accepted, write_address, write_data = s_axis.tkeep, read_address,
            read_data = keep;
        all_last: write = accepted, write_address, write_data = s_axis.tlast, read_address,
            read_data = last;
        all_user: write = accepted, write_address, write_data = s_axis.tuser, read_address,
            read_data = user;
    }
}

impl Logic for AsyncFifoWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.s_axis.tready.next = !self.full.val();
        self.accepted.next = self.s_axis.tvalid.val() && !self.full.val();
        for at in 0..self.address_bits.val() {
            self.write_address.next =
                self.write_address.val().replace_bit(at, self.count.val().get_bit(at));
        }
        if self.accepted.val() {
            self.next_count.next = self.count.val() + 1;
        } else {
            self.next_count.next = self.count.val();
        }
        self.next_gray.next = self.next_count.val() ^ (self.next_count.val() >> 1);
        self.count.next = self.next_count.val();
        comment!("The register drives the other clock directly: one bit changes at an edge.");
        self.write_gray.next = self.next_gray.val();
        self.full.next = self.next_gray.val() == (self.known_gray.val() ^ self.entries_apart.val());
        self.sampled_gray.next = self.read_gray.val();
        self.known_gray.next = self.sampled_gray.val();
    }
}
