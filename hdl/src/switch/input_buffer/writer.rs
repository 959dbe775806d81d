//! Page and address of each beat that is written.

use super::pool::PagePool;
use super::sizes::{count_bits, page_bits, position_bits, words};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Determines the page and the memory address of each beat that is written to an input buffer.
    ///
    /// A packet takes its pages one by one, each with the page's first beat. All that is reported
    /// of the end of a packet is reported in the cycle after its last beat.
    ///
    /// The beats to come are counted from the packet's header on, plus one, so that the count
    /// begins with the header's number. It is delayed for the reader, which must not see a beat
    /// before the link to its page.
    pub struct BufferWriter(config: &InputBuffer) as "tailback_buffer_writer" {
        /// Bits of the memory address that hold the position.
        count position_bits = position_bits(config);

        /// A beat is written.
        input write;
        /// The beat is the first of a packet.
        input write_first;
        /// The beat is the last of its packet.
        input write_last;
        /// The packet is bad; valid with `write_last`.
        input write_bad;
        /// Queue of the packet; valid with `write_first`.
        input write_queue[config.queue_bits()];
        /// Beats of the packet by its header; valid with `write_first`.
        input write_beats[config.beats_bits()];
        /// A page becomes free.
        input give;
        /// Page that becomes free; valid with `give`.
        input given[page_bits(config)];

        /// The first beat of a packet is written.
        output begins;
        /// The last beat of a packet is written.
        output finishes;
        /// Page of the beat.
        output page[page_bits(config)];
        /// The beat takes a page that is not the first of its packet.
        output linked;
        /// Memory address of the beat.
        output address[address_bits(words(config))];
        /// Page in which a beat was written last: predecessor of a page within its packet.
        output_reg open_page[page_bits(config)];
        /// First page of the packet of which a beat was written last.
        output_reg open_packet[page_bits(config)];
        /// Queue of the packet of which a beat was written last.
        output_reg open_queue[config.queue_bits()];
        /// The last beat of this packet has not been written.
        output_reg open;
        /// The last beat of this packet was written in the previous cycle.
        output_reg closed;
        /// The packet is bad; valid with `closed`.
        output_reg closed_bad;
        /// The packet has two beats; valid with `closed`.
        output_reg closed_pair;
        /// The packet's beats to come before its last one was written, plus one; valid with
        /// `closed`, unless the packet has a single beat.
        output_reg closed_count[count_bits(config)];
        /// Beats to come of the packet, plus one, by the beats that may be issued in this cycle;
        /// valid from the third cycle after the packet's first beat on.
        output_reg visible_count[count_bits(config)];

        /// The beat takes a page.
        local takes;
        /// Page of the beat, in as many bits as a memory address.
        local row[address_bits(words(config))];
        /// Free pages.
        sub pool: PagePool = PagePool::new(config);
        /// Position of the next beat in its page: number of beats already written to the page.
        reg position[position_bits(config)];
        /// Beats to come of the packet, plus one.
        reg count[count_bits(config)];
        /// The packet has one beat so far.
        reg one;
    }
    connect {
        pool: take = takes, give, given;
    }
}

impl Logic for BufferWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.begins.next = self.write.val() && self.write_first.val();
        self.finishes.next = self.write.val() && self.write_last.val();
        self.takes.next = self.write.val() && self.position.val() == 0;
        self.linked.next = self.takes.val() && !self.write_first.val();
        self.page.next = self.open_page.val();
        if self.position.val() == 0 {
            self.page.next = self.pool.page.val();
        }
        self.row.next = self.page.val();
        self.address.next = (self.row.val() << self.position_bits.val()) | self.position.val();

        if self.write.val() {
            self.open_page.next = self.page.val();
            self.open.next = !self.write_last.val();
            self.one.next = self.write_first.val();
            self.count.next = self.count.val() - 1;
            self.position.next = self.position.val() + 1;
            if self.write_last.val() {
                self.position.next = 0.into();
            }
            if self.write_first.val() {
                self.open_packet.next = self.page.val();
                self.open_queue.next = self.write_queue.val();
                self.count.next = self.write_beats.val();
            }
        }

        self.closed.next = self.finishes.val();
        self.closed_bad.next = self.write_bad.val();
        self.closed_pair.next = self.one.val() && !self.write_first.val();
        self.closed_count.next = self.count.val();
        self.visible_count.next = self.closed_count.val();
    }
}
