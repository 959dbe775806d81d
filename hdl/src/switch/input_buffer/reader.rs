//! Address of the beat that is issued.

use super::sizes::{packet_bits, page_bits, page_words, pages, position_bits, words};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Walks along the pages of the packet that is being sent.
    ///
    /// The page behind the one that is being read is looked up all the time. It is valid three
    /// cycles after the page was entered or the link was written, whichever is later: a page has
    /// four beats at least, and a beat is issued no sooner than three cycles after its write.
    /// A page becomes free when the next one is entered, or in the cycle after the packet's end, in
    /// which the next packet may already have been started.
    pub struct BufferReader(config: &InputBuffer) as "tailback_buffer_reader" {
        /// Position of a full page's last beat.
        count last_position = page_words(config) - 1;
        /// Bits of the memory address that hold the position.
        count position_bits = position_bits(config);
        /// A block is one beat.
        choice one_word_blocks = config.block_words() == 1;
        /// A block is two beats.
        choice two_word_blocks = config.block_words() == 2;

        /// A packet is started.
        input start;
        /// First page of the packet.
        input start_page[page_bits(config)];
        /// A beat is issued.
        input issue;
        /// The next beat to issue is the first of its packet.
        input is_first;
        /// The packet ends.
        input ends;
        /// The packet ended in the previous cycle.
        input ended;
        /// The beat that is written takes a page that is not the first of its packet.
        input linked;
        /// Predecessor of that page; valid with `linked`.
        input link_from[page_bits(config)];
        /// That page; valid with `linked`.
        input link_to[page_bits(config)];

        /// Memory address of the next beat to issue.
        output address[address_bits(words(config))];
        /// Page `issued_page` becomes free.
        output give;
        /// Page of the beat that was issued last.
        output_reg issued_page[page_bits(config)];
        /// Page of the next beat, unless that beat is the first of another page of its packet.
        output_reg page[page_bits(config)];
        /// Blocks of the packet whose beat was issued last, up to this beat.
        output_reg issued_blocks[packet_bits(config)];
        /// Output `issued_blocks`, less one.
        output_reg further_blocks[packet_bits(config)];

        /// Page of the next beat.
        local at[page_bits(config)];
        /// Page of the next beat, in as many bits as a memory address.
        local row[address_bits(words(config))];
        /// The next beat is the first of a block, but not of the packet.
        local turns_block;
        /// The next beat is the first of a page, but not of the packet.
        reg turns;
        /// Position of the next beat in its page.
        reg position[position_bits(config)];
        /// Page behind the one that was being read two cycles ago.
        reg next_page[page_bits(config)];
        /// Next page of each page.
        block_memory(pages(config)) links[page_bits(config)];
    }
    connect {
        links: write = linked, write_address = link_from, write_data = link_to,
            read_address = page;
    }
}

impl Logic for BufferReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.links.read.next = true;
        self.next_page.next = self.links.read_data.val();

        self.at.next = self.page.val();
        if self.turns.val() {
            self.at.next = self.next_page.val();
        }
        self.row.next = self.at.val();
        self.address.next = (self.row.val() << self.position_bits.val()) | self.position.val();
        self.give.next = (self.issue.val() && self.turns.val()) || self.ended.val();

        if self.issue.val() {
            self.issued_page.next = self.at.val();
        }
        if self.start.val() {
            self.page.next = self.start_page.val();
        } else if self.issue.val() {
            self.page.next = self.at.val();
        }
        if self.ends.val() {
            self.position.next = 0.into();
            self.turns.next = false;
        } else if self.issue.val() {
            self.position.next = self.position.val() + 1;
            self.turns.next = self.position.val() == self.last_position.val();
        }

        self.turns_block.next = self.turns.val();
        if self.one_word_blocks.val() {
            self.turns_block.next = !self.is_first.val();
        }
        if self.two_word_blocks.val() {
            self.turns_block.next = !self.is_first.val() && !self.position.val().get_bit(0);
        }
        if self.issue.val() && self.is_first.val() {
            self.issued_blocks.next = 1.into();
            self.further_blocks.next = 0.into();
        } else if self.issue.val() && self.turns_block.val() {
            self.issued_blocks.next = self.issued_blocks.val() + 1;
            self.further_blocks.next = self.issued_blocks.val();
        }
    }
}
