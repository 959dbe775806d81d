//! First and last packets of the queues.

use super::sizes::{count_bits, head, packet_bits, page_bits, pages};
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Holds for each queue the first page and the length of its first packet, and the first page
    /// of the packet received last.
    ///
    /// A packet that enters an empty queue is its first one at once. A packet that enters behind
    /// another one is recorded with that one, by its first page. In the cycle after the start of a
    /// packet, the record is fetched from block RAM; two cycles later, the packet behind it becomes
    /// the first one. In that cycle, a packet may enter another queue, which is empty; hence the two
    /// memories.
    pub struct QueueHeads(config: &InputBuffer) as "tailback_buffer_heads" {
        /// Bit of a packet with a single beat.
        count single_bit = head::SINGLE;
        /// Bit of a packet with at most four beats by its header.
        count four_bit = head::AT_MOST_FOUR;
        /// Lowest bit of the beats by the packet's header.
        count beats_at = head::BEATS;
        /// Lowest bit of the packet's first page.
        count page_at = head::page(config);
        /// Lowest bit of the packet's blocks in a record.
        count blocks_at = head::bits(config);
        /// Bits of a page number.
        count page_bits = page_bits(config);
        /// Bits of the beats by the packet's header.
        count beats_bits = config.beats_bits();

        /// The first beat of a packet is written.
        input begins;
        /// The beat is the last of its packet.
        input write_last;
        /// Queue of the packet.
        input write_queue[config.queue_bits()];
        /// Blocks of the packet by its header.
        input write_blocks[packet_bits(config)];
        /// Beats of the packet by its header.
        input write_beats[config.beats_bits()];
        /// Page of the beat.
        input page[page_bits(config)];
        /// The packet that begins enters an empty queue.
        input leads;
        /// Queue whose first packet is looked up.
        input start_queue[config.queue_bits()];
        /// The first packet of queue `start_queue` entered it while it was empty.
        input start_led;
        /// A packet was started in the previous cycle with another one behind it.
        input fetches;
        /// First page of the packet that was started in the previous cycle; valid with `fetches`.
        input fetch_page[page_bits(config)];
        /// A packet was started three cycles ago with another one behind it, which now becomes the
        /// first of its queue.
        input advances;
        /// Queue of that packet; valid with `advances`.
        input advancing_queue[config.queue_bits()];

        /// First page of the first packet of queue `start_queue`.
        output start_page[page_bits(config)];
        /// Beats of that packet by its header.
        output start_beats[config.beats_bits()];
        /// The packet has a single beat.
        output start_single;
        /// The packet has at most four beats by its header.
        output start_four;
        /// Blocks of the packet that becomes the first of its queue; valid with `advances`.
        output next_blocks[packet_bits(config)];
        /// No packet waits behind the one that becomes the first of its queue, except perhaps one
        /// that begins in this cycle; valid with `advances`.
        output next_alone;

        /// The packet that begins enters behind another one.
        local follows;
        /// Beats of the packet that begins, by its header.
        local beats[count_bits(config)];
        /// Beats of the packet that begins, in units of eight.
        local high_beats[count_bits(config)];
        /// Head of the packet that begins.
        local entering[head::bits(config)];
        /// Head of the packet that begins, and its blocks above it.
        local recorded[head::bits(config) + packet_bits(config)];
        /// Head of the first packet of queue `start_queue`.
        local found[head::bits(config)];
        /// Head of the packet that becomes the first of its queue.
        local advancing[head::bits(config)];
        /// First page of the packet that becomes the first of its queue.
        local next_page[page_bits(config)];
        /// Per queue: head of the packet that entered it while it was empty.
        lut_memory(config.queues()) leaders[head::bits(config)];
        /// Per queue: head of the packet that entered it behind another one.
        lut_memory(config.queues()) followers[head::bits(config)];
        /// First page of the packet received last of each queue; read for queue `write_queue`.
        lut_memory(config.queues()) tails[page_bits(config)];
        /// First page of the packet received last of each queue; read for queue `advancing_queue`.
        lut_memory(config.queues()) advancing_tails[page_bits(config)];
        /// By the first page of a packet: the packet behind it in its queue.
        memory(pages(config)) records[head::bits(config) + packet_bits(config)];
        /// Record that was looked up two cycles ago.
        reg record[head::bits(config) + packet_bits(config)];
    }
    connect {
        leaders: write = leads, write_address = write_queue, write_data = entering,
            read_address = start_queue;
        followers: write = advances, write_address = advancing_queue, write_data = advancing,
            read_address = start_queue;
        tails: write = begins, write_address = write_queue, write_data = page,
            read_address = write_queue;
        advancing_tails: write = begins, write_address = write_queue, write_data = page,
            read_address = advancing_queue;
        records: write = follows, write_data = recorded, read = fetches,
            read_address = fetch_page;
    }
}

impl Logic for QueueHeads {
    #[hdl_gen]
    fn update(&mut self) {
        self.beats.next = self.write_beats.val();
        self.high_beats.next = self.beats.val() >> 3;
        self.recorded.next = self.write_blocks.val();
        self.recorded.next = (self.recorded.val() << self.page_bits.val()) | self.page.val();
        self.recorded.next =
            (self.recorded.val() << self.beats_bits.val()) | self.write_beats.val();
        self.recorded.next = self.recorded.val() << self.beats_at.val();
        self.recorded.next =
            self.recorded.val().replace_bit(self.single_bit.val(), self.write_last.val());
        comment!("At most four beats, bit by bit: constants take no carry chain.");
        self.recorded.next = self.recorded.val().replace_bit(
            self.four_bit.val(),
            !self.high_beats.val().any()
                && !(self.beats.val().get_bit(2)
                    && (self.beats.val().get_bit(1) || self.beats.val().get_bit(0))),
        );
        self.entering.next = self.recorded.val() >> 0;
        self.records.write_address.next = self.tails.read_data.val();
        self.follows.next = self.begins.val() && !self.leads.val();

        self.found.next = self.followers.read_data.val();
        if self.start_led.val() {
            self.found.next = self.leaders.read_data.val();
        }
        self.start_single.next = self.found.val().get_bit(self.single_bit.val());
        self.start_four.next = self.found.val().get_bit(self.four_bit.val());
        self.start_beats.next = self.found.val() >> self.beats_at.val();
        self.start_page.next = self.found.val() >> self.page_at.val();

        self.record.next = self.records.read_data.val();
        self.advancing.next = self.record.val() >> 0;
        self.next_blocks.next = self.record.val() >> self.blocks_at.val();
        self.next_page.next = self.record.val() >> self.page_at.val();
        self.next_alone.next = self.next_page.val() == self.advancing_tails.read_data.val();
    }
}
