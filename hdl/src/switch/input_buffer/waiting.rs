//! Queues with packets that wait.

use super::sizes::packet_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Tracks which queues have packets that wait, and the blocks of the first ones.
    ///
    /// The first packet of a queue is known, except in the three cycles after a start in which the
    /// packet behind is fetched.
    pub struct WaitingPackets(config: &InputBuffer) as "tailback_buffer_waiting" {
        /// Queues: output ports times virtual lanes.
        count queues = config.queues();

        /// The first beat of a packet is written.
        input begins;
        /// Queue of the packet; valid with `begins`.
        input write_queue[config.queue_bits()];
        /// Blocks of the packet by its header; valid with `begins`.
        input write_blocks[packet_bits(config)];
        /// The first packet of queue `start_queue` is started.
        input start;
        /// Queue whose first packet is looked up.
        input start_queue[config.queue_bits()];
        /// Blocks of the packet that becomes the first of its queue; valid with `advances`.
        input next_blocks[packet_bits(config)];
        /// No packet waits behind the one that becomes the first of its queue, except perhaps one
        /// that begins in this cycle; valid with `advances`.
        input next_alone;

        /// One bit per queue: a packet waits, and the first one is known.
        output_reg(config.queues()) known;
        /// Per queue: blocks of that packet by its header; else 0.
        output_reg(config.queues()) blocks[packet_bits(config)];
        /// One bit per queue: a packet waits.
        output(config.queues()) waits;
        /// The packet that begins enters an empty queue.
        output leads;
        /// The first packet of queue `start_queue` entered it while it was empty.
        output start_led;
        /// No packet waits behind the first one of queue `start_queue`.
        output start_alone;
        /// A packet was started in the previous cycle with another one behind it.
        output_reg fetches;
        /// A packet was started three cycles ago with another one behind it, which now becomes the
        /// first of its queue.
        output_reg advances;

        /// One bit per queue: a packet enters it.
        local(config.queues()) enters;
        /// One bit per queue: its first packet is started.
        local(config.queues()) starts;
        /// One bit per queue: a packet enters it, and is its first one at once, unless a packet is
        /// started with another one behind it.
        local(config.queues()) leading;
        /// One bit per queue: the packet behind the one that was started becomes the first one.
        local(config.queues()) following;
        /// One bit per queue: it gets a first packet, unless it loses one.
        local(config.queues()) gains;
        /// One bit per queue: the first packet is gone, and the next one is not known.
        local(config.queues()) loses;
        /// One bit per queue: a packet enters it behind the first one.
        local(config.queues()) grows;
        /// One bit per queue: the packet that becomes the first one has no other one behind it.
        local(config.queues()) empties;
        /// One bit per queue: a packet waits that is not known, or behind the one that is known.
        reg(config.queues()) others;
        /// One bit per queue: the first packet, if it is known, entered the queue behind another
        /// one.
        reg(config.queues()) behind;
        /// One bit per queue: its first packet was started in the previous cycle.
        reg(config.queues()) recent;
        /// A packet was started two cycles ago with another one behind it.
        reg fetched;
    }
}

impl Logic for WaitingPackets {
    #[hdl_gen]
    fn update(&mut self) {
        self.start_led.next = !self.behind[self.start_queue.val().index()].val();
        self.start_alone.next = !self.others[self.start_queue.val().index()].val();
        self.fetches.next = self.start.val() && !self.start_alone.val();
        self.fetched.next = self.fetches.val();
        self.advances.next = self.fetched.val();

        for number in 0..self.queues.val() {
            self.waits[number].next = self.known[number].val() || self.others[number].val();
            self.enters[number].next = self.begins.val() && self.write_queue.val() == number;
            self.starts[number].next = self.start.val() && self.start_queue.val() == number;
            comment!("A start with a packet behind it clears the registers all the same.");
            self.leading[number].next = self.enters[number].val()
                && (!self.waits[number].val() || self.starts[number].val());
            comment!("A packet is started every other cycle at most: here, this is one queue.");
            self.following[number].next = self.advances.val()
                && self.others[number].val()
                && !self.known[number].val()
                && !self.recent[number].val();
            self.recent[number].next = self.starts[number].val();
        }

        comment!("Timing: not from the bits of all queues.");
        self.leads.next = self.begins.val()
            && (!self.waits[self.write_queue.val().index()].val()
                || (self.start.val()
                    && self.start_queue.val() == self.write_queue.val()
                    && self.start_alone.val()));

        comment!("Separate conditions for clearing and loading: reset and enable of flip-flops.");
        for number in 0..self.queues.val() {
            self.loses[number].next = self.starts[number].val()
                && (self.others[number].val() || !self.enters[number].val());
            self.gains[number].next = self.leading[number].val() || self.following[number].val();
            if self.loses[number].val() {
                self.known[number].next = false;
                self.blocks[number].next = 0.into();
            } else if self.gains[number].val() {
                self.known[number].next = true;
                if self.others[number].val() {
                    self.blocks[number].next = self.next_blocks.val();
                } else {
                    self.blocks[number].next = self.write_blocks.val();
                }
            }
            if self.gains[number].val() {
                self.behind[number].next = self.others[number].val();
            }

            self.grows[number].next =
                self.enters[number].val() && self.known[number].val() && !self.starts[number].val();
            self.empties[number].next =
                self.following[number].val() && self.next_alone.val() && !self.enters[number].val();
            if self.empties[number].val() {
                self.others[number].next = false;
            } else if self.grows[number].val() {
                self.others[number].next = true;
            }
        }
    }
}
