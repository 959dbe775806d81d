//! The memory of an end of a slow link.

use super::signals;
use crate::interface::AxiStream;
use crate::prelude::*;
use tailback_spec::link::delay::USER_BITS;
use tailback_spec::link::slow_link::SlowLinkEnd;

/// Bits of an entry: data, byte enables, last-beat bit and flags.
fn entry_bits(end: &SlowLinkEnd) -> usize {
    end.width_bits() + end.width_bytes() + 1 + USER_BITS
}

block! {
    /// A queue of beats in block RAM, with registers behind it.
    ///
    /// A beat that is read is at `m_axis` two cycles later. No beat may be written while the queue is full,
    /// and none read while it is empty.
    pub struct BeatQueue(end: &SlowLinkEnd) as "tailback_slow_link_queue" {
        /// Bits of the data.
        count data_bits = end.width_bits();
        /// Lowest bit of the byte enables in an entry.
        count keep_at = end.width_bits();
        /// Last-beat bit of an entry.
        count last_at = end.width_bits() + end.width_bytes();
        /// Lowest bit of the flags in an entry.
        count user_at = end.width_bits() + end.width_bytes() + 1;
        /// Bits of the byte enables and of the last-beat bit.
        count keep_bits = end.width_bytes() + 1;

        /// Beat that is written, if `tvalid` is high.
        slave s_axis: AxiStream(signals(end));
        /// The oldest beat is read.
        input read;
        /// Beats in the queue.
        output_reg level[end.address_bits() + 1];
        /// Beat that was read two cycles ago.
        master m_axis: AxiStream(signals(end)) reg { tvalid, tdata, tkeep, tlast, tuser };

        /// Entry for the beat that is written.
        local entry[entry_bits(end)];
        /// Entry of the beat that is written next.
        reg write_address[end.address_bits()];
        /// Entry of the oldest beat.
        reg read_address[end.address_bits()];
        /// A beat was read in the previous cycle.
        reg was_read;
        /// Entries of the beats. An entry that is not read is 0.
        cleared_block_memory(end.depth()) entries[entry_bits(end)];
    }
    connect {
        entries: write = s_axis.tvalid, write_address, write_data = entry, read, read_address;
    }
}

impl Logic for BeatQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.entry.next = self.s_axis.tuser.val();
        self.entry.next = (self.entry.val() << self.keep_bits.val()) | self.s_axis.tkeep.val();
        self.entry.next = (self.entry.val() << self.data_bits.val()) | self.s_axis.tdata.val();
        self.entry.next = self.entry.val().replace_bit(self.last_at.val(), self.s_axis.tlast.val());
        if self.s_axis.tvalid.val() {
            self.write_address.next = self.write_address.val() + 1;
        }
        if self.read.val() {
            self.read_address.next = self.read_address.val() + 1;
        }
        if self.s_axis.tvalid.val() && !self.read.val() {
            self.level.next = self.level.val() + 1;
        }
        if self.read.val() && !self.s_axis.tvalid.val() {
            self.level.next = self.level.val() - 1;
        }
        self.was_read.next = self.read.val();
        self.m_axis.tvalid.next = self.was_read.val();
        self.m_axis.tdata.next = self.entries.read_data.val() >> 0;
        self.m_axis.tkeep.next = self.entries.read_data.val() >> self.keep_at.val();
        self.m_axis.tlast.next = self.entries.read_data.val().get_bit(self.last_at.val());
        self.m_axis.tuser.next = self.entries.read_data.val() >> self.user_at.val();
    }
}
