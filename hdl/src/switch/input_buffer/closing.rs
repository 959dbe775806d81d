//! Actual end of the packet that is being sent.

use super::sizes::{count_bits, page_bits, pages};
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

/// Bit of a record: the packet is bad.
const BAD: usize = 0;
/// Bit of a record: the packet has two beats.
const PAIR: usize = 1;
/// Lowest bit of the count in a record.
const COUNT: usize = 2;

block! {
    /// Supplies the actual length of the packet that is being sent, and its bad flag.
    ///
    /// In the cycle after its last beat, each packet is recorded in block RAM, by its first page.
    /// The record is fetched when the packet is started, and valid from the second cycle after it
    /// on, in which the second beat is issued at the earliest. But a packet that is still being
    /// written when it is started, or has been recorded only in that cycle, is *cut through*: it
    /// gets its end from the writer. A packet may be started in the cycle in which the one before it
    /// ends: what the last beats of that one still need is delayed.
    pub struct PacketClosing(config: &InputBuffer) as "tailback_buffer_closing" {
        /// Bit of a record: the packet is bad.
        count bad_bit = BAD;
        /// Bit of a record: the packet has two beats.
        count pair_bit = PAIR;
        /// Lowest bit of the count in a record.
        count count_at = COUNT;

        /// The first packet of queue `start_queue` is started.
        input start;
        /// Queue whose first packet is looked up.
        input start_queue[config.queue_bits()];
        /// First page of that packet.
        input start_page[page_bits(config)];
        /// No packet waits behind that packet.
        input start_alone;
        /// First page of the packet of which a beat was written last.
        input open_packet[page_bits(config)];
        /// Queue of the packet of which a beat was written last.
        input open_queue[config.queue_bits()];
        /// The last beat of this packet has not been written.
        input open;
        /// The last beat of this packet was written in the previous cycle.
        input closed;
        /// The packet is bad; valid with `closed`.
        input closed_bad;
        /// The packet has two beats; valid with `closed`.
        input closed_pair;
        /// The packet's beats to come before its last one was written, plus one; valid with
        /// `closed`.
        input closed_count[count_bits(config)];

        /// The packet that is started is still being written.
        output starts_open;
        /// The packet that is being sent was still being written in the previous cycle.
        output_reg unfinished;
        /// Beats of the packet that is being sent may be written, but not visible.
        output_reg limited;
        /// The last beat of the packet that is sent or started was written in an earlier cycle.
        output complete;
        /// The packet has two beats; valid from the second cycle after its start on, unless
        /// `limited`.
        output pair;
        /// The packet's beats to come before its last one was written, plus one; valid as `pair`,
        /// unless the packet has a single beat.
        output last_count[count_bits(config)];
        /// The packet of the beat on the output is bad; valid with its last beat.
        output_reg is_bad;
        /// The packet of the beat on the output was known to be bad when it was started.
        output_reg discards;

        /// The packet that is started is the one of which a beat was written last.
        local newest;
        /// Record of the packet that has been closed.
        local closing_record[count_bits(config) + COUNT];
        /// Ends of packets, by their first pages.
        memory(pages(config)) records[count_bits(config) + COUNT];
        /// Record of the packet that was started two cycles ago, or before.
        reg record[count_bits(config) + COUNT];
        /// End of a packet that is cut through.
        reg ending[count_bits(config) + COUNT];
        /// The packet is bad, if it was cut through; one cycle later than in `ending`.
        reg ending_bad;
        /// The packet that was started last is cut through.
        reg through;
        /// The packet of the beat that was issued in the previous cycle is cut through.
        reg was_through;
        /// All beats of the packet that was started last had been written before.
        reg whole;
        /// All beats of the packet of the beat that was issued in the previous cycle had been
        /// written before its start.
        reg was_whole;
        /// The packet of the beat that was issued in the previous cycle is bad; valid with its last
        /// beat.
        local bad;
    }
    connect {
        records: write = closed, write_address = open_packet, write_data = closing_record, read = start,
            read_address = start_page;
    }
}

impl Logic for PacketClosing {
    #[hdl_gen]
    fn update(&mut self) {
        self.newest.next = self.start.val()
            && self.start_alone.val()
            && self.start_queue.val() == self.open_queue.val();
        self.starts_open.next = self.newest.val() && self.open.val();
        if self.start.val() {
            self.unfinished.next = self.starts_open.val();
            self.limited.next = self.starts_open.val();
            self.through.next = self.newest.val() && (self.open.val() || self.closed.val());
            self.whole.next = !self.starts_open.val();
            self.complete.next = !self.starts_open.val();
        } else {
            self.unfinished.next = self.unfinished.val() && !self.closed.val();
            self.limited.next = self.unfinished.val();
            self.complete.next = !self.unfinished.val() || self.closed.val();
        }
        self.was_through.next = self.through.val();
        self.was_whole.next = self.whole.val();

        self.closing_record.next = self.closed_count.val();
        self.closing_record.next = self.closing_record.val() << self.count_at.val();
        self.closing_record.next =
            self.closing_record.val().replace_bit(self.bad_bit.val(), self.closed_bad.val());
        self.closing_record.next =
            self.closing_record.val().replace_bit(self.pair_bit.val(), self.closed_pair.val());
        self.record.next = self.records.read_data.val();
        if self.closed.val() && (self.unfinished.val() || self.start.val()) {
            comment!("The closed packet is being sent, or may be the one that is started.");
            self.ending.next = self.closing_record.val();
        }
        self.ending_bad.next = self.ending.val().get_bit(self.bad_bit.val());

        if self.through.val() {
            self.pair.next = self.ending.val().get_bit(self.pair_bit.val());
            self.last_count.next = self.ending.val() >> self.count_at.val();
        } else {
            self.pair.next = self.record.val().get_bit(self.pair_bit.val());
            self.last_count.next = self.record.val() >> self.count_at.val();
        }
        self.bad.next = self.record.val().get_bit(self.bad_bit.val());
        if self.was_through.val() {
            self.bad.next = self.ending_bad.val();
        }
        self.is_bad.next = self.bad.val();
        self.discards.next = self.bad.val() && self.was_whole.val();
    }
}
